import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const exchangePermissions = {
  group: 'exchange',
  roles: ['branch_manager'],
  rows: [
    {
      code: 'view_transactions',
      roles: ['senior_teller', 'teller', 'treasury', 'compliance_officer', 'mlro', 'accountant'],
    },
    { code: 'create_transactions', roles: ['senior_teller', 'teller'] },
    { code: 'settle_transactions', roles: ['senior_teller', 'teller'] },
    { code: 'cancel_transactions', roles: ['senior_teller', 'teller'] },
    { code: 'reverse_transactions' },
    { code: 'hold_transactions', roles: ['senior_teller', 'teller'] },
    { code: 'authorise_transactions', roles: ['senior_teller'] },
    { code: 'approve_transaction_limits', roles: ['senior_teller'] },
    { code: 'export_transactions', roles: ['treasury', 'compliance_officer', 'mlro', 'accountant'] },
    { code: 'view_expected_gain', roles: ['senior_teller', 'treasury', 'accountant'] },
    { code: 'view_fee_settings', roles: ['accountant'] },
    { code: 'manage_fee_settings' },
    { code: 'view_transaction_workflow' },
    { code: 'manage_transaction_workflow' },
  ],
} as const satisfies PermissionGroup
