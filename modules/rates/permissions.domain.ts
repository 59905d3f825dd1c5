import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const ratesPermissions = {
  group: 'rates',
  roles: ['branch_manager', 'treasury'],
  rows: [
    { code: 'view_base_rate', roles: ['senior_teller', 'teller', 'accountant'] },
    { code: 'manage_base_rate' },
    { code: 'view_margin_rate', roles: ['senior_teller', 'teller'] },
    { code: 'manage_margin_rate' },
    { code: 'view_custom_rate' },
    { code: 'manage_custom_rate' },
    { code: 'view_rate_validation' },
    { code: 'manage_rate_validation' },
  ],
} as const satisfies PermissionGroup
