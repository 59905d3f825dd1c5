import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Result } from './year-end.domain.ts'

export const rows = rowsOf('ledger.yearEnd')

const columns = {
  number: 'y.number',
  state: 'y.state',
  branchId: 'y.branchId',
  toDate: 'y.toDate',
  createdAt: 'y.createdAt',
}

const all = (db: Db) => db.selectFrom('ledger.yearEnd as y').selectAll('y')
export type YearEndRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, all(db).where(withinScope(scope, 'branchIds', 'y.branchId')), input, {
    columns,
    place: 'y.branchId',
    order: ['toDate-desc'],
    tie: 'y.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  all(db)
    .where('y.id', 'in', [...ids])
    .execute()

/** One who closes a year at a time: who comes second sees what the first has done. */
export const hold = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('yearEnd ' || kit.company()::text, 0))`.execute(db)

/** The newest year that is closed. */
export const newest = (db: Db) =>
  db
    .selectFrom('ledger.yearEnd')
    .select(['number', 'toDate'])
    .where('state', '=', 'closed')
    .orderBy('toDate', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Who closed the year that ends on a day. */
export const findClosing = (db: Db, to: string) =>
  db
    .selectFrom('ledger.yearEnd')
    .select(['author as by', 'createdAt as at'])
    .where('state', '=', 'closed')
    .where('toDate', '=', to)
    .executeTakeFirst()

/** The first day of the books, of income and expense. */
export async function firstDay(db: Db): Promise<string | undefined> {
  const { rows: found } = await sql<{ day: string | null }>`
    select least((select min(d.business_date) from ledger.account_day d join ledger.account a
        on a.company_id = d.company_id and a.id = d.account_id where d.company_id = kit.company() and a.class in ('income', 'expense')),
      (select min(l.business_date) from ledger.tail_line l join ledger.account a on a.company_id = kit.company() and a.id = l.account_id
        where a.class in ('income', 'expense')))::text as day`.execute(db)
  return found[0]?.day ?? undefined
}

/** What income and expense come to at the end of a day, in each branch and currency; of a sub-ledger by party. */
export async function resultsAt(db: Db, day: string): Promise<Result[]> {
  const { rows: found } = await sql<Result>`
    with every_part as (
      select l.account_id, l.branch_id, l.item_id, l.party_type, l.party_id, l.quantity, l.value from ledger.day_balance l
      where l.company_id = kit.company() and l.business_date <= ${day}::date
      union all
      select l.account_id, l.branch_id, l.item_id, l.party_type, l.party_id, coalesce(l.quantity, 0), l.amount from ledger.tail_line l
      where l.business_date <= ${day}::date
    ), whole as (
      select l.account_id, l.branch_id, l.item_id, case when a.party is not null then l.party_type end as party_type,
        case when a.party is not null then l.party_id end as party_id, sum(l.quantity) as quantity, sum(l.value) as value
      from every_part l join ledger.account a on a.company_id = kit.company() and a.id = l.account_id
      where a.class in ('income', 'expense')
      group by 1, 2, 3, 4, 5
    )
    select w.account_id, w.branch_id, w.item_id, w.party_type, w.party_id, trim_scale(w.quantity)::text as quantity,
      trim_scale(w.value)::text as value
    from whole w join ledger.account a on a.company_id = kit.company() and a.id = w.account_id
    where w.quantity <> 0 or w.value <> 0
    order by w.branch_id, a.code, w.item_id nulls first, w.party_id nulls first`.execute(db)
  return found
}

export interface YearEndLine {
  accountId: string
  branchId: string
  itemId: string | null
  quantity: string
  amount: string
}

export const addLines = (db: Db, yearEndId: string, lines: readonly YearEndLine[]) =>
  db
    .insertInto('ledger.yearEndLine')
    .values(lines.map((line, index) => ({ ...line, yearEndId, position: index + 1 })))
    .execute()

export async function linesOf(db: Db, id: string): Promise<YearEndLine[]> {
  const { rows: found } = await sql<YearEndLine>`
    select account_id, branch_id, item_id, trim_scale(quantity)::text as quantity, trim_scale(amount)::text as amount
    from ledger.year_end_line where company_id = kit.company() and year_end_id = ${id} order by position`.execute(
    db,
  )
  return found
}

/** What closings that stand carried on the last day of their year, of years that end between two days. */
export async function listCarriedBetween(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ accountId: string; branchId: string; amount: string }[]> {
  const { rows: found } = await sql<{ accountId: string; branchId: string; amount: string }>`
    select l.account_id, l.branch_id, trim_scale(sum(l.amount))::text as amount
    from ledger.year_end y join ledger.year_end_line l on l.company_id = y.company_id and l.year_end_id = y.id
    where y.company_id = kit.company() and y.state = 'closed' and y.to_date between ${from} and ${to}
    group by 1, 2`.execute(db)
  return found
}

/** Takes the next number of closings. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-Y`, kind: 'yearEnd', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
