// Long because the lists of deals and the making of one share how a deal is judged.
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod'
import type { Filter } from '#kit/contract/list.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { steadily } from '#kit/server/remembered.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { steadsOf } from '#modules/approvals/public.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { customerNames } from '#modules/customers/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { namesOf, todayOf } from '#modules/organisation/public.server.ts'
import { plainAmount } from '#modules/rates/effective/effective.domain.ts'
import { announceDeal, awaiting } from '../waiting/waiting.server.ts'
import { drawerFor } from '../pricing/drawer.server.ts'
import type { HeldRate } from '../pricing/pricing.domain.ts'
import { evaluate, expectedGain } from '../pricing/pricing.server.ts'
import { giveDealToNamed } from '../pricing/screening.server.ts'
import { handOver, keepFor, refuseCredit, type Settled } from '../settlement/settlement.server.ts'
import { gainOf } from './basket.domain.ts'
import { markCandidates } from '../report-candidates/mark.server.ts'
import * as acts from './deal-acts.server.ts'
import { emitDeal } from '../deal-events/deal-events.server.ts'
import * as records from './deal-records.server.ts'
import {
  atGate,
  dealLists,
  type DealState,
  type GateKind,
  type Goal,
  makeDealUpTo,
} from './deal-workflow.domain.ts'
import { tellWatched } from '../telling/telling.server.ts'
import { type DealRecord, shown, shownGates } from './deal-view.server.ts'
import { DealDraft as Draft, type DealDraft, deals, statistics } from './deals.contract.ts'
import * as queries from './deals.queries.ts'

type Listing = Ctx<Parameters<typeof queries.list>[3]>

const listOf = (states?: readonly DealState[]) => async (ctx: Listing) => {
  const { db, input, actor } = ctx
  const page = await queries.list(db, actor.scope, states, input)
  const stopped = page.items.filter(({ openGates }) => openGates.length > 0).map(({ id }) => id)
  return shownPage(ctx, page, await awaiting(ctx, stopped))
}

async function approvals(ctx: Listing) {
  const { db, input } = ctx
  const mine = await awaiting(ctx)
  const these: Filter = { key: 'id', operator: 'Equals', value: [...mine.keys()], type: 'Guid' }
  // The longest first, unless another order is asked for.
  const sort = input.sort.length > 0 ? input.sort : ['submittedAt-asc']
  const asked = { ...input, sort, filters: [...input.filters, these] }
  // Each was judged by its place: what is decided in somebody's stead may lie outside one's own.
  return shownPage(ctx, await queries.list(db, 'all', atGate, asked), mine)
}

async function shownPage(
  { db }: Listing,
  { items, pagination }: Awaited<ReturnType<typeof queries.list>>,
  mine: Awaited<ReturnType<typeof awaiting>>,
) {
  const money = await localMoney(db)
  const shownRow = (row: (typeof items)[number]) => ({
    ...row,
    buy: money(row.buy),
    sell: money(row.sell),
    fee: money(row.fee),
    net: money(row.net),
    amount: money(row.amount),
    state: row.state as DealState,
    openGates: row.openGates as GateKind[],
    // What was settled waits since it was asked to be reversed.
    submittedAt:
      row.state === 'waiting' ? row.submittedAt : (mine.get(row.id)?.routes[0]?.since ?? row.submittedAt),
    decides: mine.get(row.id)?.gates ?? [],
    routes: mine.get(row.id)?.routes ?? [],
  })
  return { items: items.map(shownRow), pagination }
}

