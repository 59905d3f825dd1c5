import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** What the last take of the closing count of a day found, and what should have lain there then. */
export async function countedAtEnd(
  db: Db,
  dayId: string,
): Promise<Map<string, { counted: string; expected: string }>> {
  const { rows } = await sql<{ itemId: string; counted: string; expected: string }>`
    select l.item_id, trim_scale(l.counted)::text as counted, trim_scale(l.expected)::text as expected
    from inventory.count k
    join inventory.count_line l on l.company_id = k.company_id and l.count_id = k.id
    where k.company_id = kit.company() and k.day_id = ${dayId} and k.kind = 'closing' and k.state <> 'cancelled'
      and l.counted is not null
      and l.take = (select max(t.take) from inventory.count_take t where t.company_id = k.company_id and t.count_id = k.id)
    order by k.created_at`.execute(db)
  return new Map(rows.map(({ itemId, ...line }) => [itemId, line]))
}
