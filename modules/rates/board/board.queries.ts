import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** When anything was published, or ended, that what a branch deals at is made of. */
export async function lastChange(db: Db, branchId: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select p.published_at as at from rates.publication p
    where exists (select 1 from rates.base_rate b where b.company_id = p.company_id and b.publication_id = p.id)
      or exists (select 1 from rates.margin_rate m where m.company_id = p.company_id
        and (m.publication_id = p.id or m.ended_by = p.id) and (m.branch_id is null or m.branch_id = ${branchId}))
      or exists (select 1 from rates.custom_rate c where c.company_id = p.company_id
        and (c.publication_id = p.id or c.ended_by = p.id) and (c.branch_id is null or c.branch_id = ${branchId}))
    order by p.id desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}
