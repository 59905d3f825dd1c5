import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export interface CashByEvent {
  accountId: string
  event: string
  debit: string
  credit: string
}

interface Ask {
  accountIds: readonly string[]
  branchId: string | null
  from: string
  to: string
}

/**
 * What came in to accounts and went out of them in a period by what happened; both above zero. Whole months of it are read as such, what
 * is left of it by its days, and what is not sealed yet by its lines.
 */
export async function listMovedByEvent(db: Db, scope: Scope, { accountIds, branchId, from, to }: Ask) {
  const ofAccounts = sql`account_id = any(${[...accountIds]}::uuid[])`
  const flows = sql`select f.account_id, f.branch_id, f.event, f.debit, f.credit from ledger.event_flow f, m
    where f.company_id = kit.company() and f.${ofAccounts}`
  const { rows } = await sql<CashByEvent>`
    with b as materialized (
      select b.branch_id from organisation.branch_name_read b
      where b.company_id = kit.company() and ${withinScope(scope, 'branchIds', 'b.branchId')}
        and (${branchId}::uuid is null or b.branch_id = ${branchId})
    ), m as materialized (
      select first, greatest(first, next) as next from (select
        (date_trunc('month', ${from}::date - 1) + interval '1 month')::date as first, date_trunc('month', ${to}::date + 1)::date as next) w
    ), moved as (
      ${flows} and f.span = 'month' and f.since >= m.first and f.since < m.next
      union all
      ${flows} and f.span = 'day' and f.since >= ${from} and f.since < least(m.first, ${to}::date + 1)
      union all
      ${flows} and f.span = 'day' and f.since >= m.next and f.since <= ${to}
      union all
      select l.account_id, l.branch_id, e.event, greatest(l.amount, 0), greatest(-l.amount, 0) from ledger.tail_line l
      join ledger.entry e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id
      where l.${ofAccounts} and l.business_date between ${from} and ${to}
    )
    select account_id, event, trim_scale(sum(debit))::text as debit, trim_scale(sum(credit))::text as credit
    from moved where branch_id in (select branch_id from b) group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
