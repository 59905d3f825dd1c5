import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { Movement } from './statements.domain.ts'

interface Span {
  from: string
  to: string
  branchId: string | undefined
}

const reached = (scope: Scope, branchId: string | undefined) => sql`
  select b.branch_id from organisation.branch_name_read b
  where b.company_id = kit.company() and ${withinScope(scope, 'branchIds', 'b.branchId')}
    and (${branchId ?? null}::uuid is null or b.branch_id = ${branchId ?? null})`

/** What each account did in each branch in reach between two days; of what never had a line nothing. */
export async function movements(db: Db, scope: Scope, { from, to, branchId }: Span): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    with b as materialized (${reached(scope, branchId)}), sealed as (
      select a.id as account_id, b.branch_id, coalesce(o.closing, 0) as opening, coalesce(m.debit, 0) as debit,
        coalesce(m.credit, 0) as credit
      from ledger.account a cross join b
      left join lateral (select d.closing from ledger.account_day d where d.company_id = kit.company() and d.account_id = a.id
        and d.branch_id = b.branch_id and d.business_date < ${from} order by d.business_date desc limit 1) o on true
      left join lateral (select sum(d.debit) as debit, sum(d.credit) as credit from ledger.account_day d
        where d.company_id = kit.company() and d.account_id = a.id and d.branch_id = b.branch_id
          and d.business_date between ${from} and ${to}) m on true
      where a.company_id = kit.company()
    ), tail as (
      select l.account_id, l.branch_id, sum(case when l.business_date < ${from} then l.amount else 0 end) as opening,
        sum(case when l.business_date >= ${from} and l.amount > 0 then l.amount else 0 end) as debit,
        sum(case when l.business_date >= ${from} and l.amount < 0 then -l.amount else 0 end) as credit
      from ledger.tail_line l where l.business_date <= ${to} and l.branch_id in (select branch_id from b) group by 1, 2
    ), every_part as (
      select * from sealed union all select * from tail
    ), whole as (
      select account_id, branch_id, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit from every_part group by 1, 2
    )
    select account_id, branch_id, trim_scale(opening)::text as opening, trim_scale(debit)::text as debit,
      trim_scale(credit)::text as credit, trim_scale(opening + debit - credit)::text as closing
    from whole where opening <> 0 or debit <> 0 or credit <> 0`.execute(db)
  return rows
}

/**
 * What each account comes to in each of these currencies at the end of a day. Of what lies in places and on its way the last week that was
 * over by then is read, and the days since; of other accounts all days, which are few.
 */
export async function foreignAt(
  db: Db,
  scope: Scope,
  { to, branchId, itemIds }: Pick<Span, 'branchId' | 'to'> & { itemIds: readonly string[] },
): Promise<{ accountId: string; itemId: string; quantity: string }[]> {
  const ids = sql`${[...itemIds]}::uuid[]`
  const { rows } = await sql<{ accountId: string; itemId: string; quantity: string }>`
    with b as materialized (${reached(scope, branchId)}), w as materialized (
      select max(s.week) as week from ledger.stock_week s where s.company_id = kit.company()
        and s.week < date_trunc('week', ${to}::date + 1)::date
    ), every_part as (
      select s.account_id, s.branch_id, s.item_id, s.quantity from ledger.stock_week s
      where s.company_id = kit.company() and s.week = (select week from w)
      union all
      select l.account_id, l.branch_id, l.item_id, l.quantity from ledger.day_balance l
      where l.company_id = kit.company() and l.business_date <= ${to}
        and l.business_date > (select coalesce(week + 6, '-infinity') from w) and l.account_id = any(${inPlaces(true)})
      union all
      select l.account_id, l.branch_id, l.item_id, l.quantity from ledger.day_balance l
      where l.company_id = kit.company() and l.business_date <= ${to} and l.account_id = any(${inPlaces(false)})
      union all
      select l.account_id, l.branch_id, l.item_id, coalesce(l.quantity, 0) from ledger.tail_line l where l.business_date <= ${to}
    )
    select account_id, item_id, trim_scale(sum(quantity))::text as quantity
    from every_part where item_id = any(${ids}) and branch_id in (select branch_id from b)
    group by 1, 2 having sum(quantity) <> 0`.execute(db)
  return rows
}

/** The accounts that weeks are kept of, or the others. */
const inPlaces = (is: boolean) => sql`array(select k.id from ledger.account k
  where k.company_id = kit.company() and (coalesce(k.keeps, '') in ('cash', 'notes', 'transit')) = ${is})`

/** The newest seal up to which the balances go. */
export const sealNumber = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('ledger.balancedTo').select('number').executeTakeFirst())?.number ?? null
