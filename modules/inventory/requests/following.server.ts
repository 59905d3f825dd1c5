import { Exact } from '#kit/domain/decimals.domain.ts'
import { decide } from '#kit/domain/document.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { addEvent } from '#modules/documents/public.server.ts'
import { type Load, refusalAt } from '../loads/loads.server.ts'
import { computeState, filledOf, requestWorkflow } from './requests.domain.ts'
import * as queries from './requests.queries.ts'

/** The lines of requests with what their loads have brought and bring. */
export async function filledLines(db: Db, ids: readonly string[]) {
  const loads = await queries.loadsOf(db, ids)
  const lines = (await queries.linesOf(db, ids)).map((line) => ({
    ...line,
    filled: filledOf(
      line.quantity,
      loads.filter(({ requestId, itemId }) => requestId === line.requestId && itemId === line.itemId),
    ),
  }))
  return { lines, loads }
}

/**
 * Holds the request that a load is to fill until the transaction ends, and looks whether so much is still asked for, between the same
 * places. Throws at the line with which it is too much.
 */
export async function checkRequested(
  db: Db,
  draft: { requestId: string | null } & Pick<
    queries.RequestRow,
    'fromBranchId' | 'fromCounterId' | 'toBranchId' | 'toCounterId'
  >,
  load: Load,
): Promise<void> {
  if (draft.requestId === null) return
  const [request] = await queries.find(db, [draft.requestId])
  if (!request) throw notFound()
  await queries.rows.lock(db, request)
  const places = ['fromBranchId', 'fromCounterId', 'toBranchId', 'toCounterId'] as const
  const other = places.find((place) => request[place] !== draft[place])
  if (other) throw refusalAt(other, 'OTHER_THAN_REQUESTED')
  if (request.state !== 'open' && request.state !== 'inPart')
    throw new Refusal('ILLEGAL_TRANSITION', { state: request.state, action: 'fill' }, { kind: 'conflict' })
  const { lines } = await filledLines(db, [request.id])
  for (const [index, { item, quantity }] of load.entries()) {
    const open = lines.find(({ itemId }) => itemId === item.id)?.filled.open ?? '0'
    if (new Exact(quantity).greaterThan(open))
      throw refusalAt(`lines.${index}.quantity`, 'MORE_THAN_REQUESTED', { open })
  }
}

/** Brings a request to what its loads have made of it. */
export async function followRequest(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  id: string | null,
): Promise<void> {
  if (id === null) return
  const [request] = await queries.find(db, [id])
  if (!request) throw notFound()
  const became = computeState((await filledLines(db, [id])).lines)
  if (became === request.state) return
  const { next, event } = decide(
    requestWorkflow,
    { ...request, became, isOnItsWay: false },
    { act: 'follow' },
    { actor, now },
  )
  await queries.rows.update(db, request, next)
  await addEvent(db, { type: 'request', id }, event)
}
