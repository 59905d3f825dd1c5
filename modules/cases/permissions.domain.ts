import type { PermissionGroup } from '#modules/seeded-roles.domain.ts'

export const casesPermissions = {
  group: 'cases',
  roles: ['compliance_officer', 'mlro'],
  rows: [
    { code: 'view_cases' },
    { code: 'manage_cases' },
    { code: 'my_view_cases', roles: ['branch_manager', 'senior_teller'] },
    { code: 'view_case_statuses' },
    { code: 'manage_case_statuses' },
  ],
} as const satisfies PermissionGroup
