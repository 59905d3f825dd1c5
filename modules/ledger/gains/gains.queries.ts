import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { yearEndEvent } from '../year-end/year-end.domain.ts'
import { postingEvents } from '../events/events.domain.ts'

interface Asked {
  /** Business dates, both inclusive. */
  from: string
  to: string
  branchId: string | null
}

/**
 * What the accounts of gain and loss have between two business dates by branch and item, a loss below zero: of all entries but those
 * of some events, such as what an opening had lost when it was reversed.
 */
export async function gainsApartFrom(
  db: Db,
  scope: Scope,
  { from, to, branchId }: Asked,
  without: readonly string[],
): Promise<{ branchId: string; itemId: string; gain: string }[]> {
  const events = postingEvents
    .all()
    .flatMap(({ code }) => [code, `${code}.reversed`])
    // The end of a year carries gains away, and made none.
    .filter((code) => !without.includes(code) && !code.startsWith(yearEndEvent.code))
  const { rows } = await sql<{ branchId: string; itemId: string; gain: string }>`
    select l.branch_id, l.item_id, sum(l.gain)::text as gain from ledger.gain_read l
    where l.company_id = kit.company() and l.event = any(${events}) and l.is_of_gains and l.business_date between ${from} and ${to}
      and ${withinScope(scope, 'branchIds', 'l.branchId')} and (${branchId}::uuid is null or l.branch_id = ${branchId})
    group by l.branch_id, l.item_id having sum(l.gain) <> 0`.execute(db)
  return rows
}
