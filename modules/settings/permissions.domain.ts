import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const settingsPermissions = {
  group: 'settings',
  roles: [],
  rows: [
    { code: 'update_general_settings' },
    { code: 'view_information_fields', roles: ['compliance_officer'] },
    { code: 'manage_information_fields', roles: ['mlro'] },
  ],
} as const satisfies PermissionGroup
