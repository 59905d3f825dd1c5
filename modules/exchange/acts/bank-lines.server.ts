import { sql } from 'kysely'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { pinSettings } from '#kit/server/remembered.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import {
  type AskedCheques,
  type AwaitedPayment,
  awaitedPayments,
  chequeSaid,
  type DealCheque,
  dealCheques,
  handedOverBy,
  paymentsSaid,
  type SaidOfCheque,
  type SaidOfPayments,
} from '#modules/bank/public.server.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import * as records from '../deals/deal-records.server.ts'
import { awaitedOf } from '../deals/deal-view.server.ts'
import * as queries from '../deals/deals.queries.ts'
import { partyOf } from '../settlement/settlement.domain.ts'
import { awaitingMoney, type DealState, paymentSteps } from '../workflow/deal-workflow.domain.ts'

const most = 500

interface Asked {
  scope: Scope
  accountId: string | null
}

/** Payments in local money; of an account of foreign money what is bought by it. */
async function awaitedAt(db: Db, { scope, accountId }: Asked): Promise<AwaitedPayment[]> {
  if (accountId !== null) return boughtBy(db, accountId)
  const { rows } = await sql<AwaitedPayment>`
    select p.id, coalesce(d.number, '') as number, d.business_date as "on", d.customer_name as customer, p.mode_name as mode, p.reference,
      trim_scale(p.amount)::text as amount, p.state
    from exchange.deal d join exchange.deal_payment p on p.company_id = d.company_id and p.deal_id = d.id
    where d.company_id = kit.company() and d.state in ('waiting', 'pending', 'partiallySettled')
      and p.mode_kind = 'bankTransfer' and p.needs_clearing and p.direction = 'in' and p.settlement_id is null
      and ${withinScope(scope, 'counterIds', 'd.counterId')}
    order by d.created_at, p.id limit ${most}`.execute(db)
  return rows
}

/** Of every branch that deals by the account: who keeps it has no other way to know what its lines are. */
async function boughtBy(db: Db, accountId: string): Promise<AwaitedPayment[]> {
  const { rows } = await sql<AwaitedPayment>`
    select l.transfer_id as id, coalesce(d.number, '') as number, d.business_date as "on", d.customer_name as customer, '' as mode,
      l.reference, trim_scale(l.quantity)::text as amount, l.state
    from exchange.deal d join exchange.deal_line l on l.company_id = d.company_id and l.deal_id = d.id
    where d.company_id = kit.company() and d.state in ('waiting', 'pending', 'partiallySettled')
      and l.account_id = ${accountId} and l.side = 'buy' and l.settlement_id is null
    order by d.created_at, l.position limit ${most}`.execute(db)
  return rows
}

/** Payments and transfers of deals with these ids. */
const paidBy = (paymentIds: readonly string[]) => sql`(
    select id, deal_id, settlement_id from exchange.deal_payment
    where company_id = kit.company() and id = any(${[...paymentIds]}::uuid[])
    union all
    select transfer_id, deal_id, settlement_id from exchange.deal_line
    where company_id = kit.company() and transfer_id = any(${[...paymentIds]}::uuid[])) p`

/** The deals of these payments, and what handed them over unless it was reversed; an id that is no payment's is left out. */
async function dealsOf(db: Db, paymentIds: readonly string[]) {
  const { rows } = await sql<{ id: string; dealId: string; settlementId: string | null }>`
    select p.id, p.deal_id, (select s.id from exchange.settlement s where s.company_id = kit.company() and s.deal_id = p.deal_id
      and s.id = p.settlement_id and s.reversal_id is null) as settlement_id
    from ${paidBy(paymentIds)} order by p.deal_id, p.id`.execute(db)
  return rows
}

/** Until the transaction ends the deals of these payments are settled and reversed by nobody else. */
const lockDealsOf = (db: Db, paymentIds: readonly string[]) =>
  sql`select id from exchange.deal where company_id = kit.company()
    and id in (select p.deal_id from ${paidBy(paymentIds)}) order by id for update`.execute(db)

