import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export interface PartyMovement {
  accountId: string
  partyType: string
  partyId: string
  businessDate: string
  amount: string
}

interface Ask {
  accountIds: readonly string[]
  branchId: string | null
  date: string
}

/** What parties moved on control accounts up to a day, by day, a debit above zero; of parties that have a balance there. */
export async function partyMovements(db: Db, scope: Scope, { accountIds, branchId, date }: Ask) {
  const { rows } = await sql<PartyMovement>`
    with b as materialized (
      select b.branch_id from organisation.branch_name_read b
      where b.company_id = kit.company() and ${withinScope(scope, 'branchIds', 'b.branchId')}
        and (${branchId}::uuid is null or b.branch_id = ${branchId})
    ), every_part as (
      select l.account_id, l.branch_id, l.party_type, l.party_id, l.business_date, l.value as amount
      from ledger.day_balance l where l.company_id = kit.company() and l.account_id = any(${[...accountIds]}::uuid[])
        and l.party_id is not null and l.business_date <= ${date}
      union all
      select l.account_id, l.branch_id, l.party_type, l.party_id, l.business_date, l.amount
      from ledger.tail_line l where l.account_id = any(${[...accountIds]}::uuid[])
        and l.party_id is not null and l.business_date <= ${date}
    ), moved as (
      select account_id, party_type, party_id, business_date, sum(amount) as amount from every_part
      where branch_id in (select branch_id from b) group by 1, 2, 3, 4
    ), whole as (
      select *, sum(amount) over (partition by account_id, party_type, party_id) as balance from moved
    )
    select account_id, party_type, party_id, business_date::text, trim_scale(amount)::text as amount from whole
    where balance <> 0 and amount <> 0`.execute(db)
  return rows
}
