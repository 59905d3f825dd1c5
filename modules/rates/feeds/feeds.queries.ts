import { type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type FeedSettings, usualSettings } from './feeds.domain.ts'
import type { Feed, Quote, Source } from '../sources/sources.domain.ts'

/**
 * Adds what a feed says and the newest known version does not, by one statement: new quotes, and revisions of those that the
 * source has corrected. One load of a source at a time. The connection's company owns what is added; without one it is for all.
 */
export async function save(tx: Db, { source, quotes }: Feed): Promise<{ added: number; corrected: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rates ' || ${source} || coalesce(kit.company()::text, ''), 0)),
    set_config('work_mem', '64MB', true)`.execute(tx)
  const days = quotes.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const all = <K extends keyof Quote>(key: K) => quotes.map((quote) => quote[key] ?? null)
  const { rows } = await sql<{ added: number; corrected: number }>`
    with given as (
      select * from unnest(${all('base')}::text[], ${all('code')}::text[], ${all('day')}::date[],
        ${all('session')}::text[], ${all('unit')}::int[], ${all('rate')}::numeric[], ${all('buying')}::numeric[],
        ${all('selling')}::numeric[]) g (base, code, day, session, unit, rate, buying, selling)
    ), known as materialized (
      select distinct on (base, code, day, session) base, code, day, session, unit, rate, buying, selling, revision
      from rates.reference_rate
      where source = ${source} and day between ${first}::date and ${last}::date
      order by base, code, day, session, received_at desc, revision desc
    ), added as (
      insert into rates.reference_rate (source, base, code, day, session, revision, unit, rate, buying, selling)
      select ${source}, base, code, day, session, coalesce(k.revision, 0) + 1, g.unit, g.rate, g.buying, g.selling
      from given g left join known k using (base, code, day, session)
      where k.revision is null
        or (k.unit, k.rate, k.buying, k.selling) is distinct from (g.unit, g.rate, g.buying, g.selling)
      returning revision
    )
    select count(*) filter (where revision = 1)::int as added, count(*) filter (where revision > 1)::int as corrected
    from added`.execute(tx)
  return rows[0] ?? { added: 0, corrected: 0 }
}

/** The newest version of each quote between these currencies and the pivot among them, from one day to another. */
export const quotes = (
  db: Db,
  source: Source,
  currencies: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Quote[]> =>
  db
    .selectFrom('rates.referenceRate')
    .distinctOn(['base', 'code', 'day', 'session'])
    .select(['base', 'code', 'day', 'session', 'unit', 'rate', 'buying', 'selling'])
    .where('source', '=', source)
    .where('base', '=', sql<string>`any(${[...currencies]}::text[])`)
    .where('code', '=', sql<string>`any(${[...currencies]}::text[])`)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('base')
    .orderBy('code')
    .orderBy('day')
    .orderBy('session')
    .orderBy('receivedAt', 'desc')
    .orderBy('revision', 'desc')
    .execute()

/** When a source spoke from one day to another, of whatever currency. */
export const moments = (
  db: Db,
  source: Source,
  { from, to }: { from: string; to: string },
): Promise<Pick<Quote, 'day' | 'session'>[]> =>
  db
    .selectFrom('rates.referenceRate')
    .distinct()
    .select(['day', 'session'])
    .where('source', '=', source)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()

/** The last word of a source, if it ever spoke. */
export const newest = (db: Db, source: Source): Promise<{ day: string; session: string } | undefined> =>
  db
    .selectFrom('rates.referenceRate')
    .select(['day', 'session'])
    .where('source', '=', source)
    .orderBy('day', 'desc')
    .orderBy('session', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the company has set, or what holds until then, as version 1. */
export async function settings(db: Db): Promise<FeedSettings & { version: number }> {
  const row = await db.selectFrom('rates.feedSetting').selectAll().executeTakeFirst()
  if (!row) return { ...usualSettings, version: 1 }
  const { companyId: _company, source, delivery, ...rest } = row
  return { ...rest, source: source as Source, delivery: delivery as FeedSettings['delivery'] }
}

/** Sets them; STALE_VERSION when another user did since this version. */
export async function saveSettings(db: Db, version: number, values: FeedSettings): Promise<void> {
  if ((await settings(db)).version !== version) throw staleVersion()
  const row = await db
    .insertInto('rates.feedSetting')
    .values({ ...values, version: version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('companyId')
        .doUpdateSet({ ...values, version: version + 1 })
        .where(sql.ref('feed_setting.version'), '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  if (!row) throw staleVersion()
}

type State = Selectable<DB['rates.feedState']>

/** How the last fetches of the company's sources went. */
export const states = (db: Db): Promise<State[]> => db.selectFrom('rates.feedState').selectAll().execute()

export const saveState = (db: Db, source: Source, values: Partial<Omit<State, 'companyId' | 'source'>>) =>
  db
    .insertInto('rates.feedState')
    .values({ source, ...values })
    .onConflict((conflict) => conflict.columns(['companyId', 'source']).doUpdateSet(values))
    .execute()

/** The companies, of all, whose feed is to be fetched by now. */
export async function due(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from rates.due_feeds(${now}) id`.execute(db)
  return rows.map(({ id }) => id)
}
