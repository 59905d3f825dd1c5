import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const remittancePermissions = {
  group: 'remittance',
  roles: [],
  rows: [
    { code: 'view_remittance_base_rate' },
    { code: 'manage_remittance_base_rate', roles: ['treasury'] },
    { code: 'view_payout_rate', roles: ['branch_manager', 'senior_teller', 'teller'] },
    { code: 'manage_payout_rate', roles: ['treasury'] },
    { code: 'view_remittance_transaction_setting' },
    { code: 'manage_remittance_transaction_setting' },
    { code: 'view_payout_account_balance_limit', roles: ['treasury'] },
    { code: 'manage_payout_account_balance_limit' },
    { code: 'view_payout_recipient_settings' },
    { code: 'manage_payout_recipient_settings' },
    { code: 'view_payout_currency_settings' },
    { code: 'manage_payout_currency_settings' },
    { code: 'view_providers', roles: ['branch_manager', 'senior_teller', 'teller'] },
    { code: 'manage_providers', roles: ['treasury'] },
    {
      code: 'view_remittance_orders',
      roles: ['branch_manager', 'senior_teller', 'teller', 'treasury', 'compliance_officer', 'mlro'],
    },
    { code: 'create_remittance_orders', roles: ['branch_manager', 'senior_teller', 'teller'] },
    { code: 'manage_remittance_orders', roles: ['branch_manager', 'senior_teller'] },
    { code: 'process_remittance_orders' },
  ],
} as const satisfies PermissionGroup
