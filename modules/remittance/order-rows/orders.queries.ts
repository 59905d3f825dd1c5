import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { FixedSide } from '../quotes/quotes.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('remittance.payoutOrder')

const columns = {
  number: 'o.number',
  state: 'o.state',
  branchId: 'o.branchId',
  counterId: 'o.counterId',
  customerId: 'o.customerId',
  customer: 'o.customer',
  recipientName: 'o.recipientName',
  providerId: 'o.providerId',
  country: 'o.country',
  waitsFor: 'o.waitsFor',
  createdAt: 'o.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.payoutOrder as o')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'o.companyId').onRef('p.id', '=', 'o.providerId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'o.companyId').onRef('b.branchId', '=', 'o.branchId'),
    )
    .innerJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'o.companyId').onRef('c.counterId', '=', 'o.counterId'),
    )
    .leftJoin('customers.customerTypeRead as k', (join) =>
      join.onRef('k.companyId', '=', 'o.companyId').onRef('k.customerId', '=', 'o.customerId'),
    )
    .selectAll('o')
    .select(['p.name as provider', 'p.settlementCurrency', 'p.channel', 'p.endpoint'])
    .select(['b.name as branch', 'c.name as counter', 'k.customerType'])
    .$narrowType<{ branch: string; counter: string }>()
export type OrderRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'counterIds', 'o.counterId')), input, {
    columns,
    place: 'o.branchId',
    order: ['createdAt-desc'],
    tie: 'o.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('o.id', 'in', [...ids])
    .execute()

/** States in which an order counts towards what a customer has sent: paid, and neither given back nor owed back. */
const counted = [
  'funded',
  'approved',
  'queued',
  'batched',
  'sent',
  'unknown',
  'accepted',
  'readyForPickup',
  'paid',
  'cancelRequested',
]

/** What these customers have sent, and what was paid out to them, since a business date; without one document. */
export const earlierOrders = (db: Db, customerIds: readonly string[], since: string, exceptId: string) =>
  db
    .selectFrom('remittance.payoutOrder')
    .select(['id', 'paidAt', 'businessDate', 'sends'])
    .select(sql.lit<'buy' | 'sell'>('sell').as('direction'))
    .where('customerId', 'in', [...customerIds])
    .where('businessDate', '>=', since)
    .where('state', 'in', counted)
    .where('id', '<>', exceptId)
    .unionAll(
      db
        .selectFrom('remittance.inward')
        .select(['id', 'paidAt', 'businessDate', 'amount as sends'])
        .select(sql.lit<'buy' | 'sell'>('buy').as('direction'))
        .where('customerId', 'in', [...customerIds])
        .where('businessDate', '>=', since)
        .where('state', '=', 'paid')
        .where('id', '<>', exceptId),
    )
    .$narrowType<{ paidAt: string; businessDate: string }>()
    .execute()

interface Like {
  customerId: string
  recipientLatin: string
  currency: string
  fixed: FixedSide
  amount: string
  since: string
}

/** The number of an order like this that was made since then and not given up. */
export async function likeOrder(db: Db, like: Like): Promise<string | undefined> {
  const found = await db
    .selectFrom('remittance.payoutOrder')
    .select('number')
    .where('customerId', '=', like.customerId)
    .where('recipientLatin', '=', like.recipientLatin)
    .where('createdAt', '>=', like.since)
    .where('currency', '=', like.currency)
    .where(like.fixed, '=', like.amount)
    .where('state', 'not in', ['cancelled', 'expired', 'refunded'])
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.number
}

/** Counts that a receipt was printed; answers how often it was before. */
export async function countPrint(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('remittance.payoutOrder')
    .set((eb) => ({ prints: eb('prints', '+', 1) }))
    .where('id', '=', id)
    .returning('prints')
    .executeTakeFirstOrThrow()
  return row.prints - 1
}

/** One who decides on a customer's orders at a time: a sum over them is not made while another is added. */
export const holdCustomers = (db: Db, ids: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('remittance ' || kit.company()::text || s, 0))
    from (select unnest(${[...ids].toSorted()}::text[]) s order by 1) all_customers`.execute(db)

/** What was sent between two days within a scope, by corridor. */
export const summary = (db: Db, scope: Scope, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('remittance.payoutOrder as o')
    .select(['o.country', 'o.currency'])
    .select((eb) => [
      eb.fn.countAll<string>().as('count'),
      eb.fn.sum<string>('o.sends').as('sends'),
      eb.fn.sum<string>('o.gets').as('gets'),
      eb.fn.sum<string>('o.fee').as('fees'),
    ])
    .where(withinScope(scope, 'counterIds', 'o.counterId'))
    .where('o.businessDate', '>=', from)
    .where('o.businessDate', '<=', to)
    .where('o.state', 'in', counted)
    .groupBy(['o.country', 'o.currency'])
    .orderBy('o.country')
    .orderBy('o.currency')
    .execute()

/** Takes the next number of a branch's orders. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-R`, kind: 'remittanceOrder', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}

