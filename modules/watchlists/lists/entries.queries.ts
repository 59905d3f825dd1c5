import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'
import { type ListEntry, type Profile, profileOf } from '../entries/entry.domain.ts'
import type { Version } from './lists.queries.ts'

type Numbered = Pick<Version, 'list' | 'number' | 'owner'>
type Screened = Omit<ScreenedEntity, 'list' | 'id' | 'schema'>

/** What a list said of an entry once, and what it says now. */
export interface Once {
  screened: Screened
  listed: 'same' | 'changed' | 'gone'
}

/** What a version of a list says. */
const said = (db: Db, { list, number, owner }: Numbered) =>
  db
    .selectFrom('watchlists.span as s')
    .innerJoin('watchlists.entry as e', 'e.id', 's.contentId')
    .where('s.list', '=', list)
    .where(sql<boolean>`s.owner is not distinct from ${owner}::uuid`)
    .where(sql<boolean>`s.since <= ${number} and (s.until is null or s.until > ${number})`)

/** What a version has for the matcher, in pages, by entry; with `after` only what it did not have at that version before it. */
export async function* entities(db: Db, version: Numbered, after = 0): AsyncGenerator<ScreenedEntity> {
  const { list } = version
  let last = ''
  for (;;) {
    const rows = await said(db, version)
      .select(['s.entryId', 'e.schema', 'e.screened'])
      .where('s.since', '>', after)
      .where('s.entryId', '>', last)
      .orderBy('s.entryId')
      .limit(2000)
      .execute()
    for (const { entryId, schema, screened } of rows)
      yield { ...(screened as Screened), list, id: entryId, schema }
    const end = rows.at(-1)
    if (!end) return
    last = end.entryId
  }
}

/** An entry as a version of its list has it: the page of that day. */
export async function entryOf(db: Db, version: Numbered, entryId: string): Promise<ListEntry | undefined> {
  const row = await said(db, version)
    .select(['e.schema', 'e.screened', 'e.profile', 'e.rawObject'])
    .where('s.entryId', '=', entryId)
    .executeTakeFirst()
  if (!row) return undefined
  const { schema, screened, profile, rawObject } = row
  const { list } = version
  const given = screened as Screened
  return { ...given, list, id: entryId, schema, profile: profileOf(profile as Partial<Profile>), rawObject }
}

/** What a version said of these entries, by entry: the id and hash of that, and since which version it is said. */
export async function contentsOf(db: Db, version: Numbered, entryIds: readonly string[]) {
  const found = await said(db, version)
    .select(['s.entryId', 's.since', 'e.id', 'e.hash', 'e.name'])
    .where('s.entryId', '=', sql<string>`any(${[...entryIds]}::text[])`)
    .execute()
  return new Map(found.map((one) => [one.entryId, one]))
}

/** An entry as its list has it now: the hash of what it says, if it is still there. */
export const hashNow = async (db: Db, list: string, entryId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('watchlists.span as s')
      .innerJoin('watchlists.entry as e', 'e.id', 's.contentId')
      .select('e.hash')
      .where('s.list', '=', list)
      .where('s.entryId', '=', entryId)
      .where('s.until', 'is', null)
      .executeTakeFirst()
  )?.hash

/** What was said once, by the ids of that. */
export async function readSharedFacts(db: Db, contentIds: readonly string[]): Promise<Map<string, Once>> {
  const rows = await db
    .selectFrom('watchlists.entry as e')
    .select(['e.id', 'e.screened'])
    .select(
      sql<Once['listed']>`case
        when exists (select from watchlists.span s where s.content_id = e.id and s.until is null) then 'same'
        when exists (select from watchlists.span s where s.list = e.list and s.entry_id = e.entry_id
          and s.owner is not distinct from e.owner and s.until is null) then 'changed'
        else 'gone' end`.as('listed'),
    )
    .where('e.id', '=', sql<string>`any(${[...contentIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, screened, listed }) => [id, { screened: screened as Screened, listed }]))
}
