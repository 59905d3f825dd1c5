// Long because the acts on a deal share how one is found, judged and written.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { nextState } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { traded } from '#modules/currencies/public.server.ts'
import { openDay } from '#modules/inventory/public.server.ts'
import { actOnly, branchRows, counterRows, seeOnly } from '#modules/organisation/public.server.ts'
import { covers } from '../pricing/gates.domain.ts'
import {
  type Evaluation,
  evaluate,
  expectedGain,
  type HeldRate,
  type Place,
  refuseIncomplete,
} from '../pricing/pricing.server.ts'
import { balanceOf, type Handover } from '../settlement/settlement.domain.ts'
import { giveBack, handOver, keepFor, type Settled, takeBack } from '../settlement/settlement.server.ts'
import { workflowSettings } from '../workflow-settings/workflow-settings.server.ts'
import { gainOf } from './basket.domain.ts'
import {
  type DealAction,
  dealLists,
  type DealState,
  dealWorkflow,
  type GateKind,
  open,
} from './deal-workflow.domain.ts'
import { type DealRecord, judged, shown } from './deal-view.server.ts'
import { type DealDraft, deals, statistics } from './deals.contract.ts'
import * as queries from './deals.queries.ts'

const { rows } = queries

const listOf =
  (states?: readonly DealState[]) =>
  async ({ db, input, actor }: Ctx<Parameters<typeof queries.list>[3]>) => {
    const { items, pagination } = await queries.list(db, actor.scope, states, input)
    return { items: items.map((row) => row as never), pagination }
  }

export const dealsRouter = serve(deals, {
  list: listOf(),
  allList: listOf(),
  pending: listOf(dealLists.pending),
  history: listOf(dealLists.history),
  cancelled: listOf(dealLists.cancelled),
  totals: async ({ db, input, actor }) => {
    const sums = await queries.sums(db, actor.scope, input)
    const realised = actor.permissions.has('view_expected_gain') ? sums.realised : null
    return { ...sums, realised }
  },
  getById: async (ctx) => shown(ctx, await seen(ctx, ctx.input.id)),
  price,
  create,
  update,
  quote: (ctx) => promise(ctx),
  submit: (ctx) => submit(ctx),
  approveAuthorization: (ctx) => decide(ctx, 'approveAuthorization', 'authorization'),
  rejectAuthorization: (ctx) => decide(ctx, 'rejectAuthorization', 'authorization'),
  approveLimit: (ctx) => decide(ctx, 'approveLimit', 'limit'),
  rejectLimit: (ctx) => decide(ctx, 'rejectLimit', 'limit'),
  clearRba: (ctx) => decide(ctx, 'clearRba', 'rba'),
  rejectRba: (ctx) => decide(ctx, 'rejectRba', 'rba'),
  hold: (ctx) => hold(ctx, true),
  releaseHold: (ctx) => hold(ctx, false),
  settle,
  cancel,
  reverse,
  delete: remove,
})

export const statisticsRouter = serve(statistics, {
  customer: async ({ db, input, now }) => {
    const days = await queries.dealtBy(db, input.customerId)
    const total = (some: typeof days) =>
      some.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed()
    const count = (some: typeof days) => some.reduce((sum, one) => sum + Number(one.deals), 0)
    const windows = [1, 7, 30, 365].map((span) => {
      const from = new Date(now.getTime() - (span - 1) * 86_400_000).toISOString().slice(0, 10)
      const within = days.filter(({ businessDate }) => businessDate >= from)
      return { days: span, deals: count(within), amount: total(within) }
    })
    return {
      deals: count(days),
      first: days[0]?.businessDate ?? null,
      last: days.at(-1)?.businessDate ?? null,
      total: total(days),
      windows,
    }
  },
})

type Key = { id: string; version: number }
type Acting = Pick<Ctx, 'db' | 'actor' | 'now' | 'language'>

