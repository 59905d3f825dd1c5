import { Exact } from '#kit/domain/decimals.domain.ts'
import { decide } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { publish } from '#kit/server/outbox.server.ts'
import { pinSettings } from '#kit/server/remembered.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { hasOpenGate } from '#modules/approvals/public.server.ts'
import { dealingDay, openDay } from '#modules/inventory/public.server.ts'
import { actOnly, mayActAt, requireVisible } from '#modules/organisation/public.server.ts'
import { emitDeal } from '../events/deal-events.server.ts'
import type { HeldRate, Place } from '../pricing/pricing.domain.ts'
import type { Evaluation } from '../pricing/pricing.server.ts'
import { type Handover, partyOf } from '../settlement/settlement.domain.ts'
import type { Settled } from '../settlement/settlement.server.ts'
import { gainOf } from '../basket/basket.domain.ts'
import {
  atGate,
  type DealAction,
  type DealState,
  dealWorkflow,
  type Judged,
} from '../workflow/deal-workflow.domain.ts'
import { type DealRecord, judgeDeal } from './deal-view.server.ts'
import type { DealDraft } from '../pricing/pricing.contract.ts'
import * as queries from './deals.queries.ts'

const { rows } = queries

export type Key = { id: string; version: number }
export type Acting = Pick<Ctx, 'db' | 'actor' | 'now' | 'language'>
/** An act that may say why. */
export type Noted = Acting & { input: Key & { note?: string | undefined } }

type Places = readonly Pick<Actor, 'assigned'>[]
const coveredBy = (steads: Places, row: DealRecord) => steads.some((one) => mayActAt(one, row))

/** A deal that this person may see; or one of those in whose stead they decide, while it waits for that. */
export async function readVisibleDeal(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  id: string,
  steads: Places = [],
): Promise<DealRecord> {
  const row = await rows.get(db, id)
  const inStead =
    coveredBy(steads, row) &&
    atGate.includes(row.state as DealState) &&
    (row.state === 'waiting' || (await hasOpenGate(db, queries.dealSubject(id))))
  if (!inStead) requireVisible(actor.scope, 'counterIds', { id: row.counterId })
  return row
}

/** A deal that this person changes now, or decides on in the stead of one of these, locked; with all that belongs to it. */
export async function lockDeal(ctx: Acting, key: Key, steads: Places = []) {
  pinSettings(ctx.db)
  await readVisibleDeal(ctx, key.id, steads)
  const row = await rows.lock(ctx.db, key)
  if (!coveredBy(steads, row)) actOnly(ctx.actor.assigned, 'counterIds', row.counterId, 'counterId')
  return { row, parts: await queries.parts(ctx.db, key.id) }
}

/** The state after an act, judged with what was found out beside what is stored. */
export const stateAfter = (
  ctx: Acting & { input: object },
  { row, parts }: Awaited<ReturnType<typeof lockDeal>>,
  act: DealAction,
  facts: Partial<Judged> = {},
) =>
  decide(
    dealWorkflow,
    { ...judgeDeal(row, parts), ...facts },
    { act, ...('note' in ctx.input && { note: ctx.input.note as string | undefined }) },
    ctx,
  ).next.state

/**
 * The place of a deal that is acted on now: its own counter, in the day that is open there. Throws COUNTER_CLOSED, and DAY_IS_OVER
 * where that is an earlier day, unless the act ends what keeps that day from being closed.
 */
export async function placeOfDeal(
  { db, now }: Acting,
  { branchId, counterId }: DealRecord,
  isEnding = false,
): Promise<Place> {
  const day = isEnding ? await openDay(db, counterId) : await dealingDay(db, branchId, counterId, now)
  return { branchId, counterId, businessDate: day.businessDate }
}

/** Whom a deal names beside a customer on file. */
export const namedIn = (row: DealRecord, { payments }: Pick<queries.DealParts, 'payments'>) => ({
  walkIn: row.walkIn as DealDraft['walkIn'],
  thirdParty: row.thirdParty as DealDraft['thirdParty'],
  payments,
})

/** The rates of a quote that has not run out. */
export function readQuoteRates(
  now: Date,
  row: DealRecord,
  { lines }: Pick<queries.DealParts, 'lines'>,
): readonly HeldRate[] {
  const isHeld = row.state === 'quote' && row.expiresAt !== null && Date.parse(row.expiresAt) > now.getTime()
  return isHeld ? lines : []
}

