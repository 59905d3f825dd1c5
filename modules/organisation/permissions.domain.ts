import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const organisationPermissions = {
  group: 'organisation',
  roles: [],
  rows: [
    { code: 'view_company_information', roles: ['branch_manager', 'accountant'] },
    { code: 'manage_company_information' },
    { code: 'view_regions', roles: ['branch_manager', 'treasury', 'accountant'] },
    { code: 'manage_regions' },
    {
      code: 'view_branches',
      roles: ['branch_manager', 'vault_keeper', 'treasury', 'compliance_officer', 'mlro', 'accountant'],
    },
    { code: 'manage_branches' },
    { code: 'view_counters', roles: ['senior_teller', 'teller', 'vault_keeper', 'treasury', 'accountant'] },
    { code: 'manage_counters', roles: ['branch_manager'] },
    { code: 'view_company_subscription' },
    { code: 'manage_company_subscription' },
    { code: 'view_all_workspaces', roles: ['treasury', 'compliance_officer', 'mlro', 'accountant'] },
  ],
} as const satisfies PermissionGroup
