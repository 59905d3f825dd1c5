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

/** What each account without stock comes to in each currency at the end of a day. */
export async function foreignAt(
  db: Db,
  scope: Scope,
  { to, branchId }: Pick<Span, 'branchId' | 'to'>,
): Promise<{ accountId: string; itemId: string; quantity: string; value: string }[]> {
  const { rows } = await sql<{ accountId: string; itemId: string; quantity: string; value: string }>`
    with b as materialized (${reached(scope, branchId)}), every_part as (
      select l.account_id, l.branch_id, l.item_id, l.quantity, l.value from ledger.day_balance l
      where l.company_id = kit.company() and l.item_id is not null and l.business_date <= ${to}
      union all
      select l.account_id, l.branch_id, l.item_id, coalesce(l.quantity, 0), l.amount from ledger.tail_line l
      where l.item_id is not null and l.business_date <= ${to}
    )
    select account_id, item_id, trim_scale(sum(quantity))::text as quantity, trim_scale(sum(value))::text as value
    from every_part where branch_id in (select branch_id from b) group by 1, 2 having sum(quantity) <> 0`.execute(
    db,
  )
  return rows
}

/** The newest seal up to which the balances go. */
export const sealNumber = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('ledger.balancedTo').select('number').executeTakeFirst())?.number ?? null
