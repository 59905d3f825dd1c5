// Long because each act of the workflow is here, in the order of a deal's life.
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import { decide as decideOn } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { done } from '#kit/server/done.server.ts'
import { aboveLimit } from '#modules/access/public.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import {
  decideGates,
  endApproval,
  endRoutes,
  isRouted,
  openGatesOf,
  steadsOf,
} from '#modules/approvals/public.server.ts'
import { traded } from '#modules/currencies/public.server.ts'
import { ratesOfLines } from '#modules/rates/public.server.ts'
import { mayActAt, namesOf } from '#modules/organisation/public.server.ts'
import { announceDeal, deciderOf } from '../waiting/waiting.server.ts'
import { markCandidates } from '../report-candidates/mark.server.ts'
import type { Place } from '../pricing/pricing.domain.ts'
import { holdSubjects } from '../pricing/pricing.queries.ts'
import { customerOf, evaluate } from '../pricing/pricing.server.ts'
import { refuseHits, refuseUndecided } from '../pricing/screening.server.ts'
import { type Handover, partyOf } from '../settlement/settlement.domain.ts'
import { giveBack, handOver, keepFor, refuseCredit, takeBack } from '../settlement/settlement.server.ts'
import * as records from './deal-records.server.ts'
import {
  type DealAction,
  dealWorkflow,
  gateActs,
  type GateKind,
  type Judged,
  paymentSteps,
  type PaymentState,
} from './deal-workflow.domain.ts'
import { tellAsker, tellMaker, tellWatched } from '../telling/telling.server.ts'
import { type DealRecord, isAwaited, judged, makersOf, shown } from './deal-view.server.ts'
import { askerOf, isLetThrough, mayReverse } from '../reversals/reversals.domain.ts'
import * as reversals from '../reversals/reversals.queries.ts'
import { isRestLetThrough, mostMoved } from '../rests/rests.domain.ts'
import { lapsesAt, leftToRefund } from '../reversals/reversals.server.ts'
import { refundOf } from './basket.domain.ts'
import type { DealDraft } from './deals.contract.ts'
import * as queries from './deals.queries.ts'

const { dealSubject, rows } = queries
type Key = records.Key
type Acting = records.Acting
type Noted = Acting & { input: Key & { note?: string | undefined } }

/** The state after an act, judged with what was found out beside what is stored. */
const stateAfter = (
  ctx: Acting & { input: object },
  { row, parts }: Awaited<ReturnType<typeof records.taken>>,
  act: DealAction,
  facts: Partial<Judged> = {},
) =>
  decideOn(
    dealWorkflow,
    { ...judged(row, parts), ...facts },
    { act, ...('note' in ctx.input && { note: ctx.input.note as string | undefined }) },
    ctx,
  ).next.state

export async function update(ctx: Ctx<Key & DealDraft>) {
  const { id, version, ...draft } = ctx.input
  const { row, parts } = await records.taken(ctx, { id, version })
  const state = stateAfter(ctx, { row, parts }, 'edit')
  const place = await records.placeOfDeal(ctx, row)
  const found = await evaluate(ctx, draft, place, { dealId: id, isChange: true })
  await giveBack(ctx, id)
  await queries.clearContent(ctx.db, id)
  const next = await rows.update(
    ctx.db,
    { id, version },
    {
      ...records.contentOf(draft, found),
      state,
      businessDate: place.businessDate,
      expiresAt: null,
      reservedUntil: null,
    },
  )
  await queries.writeContent(ctx.db, id, found)
  await records.said(ctx, next, 'edit', row.state, '')
  return shown(ctx, next)
}

