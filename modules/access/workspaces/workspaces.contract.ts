import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { WorkspaceType } from '#modules/organisation/structure/structure.contract.ts'

/** Country and time zone of the company, and the zone of each branch that has another, by its id. */
const Calendar = z.strictObject({
  country: z.string().optional(),
  timeZone: z.string(),
  places: z.record(z.string(), z.string()),
})

/** Where a session works now. Without a counter, `type` is the widest level that the user is assigned to. */
const CurrentWorkspace = z.strictObject({
  companyId: Id,
  regionId: Id.nullable(),
  branchId: Id.nullable(),
  counterId: Id.nullable(),
  type: WorkspaceType,
  calendar: Calendar,
})
export type CurrentWorkspace = z.output<typeof CurrentWorkspace>

export const workspaces = {
  switch: write({
    path: '/posworkspace/switch',
    kind: 'UPDATE',
    permission: 'signedIn',
    input: z.strictObject({ type: WorkspaceType, workspaceId: Id }),
    output: CurrentWorkspace,
  }),
  current: read({ path: '/posworkspace/current', permission: 'signedIn', output: CurrentWorkspace }),
}