/** What an order stands for; it is no act of anybody. */
export const setWaiting = (db: Db, id: string, waitsFor: '' | 'prefund' | 'rate' | 'statement') =>
  db.updateTable('remittance.payoutOrder').set({ waitsFor }).where('id', '=', id).execute()

/** The orders that wait for the balance of a partner, the oldest first. */
export const listWaiting = async (db: Db, providerId: string): Promise<string[]> =>
  (await waiting(db, providerId).execute()).map(({ id }) => id)

const waiting = (db: Db, providerId: string) =>
  db
    .selectFrom('remittance.payoutOrder')
    .select('id')
    .where('providerId', '=', providerId)
    .where('waitsFor', '=', 'prefund')
    .where('state', '=', 'approved')
    .where('isHeld', '=', false)
    .orderBy('paidAt')
    .orderBy('id')

/** The order that has waited longest for the balance of a partner. */
export const oldestWaiting = async (db: Db, providerId: string): Promise<string | undefined> =>
  (await waiting(db, providerId).limit(1).executeTakeFirst())?.id

/** Orders that wait for what their partner takes, and whose rate says it by now. */
export const listWithoutRate = (db: Db) =>
  db
    .selectFrom('remittance.payoutOrder as o')
    .innerJoin('remittance.payoutRate as r', (join) =>
      join.onRef('r.companyId', '=', 'o.companyId').onRef('r.id', '=', 'o.rateId'),
    )
    .select('o.id')
    .where('o.waitsFor', '=', 'rate')
    .where('o.state', '=', 'approved')
    .where('o.isHeld', '=', false)
    .where('r.settlementRate', 'is not', null)
    .orderBy('o.paidAt')
    .limit(200)
    .execute()

/** Locks an order that nobody else holds; one that is held is left to who holds it. */
export async function lockOrder(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('remittance.payoutOrder')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return found !== undefined
}

/** Locks the order that a partner knows by a reference, whoever holds it. */
export async function lockByReference(
  db: Db,
  providerId: string,
  reference: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('remittance.payoutOrder')
    .select('id')
    .where('providerId', '=', providerId)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  return found?.id
}

/** Sent orders that nothing was heard of in time, and those that are due to be asked for or called back again. */
export const listDue = (db: Db, now: Date) =>
  db
    .selectFrom('remittance.payoutOrder')
    .select(['id', 'state'])
    .where('askAt', '<=', now.toISOString())
    .where('state', 'in', ['sent', 'unknown', 'cancelRequested'])
    .orderBy('askAt')
    .limit(200)
    .execute()

/** Quotes that have run out. */
export const listExpired = (db: Db, now: Date) =>
  db
    .selectFrom('remittance.payoutOrder')
    .select('id')
    .where('state', 'in', ['quoted', 'awaitingFunds'])
    .where('quotedUntil', '<', now.toISOString())
    .limit(500)
    .execute()

/** Orders that are lined up for partners that are called, and were not sent yet. */
export const listUnsent = (db: Db) =>
  db
    .selectFrom('remittance.payoutOrder as o')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'o.companyId').onRef('p.id', '=', 'o.providerId'),
    )
    .select('o.id')
    .where('o.state', '=', 'queued')
    .where('o.isHeld', '=', false)
    .where('p.channel', '=', 'api')
    .where('p.endpoint', '<>', '')
    .orderBy('o.paidAt')
    .limit(200)
    .execute()

/** Orders that wait for compliance and are of this customer, or that one. */
export const waitingFor = (
  db: Db,
  { customerId, dealId }: { customerId: string | null; dealId: string | null },
) =>
  db
    .selectFrom('remittance.payoutOrder')
    .select(['id', 'version'])
    .where('state', '=', 'funded')
    .where((eb) => (customerId === null ? eb('id', '=', dealId) : eb('customerId', '=', customerId)))
    .execute()
