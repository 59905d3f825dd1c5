import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { OwedKind } from './principals.domain.ts'

export interface OwedReach {
  scope: Scope
  principalId?: string | undefined
  branchId?: string | undefined
}

/**
 * What changed what is owed to principals, by the branch that sold: sales, returns below zero and what was settled, each as it was and
 * on its own day.
 */
const movements = ({ scope, principalId, branchId }: OwedReach) => sql`(
  select a.* from (
    select d.business_date, d.settled_at as at, 'sale' as kind, d.number, d.branch_id, l.principal_id,
      l.sku || ' · ' || l.name as item, l.quantity, l.total, l.net, l.tax, l.owed
    from retail.sale d join retail.sale_line l on l.company_id = d.company_id and l.sale_id = d.id
    where d.company_id = kit.company() and d.state = 'settled' and l.principal_id is not null
    union all
    select d.business_date, d.settled_at, 'return', d.number, d.branch_id, s.principal_id, s.sku || ' · ' || s.name, -l.quantity,
      -l.total, -l.net, -l.tax, -l.owed
    from retail.refund d join retail.refund_line l on l.company_id = d.company_id and l.refund_id = d.id
    join retail.sale_line s on s.company_id = l.company_id and s.sale_id = l.sale_id and s.position = l.sale_position
    where d.company_id = kit.company() and d.state = 'settled' and s.principal_id is not null
    union all
    select d.business_date, d.created_at, 'settlement', d.number, l.branch_id, d.principal_id, '', null, null, null, null, -l.amount
    from retail.settlement d join retail.settlement_line l on l.company_id = d.company_id and l.settlement_id = d.id
    where d.company_id = kit.company() and d.state = 'posted') a
  join organisation.branch_name_read b on b.company_id = kit.company() and b.branch_id = a.branch_id
  where (${principalId ?? null}::uuid is null or a.principal_id = ${principalId ?? null})
    and (${branchId ?? null}::uuid is null or a.branch_id = ${branchId ?? null}) and ${withinScope(scope, 'branchIds', 'b.branchId')}) m`

/** What is owed to each principal now; to whom nothing was ever owed it is not there. */
export async function balances(db: Db, reach: OwedReach): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; owed: string }>`
    select m.principal_id as id, sum(m.owed)::text as owed from ${movements(reach)} group by 1`.execute(db)
  return new Map(rows.map(({ id, owed }) => [id, owed]))
}

/** What is owed to a principal at the end of a day, by branch, less all that is settled or about to be, whenever that is. */
export async function dueAt(db: Db, reach: OwedReach & { principalId: string }, until: string) {
  const { rows } = await sql<{ branchId: string; amount: string }>`
    select branch_id, trim_scale(sum(owed))::text as amount from (
      select m.branch_id, m.owed from ${movements(reach)} where m.kind <> 'settlement' and m.business_date <= ${until}::date
      union all
      select l.branch_id, -l.amount from retail.settlement d
      join retail.settlement_line l on l.company_id = d.company_id and l.settlement_id = d.id
      join organisation.branch_name_read b on b.company_id = l.company_id and b.branch_id = l.branch_id
      where d.company_id = kit.company() and d.principal_id = ${reach.principalId} and d.state in ('pending', 'posted')
        and ${withinScope(reach.scope, 'branchIds', 'b.branchId')}) s
    group by 1 having sum(owed) <> 0 order by 1`.execute(db)
  return rows
}

export interface OwedMovement {
  businessDate: string
  kind: OwedKind
  number: string
  branch: string
  item: string
  quantity: string | null
  total: string | null
  net: string | null
  tax: string | null
  owed: string
}

/** What was owed to a principal before a day. */
export async function owedBefore(
  db: Db,
  reach: OwedReach & { principalId: string },
  day: string,
): Promise<string> {
  const { rows } = await sql<{ owed: string }>`
    select coalesce(sum(m.owed), 0)::text as owed from ${movements(reach)} where m.business_date < ${day}::date`.execute(
    db,
  )
  return rows[0]?.owed ?? '0'
}

/** What changed it in these days, the first one first. */
export async function listOwed(db: Db, reach: OwedReach, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<OwedMovement>`
    select m.business_date::text, m.kind, m.number, b.name as branch, m.item, trim_scale(m.quantity)::text as quantity,
      m.total::text as total, m.net::text as net, m.tax::text as tax, m.owed::text as owed
    from ${movements(reach)}
    join organisation.branch_name_read b on b.company_id = kit.company() and b.branch_id = m.branch_id
    where m.business_date between ${from}::date and ${to}::date order by m.business_date, m.at, m.number, m.item`.execute(
    db,
  )
  return rows
}

export interface OwedSum {
  code: string
  name: string
  opening: string
  total: string
  net: string
  tax: string
  owed: string
  settled: string
  closing: string
}

/** What was sold for each principal in these days, between what was owed before and after them. */
export async function sumsByPrincipal(db: Db, reach: OwedReach, { from, to }: { from: string; to: string }) {
  const within = sql`m.business_date >= ${from}::date`
  const { rows } = await sql<OwedSum>`
    select p.code, p.name, coalesce(sum(m.owed) filter (where m.business_date < ${from}::date), 0)::text as opening,
      coalesce(sum(m.total) filter (where ${within}), 0)::text as total, coalesce(sum(m.net) filter (where ${within}), 0)::text as net,
      coalesce(sum(m.tax) filter (where ${within}), 0)::text as tax,
      coalesce(sum(m.owed) filter (where ${within} and m.kind <> 'settlement'), 0)::text as owed,
      coalesce(-sum(m.owed) filter (where ${within} and m.kind = 'settlement'), 0)::text as settled, sum(m.owed)::text as closing
    from ${movements(reach)} join retail.principal p on p.company_id = kit.company() and p.id = m.principal_id
    where m.business_date <= ${to}::date group by p.id, p.code, p.name order by p.name, p.code`.execute(db)
  return rows
}
