import { accessPermissions } from './access/permissions.domain.ts'
import { bankPermissions } from './bank/permissions.domain.ts'
import { casesPermissions } from './cases/permissions.domain.ts'
import { compliancePermissions } from './compliance/permissions.domain.ts'
import { currenciesPermissions } from './currencies/permissions.domain.ts'
import { customersPermissions } from './customers/permissions.domain.ts'
import { exchangePermissions } from './exchange/permissions.domain.ts'
import { inventoryPermissions } from './inventory/permissions.domain.ts'
import { ledgerPermissions } from './ledger/permissions.domain.ts'
import { organisationPermissions } from './organisation/permissions.domain.ts'
import { ratesPermissions } from './rates/permissions.domain.ts'
import { remittancePermissions } from './remittance/permissions.domain.ts'
import { retailPermissions } from './retail/permissions.domain.ts'
import { settingsPermissions } from './settings/permissions.domain.ts'
import type { PermissionGroup, SeededRole } from './seeded-roles.domain.ts'

const groups = [
  organisationPermissions,
  accessPermissions,
  settingsPermissions,
  currenciesPermissions,
  ratesPermissions,
  customersPermissions,
  compliancePermissions,
  casesPermissions,
  inventoryPermissions,
  ledgerPermissions,
  bankPermissions,
  exchangePermissions,
  remittancePermissions,
  retailPermissions,
] as const

/** One right that a role can hold. */
interface Permission {
  code: PermissionCode
  group: string
}

export type PermissionCode = (typeof groups)[number]['rows'][number]['code']

/** Every permission of the product, by module, below all modules. Roles are only lists of these codes. */
export const permissionCatalogue: readonly Permission[] = groups.flatMap(({ group, rows }) =>
  rows.map(({ code }) => ({ code, group })),
)

/** What a role has in a new company. */
export const listSeeded = (role: SeededRole): PermissionCode[] =>
  groups.flatMap((group) => {
    const { roles, rows }: PermissionGroup = group
    return rows
      .filter((row) => roles.includes(role) || row.roles?.includes(role))
      .map(({ code }) => code as PermissionCode)
  })

export const permissionCodes: readonly PermissionCode[] = permissionCatalogue.map((row) => row.code)

/** The given codes and all that they imply: a `manage_` code opens what its `view_` code opens. */
export function withImplied(codes: Iterable<string>): Set<string> {
  const known = new Set<string>(permissionCodes)
  const all = new Set<string>()
  for (const code of codes) {
    if (!known.has(code)) continue
    all.add(code)
    const view = code.replace(/^manage_/, 'view_')
    if (known.has(view)) all.add(view)
  }
  return all
}

declare module '#kit/contract/endpoint.contract.ts' {
  interface Vocabulary {
    permission: PermissionCode
  }
}
