import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { holdCounter, requireVisible } from '#modules/organisation/public.server.ts'
import { type WorkspaceType, workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import * as sessions from '../sessions/sessions.queries.ts'
import { workspaces } from './workspaces.contract.ts'

export const workspacesRouter = serve(workspaces, {
  switch: enter,
  current: async ({ actor, services }) => ({
    companyId: actor.companyId,
    ...actor.workspace,
    calendar: await services.calendar(actor.companyId),
  }),
})

/** Takes a seat at a counter: one that the user is assigned to and may act in. It holds for this session. */
async function enter({ db, input, actor, services }: Ctx<{ type: WorkspaceType; workspaceId: string }>) {
  if (input.type !== workspaceTypes.Counter) throw new Refusal('COUNTER_REQUIRED')
  requireVisible(actor.assigned, 'counterIds', { id: input.workspaceId })
  const found = await holdCounter(db, input.workspaceId)
  if (!found) throw notFound()
  const { isOnlyView, ...place } = found
  if (isOnlyView) throw new Refusal('WORKSPACE_VIEW_ONLY')
  await sessions.setCounter(db, actor.sessionId, place.counterId)
  const calendar = await services.calendar(actor.companyId)
  return { companyId: actor.companyId, ...place, type: workspaceTypes.Counter, calendar }
}
