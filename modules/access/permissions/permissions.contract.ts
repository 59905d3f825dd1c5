import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'

export const PermissionRow = z.strictObject({
  code: z.string(),
  group: z.string(),
  groupLabel: z.string(),
  label: z.string(),
  description: z.string(),
  /** Whether the caller holds it, and so may put it into a role. */
  isHeld: z.boolean(),
})
export type PermissionRow = z.output<typeof PermissionRow>

export const permissions = {
  listSelection: read({
    path: '/posuser/managepermission/listSelection',
    permission: 'view_roles',
    output: z.array(PermissionRow),
  }),
}