/** A draft as it was stored, to be judged anew: at the rates that were seen then, unless it is quoted anew. */
function storedDraft(row: DealRecord, parts: queries.DealParts, isRepriced: boolean): DealDraft {
  return {
    customerId: row.customerId,
    walkIn: row.walkIn as DealDraft['walkIn'],
    thirdParty: row.thirdParty as DealDraft['thirdParty'],
    purpose: row.purpose,
    sourceOfFunds: row.sourceOfFunds,
    remarks: row.remarks,
    askAuthorization: row.askAuthorization,
    lines: parts.lines.map(
      ({ side, currencyId, subCurrencyId, quantity, rate, usualRate, reason, pieces }) => ({
        side,
        currencyId,
        subCurrencyId,
        quantity,
        // What was dealt at the usual rate follows it, unless the quote holds.
        rate: new Exact(rate).equals(usualRate) ? null : rate,
        usualRate: isRepriced ? null : usualRate,
        reason,
        pieces,
      }),
    ),
    payments: parts.payments.map(({ direction, modeId, amount, tendered, reference, thirdParty }) => ({
      direction,
      modeId,
      amount: new Exact(amount).toFixed(),
      tendered,
      reference,
      thirdParty,
    })),
    payout: parts.payments.find(({ pieces }) => pieces.length > 0)?.pieces ?? [],
    waivedFees: parts.fees
      .filter(({ isWaived }) => isWaived)
      .map(({ ruleId, reason }) => ({ ruleId, reason })),
  }
}

/** Judges a stored deal again, at the rates of its quote while that holds, else at those of now; RATE_CHANGED where these differ. */
async function judgedAgain(
  ctx: Acting,
  row: DealRecord,
  parts: queries.DealParts,
  place: Place,
  goal: 'quote' | 'submit',
) {
  const isRepriced = goal === 'quote'
  const draft = storedDraft(row, parts, isRepriced)
  const held = records.heldRates(ctx.now, row, parts)
  // At other rates the money is another: what was agreed in cash, and nothing else, is worked out anew.
  const isPlain =
    parts.payments.length <= 1 &&
    parts.payments.every((one) => one.modeKind === 'cash' && one.thirdParty === null && one.reference === '')
  const asked = isRepriced && isPlain ? { ...draft, payments: [], payout: [] } : draft
  const how = { dealId: row.id, held, isChange: true, isSubmitted: goal === 'submit' }
  return { draft: asked, found: await evaluate(ctx, asked, place, how) }
}

export async function promise(ctx: Ctx<Key>) {
  const { row, parts } = await records.taken(ctx, ctx.input)
  const state = stateAfter(ctx, { row, parts }, 'quote')
  const place = await records.placeOfDeal(ctx, row)
  const { draft, found } = await judgedAgain(ctx, { ...row, state: 'draft' }, parts, place, 'quote')
  const { quoteMinutes } = found.settings
  await queries.clearContent(ctx.db, row.id)
  const expiresAt = records.minutes(ctx.now, quoteMinutes).toISOString()
  const next = await rows.update(ctx.db, ctx.input, { ...records.contentOf(draft, found), state, expiresAt })
  await queries.writeContent(ctx.db, row.id, found)
  await records.said(ctx, next, 'quote', row.state, '')
  return shown(ctx, next)
}

export async function submit(ctx: Ctx<Key>) {
  const { row, parts } = await records.taken(ctx, ctx.input)
  const isExpired = row.state === 'quote' && records.heldRates(ctx.now, row, parts).length === 0
  stateAfter(ctx, { row, parts }, 'submit', { isExpired })
  const place = await records.placeOfDeal(ctx, row)
  const { draft, found } = await judgedAgain(ctx, row, parts, place, 'submit')
  const { reservationMinutes } = found.settings
  const until = records.minutes(ctx.now, reservationMinutes)
  await queries.clearContent(ctx.db, row.id)
  await queries.writeContent(ctx.db, row.id, found)
  await openGatesOf(ctx.db, dealSubject(row.id), found.gates)
  await keepFor(ctx, { id: row.id, until }, records.handoverOf(place, found, row.id))
  const { branchCode } = await namesOf(ctx.db, row.counterId)
  const number = row.number ?? (await queries.takeNumber(ctx.db, records.seriesOf(place, branchCode), row.id))
  const next = await rows.update(ctx.db, ctx.input, {
    ...records.contentOf(draft, found),
    state: stateAfter(ctx, { row, parts }, 'submit', { openGates: found.gates.map(({ kind }) => kind) }),
    number,
    // Whoever submits it answers for it: their limits were asked, and it counts towards their day.
    makerId: ctx.actor.userId,
    maker: ctx.actor.name,
    businessDate: place.businessDate,
    submittedAt: ctx.now.toISOString(),
    expiresAt: null,
    reservedUntil: until.toISOString(),
  })
  await markCandidates(ctx.db, next, found, ctx.now)
  await announceDeal(ctx.db, { row: next, gates: found.gates, events: parts.events }, ctx.now)
  await tellWatched(ctx.db, next, found.customer?.isMonitored === true)
  await records.said(ctx, next, 'submit', row.state, '')
  return shown(ctx, next)
}

