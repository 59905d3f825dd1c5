// Long because what a person sees of a deal and what they may do with it follow from the same record.
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { DB } from '#db/types.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { allowedActions } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Holder, Person } from '#modules/access/public.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { mayAgree } from '#modules/approvals/gates/gates.domain.ts'
import { steadsOf } from '#modules/approvals/public.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { currentCompany, mayActAt } from '#modules/organisation/public.server.ts'
import { askerOf, mayReverse } from '../reversals/reversals.domain.ts'
import { leftToRefund } from '../reversals/reversals.server.ts'
import { covers as coversGate } from '../gates/gates.domain.ts'
import { gainOf } from '../basket/basket.domain.ts'
import {
  atGate,
  type DealAction,
  dealWorkflow,
  type DealState,
  gateActs,
} from '../workflow/deal-workflow.domain.ts'
import { type GateDraft, type GateKind, gateKinds, gateRight } from '../gates/gates.domain.ts'
import type { Deal } from './deals.contract.ts'
import type { DealParts } from './deals.queries.ts'
import * as queries from './deals.queries.ts'

export type DealRecord = Selectable<DB['exchange.deal']>

type Judged = Pick<DealRecord, 'state' | 'makerId' | 'isOnHold'>
/** Of the gates only their kind, state and what limits are compared with. */
type JudgedBy = Pick<DealParts, 'settlements' | 'events'> & {
  gates: readonly (Pick<GateDraft, 'kind' | 'reason' | 'value' | 'approveRole'> & { state: string })[]
}

/** A deal as its workflow judges it. */
export const judged = (row: Judged, { gates, settlements, events }: JudgedBy) => ({
  state: row.state as DealState,
  makerIds: makersOf(row, events),
  askerId: askerOf(events),
  holderId: events.findLast(({ act }) => act === 'hold')?.byId ?? '',
  isOnHold: row.isOnHold,
  openGates: openGates(gates),
  isReversible: settlements.some(({ reversalId }) => reversalId === null),
})

/** Acts by which somebody says what a deal is. */
const making = new Set(['create', 'edit', 'quote', 'submit', 'settle'])

/** Everybody who made or changed a deal before it was submitted. */
export function makersOf(row: Pick<DealRecord, 'makerId'>, events: DealParts['events']): Set<string> {
  const wrote = events.filter(
    ({ act, from }) => making.has(act) && (from === 'draft' || from === 'quote' || act === 'edit'),
  )
  return new Set([row.makerId, ...wrote.flatMap(({ byId }) => byId ?? [])])
}

const openGates = (gates: JudgedBy['gates']): GateKind[] => [
  ...new Set(gates.filter(({ state }) => state === 'open').map(({ kind }) => kind)),
]

/** The gates through which this person may let a deal: by right, limit and place, and never as one of its makers; domain 13. */
export function decidable(
  row: Judged & Pick<DealRecord, 'counterId'>,
  parts: JudgedBy,
  person: Person,
): GateKind[] {
  if (!mayActAt(person, row)) return []
  const allowed = allowedActions(dealWorkflow, judged(row, parts), person)
  const passes = (kind: GateKind) =>
    parts.gates
      .filter((gate) => gate.kind === kind && gate.state === 'open')
      .every((gate) => coversGate(person.limits, gate) && mayAgree(person.baseRoles, gate.approveRole))
  return gateKinds.filter((kind) => allowed.includes(gateActs[kind][0]) && passes(kind))
}

/**
 * The gates through which somebody may let a deal in the stead of an absent person: by their own right, with the limits and at the
 * places of the other, and never where either of the two has made it.
 */
export const decidableFor = (
  row: Judged & Pick<DealRecord, 'counterId'>,
  parts: JudgedBy,
  actor: Pick<Person, 'selves' | 'permissions'>,
  stead: Person,
): GateKind[] =>
  isAmong(makersOf(row, parts.events), actor)
    ? []
    : decidable(row, parts, stead).filter(
        (kind) =>
          actor.permissions.has(gateRight(kind)) &&
          (kind !== 'reversal' || !isAmong([askerOf(parts.events)], actor)),
      )

