import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const requestRows = rowsOf('customers.infoRequest')

export const commentsOf = (db: Db, customerId: string) =>
  db
    .selectFrom('customers.comment')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .execute()

export const addComment = (
  db: Db,
  values: { customerId: string; text: string; byName: string; createdAt: string },
) => db.insertInto('customers.comment').values(values).returningAll().executeTakeFirstOrThrow()

export const requestsOf = (db: Db, customerId: string) =>
  db
    .selectFrom('customers.infoRequest')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .execute()

/** How many questions about a customer have no answer yet. */
export async function countOpenRequests(db: Db, customerId: string): Promise<number> {
  const found = await db
    .selectFrom('customers.infoRequest')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customerId', '=', customerId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(found.count)
}
