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

/** What came in to accounts and went out of them in a period by what happened, of their lines; both above zero. */
export async function listMovedByEvent(db: Db, scope: Scope, { accountIds, branchId, from, to }: Ask) {
  const { rows } = await sql<CashByEvent>`
    with b as materialized (
      select b.branch_id from organisation.branch_name_read b
      where b.company_id = kit.company() and ${withinScope(scope, 'branchIds', 'b.branchId')}
        and (${branchId}::uuid is null or b.branch_id = ${branchId})
    )
    select l.account_id, e.event, trim_scale(coalesce(sum(l.amount) filter (where l.amount > 0), 0))::text as debit,
      trim_scale(coalesce(-sum(l.amount) filter (where l.amount < 0), 0))::text as credit
    from ledger.line l
    cross join lateral (select e.event from ledger.entry e
      where e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id offset 0) e
    where l.company_id = kit.company() and l.account_id = any(${[...accountIds]}::uuid[])
      and l.business_date between ${from} and ${to} and l.branch_id in (select branch_id from b)
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
