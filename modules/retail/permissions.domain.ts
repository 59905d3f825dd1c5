import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const retailPermissions = {
  group: 'retail',
  roles: [],
  rows: [
    { code: 'view_retail_categories' },
    { code: 'manage_retail_categories' },
    { code: 'view_retail_taxes' },
    { code: 'manage_retail_taxes' },
    { code: 'view_retail_items' },
    { code: 'manage_retail_items' },
    { code: 'view_retail_stock' },
    { code: 'manage_retail_stock', roles: ['branch_manager'] },
    {
      code: 'view_retail_sales',
      roles: ['branch_manager', 'senior_teller', 'teller', 'compliance_officer', 'mlro'],
    },
    { code: 'create_retail_sales', roles: ['branch_manager', 'senior_teller', 'teller'] },
    { code: 'refund_retail_sales', roles: ['branch_manager', 'senior_teller', 'teller'] },
    { code: 'view_retail_reports', roles: ['branch_manager', 'accountant'] },
    { code: 'view_retail_margin', roles: ['branch_manager', 'accountant'] },
    { code: 'view_retail_principals' },
    { code: 'manage_retail_principals', roles: ['branch_manager', 'accountant'] },
    { code: 'authorise_retail_principals', roles: ['accountant'] },
  ],
} as const satisfies PermissionGroup
