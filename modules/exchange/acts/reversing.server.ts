import { aboveLimit } from '#modules/access/public.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import { decideGates, endRoutes, openGatesOf } from '#modules/approvals/public.server.ts'
import { keepCheques } from '#modules/bank/public.server.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { refundOf } from '../basket/basket.domain.ts'
import * as records from '../deals/deal-records.server.ts'
import { type DealRecord, isOthersDrawer, makersOf, presentDeal } from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'
import { announceDeal } from '../decisions/decisions.server.ts'
import { holdSubjects } from '../pricing/pricing.queries.ts'
import { isLetThrough, mayReverse } from '../reversals/reversals.domain.ts'
import * as reversals from '../reversals/reversals.queries.ts'
import { readRefundAllowance } from '../reversals/reversals.server.ts'
import { releaseReservation, reverseHandovers } from '../settlement/settlement.server.ts'
import { endRest } from './settling.server.ts'

const { dealSubject, rows } = queries
type Key = records.Key
type Acting = records.Acting
type Noted = records.Noted

/** Asks a second person to let a reversal through that is above one's own limit; nothing moves before that. */
export async function askReversal(ctx: Noted) {
  const { note = '' } = ctx.input
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const left = await readRefundAllowance(ctx.db, ctx.actor, row, ctx.now)
  const above = mayReverse(left, parts, ctx.now) ? undefined : 'OVER_LIMIT'
  const state = records.stateAfter(ctx, { row, parts }, 'askReversal', { above })
  const gate = {
    kind: 'reversal' as const,
    reason: 'refund' as const,
    rule: 'authoriseLimits',
    ruleVersion: 1,
    source: '',
    value: refundOf(parts),
    limit: left ?? '0',
    line: null,
    approveRole: null,
  }
  await openGatesOf(ctx.db, dealSubject(row.id), [gate])
  const next = await rows.update(ctx.db, { id: row.id, version: row.version }, { state })
  await records.recordEvent(ctx, next, 'askReversal', row.state, note)
  const { events } = await queries.parts(ctx.db, row.id)
  await announceDeal(ctx.db, { row: next, gates: [gate], events }, ctx.now)
  return presentDeal(ctx, next)
}

/**
 * Takes back what a deal has moved, by another person than its maker; domain 5.4. Throws OVER_LIMIT_ASK above what is left of their
 * limit today, and HELD_BY_OTHERS as `cancel` does.
 */
export async function reverse(ctx: Acting & { input: Key & { note: string } }) {
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const above = await aboveRefund(ctx, row, parts)
  const state = records.stateAfter(ctx, { row, parts }, 'reverse', {
    above,
    isOthersDrawer: isOthersDrawer(row, ctx.actor),
  })
  // What is settled in part keeps its day from being closed: it is ended in that day, whichever it is.
  const { businessDate } = await records.placeOfDeal(ctx, row, row.state === 'partiallySettled')
  await keepRefund(ctx, row, parts, businessDate)
  await releaseReservation(ctx, row.id)
  const undone = await reverseHandovers(ctx, businessDate, parts.settlements, ctx.input.note)
  for (const one of undone) await queries.markReversed(ctx.db, row.id, one)
  const cheques = parts.payments.filter((one) => one.modeKind === 'cheque' && one.settlementId !== null)
  if (cheques.length > 0)
    await keepCheques(
      ctx,
      cheques.map(({ id }) => id),
      { businessDate, note: ctx.input.note },
    )
  const next = await rows.update(ctx.db, ctx.input, {
    state,
    isOnHold: false,
    ...records.sumRemainingGain(undone),
  })
  await records.recordEvent(ctx, next, 'reverse', row.state, ctx.input.note)
  return presentDeal(ctx, next)
}

/** The refusal where a reversal is above what is left of the person's limit today, and nobody has let it through. */
async function aboveRefund(ctx: Acting, row: DealRecord, parts: queries.DealParts) {
  const { actor, db, now } = ctx
  await holdSubjects(
    db,
    [...actor.selves].map((id) => `reverser ${id}`),
  )
  const left = await readRefundAllowance(db, actor, row, now)
  const makers = makersOf(row, parts.events)
  if (mayReverse(left, parts, now)) return undefined
  const bound = left === undefined ? actor : { ...actor, limits: new Map([['refund', left]]) }
  return aboveLimit(db, bound, {
    type: 'refund',
    amountFor: () => refundOf(parts),
    permission: 'reverse_transactions',
    isFor: (person) => !isAmong(makers, person) && mayActAt(person, row),
  })
}

/** A request to reverse ends with the reversal; what nobody else has let through counts towards the limit of the day. */
async function keepRefund(
  ctx: Acting,
  row: DealRecord,
  parts: queries.DealParts,
  businessDate: string,
): Promise<void> {
  const at = ctx.now.toISOString()
  const reversal = { dealId: row.id, byId: ctx.actor.userId, businessDate, amount: refundOf(parts), at }
  if (!isLetThrough(parts, ctx.now)) await reversals.insertReversal(ctx.db, reversal)
  await endRest(ctx, row, 'rejected')
  await decideGates(ctx.db, dealSubject(row.id), 'reversal', {
    state: 'approved',
    decidedById: ctx.actor.userId,
    decidedBy: ctx.actor.name,
    decidedFor: null,
    decidedAt: ctx.now.toISOString(),
    lapsesAt: null,
    note: '',
  })
  await endRoutes(ctx.db, dealSubject(row.id))
}
