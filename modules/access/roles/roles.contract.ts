import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { controls, read, reserveForCompany } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  Choice,
  DecimalString,
  Id,
  Instant,
  lines,
  requiredLine,
  Version,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { WorkspaceType } from '#modules/organisation/structure/structure.contract.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { baseRoles, limitTypes } from './roles.domain.ts'

const RoleLimit = z
  .strictObject({
    type: z.enum(limitTypes),
    /** Local currency; null when unlimited. */
    amount: DecimalString.refine((amount) => !amount.startsWith('-')).nullable(),
    isUnlimited: z.boolean(),
  })
  .refine((limit) => limit.isUnlimited === (limit.amount === null), { path: ['amount'] })

const BaseRoleCode = z.enum(baseRoles.map(({ code }) => code) as [string, ...string[]])

const onceEach = (limits: readonly { type: string }[]) =>
  new Set(limits.map(({ type }) => type)).size === limits.length

export const RoleDraft = z.strictObject({
  name: requiredLine(60),
  description: lines(300).default(''),
  baseRole: BaseRoleCode,
  /** Where in the structure somebody with this role is usually assigned: advice for whoever assigns, not a rule. */
  level: WorkspaceType,
  permissions: z.array(z.enum(permissionCodes)).max(500),
  limits: z.array(RoleLimit).max(limitTypes.length).refine(onceEach).default([]),
})
export type RoleDraft = z.output<typeof RoleDraft>

export const Role = z.object({
  ...storedShape(RoleDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Role = z.output<typeof Role>

const RoleRow = z.object({
  ...Role.omit({ permissions: true, limits: true }).shape,
  permissionCount: z.int(),
  userCount: z.int(),
})
const AssignedUser = z.object({
  id: Id,
  userName: z.string(),
  fullName: z.string(),
  state: z.enum(['active', 'locked']),
})
const BaseRole = z.object({
  code: BaseRoleCode,
  level: WorkspaceType,
  permissions: z.array(z.string()),
  limits: z.array(RoleLimit),
})
const RoleType = z.strictObject({ id: WorkspaceType, name: z.string() })

const columns = {
  name: 'String',
  baseRole: 'select',
  level: 'select',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const userColumns = { userName: 'String', fullName: 'String', state: 'select' } as const satisfies Columns
const path = '/posuser/managerole'
const permission = 'manage_roles'
const see = 'view_roles'

export const roles = reserveForCompany(
  controls({
    ...crud({
      path,
      permission,
      row: Role,
      listRow: RoleRow,
      draft: RoleDraft,
      columns,
      detail: 'roledetail',
    }),
    ...toggles({ path, permission, row: Role }),
    /** The levels that a role can be for. */
    listType: read({ path: `${path}/listType`, permission: see, output: z.array(RoleType) }),
    /** The levels of roles that work with cash and customers: branch and counter. */
    listTypeForPos: read({ path: `${path}/listtypeForPoS`, permission: see, output: z.array(RoleType) }),
    /** The enabled roles that the caller may give to somebody: those that hold nothing the caller does not. */
    listGrantable: read({
      path: `${path}/listSelectionFromAdmin`,
      permission: ['view_roles', 'view_users'],
      output: z.array(Choice),
    }),
    /** Every enabled role of the company. */
    listSelection: read({
      path: `${path}/listSelectionForCompany`,
      permission: ['view_roles', 'view_users'],
      output: z.array(Choice),
    }),
    listBaseRoles: read({
      path: `${path}/listBaseRoleSelection`,
      permission: see,
      output: z.array(BaseRole),
    }),
    listLimitTypes: read({
      path: `${path}/listAuthorizeLimitTypes`,
      permission: see,
      output: z.array(z.strictObject({ type: z.enum(limitTypes), name: z.string() })),
    }),
    listAssignedUsers: read({
      path: `${path}/listAssignedUsers`,
      method: 'POST',
      permission: see,
      input: z.strictObject({ ...ById.shape, ...listQuery(userColumns).shape }),
      output: pageOf(AssignedUser),
      columns: userColumns,
    }),
  }),
)
