import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import { decideGates, endApproval, endRoutes, openGatesOf } from '#modules/approvals/public.server.ts'
import { listRecordedCheques } from '#modules/bank/public.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { ratesOfLines } from '#modules/rates/public.server.ts'
import * as records from '../deals/deal-records.server.ts'
import {
  awaitedOf,
  type DealRecord,
  isOthersDrawer,
  makersOf,
  presentDeal,
} from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'
import { announceDeal } from '../decisions/decisions.server.ts'
import { withdrawAsked } from '../notices/notices.server.ts'
import type { Place } from '../pricing/pricing.domain.ts'
import { customerOf } from '../pricing/pricing.server.ts'
import { refuseHits } from '../pricing/screening.server.ts'
import { isRestLetThrough, findMostMoved } from '../settlement/rests.domain.ts'
import { type Handover, partyOf } from '../settlement/settlement.domain.ts'
import { postHandover, reserveFor, refuseCredit } from '../settlement/settlement.server.ts'
import { paymentSteps, type PaymentState } from '../workflow/deal-workflow.domain.ts'
import { refuseUncleared, withBanks } from './by-bank.server.ts'

const { dealSubject, rows } = queries
type Key = records.Key
type Acting = records.Acting
type Noted = records.Noted

export async function settle(ctx: Ctx<Key & { lines: number[] | null; payments: string[] | null }>) {
  const { lines, payments } = ctx.input
  const next = await settleLocked(ctx, await records.lockDeal(ctx, ctx.input), { lines, payments })
  return presentDeal(ctx, next)
}

interface Chosen {
  /** Null: all that is left. */
  lines: readonly number[] | null
  payments: readonly string[] | null
  /** What it comes to stays between the customer and us, to be set off in this transaction. */
  isSetOff?: boolean
}

/** What of a deal is handed over now, and whether nothing is left after it. Throws NOTHING_TO_SETTLE. */
function chosenOf(parts: queries.DealParts, { lines: asked, payments: paying }: Chosen) {
  const lines = parts.lines.filter(
    (line) => line.settlementId === null && (asked?.includes(line.position) ?? true),
  )
  const payments = parts.payments.filter(
    (one) => one.settlementId === null && (paying?.includes(one.id) ?? true),
  )
  if (lines.length + payments.length === 0) throw new Refusal('NOTHING_TO_SETTLE')
  const left = (some: readonly { settlementId: string | null }[], now: number) =>
    some.filter(({ settlementId }) => settlementId === null).length - now
  const isLast = left(parts.lines, lines.length) + left(parts.payments, payments.length) === 0
  return { lines, payments, isLast }
}

/** Hands over what was chosen of a deal that is locked. Throws as the workflow, the rates and the ledger do. */
export async function settleLocked(
  ctx: Acting & { input: Key },
  { row, parts }: Awaited<ReturnType<typeof records.lockDeal>>,
  { isSetOff = false, ...asked }: Chosen,
): Promise<DealRecord> {
  // A deal that is open keeps its day from being closed: it is settled in that day, whichever it is.
  const place = await records.placeOfDeal(ctx, row, true)
  const { lines, payments, isLast } = chosenOf(parts, asked)
  const state = records.stateAfter(ctx, { row, parts }, isLast ? 'settle' : 'settlePart', {
    isOthersDrawer: isOthersDrawer(row, ctx.actor),
  })
  refuseUncleared({ lines, payments }, parts)
  const { id: localItemId, exponent } = await localOf(ctx)
  await refuseOldRates(ctx, row, parts, place)
  // Who was blocked since it was submitted gets nothing any more.
  const customer = await customerOf(ctx.db, row.customerId)
  await refuseHits(ctx.db, {
    customer,
    ...records.namedIn(row, parts),
    dealId: row.id,
    by: ctx.actor,
    now: ctx.now,
  })
  const fees = parts.fees.filter(({ isWaived }) => !isWaived)
  const isFirst = parts.settlements.length === 0
  const handover: Handover = {
    ...place,
    party: partyOf(row.customerId, row.id),
    localItemId,
    lines: await withBanks(ctx, row, lines),
    payments: await postedAs(ctx, payments),
    fees: isFirst ? fees : [],
    rounding: isFirst ? row.rounding : '0',
  }
  const before = parts.lines.filter(({ settlementId }) => settlementId !== null)
  const paid = parts.payments.filter(({ settlementId }) => settlementId !== null)
  const whole = {
    ...handover,
    lines: [...before, ...lines],
    payments: [...paid, ...payments].map((one) => ({ ...one, kind: one.modeKind })),
    fees,
    rounding: row.rounding,
  }
  if (!isSetOff) refuseCredit(whole)
  const settled = await postHandover(ctx, { dealId: row.id, businessDate: place.businessDate }, handover)
  await queries.insertSettlement(ctx.db, row.id, records.settlementOf(ctx, place, settled))
  const costed = lines.map((line, at) => ({ ...line, cost: settled.costs[at] ?? null }))
  await queries.markSettled(
    ctx.db,
    row.id,
    records.toHandedOver(place, settled, lines, exponent),
    payments.map(({ id }) => id),
  )
  if (!isLast) await keepRest(ctx, row, parts, { lines, payments }, localItemId)
  else if (parts.gates.some(({ kind }) => kind === 'rest')) await endRest(ctx, row, 'approved')
  const next = await rows.update(ctx.db, ctx.input, {
    state,
    businessDate: place.businessDate,
    settledAt: isLast ? ctx.now.toISOString() : row.settledAt,
    ...records.sumEarned([...before, ...costed], exponent),
  })
  await records.recordEvent(ctx, next, isLast ? 'settle' : 'settlePart', row.state, '')
  return next
}

