import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export interface StoredLine {
  entryId: string
  businessDate: string
  event: string
  sourceId: string
  note: string
  accountId: string
  branch: string
  itemId: string | null
  quantity: string | null
  partyType: string | null
  partyId: string | null
  amount: string
}

/** The lines of a period in the order of their posting, of the branches in reach; at most so many. */
export async function linesIn(
  db: Db,
  scope: Scope,
  { from, to }: { from: string; to: string },
  most: number,
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select l.entry_id, l.business_date, e.event, e.source_id, e.note, l.account_id, b.name as branch, l.item_id,
      trim_scale(l.quantity)::text as quantity, l.party_type, l.party_id, trim_scale(l.amount)::text as amount
    from ledger.line l join ledger.entry e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id
      join organisation.branch_name_read b on b.company_id = l.company_id and b.branch_id = l.branch_id
    where l.company_id = kit.company() and l.business_date between ${from} and ${to}
      and ${withinScope(scope, 'branchIds', 'l.branchId')}
    order by l.business_date, l.at, l.entry_id, l.position limit ${most}`.execute(db)
  return rows
}
