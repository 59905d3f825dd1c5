import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** Promises these quantities to a source, on holdings that the transaction has locked. */
export const add = (
  db: Db,
  sourceId: string,
  asked: readonly { id: string; quantity: string }[],
  expiresAt: string | null,
) =>
  sql`
  with asked as (
    select * from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ quantity }) => quantity)}::numeric[]) a (id, quantity)
  ), held as (
    update ledger.holding h set reserved = h.reserved + a.quantity from asked a
    where h.company_id = kit.company() and h.id = a.id
  )
  insert into ledger.reservation (holding_id, source_id, quantity, expires_at)
  select id, ${sourceId}, quantity, ${expiresAt} from asked`.execute(db)

/** Takes back all that is promised to these sources; answers those that had anything. */
export async function take(db: Db, sourceIds: readonly string[]): Promise<string[]> {
  // The holdings first, in the order in which everybody locks them.
  await sql`select h.id from ledger.holding h
    where h.company_id = kit.company() and h.id in (select r.holding_id from ledger.reservation r
      where r.company_id = kit.company() and r.source_id = any(${[...sourceIds]}::uuid[]))
    order by h.id for update`.execute(db)
  const { rows } = await sql<{ sourceId: string }>`
    with gone as (
      delete from ledger.reservation r where r.company_id = kit.company() and r.source_id = any(${[...sourceIds]}::uuid[])
      returning r.holding_id, r.source_id, r.quantity
    ), back as (
      update ledger.holding h set reserved = h.reserved - g.quantity
      from (select holding_id, sum(quantity) as quantity from gone group by holding_id) g
      where h.company_id = kit.company() and h.id = g.holding_id
    )
    select distinct source_id from gone order by source_id`.execute(db)
  return rows.map(({ sourceId }) => sourceId)
}

/** The sources whose promises have run out by now. */
export async function listExpired(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger.reservation')
    .select('sourceId')
    .distinct()
    .where('expiresAt', '<=', now.toISOString())
    .execute()
  return rows.map(({ sourceId }) => sourceId)
}

/** How many sources something of a counter's drawer is promised to. */
export async function countPromisedAt(db: Db, counterId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ledger.reservation as r')
    .innerJoin('ledger.holding as h', (join) =>
      join.onRef('h.companyId', '=', 'r.companyId').onRef('h.id', '=', 'r.holdingId'),
    )
    .select(sql<number>`count(distinct r.source_id)::int`.as('count'))
    .where('h.counterId', '=', counterId)
    .executeTakeFirstOrThrow()
  return count
}

/** The companies in which a promise has run out by now. */
export async function listCompaniesWithExpired(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select ledger.run_out(${now.toISOString()}) as id`.execute(db)
  return rows.map(({ id }) => id)
}
