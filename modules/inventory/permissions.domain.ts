import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const inventoryPermissions = {
  group: 'inventory',
  roles: ['branch_manager', 'treasury'],
  rows: [
    { code: 'view_stock', roles: ['vault_keeper', 'accountant'] },
    { code: 'open_counter_day', roles: ['senior_teller', 'teller'] },
    { code: 'perform_counts', roles: ['senior_teller', 'teller', 'vault_keeper'] },
    { code: 'view_expected_count', roles: ['vault_keeper'] },
    { code: 'transfer_counter_stock', roles: ['vault_keeper'] },
    { code: 'view_transfers', roles: ['accountant'] },
    { code: 'manage_transfers', roles: ['senior_teller', 'teller', 'vault_keeper'] },
    { code: 'view_stock_adjustments' },
    { code: 'manage_stock_adjustments', roles: ['vault_keeper', 'accountant'] },
    { code: 'post_opening_balances', roles: ['accountant'] },
    { code: 'view_branch_stock_limit', roles: ['vault_keeper'] },
    { code: 'manage_branch_stock_limit' },
    { code: 'view_mode_of_payment_mapping', roles: ['accountant'] },
    { code: 'manage_mode_of_payment_mapping', roles: ['accountant'] },
    { code: 'view_mode_of_delivery_mapping', roles: ['accountant'] },
    { code: 'manage_mode_of_delivery_mapping', roles: ['accountant'] },
  ],
} as const satisfies PermissionGroup
