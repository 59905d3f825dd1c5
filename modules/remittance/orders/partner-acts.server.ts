import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { addEvent, listWithFiles } from '#modules/documents/public.server.ts'
import { release } from '#modules/ledger/public.server.ts'
import { fundWorkflow } from '../funds/incoming-funds.domain.ts'
import { find as findFunds, rows as fundRows } from '../funds/incoming-funds.queries.ts'
import { askAgain, barOfResending } from '../partners/reports.domain.ts'
import { takeFromBalance } from '../partners/reports.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { askName, freeWaiting, isCalled, queueOrder, releaseOrder } from '../queue/queue.server.ts'
import { find, type OrderRow as Row } from '../order-rows/orders.queries.ts'
import { subjectType } from '../order-rows/orders.domain.ts'

type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

/** Of orders that are unknown: why they are not sent again, and whether a paper says what became of them. */
export async function unknownFacts({ db, now }: Reading, rows: readonly Row[]) {
  const unknown = rows.filter(({ state }) => state === 'unknown')
  if (unknown.length === 0) return () => ({})
  const papers = await listWithFiles(
    db,
    subjectType,
    unknown.map(({ id }) => id),
  )
  const partners = new Map<string, Awaited<ReturnType<typeof providerRows.get>>>()
  for (const { providerId } of unknown)
    if (!partners.has(providerId)) partners.set(providerId, await providerRows.get(db, providerId))
  return (row: Row) => {
    const partner = partners.get(row.providerId)
    if (!partner || row.state !== 'unknown' || row.sentAt === null) return {}
    const { answersWithin, remembersDays, timeZone } = partner
    return {
      hasPaper: papers.has(row.id),
      repeatBar: barOfResending({
        sentAt: new Date(row.sentAt),
        notFoundAt: row.notFoundAt === null ? null : new Date(row.notFoundAt),
        now,
        answersWithin,
        remembersDays,
        timeZone,
      }),
    }
  }
}

/** An approved order is lined up as far as the balance reaches, once its money is there; one that is given up gives back what was promised to it. */
export async function followOrder(ctx: Reading, row: Row): Promise<boolean> {
  const isQueued = row.state === 'approved' && !row.isHeld && row.waitsFor !== 'clearing'
  const isReleased = row.state === 'refundPending' || row.state === 'cancelled'
  if (isQueued) await queueOrder(ctx, row)
  if (isReleased) await releaseOrder(ctx, row)
  if (row.state === 'refunded' && row.fundId !== null) await freeFund(ctx, row.fundId)
  return isQueued || isReleased
}

/** What was paid by a fund that came in goes back the way it came: the fund is nobody's again, and is given back from there. */
async function freeFund({ db, actor, now }: Reading, id: string): Promise<void> {
  const [fund] = await findFunds(db, [id])
  if (!fund) return
  const { from, to } = fundWorkflow.actions.unmatch
  if (fund.state !== from[0]) return
  await fundRows.update(db, fund, { state: to, orderId: null })
  await addEvent(
    db,
    { type: 'incomingFund', id },
    {
      act: 'unmatch',
      fromState: fund.state,
      toState: to,
      byId: actor.userId,
      byName: actor.name,
      branchId: fund.branchId,
      counterId: null,
      at: now.toISOString(),
      note: '',
    },
  )
}

/** The partner is asked to call it back until it answers; what it answers decides. */
export async function askToCancel({ db, now }: Reading, row: Row): Promise<object> {
  // Who takes files is told by people, and answers in a file.
  if (!isCalled(await providerRows.get(db, row.providerId))) return {}
  await enqueue(db, askName, { orderId: row.id })
  return { queries: 0, askAt: askAgain(now, 0) }
}

/** Asks the partner now, without waiting for the clock. Throws where it answers by file. */
export async function askPartner({ db, input }: Pick<Ctx<{ id: string }>, 'db' | 'input'>): Promise<void> {
  const [row] = await find(db, [input.id])
  if (!row) throw notFound()
  if (!isCalled(await providerRows.get(db, row.providerId))) throw new Refusal('ANSWERS_BY_FILE')
  if (row.reference !== '') await enqueue(db, askName, { orderId: row.id })
}

/** A person says what became of an unknown order, by a paper: as if the partner had said it. */
export const settleByPerson =
  (kind: 'paid' | 'rejected') =>
  async (ctx: Reading, row: Row): Promise<object> => {
    const heard = { askAt: null, waitsFor: '', toldAt: ctx.now.toISOString() }
    if (kind === 'paid') return { ...heard, ...(await takeFromBalance(ctx, row)) }
    await release(ctx.db, row.id)
    await freeWaiting(ctx, row.providerId)
    return heard
  }
