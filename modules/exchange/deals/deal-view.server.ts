import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { DB } from '#db/types.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { allowedActions } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { listPrincipals } from '#modules/approvals/public.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { findDayBar } from '#modules/inventory/public.server.ts'
import { currentCompany, mayActAt } from '#modules/organisation/public.server.ts'
import { gainOf, payableOf } from '../basket/basket.domain.ts'
import { type GateDraft, type GateKind, presentGates } from '../gates/gates.domain.ts'
import { askerOf, mayReverse } from '../reversals/reversals.domain.ts'
import { readRefundAllowance } from '../reversals/reversals.server.ts'
import { atGate, type DealAction, dealWorkflow, type DealState } from '../workflow/deal-workflow.domain.ts'
import { type AtGates, decisionsOf, isAtGate } from '../workflow/deciders.domain.ts'
import { type Deal, dealActions } from './deals.contract.ts'
import type { DealParts } from './deals.queries.ts'
import * as queries from './deals.queries.ts'
import { applicationTypes } from '#modules/applications.domain.ts'

export type DealRecord = Selectable<DB['exchange.deal']>

type Judged = Pick<DealRecord, 'state' | 'makerId' | 'isOnHold'> & Partial<Pick<DealRecord, 'basketNumber'>>
/** Of the gates only their kind, state and what limits are compared with. */
type JudgedBy = Pick<DealParts, 'settlements' | 'events'> & {
  gates: readonly (Pick<GateDraft, 'kind' | 'reason' | 'value' | 'approveRole'> & { state: string })[]
}