/** A cheque that was recorded is in hand already, and what it is worth is with us for the customer: the deal takes it from there. */
async function postedAs({ db }: Acting, payments: queries.DealParts['payments']) {
  const cheques = payments.filter(({ modeKind }) => modeKind === 'cheque').map(({ id }) => id)
  const recorded = await listRecordedCheques(db, cheques, { isOwn: true })
  return payments.map((one) => ({ ...one, kind: recorded.has(one.id) ? ('account' as const) : one.modeKind }))
}

/** What of a deal is left to be handed over has a rate that holds no more: the line that has moved most, by how much and to what. */
async function movedRate(ctx: Acting, row: DealRecord, parts: queries.DealParts, place: Place) {
  const holds = row.reservedUntil !== null && Date.parse(row.reservedUntil) > ctx.now.getTime()
  if (holds || isPaid(parts)) return undefined
  const { customerId, customerType } = row
  const who = { branchId: place.branchId, customerId, customerType, amount: null }
  const asks = parts.lines.map(({ quantity, ...line }) => ({ ...line, amount: quantity }))
  const { lines } = await ratesOfLines(ctx.db, who, asks)
  return findMostMoved(
    parts.lines.flatMap(({ position, side, usualRate, settlementId }, at) =>
      settlementId === null ? [{ position, usualRate, rateNow: lines[at]?.rate[side] ?? '0' }] : [],
    ),
  )
}

/** Whether the customer has brought all of theirs of a deal that was begun, money and notes: what is owed for it keeps its rate. */
const isPaid = ({ settlements, payments, lines }: queries.DealParts): boolean =>
  settlements.length > 0 &&
  payments.every(({ settlementId }) => settlementId !== null) &&
  lines.every(({ side, settlementId }) => side === 'sell' || settlementId !== null)

/**
 * A rate holds as long as the notes were kept for it, and once the customer has brought all that is theirs to bring, money and notes:
 * after that only while it is still the usual one. Throws RATE_CHANGED; of a rest REST_RATE_CHANGED, unless somebody settles it who may
 * authorise deals and has not made this one, or has let the old rate through.
 */
async function refuseOldRates(ctx: Acting, row: DealRecord, parts: queries.DealParts, place: Place) {
  const moved = await movedRate(ctx, row, parts, place)
  if (!moved) return
  const { actor } = ctx
  const isRest = parts.settlements.length > 0
  const isSecond =
    actor.permissions.has('authorise_transactions') && !isAmong(makersOf(row, parts.events), actor)
  if (isRest && (isSecond || isRestLetThrough(parts.gates, moved.deviation, ctx.now))) return
  const code = isRest ? 'REST_RATE_CHANGED' : 'RATE_CHANGED'
  throw new Refusal(code, { line: moved.position, rate: moved.rateNow }, { kind: 'conflict' })
}

