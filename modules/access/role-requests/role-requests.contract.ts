import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { controls, read } from '#kit/contract/endpoint.contract.ts'
import { ById, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { roleRequestWorkflow } from './role-requests.domain.ts'

const RoleRequest = z.object({
  id: Id,
  version: Version,
  userId: Id,
  roleId: Id,
  roleName: z.string(),
  state: z.enum(['asked', 'agreed', 'rejected']),
  askedBy: z.string(),
  askedAt: Instant,
  can: z.array(z.enum(['agree', 'reject'])),
})
export type RoleRequest = z.output<typeof RoleRequest>

const path = '/posuser/rolerequest'

/** Roles that an account gets once a second person agrees. */
export const roleRequests = controls({
  /** Those of a user that wait. */
  ofUser: read({
    path: `${path}/ofUser`,
    permission: 'view_users',
    input: ById,
    output: z.array(RoleRequest),
  }),
  ...actionsOf(roleRequestWorkflow, {
    path,
    row: RoleRequest,
    kinds: { agree: 'APPROVE', reject: 'REJECT' },
  }),
})