/** A deal that this person may see. */
async function seen({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: string): Promise<DealRecord> {
  const row = await rows.get(db, id)
  seeOnly(actor.scope, 'counterIds', { id: row.counterId })
  return row
}

/** A deal that this person changes now, locked; with all that belongs to it. */
async function taken(ctx: Acting, key: Key) {
  await seen(ctx, key.id)
  const row = await rows.lock(ctx.db, key)
  actOnly(ctx.actor.assigned, 'counterIds', row.counterId, 'counterId')
  return { row, parts: await queries.parts(ctx.db, key.id) }
}

/** The counter that somebody works at, in its open day. */
async function placeOf({ db, actor }: Acting) {
  const { branchId, counterId } = actor.workspace
  if (branchId === null || counterId === null) throw new Refusal('COUNTER_REQUIRED')
  const { businessDate } = await openDay(db, counterId)
  return { branchId, counterId, businessDate }
}

async function price(ctx: Ctx<DealDraft & { dealId: string | null }>) {
  const { dealId, ...draft } = ctx.input
  const { branchId, counterId } = ctx.actor.workspace
  if (branchId === null || counterId === null) throw new Refusal('COUNTER_REQUIRED')
  const { businessDate } = await openDay(ctx.db, counterId)
  const known = dealId === null ? undefined : await seen(ctx, dealId)
  const held = known ? await heldRates(ctx, known) : []
  const place = { branchId, counterId, businessDate }
  const found = await evaluate(ctx, draft, place, { dealId, held, isChange: false })
  const mayKnow = ctx.actor.permissions.has('view_expected_gain')
  return {
    lines: found.lines.map(({ itemId: _item, cost, ...line }) => ({
      ...line,
      available: null,
      suggested: null,
      gain:
        mayKnow && (line.side === 'buy' || cost !== null) ? gainOf(line, cost, found.local.exponent) : null,
    })),
    fees: found.fees.map(({ ruleVersion: _version, isInclusive: _inclusive, ...fee }) => fee),
    totals: { ...found.totals, rounding: found.rounding },
    gates: found.gates.map(({ ruleVersion: _version, ...gate }) => gate),
    missing: found.missing.map((one) => ({ ...one, message: text(ctx.language, `refusals.${one.code}`) })),
    tier: found.tier,
    gain: mayKnow ? expectedGain(found) : null,
  }
}

/** The rates of a quote that has not run out. */
async function heldRates({ db, now }: Pick<Ctx, 'db' | 'now'>, row: DealRecord): Promise<HeldRate[]> {
  if (row.state !== 'quote' || row.expiresAt === null || Date.parse(row.expiresAt) <= now.getTime()) return []
  return (await queries.parts(db, row.id)).lines
}

/** What is stored of a deal as it was judged. */
const contentOf = (draft: DealDraft, found: Evaluation) => ({
  customerId: draft.customerId,
  customerType: found.customer?.customerType ?? (0 as const),
  customerName: found.customer?.name ?? draft.walkIn?.name ?? '',
  walkIn: draft.walkIn === null ? null : JSON.stringify(draft.walkIn),
  identity: found.identity,
  purpose: draft.purpose,
  sourceOfFunds: draft.sourceOfFunds,
  remarks: draft.remarks,
  askAuthorization: draft.askAuthorization,
  tier: found.tier,
  isCash: found.payments.every(({ mode }) => mode.kind === 'cash'),
  currencies: [...new Set(found.lines.map(({ currencyCode }) => currencyCode))].join(', '),
  ...found.totals,
  rounding: found.rounding,
})

const handoverOf = (place: Place, found: Evaluation): Handover => ({
  ...place,
  localItemId: found.local.id,
  lines: found.lines,
  payments: found.payments.map(({ direction, mode, amount }) => ({
    direction,
    modeId: mode.id,
    kind: mode.kind,
    amount,
  })),
  fees: found.fees.filter(({ isWaived }) => !isWaived),
  rounding: found.rounding,
})

/** What a deal has earned, over the lines that were handed over. */
function earned(
  lines: readonly (Parameters<typeof gainOf>[0] & { cost: string | null })[],
  exponent: number,
) {
  const sold = lines.filter(({ side }) => side === 'sell').map((line) => gainOf(line, line.cost, exponent))
  const sum = (key: 'dealing' | 'holding' | 'realised') =>
    sold.reduce((total, gain) => total.plus(gain[key]), new Exact(0)).toFixed(exponent)
  return { dealing: sum('dealing'), holding: sum('holding'), realised: sum('realised') }
}

/** The next number of the branch, for the year of the business date; the last lock of its transaction. */
async function numbered({ db }: Acting, { branchId, businessDate }: Place): Promise<string> {
  const { code } = await branchRows.get(db, branchId)
  const year = Number(businessDate.slice(0, 4))
  const number = await queries.nextNumber(db, branchId, 'deal', year)
  return `${code}-${year}-${String(number).padStart(6, '0')}`
}

const minutes = (now: Date, count: number) => new Date(now.getTime() + count * 60_000)

async function create(ctx: Ctx<DealDraft & { upTo: 'draft' | 'quote' | 'submit' | 'settle' }>) {
  const { db, actor, now } = ctx
  const { upTo, ...draft } = ctx.input
  const place = await placeOf(ctx)
  const found = await evaluate(ctx, draft, place, { dealId: null, isChange: true })
  const isSubmitted = upTo === 'submit' || upTo === 'settle'
  if (isSubmitted) refuseIncomplete(found.missing)
  const id = randomUUIDv7()
  const settings = await workflowSettings(db)
  const isOpen = isSubmitted && found.gates.length === 0
  const settles =
    upTo === 'settle' &&
    isOpen &&
    !found.payments.some((one) => one.direction === 'in' && one.mode.needsClearing)
  if (settles && !actor.permissions.has('settle_transactions'))
    throw new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
  const handover = handoverOf(place, found)
  const until = minutes(now, settings.reservationMinutes)
  let settled: Settled | undefined
  if (settles) settled = await handOver(ctx, { dealId: null, businessDate: place.businessDate }, handover)
  const state: DealState = settles
    ? 'settled'
    : isOpen
      ? 'pending'
      : isSubmitted
        ? 'waiting'
        : upTo === 'quote'
          ? 'quote'
          : 'draft'
  const [branch, counter] = [
    await branchRows.get(db, place.branchId),
    await counterRows.get(db, place.counterId),
  ]
  const gain = settled
    ? earned(
        found.lines.map((line, at) => ({ ...line, cost: settled.costs[at] ?? null })),
        found.local.exponent,
      )
    : {}
  const number = isSubmitted ? await numbered(ctx, place) : null
  const at = now.toISOString()
  const row = await rows.insert(db, {
    id,
    ...contentOf(draft, found),
    ...place,
    branchName: branch.name,
    counterName: counter.name,
    number,
    state,
    makerId: actor.userId,
    maker: actor.name,
    createdAt: at,
    submittedAt: isSubmitted ? at : null,
    settledAt: settles ? at : null,
    expiresAt: upTo === 'quote' ? minutes(now, settings.quoteMinutes).toISOString() : null,
    reservedUntil: isSubmitted && !settles ? until.toISOString() : null,
    seal: randomBytes(12).toString('base64url'),
    ...gain,
  })
  await queries.writeContent(db, id, found, settled)
  await queries.openGatesOf(db, id, isSubmitted ? found.gates : [])
  if (settled) await recordSettlement(ctx, id, place, settled)
  else if (isSubmitted) await keepFor(ctx, { id, until }, handover)
  await said(
    ctx,
    row,
    upTo === 'draft' ? 'create' : upTo === 'settle' && !settles ? 'submit' : upTo,
    'draft',
    '',
  )
  return shown(ctx, row)
}

const recordSettlement = ({ db, actor, now }: Acting, dealId: string, place: Place, settled: Settled) =>
  queries.insertSettlement(db, {
    id: settled.settlementId,
    dealId,
    businessDate: place.businessDate,
    entryId: settled.entryId,
    entryAt: settled.entryAt,
    at: now.toISOString(),
    byId: actor.userId,
    byName: actor.name,
  })

const said = ({ db, actor, now }: Acting, row: DealRecord, act: string, fromState: string, note: string) =>
  queries.note(db, row.id, {
    act,
    fromState,
    toState: row.state,
    byId: actor.userId,
    byName: actor.name,
    at: now.toISOString(),
    note,
  })

/** The place of a deal that is acted on now: its own counter, in the day that is open there. */
async function placeOfDeal({ db }: Acting, { branchId, counterId }: DealRecord): Promise<Place> {
  return { branchId, counterId, businessDate: (await openDay(db, counterId)).businessDate }
}

async function update(ctx: Ctx<Key & DealDraft>) {
  const { id, version, ...draft } = ctx.input
  const { row, parts } = await taken(ctx, { id, version })
  const state = nextState(dealWorkflow, judged(row, parts), 'edit', ctx.actor)
  const place = await placeOfDeal(ctx, row)
  const found = await evaluate(ctx, draft, place, { dealId: id, isChange: true })
  await giveBack(ctx, id)
  await queries.clearContent(ctx.db, id)
  const next = await rows.update(
    ctx.db,
    { id, version },
    {
      ...contentOf(draft, found),
      state,
      businessDate: place.businessDate,
      expiresAt: null,
      reservedUntil: null,
    },
  )
  await queries.writeContent(ctx.db, id, found)
  await said(ctx, next, 'edit', row.state, '')
  return shown(ctx, next)
}

/** A draft as it was stored, to be judged anew. */
async function storedDraft(row: DealRecord, parts: queries.DealParts): Promise<DealDraft> {
  return {
    customerId: row.customerId,
    walkIn: row.walkIn as DealDraft['walkIn'],
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
        usualRate: null,
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
    waivedFees: parts.fees
      .filter(({ isWaived }) => isWaived)
      .map(({ ruleId, reason }) => ({ ruleId, reason })),
  }
}

/** Judges a stored deal again, at the rates of its quote while that holds. */
async function judgedAgain(ctx: Acting, row: DealRecord, parts: queries.DealParts, place: Place) {
  const draft = await storedDraft(row, parts)
  const held = await heldRates(ctx, row)
  // At other rates the money is another: what was agreed in cash is worked out anew.
  const isPlain = parts.payments.length <= 1 && parts.payments.every(({ modeKind }) => modeKind === 'cash')
  const asked = held.length === 0 && isPlain ? { ...draft, payments: [] } : draft
  return { draft: asked, found: await evaluate(ctx, asked, place, { dealId: row.id, held, isChange: true }) }
}

async function promise(ctx: Ctx<Key>) {
  const { row, parts } = await taken(ctx, ctx.input)
  const state = nextState(dealWorkflow, judged(row, parts), 'quote', ctx.actor)
  const place = await placeOfDeal(ctx, row)
  const { draft, found } = await judgedAgain(ctx, { ...row, state: 'draft' }, parts, place)
  const { quoteMinutes } = await workflowSettings(ctx.db)
  await queries.clearContent(ctx.db, row.id)
  const expiresAt = minutes(ctx.now, quoteMinutes).toISOString()
  const next = await rows.update(ctx.db, ctx.input, { ...contentOf(draft, found), state, expiresAt })
  await queries.writeContent(ctx.db, row.id, found)
  await said(ctx, next, 'quote', row.state, '')
  return shown(ctx, next)
}

async function submit(ctx: Ctx<Key>) {
  const { row, parts } = await taken(ctx, ctx.input)
  nextState(dealWorkflow, judged(row, parts), 'submit', ctx.actor)
  const place = await placeOfDeal(ctx, row)
  const { draft, found } = await judgedAgain(ctx, row, parts, place)
  refuseIncomplete(found.missing)
  const { reservationMinutes } = await workflowSettings(ctx.db)
  const until = minutes(ctx.now, reservationMinutes)
  await queries.clearContent(ctx.db, row.id)
  await queries.writeContent(ctx.db, row.id, found)
  await queries.openGatesOf(ctx.db, row.id, found.gates)
  await keepFor(ctx, { id: row.id, until }, handoverOf(place, found))
  const number = row.number ?? (await numbered(ctx, place))
  const next = await rows.update(ctx.db, ctx.input, {
    ...contentOf(draft, found),
    state: found.gates.length > 0 ? 'waiting' : 'pending',
    number,
    businessDate: place.businessDate,
    submittedAt: ctx.now.toISOString(),
    expiresAt: null,
    reservedUntil: until.toISOString(),
  })
  await said(ctx, next, 'submit', row.state, '')
  return shown(ctx, next)
}

/** Lets a deal through one of its gates, or ends it there. */
async function decide(ctx: Ctx<Key & { note?: string | undefined }>, action: DealAction, kind: GateKind) {
  const { note = '' } = ctx.input
  const { row, parts } = await taken(ctx, ctx.input)
  const to = nextState(dealWorkflow, judged(row, parts), action, ctx.actor, note)
  const isApproved = to !== 'rejected'
  const asked = parts.gates.filter((gate) => gate.kind === kind && gate.state === 'open')
  if (isApproved && !asked.every((gate) => covers(ctx.actor.limits, gate)))
    throw new Refusal('ABOVE_OWN_LIMIT')
  await queries.decideGates(ctx.db, row.id, kind, {
    state: isApproved ? 'approved' : 'rejected',
    decidedById: ctx.actor.userId,
    decidedBy: ctx.actor.name,
    decidedAt: ctx.now.toISOString(),
    note,
  })
  const isLast = parts.gates.every((gate) => gate.kind === kind || gate.state !== 'open')
  if (!isApproved) await giveBack(ctx, row.id)
  const next = await rows.update(ctx.db, ctx.input, { state: isApproved && !isLast ? 'waiting' : to })
  await said(ctx, next, action, row.state, note)
  return shown(ctx, next)
}

async function hold(ctx: Ctx<Key & { note?: string | undefined }>, isOnHold: boolean) {
  const { note = '' } = ctx.input
  const { row } = await taken(ctx, ctx.input)
  if (!open.includes(row.state as DealState) || row.isOnHold === isOnHold)
    throw new Refusal(
      'ILLEGAL_TRANSITION',
      { state: row.state, action: isOnHold ? 'hold' : 'releaseHold' },
      { kind: 'conflict' },
    )
  const next = await rows.update(ctx.db, ctx.input, { isOnHold })
  await said(ctx, next, isOnHold ? 'hold' : 'releaseHold', row.state, note)
  return shown(ctx, next)
}

async function settle(ctx: Ctx<Key & { lines: number[] | null; payments: string[] | null }>) {
  const { lines: asked, payments: paying } = ctx.input
  const { row, parts } = await taken(ctx, ctx.input)
  const place = await placeOfDeal(ctx, row)
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
  const state = nextState(dealWorkflow, judged(row, parts), isLast ? 'settle' : 'settlePart', ctx.actor)
  const isReleased = parts.gates.some(
    ({ reason, state: gate }) => reason === 'uncleared' && gate === 'approved',
  )
  const waiting = payments.find(
    (one) => one.direction === 'in' && one.needsClearing && one.state !== 'cleared',
  )
  if (waiting && !isReleased) throw new Refusal('PAYMENT_NOT_CLEARED')
  const { id: localItemId, exponent } = await localOf(ctx)
  const fees = parts.fees.filter(({ isWaived }) => !isWaived)
  const isFirst = parts.settlements.length === 0
  const handover: Handover = {
    ...place,
    localItemId,
    lines,
    payments: payments.map((one) => ({ ...one, kind: one.modeKind })),
    fees: isFirst ? fees : [],
    rounding: isFirst ? row.rounding : '0',
  }
  const before = parts.lines.filter(({ settlementId }) => settlementId !== null)
  const paid = parts.payments.filter(({ settlementId }) => settlementId !== null)
  const balance = balanceOf({
    ...handover,
    lines: [...before, ...lines],
    payments: [...paid, ...payments].map((one) => ({ ...one, kind: one.modeKind })),
    fees,
    rounding: row.rounding,
  })
  // Nothing is handed over on credit.
  if (new Exact(balance).isNegative() && !new Exact(balance).isZero())
    throw new Refusal('NOT_PAID', { amount: new Exact(balance).abs().toFixed() })
  const settled = await handOver(ctx, { dealId: row.id, businessDate: place.businessDate }, handover)
  await recordSettlement(ctx, row.id, place, settled)
  const costed = lines.map((line, at) => ({ ...line, cost: settled.costs[at] ?? null }))
  await queries.markSettled(
    ctx.db,
    row.id,
    settled.settlementId,
    costed,
    payments.map(({ id }) => id),
  )
  if (!isLast) await keepRest(ctx, row, parts, { lines, payments }, localItemId)
  const next = await rows.update(ctx.db, ctx.input, {
    state,
    businessDate: place.businessDate,
    settledAt: isLast ? ctx.now.toISOString() : row.settledAt,
    ...earned([...before, ...costed], exponent),
  })
  await said(ctx, next, isLast ? 'settle' : 'settlePart', row.state, '')
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

async function cancel(ctx: Ctx<Key & { note?: string | undefined }>) {
  const { note = '' } = ctx.input
  const { row, parts } = await taken(ctx, ctx.input)
  const state = nextState(dealWorkflow, judged(row, parts), 'cancel', ctx.actor, note)
  await giveBack(ctx, row.id)
  const next = await rows.update(ctx.db, ctx.input, { state, isOnHold: false, reservedUntil: null })
  await said(ctx, next, 'cancel', row.state, note)
  return shown(ctx, next)
}

async function reverse(ctx: Ctx<Key & { note: string }>) {
  const { row, parts } = await taken(ctx, ctx.input)
  const state = nextState(dealWorkflow, judged(row, parts), 'reverse', ctx.actor, ctx.input.note)
  const place = await placeOfDeal(ctx, row)
  await giveBack(ctx, row.id)
  const { branchId, businessDate } = place
  for (const { id, reversalId } of await takeBack(
    ctx,
    { branchId, businessDate },
    parts.settlements,
    ctx.input.note,
  ))
    await queries.markReversed(ctx.db, id, reversalId)
  const next = await rows.update(ctx.db, ctx.input, { state, dealing: null, holding: null, realised: null })
  await said(ctx, next, 'reverse', row.state, ctx.input.note)
  return shown(ctx, next)
}

async function remove(ctx: Ctx<Key>) {
  const { row } = await taken(ctx, ctx.input)
  if ((row.state !== 'draft' && row.state !== 'quote') || row.number !== null)
    throw new Refusal('ILLEGAL_TRANSITION', { state: row.state, action: 'delete' }, { kind: 'conflict' })
  await rows.remove(ctx.db, ctx.input)
  return done(ctx, 'removed')
}