export const dealsRouter = serve(deals, {
  list: listOf(),
  allList: listOf(),
  pending: listOf(dealLists.pending),
  history: listOf(dealLists.history),
  cancelled: listOf(dealLists.cancelled),
  approvals,
  totals: async ({ db, input, actor }) => {
    const sums = await queries.sums(db, actor.scope, input)
    const money = await localMoney(db)
    const realised = actor.permissions.has('view_expected_gain') ? money(sums.realised) : null
    return {
      deals: sums.deals,
      buy: money(sums.buy),
      sell: money(sums.sell),
      fee: money(sums.fee),
      realised,
      currencies: sums.currencies.map((one) => ({
        ...one,
        bought: plainAmount(one.bought),
        sold: plainAmount(one.sold),
        buy: money(one.buy),
        sell: money(one.sell),
      })),
    }
  },
  getById: async (ctx) => {
    const { db, input, actor, now } = ctx
    const id = (await queries.dealOfSettlement(db, input.id)) ?? input.id
    return shown(ctx, await records.seen(ctx, id, await steadsOf(db, actor.userId, now)))
  },
  price,
  create,
  update: (ctx) => acts.update(ctx),
  quote: (ctx) => acts.promise(ctx),
  submit: (ctx) => acts.submit(ctx),
  approveAuthorization: (ctx) => acts.decide(ctx, 'approveAuthorization', 'authorization'),
  rejectAuthorization: (ctx) => acts.decide(ctx, 'rejectAuthorization', 'authorization'),
  approveLimit: (ctx) => acts.decide(ctx, 'approveLimit', 'limit'),
  rejectLimit: (ctx) => acts.decide(ctx, 'rejectLimit', 'limit'),
  clearRba: (ctx) => acts.decide(ctx, 'clearRba', 'rba'),
  rejectRba: (ctx) => acts.decide(ctx, 'rejectRba', 'rba'),
  hold: (ctx) => acts.hold(ctx, 'hold'),
  releaseHold: (ctx) => acts.hold(ctx, 'releaseHold'),
  settle: (ctx) => acts.settle(ctx),
  clearPayment: (ctx) => acts.clearPayment(ctx),
  cancel: (ctx) => acts.cancel(ctx),
  askRest: (ctx) => acts.askRest(ctx),
  approveRest: (ctx) => acts.decide(ctx, 'approveRest', 'rest'),
  rejectRest: (ctx) => acts.decide(ctx, 'rejectRest', 'rest'),
  askReversal: (ctx) => acts.askReversal(ctx),
  approveReversal: (ctx) => acts.decide(ctx, 'approveReversal', 'reversal'),
  rejectReversal: (ctx) => acts.decide(ctx, 'rejectReversal', 'reversal'),
  reverse: (ctx) => acts.reverse(ctx),
  delete: (ctx) => acts.remove(ctx),
})

