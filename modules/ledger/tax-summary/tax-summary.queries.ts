import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { TaxShare } from './tax-summary.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

interface Ask {
  accountIds: readonly string[]
  branchId: string | null
  from: string
  to: string
}

/** At which codes and rates entries by hand are taxed; the side of a code above zero. */
export async function sharesOfEntries(db: Db, ids: readonly string[]): Promise<TaxShare[]> {
  const { rows } = await sql<TaxShare>`
    select l.manual_entry_id as source_id, t.direction as side, t.code, trim_scale(l.tax_rate)::text as rate,
      trim_scale(sum(case when t.direction = 'output' then -l.tax else l.tax end))::text as tax,
      trim_scale(sum(case when t.direction = 'output' then -1 else 1 end
        * case when l.is_tax_included then l.amount - l.tax else l.amount end))::text as base
    from ledger.manual_entry_line l join ledger.tax_code t on t.company_id = l.company_id and t.id = l.tax_code_id
    where l.company_id = kit.company() and l.manual_entry_id = any(${[...ids]}::uuid[]) and l.tax_rate <> 0
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** What each document moved on these accounts in a period, a debit above zero; what came to nothing in it is left out. */
export async function listMovedBySource(db: Db, scope: Scope, { accountIds, branchId, from, to }: Ask) {
  const { rows } = await sql<{ accountId: string; sourceType: string; sourceId: string; amount: string }>`
    with b as materialized (
      select b.branch_id from organisation.branch_name_read b
      where b.company_id = kit.company() and ${withinScope(scope, 'branchIds', 'b.branchId')}
        and (${branchId}::uuid is null or b.branch_id = ${branchId})
    )
    select l.account_id, e.source_type, e.source_id, trim_scale(sum(l.amount))::text as amount
    from ledger.line l
    cross join lateral (select e.source_type, e.source_id from ledger.entry e
      where e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id offset 0) e
    where l.company_id = kit.company() and l.account_id = any(${[...accountIds]}::uuid[])
      and l.business_date between ${from} and ${to} and l.branch_id in (select branch_id from b)
    group by 1, 2, 3 having sum(l.amount) <> 0`.execute(db)
  return rows
}
