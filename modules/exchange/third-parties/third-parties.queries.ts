import { type Insertable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'

export const keep = (db: Db, values: Omit<Insertable<DB['exchange.thirdPartyCopy']>, 'companyId'>) =>
  db.insertInto('exchange.thirdPartyCopy').values(values).execute()

/** Those of these copies that a deal may name: taken in by this person, or named in it already. */
export async function usable(
  db: Db,
  ids: readonly string[],
  { userId, dealId }: { userId: string; dealId: string | null },
): Promise<Set<string>> {
  const { rows } = await sql<{ fileId: string }>`
    select c.file_id from exchange.third_party_copy c
    where c.company_id = kit.company() and c.file_id = any(${[...ids]}::uuid[])
      and (c.by_id = ${userId}
        or exists (select from exchange.deal d where d.company_id = c.company_id and d.id = ${dealId}
          and d.third_party ->> 'copyId' = c.file_id::text)
        or exists (select from exchange.deal_payment p where p.company_id = c.company_id and p.deal_id = ${dealId}
          and p.third_party ->> 'copyId' = c.file_id::text))`.execute(db)
  return new Set(rows.map(({ fileId }) => fileId))
}