/** Lets a deal through one of its gates, or ends it there. */
export async function decide(
  ctx: Ctx<Key & { note?: string | undefined }>,
  action: DealAction,
  kind: GateKind,
) {
  const { note = '' } = ctx.input
  const steads = await steadsOf(ctx.db, ctx.actor.userId, ctx.now)
  const { row, parts } = await records.taken(ctx, ctx.input, steads)
  const to = stateAfter(ctx, { row, parts }, action)
  const isApproved = action === gateActs[kind][0]
  const stead = deciderOf(row, parts, ctx.actor, steads, { kind, isApproved })
  const asked = parts.gates.filter((gate) => gate.kind === kind && gate.state === 'open')
  if (isApproved && asked.some(({ reason }) => reason === 'screening'))
    await refuseUndecided(ctx.db, {
      customer: await customerOf(ctx.db, row.customerId),
      ...records.namedIn(row, parts),
      dealId: row.id,
      by: ctx.actor,
      now: ctx.now,
    })
  await decideGates(ctx.db, dealSubject(row.id), kind, {
    state: isApproved ? 'approved' : 'rejected',
    decidedById: ctx.actor.userId,
    decidedBy: ctx.actor.name,
    decidedFor: stead?.name ?? null,
    decidedAt: ctx.now.toISOString(),
    lapsesAt:
      (kind === 'reversal' || kind === 'rest') && isApproved ? await lapsesAt(ctx.db, row, ctx.now) : null,
    note,
  })
  const isLast = parts.gates.every((gate) => gate.kind === kind || gate.state !== 'open')
  await endRoutes(ctx.db, dealSubject(row.id), isApproved ? kind : undefined)
  if (to === 'rejected') await giveBack(ctx, row.id)
  const next = await rows.update(ctx.db, ctx.input, {
    state: to,
    ...(to === 'rejected' && { isOnHold: false }),
  })
  if (kind === 'reversal' || kind === 'rest')
    await tellAsker(ctx.db, next, {
      askerId: askerOf(parts.events, kind === 'rest' ? 'askRest' : 'askReversal'),
      became: `${kind}${isApproved ? 'Passed' : 'Rejected'}`,
      by: ctx.actor.name,
    })
  else if (!isApproved || isLast)
    await tellMaker(ctx.db, next, isApproved ? 'passed' : 'rejected', ctx.actor.name)
  await records.said(ctx, next, action, row.state, note, stead?.name)
  return shown(ctx, next)
}

export async function hold(ctx: Noted, act: 'hold' | 'releaseHold') {
  const { note = '' } = ctx.input
  const { row, parts } = await records.taken(ctx, ctx.input)
  const state = stateAfter(ctx, { row, parts }, act)
  const next = await rows.update(ctx.db, ctx.input, { state, isOnHold: act === 'hold' })
  // What was held as it was submitted is announced now; else it goes on from where it rested.
  if (act === 'releaseHold' && !(await isRouted(ctx.db, dealSubject(row.id)))) {
    const gates = parts.gates.filter((gate) => gate.state === 'open')
    await announceDeal(ctx.db, { row: next, gates, events: parts.events }, ctx.now)
  }
  await records.said(ctx, next, act, row.state, note)
  return shown(ctx, next)
}

/** Ends a deal before anything has moved; what was kept for it is free again. */
export async function cancel(ctx: Noted) {
  const { note = '' } = ctx.input
  const { row, parts } = await records.taken(ctx, ctx.input)
  const state = stateAfter(ctx, { row, parts }, 'cancel')
  await giveBack(ctx, row.id)
  await endRoutes(ctx.db, dealSubject(row.id))
  const next = await rows.update(ctx.db, ctx.input, { state, isOnHold: false, reservedUntil: null })
  await records.said(ctx, next, 'cancel', row.state, note)
  return shown(ctx, next)
}