export const statisticsRouter = serve(statistics, {
  customer: async (ctx) => {
    const { db, input } = ctx
    if (!(await customerNames(db, [input.customerId])).has(input.customerId)) throw notFound()
    const days = await queries.dealtBy(db, input.customerId)
    const money = await localMoney(db)
    const today = new Date(await todayOf(ctx)).getTime()
    const total = (some: typeof days) =>
      money(some.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed())
    const count = (some: typeof days) => some.reduce((sum, one) => sum + Number(one.deals), 0)
    const windows = [1, 7, 30, 365].map((span) => {
      const from = new Date(today - (span - 1) * 86_400_000).toISOString().slice(0, 10)
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

/** The counter that somebody works at, in its open day. */
async function placeOf({ db, actor, now }: records.Acting) {
  const { branchId, counterId } = actor.workspace
  if (branchId === null || counterId === null) throw new Refusal('COUNTER_REQUIRED')
  const { businessDate } = await dealingDay(db, branchId, counterId, now)
  return { branchId, counterId, businessDate }
}

async function price(ctx: Ctx<DealDraft & { dealId: string | null }>) {
  const { dealId, ...draft } = ctx.input
  const place = await placeOf(ctx)
  const known = dealId === null ? undefined : await records.seen(ctx, dealId)
  const held = known ? records.heldRates(ctx.now, known, await queries.parts(ctx.db, known.id)) : []
  const found = await evaluate(ctx, draft, place, { dealId, held, isChange: false })
  const mayKnow = ctx.actor.permissions.has('view_expected_gain')
  const { id: localId } = found.local
  const cash = found.payments.find(({ direction, mode }) => direction === 'out' && mode.kind === 'cash')
  const local = {
    side: 'sell' as const,
    itemId: localId,
    currencyId: localId,
    subCurrencyId: null,
    pieces: [],
  }
  const payout = cash ? [{ ...local, quantity: cash.amount }] : []
  const drawer = await drawerFor(ctx.db, place, [...found.lines, ...payout], localId)
  // How much lies in a drawer is hidden from whoever counts it blind.
  const mayCount = ctx.actor.permissions.has('view_stock')
  return {
    lines: found.lines.map(({ itemId: _item, cost, ...line }, at) => ({
      ...line,
      available: mayCount ? (drawer[at]?.available ?? null) : null,
      suggested: drawer[at]?.suggested ?? null,
      gain:
        mayKnow && (line.side === 'buy' || cost !== null) ? gainOf(line, cost, found.local.exponent) : null,
    })),
    payout: (cash && drawer.at(-1)?.suggested) ?? null,
    fees: found.fees.map(({ ruleVersion: _version, ...fee }) => fee),
    totals: { ...found.totals, rounding: found.rounding },
    gates: shownGates(found.gates, ctx.actor).map(({ ruleVersion: _version, ...gate }) => gate),
    missing: found.missing.map((one) => ({ ...one, message: text(ctx.language, `refusals.${one.code}`) })),
    tier: found.tier,
    gain: mayKnow ? expectedGain(found) : null,
  }
}

async function create(ctx: Ctx<DealDraft & { upTo: Goal }>) {
  const { upTo, ...draft } = ctx.input
  const { row, parts } = await made(ctx, draft, upTo, [])
  return shown(ctx, row, parts)
}

/**
 * A new deal at the counter of whoever acts, as far as `upTo` says; `held` are rates that were promised. Throws as `evaluate`
 * does.
 */
export const makeDeal = async (
  acting: records.Acting,
  draft: z.input<typeof Draft>,
  upTo: Goal,
  held: readonly HeldRate[],
): Promise<DealRecord> => (await made(acting, Draft.parse(draft), upTo, held)).row

/** `parts`: all that belongs to the deal, where nothing has come since it was written. */
async function made(ctx: records.Acting, draft: DealDraft, upTo: Goal, held: readonly HeldRate[]) {
  const { db, actor, now } = ctx
  steadily(db)
  const place = await placeOf(ctx)
  const isSubmitted = upTo !== 'draft' && upTo !== 'quote'
  const isOnHold = upTo === 'hold'
  const found = await evaluate(ctx, draft, place, { dealId: null, held, isChange: true, isSubmitted })
  const id = randomUUIDv7()
  const { settings } = found
  const facts = {
    openGates: isSubmitted ? found.gates.map(({ kind }) => kind) : [],
    isAwaited: found.payments.some((one) => one.direction === 'in' && one.mode.needsClearing),
  }
  const { state, acts: way } = makeDealUpTo(upTo, facts, actor, now)
  const settles = state === 'settled'
  const handover = records.handoverOf(place, found, id)
  const until = records.minutes(now, settings.reservationMinutes)
  if (settles) refuseCredit(handover)
  let settled: Settled | undefined
  if (settles) settled = await handOver(ctx, { dealId: null, businessDate: place.businessDate }, handover)
  const { branchCode, ...names } = await namesOf(db, place.counterId)
  const gain = settled
    ? records.earned(
        found.lines.map((line, at) => ({ ...line, cost: settled.costs[at] ?? null })),
        found.local.exponent,
      )
    : {}
  const { customer, payments } = found
  await giveDealToNamed(db, { customer, walkIn: draft.walkIn, thirdParty: draft.thirdParty, payments }, id)
  if (isSubmitted && !settled) await keepFor(ctx, { id, until }, handover)
  const at = now.toISOString()
  const act = way.findLast((one) => one !== 'hold') ?? 'create'
  const values = {
    id,
    ...records.contentOf(draft, found),
    ...place,
    ...names,
    state,
    isOnHold,
    makerId: actor.userId,
    maker: actor.name,
    createdAt: at,
    submittedAt: isSubmitted ? at : null,
    settledAt: settles ? at : null,
    expiresAt: upTo === 'quote' ? records.minutes(now, settings.quoteMinutes).toISOString() : null,
    reservedUntil: isSubmitted && !settles ? until.toISOString() : null,
    seal: randomBytes(12).toString('base64url'),
    ...gain,
  }
  const series = isSubmitted ? records.seriesOf(place, branchCode) : null
  const { row, parts } = await queries.insertDeal(db, values, series, found, {
    event: records.eventOf(ctx, act, ['draft', state]),
    gates: isSubmitted ? found.gates : [],
    ...(settled && {
      handedOver: records.handedOver(place, settled, found.lines, found.local.exponent),
      settlement: records.settlementOf(ctx, place, settled),
    }),
  })
  await emitDeal(ctx, act, row)
  if (isSubmitted) await markCandidates(db, row, found, now)
  if (isSubmitted) await tellWatched(db, row, found.customer?.isMonitored === true)
  // Nobody decides on what is on hold: they are told when it is let go.
  if (isSubmitted && !isOnHold) await announceDeal(db, { row, gates: found.gates, events: [] }, now)
  if (!isOnHold) return { row, parts }
  await records.said(ctx, row, 'hold', state, '')
  return { row }
}
