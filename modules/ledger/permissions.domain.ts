import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const ledgerPermissions = {
  group: 'ledger',
  roles: [],
  rows: [
    { code: 'view_ledger', roles: ['accountant'] },
    { code: 'manage_ledger', roles: ['accountant'] },
    { code: 'view_adjusting_entries' },
    { code: 'manage_adjusting_entries', roles: ['accountant'] },
    { code: 'authorise_adjusting_entries', roles: ['accountant'] },
    { code: 'view_statements', roles: ['accountant'] },
    { code: 'view_revaluations' },
    { code: 'manage_revaluations', roles: ['accountant'] },
    { code: 'view_ledger_mapping' },
    { code: 'manage_ledger_mapping', roles: ['accountant'] },
    { code: 'view_period_lock' },
    { code: 'manage_period_lock', roles: ['accountant'] },
  ],
} as const satisfies PermissionGroup