/** Says what became of money that was to come another way than over the counter. */
export async function clearPayment(
  ctx: Ctx<Key & { payment: string; state: Exclude<PaymentState, 'expected'>; note?: string | undefined }>,
) {
  const { payment: paymentId, state, note = '' } = ctx.input
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const isOfDeal =
    parts.payments.some(({ id }) => id === paymentId) ||
    parts.lines.some(({ transfer }) => transfer?.id === paymentId)
  if (!isOfDeal) throw notFound()
  const awaited = awaitedOf(parts).find(({ id }) => id === paymentId)
  const steps: readonly string[] = awaited ? paymentSteps[awaited.state] : []
  const goesOn = steps.includes(state)
  records.stateAfter(ctx, { row, parts }, 'clearPayment', { isAwaited: goesOn })
  // What is recorded among cheques is said there.
  if ((await listRecordedCheques(ctx.db, [paymentId])).has(paymentId)) throw new Refusal('PAYMENT_BY_CHEQUE')
  // A line of the bank says so with better reason: a click alone says why.
  if (state !== 'received' && !note.trim())
    throw new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field: 'note', code: 'REQUIRED' }] })
  await queries.markPayment(ctx.db, row.id, paymentId, state)
  const next = await rows.update(ctx.db, ctx.input, {})
  await records.recordEvent(ctx, next, `payment.${state}`, row.state, note)
  return presentDeal(ctx, next)
}

/** Asks a second person to let a rest through at its old rate, which has moved; nothing is handed over before that. */
export async function askRest(ctx: Noted) {
  const { note = '' } = ctx.input
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  records.stateAfter(ctx, { row, parts }, 'askRest')
  const moved = await movedRate(ctx, row, parts, await records.placeOfDeal(ctx, row, true))
  const restHolds = !moved || isRestLetThrough(parts.gates, moved.deviation, ctx.now)
  const state = records.stateAfter(ctx, { row, parts }, 'askRest', { restHolds })
  const gate = {
    kind: 'rest' as const,
    reason: 'restRate' as const,
    rule: 'rateValidation',
    ruleVersion: 1,
    source: '',
    value: moved?.deviation ?? '0',
    limit: null,
    line: moved?.position ?? null,
    approveRole: null,
  }
  await openGatesOf(ctx.db, dealSubject(row.id), [gate])
  const next = await rows.update(ctx.db, { id: row.id, version: row.version }, { state })
  await records.recordEvent(ctx, next, 'askRest', row.state, note)
  const { events } = await queries.parts(ctx.db, row.id)
  await announceDeal(ctx.db, { row: next, gates: [gate], events }, ctx.now)
  return presentDeal(ctx, next)
}

/** What was asked about the old rate of a rest is over once there is no rest: another person has let it through or not, its maker has not. */
export async function endRest(
  { db, actor, now }: Acting,
  { id, makerId }: Pick<DealRecord, 'id' | 'makerId'>,
  state: 'approved' | 'rejected',
): Promise<void> {
  const isMaker = actor.userId === makerId
  await endApproval(db, dealSubject(id))
  await decideGates(db, dealSubject(id), 'rest', {
    state: isMaker ? 'rejected' : state,
    decidedById: isMaker ? null : actor.userId,
    decidedBy: isMaker ? null : actor.name,
    decidedFor: null,
    decidedAt: now.toISOString(),
    lapsesAt: null,
    note: '',
  })
  await endRoutes(db, dealSubject(id), 'rest')
  await withdrawAsked(db, id)
}

async function localOf({ db }: Acting) {
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  if (!local) throw new Error('A company has a local currency')
  return local
}

/** Keeps what is left of a deal that is settled in parts, as long as the rest was kept. */
async function keepRest(
  ctx: Acting,
  row: DealRecord,
  parts: queries.DealParts,
  gone: Pick<queries.DealParts, 'lines' | 'payments'>,
  localItemId: string,
) {
  await reserveFor(
    ctx,
    { id: row.id, until: new Date(row.reservedUntil ?? ctx.now) },
    {
      branchId: row.branchId,
      counterId: row.counterId,
      party: partyOf(row.customerId, row.id),
      localItemId,
      lines: await withBanks(
        ctx,
        row,
        parts.lines.filter((line) => line.settlementId === null && !gone.lines.includes(line)),
      ),
      payments: parts.payments
        .filter((one) => one.settlementId === null && !gone.payments.includes(one))
        .map((one) => ({ ...one, kind: one.modeKind })),
      fees: [],
      rounding: '0',
    },
  )
}
