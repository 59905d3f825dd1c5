/** The roles that a new company begins with, beside the administrator, who may do all, and the auditor, who may see all. */
export const seededRoles = [
  'branch_manager',
  'senior_teller',
  'teller',
  'vault_keeper',
  'treasury',
  'compliance_officer',
  'mlro',
  'accountant',
] as const
export type SeededRole = (typeof seededRoles)[number]

/** What a module lets people do, in its `permissions.domain.ts`. Labels are among the server's texts of the module. */
export interface PermissionGroup {
  group: string
  /** Have each of its rows, those to come too. */
  roles: readonly SeededRole[]
  /** A `manage_` code implies its `view_` code; the roles that a row names have it beside those of the group. */
  rows: readonly { code: string; roles?: readonly SeededRole[] }[]
}
