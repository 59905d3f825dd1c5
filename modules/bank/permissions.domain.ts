import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const bankPermissions = {
  group: 'bank',
  roles: ['accountant'],
  rows: [
    { code: 'view_bank_accounts', roles: ['branch_manager', 'treasury'] },
    { code: 'manage_bank_accounts' },
    { code: 'view_payees', roles: ['branch_manager'] },
    { code: 'manage_payees' },
    { code: 'view_bank_transfers' },
    { code: 'manage_bank_transfers', roles: ['treasury'] },
    { code: 'view_bank_transactions', roles: ['treasury'] },
    { code: 'view_payee_expenses' },
    { code: 'manage_payee_expenses', roles: ['branch_manager'] },
    { code: 'view_payee_payments' },
    { code: 'manage_payee_payments', roles: ['branch_manager'] },
    { code: 'authorise_payee_payments' },
    { code: 'view_bank_statements' },
    { code: 'import_bank_statements' },
    { code: 'view_bank_reconciliations' },
    { code: 'manage_bank_reconciliations' },
  ],
} as const satisfies PermissionGroup
