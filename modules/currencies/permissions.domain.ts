import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const currenciesPermissions = {
  group: 'currencies',
  roles: ['treasury'],
  rows: [
    { code: 'view_currencies', roles: ['branch_manager', 'vault_keeper', 'accountant'] },
    { code: 'manage_currencies' },
    { code: 'view_branch_currencies', roles: ['branch_manager', 'vault_keeper'] },
    { code: 'manage_branch_currencies', roles: ['branch_manager'] },
  ],
} as const satisfies PermissionGroup
