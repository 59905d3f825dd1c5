import { publish } from '#kit/server/outbox.server.ts'
import { addEvent } from '#modules/documents/public.server.ts'
import type { Acting } from '../queue/implied.server.ts'
import { batchWorkflow, stateByItems } from './batch-workflow.domain.ts'
import { lockBatch, noteResult, resultsOf, rows } from './batch-items.queries.ts'

export const batchType = 'payoutBatch'

/** What a partner said of an order is said of its item, and the batch follows its items. */
export async function followItem(
  { db, now, actor }: Acting,
  item: { orderId: string; reference: string; result: string; reason: string },
): Promise<void> {
  const batchId = await noteResult(db, item)
  if (batchId === undefined) return
  await publish(db, { topic: 'changed', data: { home: '/remittance/batch-management' } })
  const batch = await lockBatch(db, batchId)
  if (!batch || !['sent', 'acknowledged'].includes(batch.state)) return
  const to = stateByItems(await resultsOf(db, batch.id))
  if (to === batch.state || to === 'sent') return
  const act = to === 'settled' ? 'settle' : 'acknowledge'
  await rows.update(db, batch, { state: batchWorkflow.actions[act].to })
  await addEvent(
    db,
    { type: batchType, id: batch.id },
    {
      act,
      fromState: batch.state,
      toState: to,
      byId: actor.userId,
      byName: actor.name,
      branchId: batch.branchId,
      counterId: null,
      at: now.toISOString(),
      note: '',
    },
  )
}