/** A deal as its workflow judges it. */
export const judgeDeal = (row: Judged, { gates, settlements, events }: JudgedBy) => ({
  state: row.state as DealState,
  makerIds: makersOf(row, events),
  askerId: askerOf(events),
  holderId: events.findLast(({ act }) => act === 'hold')?.byId ?? '',
  isOnHold: row.isOnHold,
  openGates: openGates(gates),
  isReversible: settlements.some(({ reversalId }) => reversalId === null),
  // Its cash moved with the goods: the mirror of its notes alone would leave the customer in debt.
  isInBasket: typeof row.basketNumber === 'string',
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

/** A deal at its gates, as those who may decide on it are found. */
export const atGatesOf = (row: Judged & Pick<DealRecord, 'counterId'>, parts: JudgedBy): AtGates => ({
  deal: judgeDeal(row, parts),
  isHere: (person) => mayActAt(person, row),
  gates: parts.gates.filter(({ state }) => state === 'open'),
})

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
const isAwaited = (payment: DealParts['payments'][number]): boolean =>
  payment.needsClearing && payment.direction === 'in' && payment.settlementId === null

/** All that a deal awaits another way than over the counter: payments in local money, and foreign money that is bought by a bank. */
export const awaitedOf = ({ lines, payments }: Pick<DealParts, 'lines' | 'payments'>) => [
  ...payments.filter(isAwaited).map(({ id, state }) => ({ id, state })),
  ...lines.flatMap(({ side, transfer, settlementId }) =>
    transfer && side === 'buy' && settlementId === null ? [{ id: transfer.id, state: transfer.state }] : [],
  ),
]

/** Whether a teller sits elsewhere than at the counter of a deal. */
export const isOthersDrawer = (
  { counterId }: Pick<DealRecord, 'counterId'>,
  { workspace }: Pick<Actor, 'workspace'>,
) => workspace.counterId !== counterId

/** What is read of a deal is no act at its counter. */
const onPaper = new Set<DealAction>(['print', 'printQuote'])

/** What was found out beside what is stored. */
interface Found {
  decides: ReadonlySet<DealAction>
  isWithin: boolean
  dayBar: Whole['reverseBar']
}

/** What this person may do with a deal now, in the order of its workflow: by the table, and by what they may decide at its gates. */
function possible(
  row: DealRecord,
  parts: DealParts,
  actor: Actor,
  { decides, isWithin, dayBar, now }: Found & { now: Date },
): Deal['can'] {
  const deal = judgeDeal(row, parts)
  const facts = {
    ...deal,
    isNumbered: row.number !== null,
    isOthersDrawer: isOthersDrawer(row, actor),
    isAwaited: awaitedOf(parts).length > 0,
    restHolds: restHolds(row, parts, { actor, makers: deal.makerIds, now }),
    above: isWithin ? undefined : 'OVER_LIMIT',
    dayBar,
  }
  const isHere = mayActAt(actor, row)
  const own = new Set<DealAction>(
    allowedActions(dealWorkflow, facts, actor).filter(
      (act) => onPaper.has(act) || (isHere && !isAtGate(act)),
    ),
  )
  return dealActions.filter((act) => own.has(act) || decides.has(act))
}

const ofCompliance = new Set(['clearRba', 'rejectRba', 'escalate.rba'])

type Ask = Pick<Ctx, 'db' | 'actor' | 'now'>
type Whole = z.input<typeof Deal>
type Money = (value: string) => string

/** A deal in full, as this person may see it: what it earns only with the right to know. `known`: its parts, where they are at hand. */
export async function presentDeal(
  { db, actor, now }: Ask,
  row: DealRecord,
  known?: DealParts,
): Promise<Whole> {
  const parts = known ?? (await queries.parts(db, row.id))
  const at = atGatesOf(row, parts)
  const isAsked = atGate.includes(row.state as DealState) && at.gates.length > 0
  const decisions = decisionsOf(at, actor, isAsked ? await listPrincipals(db, actor.userId, now) : [])
  // Asked only of those who may reverse it at all.
  const reverses = allowedActions(dealWorkflow, { ...at.deal, isOnHold: false }, actor).includes('reverse')
  const isWithin = reverses && mayReverse(await readRefundAllowance(db, actor, row, now), parts, now)
  // What is settled in part ends in its own day, which it keeps open.
  const dayBar = reverses && row.state === 'settled' ? await findDayBar(db, row, now) : null
  const { localCurrency } = await currentCompany(db)
  const exponent = exponentOf(localCurrency)
  const money: Money = (value) => new Exact(value).toFixed(exponent)
  return {
    ...headOf(row, money),
    openGates: [...at.deal.openGates],
    localCurrency,
    ...contentOf(parts, actor, exponent),
    gain: actor.permissions.has('view_expected_gain') ? earnedOf(row, money) : null,
    ...pastOf(parts, actor, exponent),
    inStead: [...new Set([...decisions.values()].flatMap((stead) => stead?.name ?? []))],
    reverseBar: dayBar,
    can: possible(row, parts, actor, { decides: new Set(decisions.keys()), isWithin, dayBar, now }),
  }
}

/** What stands over a deal: of whom, where, when and how much. */
const headOf = (row: DealRecord, money: Money) => ({
  id: row.id,
  applicationType: applicationTypes.MoneyChanging,
  version: row.version,
  number: row.number,
  state: row.state as DealState,
  isOnHold: row.isOnHold,
  branchId: row.branchId,
  branchName: row.branchName,
  counterId: row.counterId,
  counterName: row.counterName,
  customerId: row.customerId,
  customerName: row.customerName,
  businessDate: row.businessDate,
  currencies: row.currencies,
  accounts: row.accounts ?? '',
  buy: money(row.buy),
  sell: money(row.sell),
  fee: money(row.fee),
  net: money(payableOf(row)),
  amount: money(row.amount),
  maker: row.maker,
  makerId: row.makerId,
  customerType: row.customerType,
  createdAt: row.createdAt,
  settledAt: row.settledAt,
  walkIn: row.walkIn as Whole['walkIn'],
  thirdParty: row.thirdParty as Whole['thirdParty'],
  purpose: row.purpose,
  sourceOfFunds: row.sourceOfFunds,
  remarks: row.remarks,
  askAuthorization: row.askAuthorization,
  totals: {
    buy: money(row.buy),
    sell: money(row.sell),
    fee: money(row.fee),
    tax: money(row.tax),
    net: money(row.net),
    rounding: money(row.rounding),
  },
  expiresAt: row.state === 'quote' ? row.expiresAt : null,
  reservedUntil: row.state === 'waiting' || row.state === 'pending' ? row.reservedUntil : null,
})

/** What a deal has earned; null until it is settled. */
const earnedOf = ({ dealing, holding, realised }: DealRecord, money: Money) =>
  realised === null
    ? null
    : { dealing: money(dealing ?? '0'), holding: money(holding ?? '0'), realised: money(realised) }

/** What a deal consists of. */
function contentOf({ lines, payments, fees }: DealParts, actor: Actor, exponent: number) {
  const mayKnow = actor.permissions.has('view_expected_gain')
  const money: Money = (value) => new Exact(value).toFixed(exponent)
  return {
    lines: lines.map(({ itemId: _item, settlementId, cost, ...line }) => ({
      ...line,
      amount: money(line.amount),
      isSettled: settlementId !== null,
      gain:
        mayKnow && settlementId !== null && (line.side === 'buy' || cost !== null)
          ? gainOf(line, cost, exponent)
          : null,
    })),
    payments: payments.map(({ settlementId, ...payment }) => ({
      ...payment,
      isSettled: settlementId !== null,
      amount: money(payment.amount),
      tendered: payment.tendered === null ? null : money(payment.tendered),
    })),
    fees: fees.map(({ ruleVersion: _version, ...fee }) => ({
      ...fee,
      fee: money(fee.fee),
      tax: money(fee.tax),
    })),
  }
}

/** Whether this person may know why compliance stopped a deal. */
const hearsCompliance = ({ permissions }: Pick<Actor, 'permissions'>) =>
  permissions.has('clear_transaction_rba')

/** An act without its reason, where it is one of compliance and the person who asks must not hear it. */
export const withholdReason = <E extends { act: string; note: string } | null>(event: E, actor: Actor): E =>
  event && ofCompliance.has(event.act) && !hearsCompliance(actor) ? { ...event, note: '' } : event

/**
 * What was asked of a deal, done with it and posted of it. Whoever stands before the customer does not learn why compliance stopped a
 * deal: nobody is tipped off.
 */
function pastOf({ gates, events, settlements }: DealParts, actor: Actor, exponent: number) {
  return {
    gates: presentGates(gates, actor, exponent).map(({ decidedById: _by, ...gate }) => ({
      ...gate,
      ...(gate.kind === 'rba' && !hearsCompliance(actor) && { note: '', decidedFor: null }),
      decidedAt: gate.decidedAt === null ? null : instant(gate.decidedAt),
      lapsesAt: gate.lapsesAt === null ? null : instant(gate.lapsesAt),
    })),
    events: events.map(({ byId: _by, ...event }) => ({
      ...withholdReason(event, actor),
      ...(ofCompliance.has(event.act) && !hearsCompliance(actor) && { forName: '' }),
      at: instant(event.at),
    })),
    postings: actor.permissions.has('view_ledger')
      ? settlements.map(({ entryId, businessDate, reversalId }) => ({ entryId, businessDate, reversalId }))
      : [],
  }
}

/** A moment that came inside JSON, as those of columns come. */
const instant = (at: string) => new Date(at).toISOString()