/** A line of the bank is more than a click: who reads it in may be the maker. Throws ILLEGAL_TRANSITION for what is not awaited. */
async function sayOfPayments(
  db: Db,
  { paymentIds, accountId, state, note, ...by }: SaidOfPayments,
): Promise<void> {
  const acting = { db, ...by }
  pinSettings(db)
  for (const { id, dealId } of await dealsOf(db, paymentIds)) {
    const parts = await queries.parts(db, dealId)
    const isAtAccount = parts.lines.some(
      ({ transfer }) => transfer?.id === id && transfer.accountId === accountId,
    )
    const { version } = isAtAccount
      ? await queries.rows.get(db, dealId)
      : await records.readVisibleDeal(acting, dealId)
    const row = await queries.rows.lock(db, { id: dealId, version })
    const payment = awaitedOf(await queries.parts(db, dealId)).find((one) => one.id === id)
    const isOpen = (awaitingMoney as readonly DealState[]).includes(row.state as DealState)
    const steps: readonly string[] = payment ? paymentSteps[payment.state] : []
    if (!payment || !isOpen || !steps.includes(state))
      throw new Refusal(
        'ILLEGAL_TRANSITION',
        { state: payment?.state ?? row.state, action: `payment.${state}` },
        { kind: 'conflict' },
      )
    await queries.markPayment(db, dealId, id, state)
    const next = await queries.rows.update(db, { id: dealId, version }, {})
    await records.recordEvent(acting, next, `payment.${state}`, row.state, note)
  }
}

/** The payments of deals by cheque of the last year, of deals that were not given up. */
async function chequesAt(db: Db, { scope, ...asked }: AskedCheques): Promise<DealCheque[]> {
  if ('paymentId' in asked) await lockDealsOf(db, [asked.paymentId])
  const chosen =
    'paymentId' in asked ? sql`p.id = ${asked.paymentId}` : sql`p.id <> all(${[...asked.without]}::uuid[])`
  const { rows } = await sql<Omit<DealCheque, 'party'> & { customerId: string | null; dealId: string }>`
    select p.id, coalesce(d.number, '') as number, d.business_date as "on", d.customer_name as customer, d.customer_id, d.id as deal_id,
      d.branch_id, p.mode_id, p.reference, trim_scale(p.amount)::text as amount, p.state,
      p.settlement_id is not null as is_handed_over
    from exchange.deal d join exchange.deal_payment p on p.company_id = d.company_id and p.deal_id = d.id
    where d.company_id = kit.company() and d.state in ('waiting', 'pending', 'partiallySettled', 'settled')
      and d.created_at >= now() - interval '1 year' and p.mode_kind = 'cheque' and p.direction = 'in'
      and ${chosen} and ${withinScope(scope, 'counterIds', 'd.counterId')}
    order by d.created_at desc, p.id desc limit ${most}`.execute(db)
  return rows.map(({ customerId, dealId, ...row }) => ({ ...row, party: partyOf(customerId, dealId) }))
}

/** A cheque may come back long after its deal was handed over: the payment says so, and the deal stays. */
async function sayOfCheque(db: Db, { paymentId, state, note, ...by }: SaidOfCheque): Promise<void> {
  const acting = { db, ...by }
  pinSettings(db)
  for (const { id, dealId } of await dealsOf(db, [paymentId])) {
    const { version } = await records.readVisibleDeal(acting, dealId)
    const row = await queries.rows.lock(db, { id: dealId, version })
    await queries.markPayment(db, dealId, id, state)
    const next = await queries.rows.update(db, { id: dealId, version }, {})
    await records.recordEvent(acting, next, `payment.${state}`, row.state, note)
  }
}

/** What the lines of the bank ask of deals. */
export const bankLineAnswers = [
  answer(awaitedPayments, awaitedAt),
  answer(paymentsSaid, sayOfPayments),
  answer(dealCheques, chequesAt),
  answer(chequeSaid, sayOfCheque),
  answer(handedOverBy, async (db, { paymentIds, isLocking = false }) => {
    if (isLocking) await lockDealsOf(db, paymentIds)
    const found = await dealsOf(db, paymentIds)
    return new Map(
      found.flatMap(({ id, settlementId }) => (settlementId === null ? [] : [[id, settlementId] as const])),
    )
  }),
]
