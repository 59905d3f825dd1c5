import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export interface Reach {
  scope: Scope
  from: string
  to: string
  branchId?: string | undefined
}

/** Rows of a table `d` that are of these business dates and branches. */
const within = ({ scope, from, to, branchId }: Reach) =>
  sql`d.company_id = kit.company() and d.state = 'settled' and d.business_date between ${from}::date and ${to}::date
    and (${branchId ?? null}::uuid is null or d.branch_id = ${branchId ?? null}) and ${withinScope(scope, 'branchIds', 'd.branchId')}`

/** Lines of sales, and those of returns below zero, each on its own day and as it was sold. */
const lines = (reach: Reach) => sql`(
  select d.branch_id, d.author, d.settled_at as at, l.item_id, l.sku, l.name, l.category, l.rates, l.kind, l.quantity, l.discount,
    l.net, l.taxes, l.tax, l.total, l.cost
  from retail.sale d join retail.sale_line l on l.company_id = d.company_id and l.sale_id = d.id where ${within(reach)}
  union all
  select d.branch_id, d.author, d.settled_at, s.item_id, s.sku, s.name, s.category, s.rates, s.kind, -l.quantity, -l.discount,
    -l.net, (select coalesce(jsonb_agg((-(t.tax::numeric))::text order by t.at), '[]') from
      jsonb_array_elements_text(l.taxes) with ordinality t (tax, at)), -l.tax, -l.total, -l.cost
  from retail.refund d join retail.refund_line l on l.company_id = d.company_id and l.refund_id = d.id
  join retail.sale_line s on s.company_id = l.company_id and s.sale_id = l.sale_id and s.position = l.sale_position
  where ${within(reach)}) m`

export interface Sum {
  name: string
  quantity: string | null
  discount: string | null
  net: string | null
  tax: string | null
  total: string
}

const sums = sql`trim_scale(sum(m.quantity))::text as quantity, sum(m.discount)::text as discount, sum(m.net)::text as net,
  sum(m.tax)::text as tax, sum(m.total)::text as total`

/** By what sales are added up, and how that is called. */
const keys = {
  item: sql`m.sku || ' · ' || m.name`,
  category: sql`m.category`,
  branch: sql`b.name`,
  cashier: sql`m.author`,
} as const satisfies Record<string, RawBuilder<unknown>>

/** Sales less returns by what a line says. */
export async function sumsBy(db: Db, by: keyof typeof keys, reach: Reach): Promise<Sum[]> {
  const { rows } = await sql<Sum>`select ${keys[by]} as name, ${sums} from ${lines(reach)}
    join organisation.branch_name_read b on b.company_id = kit.company() and b.branch_id = m.branch_id
    group by 1 order by sum(m.total) desc, 1`.execute(db)
  return rows
}

/** The same by branch and quarter of an hour: which hour that is, the clock of the branch says. */
export async function sumsByQuarter(
  db: Db,
  reach: Reach,
): Promise<(Sum & { branchId: string; at: string })[]> {
  const { rows } = await sql<Sum & { branchId: string; at: string }>`
    select m.branch_id, to_char(date_bin('15 minutes', m.at, 'epoch') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      '' as name, ${sums} from ${lines(reach)} group by 1, 2`.execute(db)
  return rows
}

/**
 * What was paid and paid back by each mode; by none what was set off with deals, or paid for other goods. Payments are looked up sale by
 * sale: left to itself PostgreSQL reads all that were ever made for those of a month.
 */
export async function sumsByMode(db: Db, reach: Reach): Promise<{ modeId: string | null; total: string }[]> {
  const { rows } = await sql<{ modeId: string | null; total: string }>`
    select mode_id, sum(amount)::text as total from (
      select p.mode_id, p.amount from retail.sale d cross join lateral (
        select o.mode_id, o.amount from retail.sale_payment o where o.company_id = d.company_id and o.sale_id = d.id offset 0) p
      where ${within(reach)}
      union all
      select case when b.is_set_off then null else p.mode_id end, -b.amount from retail.refund d
      join retail.refund_payment b on b.company_id = d.company_id and b.refund_id = d.id
      join retail.sale_payment p on p.company_id = b.company_id and p.sale_id = b.sale_id and p.position = b.sale_position
      where ${within(reach)}) m group by 1 order by sum(amount) desc, 1`.execute(db)
  return rows
}