/** Whether nobody needs to ask for the old rate of a rest: what was kept for it is not free yet, or they are a second person. */
const restHolds = (
  row: DealRecord,
  { gates }: DealParts,
  { actor, makers, now }: { actor: Actor; makers: ReadonlySet<string>; now: Date },
): boolean =>
  (row.reservedUntil !== null && Date.parse(row.reservedUntil) > now.getTime()) ||
  (actor.permissions.has('authorise_transactions') && !isAmong(makers, actor)) ||
  gates.some(({ kind, state }) => kind === 'rest' && state === 'approved')

/** Money that comes another way than over the counter, and is not settled. */
export const isAwaited = (payment: DealParts['payments'][number]): boolean =>
  payment.needsClearing && payment.direction === 'in' && payment.settlementId === null

const passed = (action: DealAction) => gateKinds.find((kind) => gateActs[kind][0] === action)
/** What is read of a deal is no act at its counter. */
const onPaper = new Set<DealAction>(['print', 'printQuote'])

/** What this person may do with a deal now: the workflow, what their own limits cover, and those in whose stead they act. */
function possible(
  row: DealRecord,
  parts: DealParts,
  actor: Actor,
  { steads, isWithin, now }: { steads: readonly Holder[]; isWithin: boolean; now: Date },
): Deal['can'] {
  const deal = judged(row, parts)
  const facts = {
    ...deal,
    isNumbered: row.number !== null,
    isAwaited: parts.payments.some(isAwaited),
    restHolds: restHolds(row, parts, { actor, makers: deal.makerIds, now }),
    above: isWithin ? undefined : 'OVER_LIMIT',
  }
  const isHere = mayActAt(actor, row)
  const mine = decidable(row, parts, actor)
  const own = allowedActions(dealWorkflow, facts, actor).filter((action) => {
    const kind = passed(action)
    return onPaper.has(action) || (isHere && (kind === undefined || mine.includes(kind)))
  })
  const inStead = steads.flatMap((stead) =>
    decidableFor(row, parts, actor, stead).flatMap((kind) => gateActs[kind]),
  )
  return [...new Set([...own, ...inStead])]
}

const ofCompliance = new Set(['clearRba', 'rejectRba', 'escalate.rba'])

type Shown = Pick<GateDraft, 'kind' | 'reason' | 'value' | 'limit' | 'rule' | 'source' | 'approveRole'> & {
  ruleVersion?: number
}

/** Gates as this person may see them: those of compliance are one to whoever does not belong to it. */
export function shownGates<G extends Shown>(gates: readonly G[], actor: Actor): G[] {
  const hears = actor.permissions.has('clear_transaction_rba')
  const first = gates.findIndex(({ kind }) => kind === 'rba')
  return gates
    .filter(({ kind }, at) => hears || kind !== 'rba' || at === first)
    .map((gate) => shownGate(gate, actor))
}

/**
 * A gate as this person may see it: what something has cost only with the right to know; that somebody was found on a list only
 * for compliance, to others it is due diligence like any.
 */
function shownGate<G extends Shown>(gate: G, actor: Actor): G {
  if (gate.reason === 'belowCost' && !actor.permissions.has('view_expected_gain'))
    return { ...gate, value: '', limit: null }
  // All gates of this kind look the same, or one could be told from another.
  if (gate.kind === 'rba' && !actor.permissions.has('clear_transaction_rba'))
    return {
      ...gate,
      reason: 'dueDiligence',
      rule: '',
      source: '',
      value: '',
      limit: null,
      approveRole: null,
      ...(gate.ruleVersion !== undefined && { ruleVersion: 0 }),
    }
  return gate
}

type Ask = Pick<Ctx, 'db' | 'actor' | 'now'>

