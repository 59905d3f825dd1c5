import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** One sale of a buyer at a time is decided: a sum over them is not made while another is added. */
export const holdBuyers = (db: Db, ids: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('retail ' || kit.company()::text || s, 0))
    from (select unnest(${[...ids].toSorted()}::text[]) s order by 1) all_customers`.execute(db)

/** The sales of precious metal to these customers since a business date, without one. */
export const earlierOf = (
  db: Db,
  customerIds: readonly string[],
  { since, exceptId }: { since: string; exceptId: string },
) =>
  db
    .selectFrom('retail.sale')
    .select(['id', 'settledAt', 'businessDate', 'precious', 'preciousCash'])
    .where('customerId', '=', sql<string>`any(${[...customerIds]}::uuid[])`)
    .where('businessDate', '>=', since)
    .where('state', '=', 'settled')
    .where('precious', '>', '0')
    .where('id', '<>', exceptId)
    .$narrowType<{ settledAt: string; businessDate: string }>()
    .execute()
