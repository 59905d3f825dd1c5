import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const customersPermissions = {
  group: 'customers',
  roles: ['branch_manager'],
  rows: [
    { code: 'view_customers_information' },
    {
      code: 'manage_customers_information',
      roles: ['senior_teller', 'teller', 'compliance_officer', 'mlro'],
    },
    { code: 'view_customers_importing' },
    { code: 'perform_customers_importing' },
    { code: 'export_customers', roles: ['compliance_officer', 'mlro'] },
    { code: 'merge_customers', roles: ['compliance_officer', 'mlro'] },
    { code: 'view_customer_credit' },
    { code: 'manage_customer_credit' },
  ],
} as const satisfies PermissionGroup