/** What is stored of a deal as it was judged. */
export const contentOf = (draft: DealDraft, found: Evaluation) => ({
  customerId: draft.customerId,
  customerType: found.customer?.customerType ?? (0 as const),
  customerName: found.customer?.name ?? draft.walkIn?.name ?? '',
  walkIn: draft.walkIn === null ? null : JSON.stringify(draft.walkIn),
  thirdParty: draft.thirdParty === null ? null : JSON.stringify(draft.thirdParty),
  identity: found.identity,
  purpose: draft.purpose,
  sourceOfFunds: draft.sourceOfFunds,
  remarks: draft.remarks,
  askAuthorization: draft.askAuthorization,
  tier: found.tier,
  cash: found.cash,
  currencies: [...new Set(found.lines.map(({ currencyCode }) => currencyCode))].join(', '),
  accounts:
    [...new Set(found.lines.flatMap(({ transfer }) => transfer?.account.name ?? []))].join(', ') || null,
  ...found.totals,
  rounding: found.rounding,
})

export const handoverOf = (place: Place, found: Evaluation, dealId: string): Handover => ({
  ...place,
  party: partyOf(found.customer?.id ?? null, dealId),
  localItemId: found.local.id,
  lines: found.lines.map(({ transfer, ...line }) => ({ ...line, bank: transfer?.account })),
  payments: found.payments.map(({ direction, mode, amount }) => ({
    direction,
    modeId: mode.id,
    kind: mode.kind,
    amount,
  })),
  fees: found.fees.filter(({ isWaived }) => !isWaived),
  rounding: found.rounding,
})

/** What a deal has earned, over the lines that were handed over; null where what was sold has no cost. */
export function sumEarned(
  lines: readonly (Parameters<typeof gainOf>[0] & { cost: string | null })[],
  exponent: number,
) {
  const sales = lines.filter(({ side }) => side === 'sell')
  if (sales.some(({ cost }) => cost === null)) return { dealing: null, holding: null, realised: null }
  const sold = sales.map((line) => gainOf(line, line.cost, exponent))
  const sum = (key: 'dealing' | 'holding' | 'realised') =>
    sold.reduce((total, gain) => total.plus(gain[key]), new Exact(0)).toFixed(exponent)
  return { dealing: sum('dealing'), holding: sum('holding'), realised: sum('realised') }
}

/** What is left of a deal's gain once it came back: what its purchases had gained or lost by then, as the ledger has it. */
export function sumRemainingGain(undone: readonly { gains: ReadonlyMap<string, string> }[]) {
  const gained = undone
    .flatMap(({ gains }) => [...gains.values()])
    .reduce((sum, one) => sum.plus(one), new Exact(0))
    .toFixed()
  return gained === '0'
    ? { dealing: null, holding: null, realised: null }
    : { dealing: '0', holding: gained, realised: gained }
}

/** Out of which a deal takes its number: that of the branch for the year of the business date. */
export const seriesOf = ({ branchId, businessDate }: Place, code: string) => ({
  branchId,
  code,
  kind: 'deal',
  year: Number(businessDate.slice(0, 4)),
})

export const minutes = (now: Date, count: number) => new Date(now.getTime() + count * 60_000)

/** A handover as its lines keep it. */
export const toHandedOver = (
  { branchId, businessDate }: Place,
  { settlementId, costs }: Settled,
  lines: readonly (Parameters<typeof gainOf>[0] & { position: number })[],
  exponent: number,
): queries.HandedOver => ({
  settlementId,
  branchId,
  businessDate,
  lines: lines.map((line, at) => {
    const cost = costs[at] ?? null
    return { position: line.position, cost, dealing: gainOf(line, cost, exponent).dealing }
  }),
})

/** A handover as it is recorded. */
export const settlementOf = ({ actor, now }: Acting, { businessDate }: Place, settled: Settled) => ({
  id: settled.settlementId,
  businessDate,
  entryId: settled.entryId,
  entryAt: settled.entryAt,
  at: now.toISOString(),
  byId: actor.userId,
  byName: actor.name,
})

/** What a user has done with a deal, as its history has it. */
export const eventOf = (
  { actor, now }: Acting,
  act: string,
  [fromState, toState]: readonly [string, string],
  note = '',
  forName = '',
) => ({
  act,
  fromState,
  toState,
  byId: actor.userId,
  byName: actor.name,
  forName,
  at: now.toISOString(),
  note,
})

/** Adds an act to the history of a deal, and tells programs outside. */
export async function recordEvent(
  acting: Acting,
  row: DealRecord,
  act: string,
  fromState: string,
  note: string,
  forName = '',
): Promise<void> {
  await queries.note(acting.db, row.id, eventOf(acting, act, [fromState, row.state], note, forName))
  await emitDeal(acting, act, row)
  // Its maker may have it on the screen, and wait for this.
  if (acting.actor.userId !== row.makerId)
    await publish(acting.db, { topic: 'changed', data: { home: '/transaction-history' } })
}
