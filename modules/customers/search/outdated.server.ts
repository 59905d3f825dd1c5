import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { refreshSearch } from '../profiles/profiles.queries.ts'

const atOnce = 1000

/**
 * Makes the keys of search and likeness anew where an earlier version has made them; of several servers each takes what no other has.
 * @returns how many customers there were
 */
export async function renewKeys({ db }: Pick<Services, 'db'>): Promise<number> {
  let count = 0
  for (const { id } of await inCompany(undefined, () => companies(db)))
    await inCompany(id, async () => {
      for (let ids = ['']; ids.length > 0; count += ids.length)
        ids = await db.transaction().execute(async (tx) => {
          const { rows } = await sql<{ id: string }>`delete from customers.outdated_key o using (
              select customer_id from customers.outdated_key order by customer_id limit ${atOnce} for update skip locked) part
            where o.customer_id = part.customer_id returning o.customer_id as id`.execute(tx)
          const found = rows.map((row) => row.id)
          if (found.length > 0) await refreshSearch(tx, found)
          return found
        })
    })
  return count
}
