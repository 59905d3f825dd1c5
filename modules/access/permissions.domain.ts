import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const accessPermissions = {
  group: 'access',
  roles: [],
  rows: [
    { code: 'view_users', roles: ['mlro'] },
    { code: 'manage_users', roles: ['branch_manager'] },
    { code: 'view_roles', roles: ['branch_manager'] },
    { code: 'manage_roles' },
    { code: 'view_user_audit', roles: ['branch_manager', 'compliance_officer', 'mlro'] },
    { code: 'reset_second_factors' },
    { code: 'view_api_keys' },
    { code: 'manage_api_keys' },
    { code: 'view_webhooks' },
    { code: 'manage_webhooks' },
  ],
} as const satisfies PermissionGroup
