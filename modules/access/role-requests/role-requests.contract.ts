import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { controls, read } from '#kit/contract/endpoint.contract.ts'
import { ById, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { roleRequestWorkflow } from './role-requests.domain.ts'

const RoleRequest = z.object({
  id: Id,
  version: Version,
  /** Null where the role gains `permissions` for all who hold it. */
  userId: Id.nullable(),
  roleId: Id,
  roleName: z.string(),
  permissions: z.array(z.string()).nullable(),
  state: z.enum(['asked', 'agreed', 'rejected']),
  askedBy: z.string(),
  askedAt: Instant,
  can: z.array(z.enum(['agree', 'reject'])),
})
export type RoleRequest = z.output<typeof RoleRequest>

const path = '/posuser/rolerequest'

/** Roles that an account gets, and permissions that a role gains, once a second person agrees. */
export const roleRequests = controls({
  /** Those of a user that wait. */
  ofUser: read({
    path: `${path}/ofUser`,
    permission: 'view_users',
    input: ById,
    output: z.array(RoleRequest),
  }),
  /** What a role gains once another agrees. */
  ofRole: read({
    path: `${path}/ofRole`,
    permission: 'view_roles',
    input: ById,
    output: z.array(RoleRequest),
  }),
  ...actionsOf(roleRequestWorkflow, {
    path,
    row: RoleRequest,
    kinds: { agree: 'APPROVE', reject: 'REJECT' },
  }),
})
