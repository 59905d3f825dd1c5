import { type ActionOf, isTakenFrom, type WorkflowAction } from '#kit/domain/workflow.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { publish } from '#kit/server/outbox.server.ts'
import { addEvent } from '#modules/documents/public.server.ts'
import { orderWorkflow } from '../order-rows/order-workflow.domain.ts'
import { subjectType } from '../order-rows/orders.domain.ts'
import { type OrderRow, rows } from '../order-rows/orders.queries.ts'

/** Who has it happen: a person, a partner by its name, or the clock. */
export interface Acting {
  db: Db
  now: Date
  actor: { userId: string | null; name: string }
}

type Values = Parameters<typeof rows.update>[2]

/** What follows for an order from what a partner says or the clock does, with its line of the history; the caller has locked the row. */
export async function takeImplied(
  { db, now, actor }: Acting,
  row: OrderRow,
  act: ActionOf<typeof orderWorkflow>,
  { values = {}, note = '' }: { values?: Values; note?: string } = {},
): Promise<OrderRow> {
  const action: WorkflowAction = orderWorkflow.actions[act]
  const to = action.to
  if (typeof to !== 'string' || !isTakenFrom(action, row.state))
    throw new Error(`The act '${act}' does not follow in the state '${row.state}'`)
  const after = await rows.update(db, row, { ...values, state: to })
  await addEvent(
    db,
    { type: subjectType, id: row.id },
    {
      act,
      fromState: row.state,
      toState: to,
      byId: actor.userId,
      byName: actor.name,
      branchId: row.branchId,
      counterId: null,
      at: now.toISOString(),
      note,
    },
  )
  await publish(db, { topic: 'changed', data: { home: '/remittance' } })
  return { ...row, ...after }
}