/** Asks a second person to let a reversal through that is above one's own limit; nothing moves before that. */
export async function askReversal(ctx: Noted) {
  const { note = '' } = ctx.input
  const { row, parts } = await records.taken(ctx, ctx.input)
  const left = await leftToRefund(ctx.db, ctx.actor, row, ctx.now)
  const above = mayReverse(left, parts, ctx.now) ? undefined : 'OVER_LIMIT'
  const state = stateAfter(ctx, { row, parts }, 'askReversal', { above })
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
  await records.said(ctx, next, 'askReversal', row.state, note)
  const { events } = await queries.parts(ctx.db, row.id)
  await announceDeal(ctx.db, { row: next, gates: [gate], events }, ctx.now)
  return shown(ctx, next)
}

/** Asks a second person to let a rest through at its old rate, which has moved; nothing is handed over before that. */
export async function askRest(ctx: Noted) {
  const { note = '' } = ctx.input
  const { row, parts } = await records.taken(ctx, ctx.input)
  stateAfter(ctx, { row, parts }, 'askRest')
  const moved = await movedRate(ctx, row, parts, await records.placeOfDeal(ctx, row, true))
  const restHolds = !moved || isRestLetThrough(parts.gates, moved.deviation, ctx.now)
  const state = stateAfter(ctx, { row, parts }, 'askRest', { restHolds })
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
  await records.said(ctx, next, 'askRest', row.state, note)
  const { events } = await queries.parts(ctx.db, row.id)
  await announceDeal(ctx.db, { row: next, gates: [gate], events }, ctx.now)
  return shown(ctx, next)
}

/** What was asked about the old rate of a rest is over once there is no rest. */
async function endRest(ctx: Acting, dealId: string, state: 'approved' | 'rejected'): Promise<void> {
  await endApproval(ctx.db, dealSubject(dealId))
  await decideGates(ctx.db, dealSubject(dealId), 'rest', {
    state,
    decidedById: ctx.actor.userId,
    decidedBy: ctx.actor.name,
    decidedFor: null,
    decidedAt: ctx.now.toISOString(),
    lapsesAt: null,
    note: '',
  })
  await endRoutes(ctx.db, dealSubject(dealId), 'rest')
}

/**
 * Takes back what a deal has moved, by somebody who has not made it; domain 5.4. Throws OVER_LIMIT_ASK above what is left of their
 * limit today, and HELD_BY_OTHERS as `cancel` does.
 */
export async function reverse(ctx: Acting & { input: Key & { note: string } }) {
  const { row, parts } = await records.taken(ctx, ctx.input)
  const above = await aboveRefund(ctx, row, parts)
  const state = stateAfter(ctx, { row, parts }, 'reverse', { above })
  // What is settled in part keeps its day from being closed: it is ended in that day, whichever it is.
  const { businessDate } = await records.placeOfDeal(ctx, row, row.state === 'partiallySettled')
  await keepRefund(ctx, row, parts, businessDate)
  await giveBack(ctx, row.id)
  const undone = await takeBack(ctx, businessDate, parts.settlements, ctx.input.note)
  for (const one of undone) await queries.markReversed(ctx.db, row.id, one)
  const next = await rows.update(ctx.db, ctx.input, {
    state,
    isOnHold: false,
    ...records.leftOf(undone),
  })
  await records.said(ctx, next, 'reverse', row.state, ctx.input.note)
  return shown(ctx, next)
}

