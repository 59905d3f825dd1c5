import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import {
  reachable,
  type WorkspaceType,
  workspaceTypes,
} from '#modules/organisation/structure/structure.domain.ts'
import * as sessions from '../sessions/sessions.queries.ts'
import { workspaces } from './workspaces.contract.ts'

export const workspacesRouter = serve(workspaces, {
  switch: enter,
  current: ({ actor }) => Promise.resolve({ companyId: actor.companyId, ...actor.workspace }),
})

/** Takes a seat at a counter: one that the user is assigned to and may act in. It holds for this session. */
async function enter({ db, input, actor }: Ctx<{ type: WorkspaceType; workspaceId: string }>) {
  if (input.type !== workspaceTypes.Counter) throw new Refusal('COUNTER_REQUIRED')
  const { counters, branches } = reachable(await tree(db), actor.assigned)
  const counter = counters.find(({ id }) => id === input.workspaceId)
  const branch = branches.find(({ id }) => id === counter?.branchId)
  if (!counter || !branch) throw new Refusal('NOT_FOUND', {}, { kind: 'notFound' })
  if (branch.isOnlyView) throw new Refusal('WORKSPACE_VIEW_ONLY')
  const place = { regionId: branch.regionId, branchId: branch.id, counterId: counter.id }
  await sessions.setWorkspace(db, actor.sessionId, place)
  return { companyId: actor.companyId, ...place, type: workspaceTypes.Counter }
}
