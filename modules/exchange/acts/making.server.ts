import { Exact } from '#kit/domain/decimals.domain.ts'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Actor, Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { pinSettings } from '#kit/server/remembered.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { foreignAccountsAt } from '#modules/bank/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { namesOf } from '#modules/organisation/public.server.ts'
import { gainOf } from '../basket/basket.domain.ts'
import * as records from '../deals/deal-records.server.ts'
import { type DealRecord, presentDeal } from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'
import { announceDeal } from '../decisions/decisions.server.ts'
import { emitDeal } from '../events/deal-events.server.ts'
import { presentGates } from '../gates/gates.domain.ts'
import { notifyCompliance } from '../notices/notices.server.ts'
import { drawerFor } from '../pricing/drawer.server.ts'
import { DealDraft as Draft, type DealDraft } from '../pricing/pricing.contract.ts'
import { awaitsMoney, expectedGain, type HeldRate } from '../pricing/pricing.domain.ts'
import { evaluate } from '../pricing/pricing.server.ts'
import { giveDealToNamed } from '../pricing/screening.server.ts'
import { postHandover, reserveFor, refuseCredit, type Settled } from '../settlement/settlement.server.ts'
import { type Goal, makeDealUpTo } from '../workflow/deal-workflow.domain.ts'
import { reportCrossed } from './crossed.server.ts'

/** The counter that a teller works at, in its open day. */
async function placeOf({ db, actor, now }: records.Acting) {
  const { branchId, counterId } = actor.workspace
  if (branchId === null || counterId === null) throw new Refusal('COUNTER_REQUIRED')
  const { businessDate } = await dealingDay(db, branchId, counterId, now)
  return { branchId, counterId, businessDate }
}

export async function price(ctx: Ctx<DealDraft & { dealId: string | null }>) {
  const { dealId, ...draft } = ctx.input
  const place = await placeOf(ctx)
  const known = dealId === null ? undefined : await records.readVisibleDeal(ctx, dealId)
  const held = known ? records.readQuoteRates(ctx.now, known, await queries.parts(ctx.db, known.id)) : []
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
    transfer: null,
  }
  const payout = cash ? [{ ...local, quantity: cash.amount }] : []
  const drawer = await drawerFor(ctx.db, place, [...found.lines, ...payout])
  // How much lies in a drawer is hidden from the teller who counts it blind.
  const mayCount = ctx.actor.permissions.has('view_stock')
  return {
    lines: found.lines.map(({ itemId: _item, cost, transfer, ...line }, at) => ({
      ...line,
      transfer: transfer && {
        accountId: transfer.account.id,
        name: transfer.account.name,
        reference: transfer.reference,
      },
      available: mayCount ? (drawer[at]?.available ?? null) : null,
      isShort: new Exact(line.quantity).greaterThan(drawer[at]?.available ?? line.quantity),
      suggested: drawer[at]?.suggested ?? null,
      gain:
        mayKnow && (line.side === 'buy' || cost !== null) ? gainOf(line, cost, found.local.exponent) : null,
    })),
    payout: (cash && drawer.at(-1)?.suggested) ?? null,
    fees: found.fees.map(({ ruleVersion: _version, ...fee }) => fee),
    totals: { ...found.totals, rounding: found.rounding },
    gates: presentGates(found.gates, ctx.actor, found.local.exponent).map(
      ({ ruleVersion: _version, ...gate }) => gate,
    ),
    warnings: presentGates(found.warnings, ctx.actor, found.local.exponent).map(
      ({ ruleVersion: _version, ...gate }) => gate,
    ),
    missing: found.missing.map((one) => ({ ...one, message: text(ctx.language, `refusals.${one.code}`) })),
    tier: found.tier,
    asks: found.asks,
    gain: mayKnow ? expectedGain(found.lines, found.local.exponent) : null,
  }
}

/** Where nobody sits at a counter there are none. */
export async function listAccounts(db: Db, { workspace: { branchId } }: Pick<Actor, 'workspace'>) {
  const found = branchId === null ? [] : await foreignAccountsAt(db, branchId)
  return found.map(({ id, name, currencyId }) => ({ id, name, currencyId }))
}

export async function create(ctx: Ctx<DealDraft & { upTo: Goal }>) {
  const { upTo, ...draft } = ctx.input
  const { row, parts } = await made(ctx, draft, upTo, [])
  return presentDeal(ctx, row, parts)
}

/**
 * A new deal at the counter of the actor, as far as `upTo` says; `held` are rates that were promised. Throws as `evaluate`
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
  pinSettings(db)
  const place = await placeOf(ctx)
  const isSubmitted = upTo !== 'draft' && upTo !== 'quote'
  const isOnHold = upTo === 'hold'
  const found = await evaluate(ctx, draft, place, { dealId: null, held, isChange: true, isSubmitted })
  const id = randomUUIDv7()
  const { settings } = found
  const facts = {
    openGates: isSubmitted ? found.gates.map(({ kind }) => kind) : [],
    isAwaited: awaitsMoney(found),
  }
  const { state, acts: way } = makeDealUpTo(upTo, facts, actor, now)
  const settles = state === 'settled'
  const handover = records.handoverOf(place, found, id)
  const until = records.minutes(now, settings.reservationMinutes)
  if (settles) refuseCredit(handover)
  let settled: Settled | undefined
  if (settles) settled = await postHandover(ctx, { dealId: null, businessDate: place.businessDate }, handover)
  const { branchCode, ...names } = await namesOf(db, place.counterId)
  const gain = settled
    ? records.sumEarned(
        found.lines.map((line, at) => ({ ...line, cost: settled.costs[at] ?? null })),
        found.local.exponent,
      )
    : {}
  const { customer, payments } = found
  await giveDealToNamed(db, { customer, walkIn: draft.walkIn, thirdParty: draft.thirdParty, payments }, id)
  if (isSubmitted && !settled) await reserveFor(ctx, { id, until }, handover)
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
      handedOver: records.toHandedOver(place, settled, found.lines, found.local.exponent),
      settlement: records.settlementOf(ctx, place, settled),
    }),
  })
  await emitDeal(ctx, act, row)
  if (isSubmitted) await reportCrossed(db, row, found, now)
  if (isSubmitted) await notifyCompliance(db, row, found.customer?.isMonitored === true)
  // Nobody decides on what is on hold: they are told when it is let go.
  if (isSubmitted && !isOnHold) await announceDeal(db, { row, gates: found.gates, events: [] }, now)
  if (!isOnHold) return { row, parts }
  await records.recordEvent(ctx, row, 'hold', state, '')
  return { row }
}