/** The refusal where a reversal is above what is left of the person's limit today, and nobody has let it through. */
async function aboveRefund(ctx: Acting, row: DealRecord, parts: queries.DealParts) {
  const { actor, db, now } = ctx
  await holdSubjects(db, [`reverser ${actor.userId}`])
  const left = await leftToRefund(db, actor, row, now)
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
  await endRest(ctx, row.id, 'rejected')
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

export async function remove(ctx: Ctx<Key>) {
  const { row, parts } = await records.taken(ctx, ctx.input)
  stateAfter(ctx, { row, parts }, 'delete', { isNumbered: row.number !== null })
  await queries.clearContent(ctx.db, row.id)
  await rows.remove(ctx.db, ctx.input)
  return done(ctx, 'removed')
}

export async function settle(ctx: Ctx<Key & { lines: number[] | null; payments: string[] | null }>) {
  const { lines: asked, payments: paying } = ctx.input
  const { row, parts } = await records.taken(ctx, ctx.input)
  // A deal that is open keeps its day from being closed: it is settled in that day, whichever it is.
  const place = await records.placeOfDeal(ctx, row, true)
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
  const state = stateAfter(ctx, { row, parts }, isLast ? 'settle' : 'settlePart')
  refuseUncleared(payments, parts)
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
    lines,
    payments: payments.map((one) => ({ ...one, kind: one.modeKind })),
    fees: isFirst ? fees : [],
    rounding: isFirst ? row.rounding : '0',
  }
  const before = parts.lines.filter(({ settlementId }) => settlementId !== null)
  const paid = parts.payments.filter(({ settlementId }) => settlementId !== null)
  refuseCredit({
    ...handover,
    lines: [...before, ...lines],
    payments: [...paid, ...payments].map((one) => ({ ...one, kind: one.modeKind })),
    fees,
    rounding: row.rounding,
  })
  const settled = await handOver(ctx, { dealId: row.id, businessDate: place.businessDate }, handover)
  await queries.insertSettlement(ctx.db, row.id, records.settlementOf(ctx, place, settled))
  const costed = lines.map((line, at) => ({ ...line, cost: settled.costs[at] ?? null }))
  await queries.markSettled(
    ctx.db,
    row.id,
    records.handedOver(place, settled, lines, exponent),
    payments.map(({ id }) => id),
  )
  if (!isLast) await keepRest(ctx, row, parts, { lines, payments }, localItemId)
  else if (parts.gates.some(({ kind }) => kind === 'rest')) await endRest(ctx, row.id, 'approved')
  const next = await rows.update(ctx.db, ctx.input, {
    state,
    businessDate: place.businessDate,
    settledAt: isLast ? ctx.now.toISOString() : row.settledAt,
    ...records.earned([...before, ...costed], exponent),
  })
  await records.said(ctx, next, isLast ? 'settle' : 'settlePart', row.state, '')
  return shown(ctx, next)
}

/** Throws PAYMENT_NOT_CLEARED where money came back, or is not good yet and nobody has let the deal go without it. */
function refuseUncleared(payments: queries.DealParts['payments'], { gates }: queries.DealParts): void {
  const isReleased = gates.some(({ reason, state }) => reason === 'uncleared' && state === 'approved')
  const waits = payments.some(
    ({ direction, needsClearing, state }) =>
      direction === 'in' && needsClearing && (state === 'bounced' || (state !== 'cleared' && !isReleased)),
  )
  if (waits) throw new Refusal('PAYMENT_NOT_CLEARED')
}

/** What of a deal is left to be handed over has a rate that holds no more: the line that has moved most, by how much and to what. */
async function movedRate(ctx: Acting, row: DealRecord, parts: queries.DealParts, place: Place) {
  const holds = row.reservedUntil !== null && Date.parse(row.reservedUntil) > ctx.now.getTime()
  if (holds || isPaid(parts)) return undefined
  const { customerId, customerType } = row
  const who = { branchId: place.branchId, customerId, customerType, amount: null }
  const asks = parts.lines.map(({ quantity, ...line }) => ({ ...line, amount: quantity }))
  const { lines } = await ratesOfLines(ctx.db, who, asks)
  return mostMoved(
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
  const { row, parts } = await records.taken(ctx, ctx.input)
  const payment = parts.payments.find(({ id }) => id === paymentId)
  if (!payment) throw notFound()
  const steps: readonly string[] = paymentSteps[payment.state]
  const goesOn = isAwaited(payment) && steps.includes(state)
  stateAfter(ctx, { row, parts }, 'clearPayment', { isAwaited: goesOn })
  await queries.markPayment(ctx.db, row.id, paymentId, state)
  const next = await rows.update(ctx.db, ctx.input, {})
  await records.said(ctx, next, `payment.${state}`, row.state, note)
  return shown(ctx, next)
}

async function localOf({ db }: Acting) {
  const local = (await traded(db)).find(({ isLocal }) => isLocal)
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
  await keepFor(
    ctx,
    { id: row.id, until: new Date(row.reservedUntil ?? ctx.now) },
    {
      branchId: row.branchId,
      counterId: row.counterId,
      party: partyOf(row.customerId, row.id),
      localItemId,
      lines: parts.lines.filter((line) => line.settlementId === null && !gone.lines.includes(line)),
      payments: parts.payments
        .filter((one) => one.settlementId === null && !gone.payments.includes(one))
        .map((one) => ({ ...one, kind: one.modeKind })),
      fees: [],
      rounding: '0',
    },
  )
}
