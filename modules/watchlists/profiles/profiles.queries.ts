import { type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'

export type Content = Pick<
  Selectable<DB['watchlists.entry']>,
  'id' | 'owner' | 'list' | 'entryId' | 'schema' | 'name' | 'profile' | 'rawObject'
>
const columns = ['id', 'owner', 'list', 'entryId', 'schema', 'name', 'profile', 'rawObject'] as const

/** What a list said, by its own id. */
export const content = (db: Db, id: string): Promise<Content | undefined> =>
  db.selectFrom('watchlists.entry').select(columns).where('id', '=', id).executeTakeFirst()

/** An entry as one of these lists has it now, or had it last; the first list of them goes before. */
export async function latest(
  db: Db,
  lists: readonly string[],
  entryId: string,
): Promise<Content | undefined> {
  const found = await db
    .selectFrom('watchlists.entry as e')
    .innerJoin('watchlists.span as s', 's.contentId', 'e.id')
    .select(columns.map((column) => `e.${column}` as const))
    .select('s.since')
    .where('e.list', 'in', lists)
    .where('e.entryId', '=', entryId)
    .execute()
  const rank = ({ list, since }: (typeof found)[number]) => lists.indexOf(list) * 1e9 - since
  return found.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Everything that a list has ever said of an entry, with from and until which version. */
export const spans = (db: Db, { owner, list, entryId }: Pick<Content, 'owner' | 'list' | 'entryId'>) =>
  db
    .selectFrom('watchlists.entry as e')
    .innerJoin('watchlists.span as s', 's.contentId', 'e.id')
    .select(['e.id', 'e.profile', 's.since', 's.until'])
    .where('e.list', '=', list)
    .where('e.entryId', '=', entryId)
    .where(sql<boolean>`e.owner is not distinct from ${owner}::uuid`)
    .orderBy('s.since')
    .execute()

/** Versions of a list by their numbers. */
export const versions = (
  db: Db,
  { owner, list }: Pick<Content, 'owner' | 'list'>,
  numbers: readonly number[],
) =>
  db
    .selectFrom('watchlists.version')
    .select(['number', 'publishedOn', 'loadedAt', 'source'])
    .where('list', '=', list)
    .where('number', 'in', numbers)
    .where(sql<boolean>`owner is not distinct from ${owner}::uuid`)
    .execute()

const most = 400

/** Numbers of entries that a list has now and that name one of these as linked. */
export const naming = async (
  db: Db,
  { owner, list }: Pick<Content, 'owner' | 'list'>,
  ids: readonly string[],
): Promise<string[]> =>
  (
    await db
      .selectFrom('watchlists.link as l')
      .innerJoin('watchlists.span as s', 's.contentId', 'l.contentId')
      .select('s.entryId')
      .distinct()
      .where('l.list', '=', list)
      .where('l.otherId', 'in', ids)
      .where('s.until', 'is', null)
      .where(sql<boolean>`l.owner is not distinct from ${owner}::uuid`)
      .orderBy('s.entryId')
      .limit(most)
      .execute()
  ).map(({ entryId }) => entryId)

/** Entries of these numbers as the list has them now, with whom they name as linked. */
export const listEntries = (
  db: Db,
  { owner, list }: Pick<Content, 'owner' | 'list'>,
  ids: readonly string[],
) =>
  db
    .selectFrom('watchlists.entry as e')
    .innerJoin('watchlists.span as s', 's.contentId', 'e.id')
    .select(['e.entryId', 'e.name', 'e.schema', sql<unknown>`e.profile -> 'relationships'`.as('links')])
    .where('e.list', '=', list)
    .where('e.entryId', 'in', ids)
    .where('s.until', 'is', null)
    .where(sql<boolean>`e.owner is not distinct from ${owner}::uuid`)
    .limit(most)
    .execute()
