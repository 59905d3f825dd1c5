import { sql } from 'kysely'
import { type Db, prepared } from '#kit/server/database.server.ts'

/** One act of publishing; answers its id. */
export async function publish(
  db: Db,
  by: { authorId: string | null; author: string; reason: string; publishedAt: string },
): Promise<string> {
  const { id } = await db.insertInto('rates.publication').values(by).returning('id').executeTakeFirstOrThrow()
  return id
}

export interface LatestRate {
  id: string
  currencyId: string
  mid: string
  quoteUnit: number
  source: string
  publishedAt: string
  author: string
  reason: string
  previousMid: string | null
  previousUnit: number | null
}

/** The mid of each of these currencies that counts now, with the one before, by currency; however many versions there were. */
export async function latest(
  db: Db,
  currencies: readonly { id: string }[],
): Promise<Map<string, LatestRate>> {
  const { rows } = await sql<LatestRate>`
    select ${prepared} b.id, b.currency_id, b.mid, b.quote_unit, b.source, b.published_at, p.author, p.reason,
      before.mid as previous_mid, before.quote_unit as previous_unit
    from unnest(${currencies.map(({ id }) => id)}::uuid[]) c (id)
    cross join lateral (select * from rates.base_rate o
      where o.company_id = kit.company() and o.currency_id = c.id order by o.id desc limit 1) b
    join rates.publication p on p.company_id = b.company_id and p.id = b.publication_id
    left join lateral (select o.mid, o.quote_unit from rates.base_rate o
      where o.company_id = b.company_id and o.currency_id = b.currency_id and o.id < b.id order by o.id desc limit 1) before on true
    `.execute(db)
  return new Map(rows.map((row) => [row.currencyId, row]))
}

/** The mid of each of these currencies that counted at the end of a day where the company is. */
export async function latestBy(
  db: Db,
  currencies: readonly { id: string }[],
  { businessDate, timeZone }: { businessDate: string; timeZone: string },
): Promise<{ currencyId: string; mid: string; quoteUnit: number }[]> {
  const { rows } = await sql<{ currencyId: string; mid: string; quoteUnit: number }>`
    select b.currency_id, b.mid, b.quote_unit from unnest(${currencies.map(({ id }) => id)}::uuid[]) c (id)
    cross join lateral (select * from rates.base_rate o
      where o.company_id = kit.company() and o.currency_id = c.id
        and o.published_at < (${businessDate}::date + 1)::timestamp at time zone ${timeZone}
      order by o.id desc limit 1) b`.execute(db)
  return rows
}

export interface NewRate {
  publicationId: string
  currencyId: string
  mid: string
  quoteUnit: number
  source: string
  publishedAt: string
}

/** Writes them in the order given, by one statement with an array for each column. */
export const insert = (db: Db, rates: readonly NewRate[]) => {
  const all = <K extends keyof NewRate>(key: K) => rates.map((rate) => rate[key])
  return sql`insert into rates.base_rate (publication_id, currency_id, mid, quote_unit, source, published_at)
    select * from unnest(${all('publicationId')}::uuid[], ${all('currencyId')}::uuid[], ${all('mid')}::numeric[],
      ${all('quoteUnit')}::int[], ${all('source')}::text[], ${all('publishedAt')}::timestamptz[])`.execute(db)
}

/** One who publishes at a time: who comes second sees what the first has published. */
export const holdPublishing = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('rates ' || kit.company()::text, 0))`.execute(db)