/** A deal in full, as this person may see it: what it earns only with the right to know. `known`: its parts, where they are at hand. */
export async function shown(
  { db, actor, now }: Ask,
  row: DealRecord,
  known?: DealParts,
): Promise<z.input<typeof Deal>> {
  const parts = known ?? (await queries.parts(db, row.id))
  const own = decidable(row, parts, actor)
  const steads =
    atGate.includes(row.state as DealState) && openGates(parts.gates).length > 0
      ? (await steadsOf(db, actor.userId, now)).filter((stead) =>
          decidableFor(row, parts, actor, stead).some((kind) => !own.includes(kind)),
        )
      : []
  // Asked only of those who may reverse it at all.
  const isWithin =
    allowedActions(dealWorkflow, { ...judged(row, parts), isOnHold: false }, actor).includes('reverse') &&
    mayReverse(await leftToRefund(db, actor, row, now), parts, now)
  const { localCurrency } = await currentCompany(db)
  const mayKnow = actor.permissions.has('view_expected_gain')
  // Whoever stands before the customer does not learn why compliance stopped a deal: nobody is tipped off.
  const hearsCompliance = actor.permissions.has('clear_transaction_rba')
  const exponent = exponentOf(localCurrency)
  const amount = (value: string) => new Exact(value).toFixed(exponent)
  return {
    id: row.id,
    version: row.version,
    number: row.number,
    state: row.state as DealState,
    isOnHold: row.isOnHold,
    openGates: openGates(parts.gates),
    branchId: row.branchId,
    branchName: row.branchName,
    counterId: row.counterId,
    counterName: row.counterName,
    customerId: row.customerId,
    customerName: row.customerName,
    businessDate: row.businessDate,
    currencies: row.currencies,
    buy: amount(row.buy),
    sell: amount(row.sell),
    fee: amount(row.fee),
    net: amount(row.net),
    amount: amount(row.amount),
    maker: row.maker,
    makerId: row.makerId,
    customerType: row.customerType,
    createdAt: row.createdAt,
    settledAt: row.settledAt,
    walkIn: row.walkIn as z.input<typeof Deal>['walkIn'],
    thirdParty: row.thirdParty as z.input<typeof Deal>['thirdParty'],
    purpose: row.purpose,
    sourceOfFunds: row.sourceOfFunds,
    remarks: row.remarks,
    askAuthorization: row.askAuthorization,
    localCurrency,
    lines: parts.lines.map(({ itemId: _item, settlementId, cost, ...line }) => ({
      ...line,
      amount: amount(line.amount),
      isSettled: settlementId !== null,
      gain: mayKnow && settlementId !== null ? gainOf(line, cost, exponent) : null,
    })),
    payments: parts.payments.map(({ settlementId, ...payment }) => ({
      ...payment,
      isSettled: settlementId !== null,
      amount: amount(payment.amount),
      tendered: payment.tendered === null ? null : amount(payment.tendered),
    })),
    fees: parts.fees.map(({ ruleVersion: _version, ...fee }) => ({
      ...fee,
      fee: amount(fee.fee),
      tax: amount(fee.tax),
    })),
    gates: shownGates(parts.gates, actor).map(({ decidedById: _by, ...gate }) => ({
      ...gate,
      ...(gate.kind === 'rba' && !hearsCompliance && { note: '', decidedFor: null }),
      decidedAt: gate.decidedAt === null ? null : instant(gate.decidedAt),
      lapsesAt: gate.lapsesAt === null ? null : instant(gate.lapsesAt),
    })),
    totals: {
      buy: amount(row.buy),
      sell: amount(row.sell),
      fee: amount(row.fee),
      tax: amount(row.tax),
      net: amount(row.net),
      rounding: amount(row.rounding),
    },
    expiresAt: row.state === 'quote' ? row.expiresAt : null,
    reservedUntil: row.state === 'waiting' || row.state === 'pending' ? row.reservedUntil : null,
    gain:
      mayKnow && row.realised !== null
        ? {
            dealing: amount(row.dealing ?? '0'),
            holding: amount(row.holding ?? '0'),
            realised: amount(row.realised),
          }
        : null,
    events: parts.events.map(({ byId: _by, ...event }) => ({
      ...event,
      ...(ofCompliance.has(event.act) && !hearsCompliance && { note: '', forName: '' }),
      at: instant(event.at),
    })),
    postings: actor.permissions.has('view_ledger')
      ? parts.settlements.map(({ entryId, businessDate, reversalId }) => ({
          entryId,
          businessDate,
          reversalId,
        }))
      : [],
    inStead: steads.map(({ name }) => name),
    can: possible(row, parts, actor, { steads, isWithin, now }),
  }
}

/** A moment that came inside JSON, as those of columns come. */
const instant = (at: string) => new Date(at).toISOString()
