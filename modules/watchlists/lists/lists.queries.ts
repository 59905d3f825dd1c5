import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { isEnded } from './lists.domain.ts'
import { type ListEntry, profileOf, type Profile } from '../entries/entry.domain.ts'

export type Version = Selectable<DB['watchlists.version']>
export type State = Selectable<DB['watchlists.state']>
export interface Content {
  entryId: string
  hash: string
  contentId: string
}

const ofOwner = sql<boolean>`owner is not distinct from kit.company()`

/** One load of a list at a time; the connection's company owns it, without one it is for all. */
export const lock = (tx: Db, list: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('list ' || ${list} || coalesce(kit.company()::text, ''), 0))`.execute(
    tx,
  )

/** The newest version of a list that the connection's company owns; without one, of a published list. */
export const newest = (db: Db, list: string): Promise<Version | undefined> =>
  db
    .selectFrom('watchlists.version')
    .selectAll()
    .where('list', '=', list)
    .where(ofOwner)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What the newest version of a list says, by entry. */
export const contents = (db: Db, list: string): Promise<Content[]> =>
  db
    .selectFrom('watchlists.span as s')
    .innerJoin('watchlists.entry as e', 'e.id', 's.contentId')
    .select(['s.entryId', 'e.hash', 's.contentId'])
    .where('s.list', '=', list)
    .where('s.until', 'is', null)
    .where(sql<boolean>`s.owner is not distinct from kit.company()`)
    .execute()

/** Keeps what entries say, as far as it is not there already. */
export async function addEntries(
  tx: Db,
  list: string,
  entries: readonly { entry: ListEntry; hash: string }[],
): Promise<void> {
  const added = await tx
    .insertInto('watchlists.entry')
    .values(
      entries.map(({ entry, hash }) => ({
        list,
        entryId: entry.id,
        hash,
        schema: entry.schema,
        name: entry.profile.fullName,
        screened: JSON.stringify(screenedOf(entry)),
        profile: JSON.stringify(filled(entry.profile)),
        rawObject: entry.rawObject,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'entryId'])
    .execute()
  const ids = new Map(added.map(({ id, entryId }) => [entryId, id]))
  const links = entries.flatMap(({ entry: { id, profile } }) => {
    const others = new Set(profile.relationships.flatMap((one) => one.id ?? []))
    const contentId = ids.get(id)
    return contentId ? [...others].map((otherId) => ({ contentId, list, otherId })) : []
  })
  if (links.length > 0) await tx.insertInto('watchlists.link').values(links).execute()
}

const screenedOf = ({ names, birthDates, genders, countries, documents, addresses }: ListEntry) => ({
  names,
  birthDates,
  genders,
  countries,
  documents,
  addresses,
})

const filled = (profile: Profile) =>
  Object.fromEntries(
    Object.entries(profile).filter(([, value]: [string, string | unknown[]]) => value.length > 0),
  )

type NewVersion = Omit<Insertable<DB['watchlists.version']>, 'id' | 'owner'>

/** Writes a version down: ends what is no longer said, begins what is new. The contents must be there. */
export async function addVersion(
  tx: Db,
  version: NewVersion,
  ended: readonly string[],
  begun: readonly { entryId: string; hash: string }[],
): Promise<Version> {
  const { list, number } = version
  await sql`update watchlists.span set until = ${number}
    where list = ${list} and ${ofOwner} and until is null and entry_id = any(${ended}::text[])`.execute(tx)
  await sql`insert into watchlists.span (content_id, list, entry_id, since)
    select e.id, e.list, e.entry_id, ${number}
    from unnest(${begun.map(({ entryId }) => entryId)}::text[], ${begun.map(({ hash }) => hash)}::text[]) b (entry_id, hash)
    join watchlists.entry e on e.list = ${list} and e.owner is not distinct from kit.company()
      and e.entry_id = b.entry_id and e.hash = b.hash`.execute(tx)
  return tx.insertInto('watchlists.version').values(version).returningAll().executeTakeFirstOrThrow()
}

/** The newest version of each list that the company sees: the published ones, and its own that it has not ended. */
export const newestOfAll = async (db: Db): Promise<Version[]> =>
  (await newestWithEnded(db)).filter((one) => !isEnded(one))

/** The same with those that it has ended. */
export const newestWithEnded = (db: Db): Promise<Version[]> =>
  db
    .selectFrom('watchlists.version')
    .selectAll()
    .distinctOn(['list', 'owner'])
    .orderBy('list')
    .orderBy('owner')
    .orderBy('number', 'desc')
    .execute()

/** Versions of a list, newest first. */
export const versions = (db: Db, list: string, limit = 100): Promise<Version[]> =>
  db
    .selectFrom('watchlists.version')
    .selectAll()
    .where('list', '=', list)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

export const version = (db: Db, id: string): Promise<Version | undefined> =>
  db.selectFrom('watchlists.version').selectAll().where('id', '=', id).executeTakeFirst()

/** What a version changed: what ended with it and what began, by entry. */
export const listChanges = (db: Db, { list, number, owner }: Pick<Version, 'list' | 'number' | 'owner'>) =>
  db
    .selectFrom('watchlists.span as s')
    .innerJoin('watchlists.entry as e', 'e.id', 's.contentId')
    .select(['s.entryId', 's.contentId', 'e.name', 's.since', 's.until'])
    .where('s.list', '=', list)
    .where(sql<boolean>`s.owner is not distinct from ${owner}::uuid`)
    .where((eb) => eb.or([eb('s.since', '=', number), eb('s.until', '=', number)]))
    .orderBy('s.entryId')
    .execute()

/** What these contents say, by their ids. */
export async function profilesOf(db: Db, contentIds: readonly string[]): Promise<Map<string, Profile>> {
  if (contentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('watchlists.entry')
    .select(['id', 'profile'])
    .where('id', 'in', contentIds)
    .execute()
  return new Map(rows.map(({ id, profile }) => [id, profileOf(profile as Partial<Profile>)]))
}

export const states = (db: Db): Promise<State[]> => db.selectFrom('watchlists.state').selectAll().execute()

/** Notes how a look at the source of a list went, of the connection's company or of all. */
export const saveState = (db: Db, list: string, values: Partial<Omit<State, 'owner' | 'list'>>) => {
  const row = {
    ...values,
    ...(values.failureData ? { failureData: JSON.stringify(values.failureData) } : {}),
  }
  return db
    .insertInto('watchlists.state')
    .values({ list, ...row })
    .onConflict((conflict) => conflict.constraint('state_key').doUpdateSet(row))
    .execute()
}

/** The newest version of a list that the company sees, by any of its versions. */
export const newestLike = (db: Db, versionId: string) =>
  db
    .selectFrom('watchlists.version as v')
    .innerJoin('watchlists.version as n', (join) =>
      join.onRef('n.list', '=', 'v.list').on(sql<boolean>`n.owner is not distinct from v.owner`),
    )
    .selectAll('n')
    .where('v.id', '=', versionId)
    .orderBy('n.number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The lists that the company sees, as a part of a statement: list, number of the newest version, when its source was last seen. */
export const listsSeen = sql`select v.list, v.number, t.succeeded_at
  from (select distinct on (list, owner) list, owner, number, entries from watchlists.version
    order by list, owner, number desc) v
  left join watchlists.state t on t.list = v.list and t.owner is not distinct from v.owner
  where v.entries > 0`
