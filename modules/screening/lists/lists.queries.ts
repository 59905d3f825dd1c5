import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'
import { isEnded } from './lists.domain.ts'
import { type ListEntry, profileOf, type Profile } from './entry.domain.ts'

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

/** Takes a list of the company's own away, unless somebody may have been asked against it: then it stays, and this is false. */
export const forget = async (tx: Db, list: string): Promise<boolean> =>
  (await sql<{ isGone: boolean }>`select screening.forget_list(${list}) as is_gone`.execute(tx)).rows[0]
    ?.isGone === true

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
export const turned = (db: Db, { list, number, owner }: Pick<Version, 'list' | 'number' | 'owner'>) =>
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

const during = (number: number) =>
  sql<boolean>`s.since <= ${number} and (s.until is null or s.until > ${number})`

/** What a version has for the matcher, in pages, by entry. */
export async function* entities(
  db: Db,
  { list, number, owner }: Pick<Version, 'list' | 'number' | 'owner'>,
): AsyncGenerator<ScreenedEntity> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('watchlists.span as s')
      .innerJoin('watchlists.entry as e', 'e.id', 's.contentId')
      .select(['s.entryId', 'e.schema', 'e.screened'])
      .where('s.list', '=', list)
      .where(sql<boolean>`s.owner is not distinct from ${owner}::uuid`)
      .where(during(number))
      .where('s.entryId', '>', after)
      .orderBy('s.entryId')
      .limit(2000)
      .execute()
    for (const { entryId, schema, screened } of rows)
      yield { ...(screened as Omit<ScreenedEntity, 'list' | 'id' | 'schema'>), list, id: entryId, schema }
    const last = rows.at(-1)
    if (!last) return
    after = last.entryId
  }
}

/** An entry as a version of its list has it: the page of that day. */
export async function entryOf(
  db: Db,
  { list, number, owner }: Pick<Version, 'list' | 'number' | 'owner'>,
  entryId: string,
): Promise<ListEntry | undefined> {
  const row = await db
    .selectFrom('watchlists.span as s')
    .innerJoin('watchlists.entry as e', 'e.id', 's.contentId')
    .select(['e.schema', 'e.screened', 'e.profile', 'e.rawObject'])
    .where('s.list', '=', list)
    .where(sql<boolean>`s.owner is not distinct from ${owner}::uuid`)
    .where(during(number))
    .where('s.entryId', '=', entryId)
    .executeTakeFirst()
  if (!row) return undefined
  const { schema, screened, profile, rawObject } = row
  const given = screened as Omit<ScreenedEntity, 'list' | 'id' | 'schema'>
  return { ...given, list, id: entryId, schema, profile: profileOf(profile as Partial<Profile>), rawObject }
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