/** What was taxed at which rates. */
export async function taxSums(db: Db, reach: Reach) {
  const { rows } = await sql<{ rates: string[]; net: string; tax: string }>`
    select m.rates, sum(m.net)::text as net, sum(m.tax)::text as tax from ${lines(reach)} group by 1 order by 1`.execute(
    db,
  )
  return rows
}

/** What each person sold with a discount, and took back. */
export async function personSums(db: Db, reach: Reach) {
  const { rows } = await sql<{
    person: string
    sales: number
    discounted: number
    discount: string
    returns: number
    returned: string
  }>`
    select author as person, sum(sales)::int as sales, sum(discounted)::int as discounted, sum(discount)::text as discount,
      sum(returns)::int as returns, sum(returned)::text as returned
    from (select d.author, 1 as sales, (d.discount > 0)::int as discounted, d.discount, 0 as returns, 0::numeric as returned
      from retail.sale d where ${within(reach)}
      union all
      select d.author, 0, 0, 0, 1, d.total from retail.refund d where ${within(reach)}) m
    group by 1 order by 1`.execute(db)
  return rows
}

/** What items brought, and what they had cost. */
export async function marginSums(db: Db, reach: Reach) {
  const { rows } = await sql<{ sku: string; name: string; quantity: string; net: string; cost: string }>`
    select m.sku, m.name, trim_scale(sum(m.quantity))::text as quantity, sum(m.net)::text as net, sum(m.cost)::text as cost
    from ${lines(reach)} group by 1, 2 order by sum(m.net - m.cost) desc, 1`.execute(db)
  return rows
}

export interface Movement {
  businessDate: string
  at: string
  kind: 'sale' | 'return' | 'adjustment'
  number: string
  branch: string
  sku: string
  name: string
  quantity: string
  value: string
  author: string
}

/** Each movement of goods with its document, the latest first. */
export async function movements(db: Db, reach: Reach, limit: number | null): Promise<Movement[]> {
  const { scope, from, to, branchId } = reach
  const { rows } = await sql<Movement>`
    select m.business_date, to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, m.kind, m.number,
      b.name as branch, m.sku, m.name, trim_scale(m.quantity)::text as quantity, m.value::text as value, m.author
    from (
      select d.branch_id, d.business_date, d.settled_at as at, 'sale' as kind, d.number, l.sku, l.name, -l.quantity as quantity,
        -l.cost as value, d.author
      from retail.sale d join retail.sale_line l on l.company_id = d.company_id and l.sale_id = d.id and l.kind = 'goods'
      where ${within(reach)}
      union all
      select d.branch_id, d.business_date, d.settled_at, 'return', d.number, s.sku, s.name, l.quantity, l.cost, d.author
      from retail.refund d join retail.refund_line l on l.company_id = d.company_id and l.refund_id = d.id
      join retail.sale_line s on s.company_id = l.company_id and s.sale_id = l.sale_id and s.position = l.sale_position
        and s.kind = 'goods'
      where ${within(reach)}
      union all
      select d.branch_id, d.business_date, d.created_at, 'adjustment', d.number, i.sku, i.name,
        case when d.reason in ('receipt', 'opening') then l.quantity else -l.quantity end,
        case when d.reason in ('receipt', 'opening') then l.cost else -l.cost end, d.author
      from retail.adjustment d join retail.adjustment_line l on l.company_id = d.company_id and l.adjustment_id = d.id
      join retail.item i on i.company_id = l.company_id and i.id = l.item_id
      where d.company_id = kit.company() and d.state = 'posted' and d.business_date between ${from}::date and ${to}::date
        and (${branchId ?? null}::uuid is null or d.branch_id = ${branchId ?? null})
        and ${withinScope(scope, 'branchIds', 'd.branchId')}) m
    join organisation.branch_name_read b on b.company_id = kit.company() and b.branch_id = m.branch_id
    order by m.at desc, m.number desc, m.sku limit ${limit}`.execute(db)
  return rows
}
