import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('screening.screening')
export type ScreeningRecord = Selectable<DB['screening.screening']>
export type NewScreening = Omit<Insertable<DB['screening.screening']>, 'companyId'> & { id: string }
export type NewCandidate = Omit<Insertable<DB['screening.candidate']>, 'companyId'>

const columns = {
  dataSource: 's.dataSource',
  cause: 's.cause',
  state: 's.state',
  isOpen: 's.isOpen',
  name: 's.name',
  customerId: 's.customerId',
  bulkId: 's.bulkId',
  hits: 's.hits',
  createdAt: 's.createdAt',
}

/** Screenings as lists show them; only those that `byId` asked, where it is given. */
export const list = (db: Db, input: ListInput, byId: string | null) =>
  listPage(
    db,
    db
      .selectFrom('screening.screening as s')
      .select([
        's.id',
        's.version',
        's.dataSource',
        's.cause',
        's.customerId',
        's.bulkId',
        's.name',
        's.entityType',
        's.state',
        's.isOpen',
        's.hits',
        's.pending',
        's.topScore',
        's.stale',
        's.closedAs',
        's.byName',
        's.createdAt',
      ])
      .$if(byId !== null, (query) => query.where('s.byId', '=', byId).where('s.cause', '=', 'manual')),
    input,
    { columns, order: ['createdAt-desc'], tie: 's.id' },
  )

export async function insert(
  db: Db,
  screenings: readonly NewScreening[],
  candidates: readonly NewCandidate[],
): Promise<void> {
  // A statement has room for 65,535 values.
  for (let at = 0; at < screenings.length; at += 1000)
    await db
      .insertInto('screening.screening')
      .values(screenings.slice(at, at + 1000))
      .execute()
  for (let at = 0; at < candidates.length; at += 1000)
    await db
      .insertInto('screening.candidate')
      .values(candidates.slice(at, at + 1000))
      .execute()
}

/** What versions of lists said of these entries: the contents by list, owner, number and entry. */
export async function contentsOf(
  db: Db,
  { list: code, owner, number }: { list: string; owner: string | null; number: number },
  entryIds: readonly string[],
) {
  const found = await db
    .selectFrom('screening.listSpan as s')
    .innerJoin('screening.listEntry as e', 'e.id', 's.contentId')
    .select(['s.entryId', 's.since', 'e.id', 'e.hash', 'e.name'])
    .where('s.list', '=', code)
    .where(sql<boolean>`s.owner is not distinct from ${owner}::uuid`)
    .where(sql<boolean>`s.since <= ${number} and (s.until is null or s.until > ${number})`)
    .where('s.entryId', '=', sql<string>`any(${[...entryIds]}::text[])`)
    .execute()
  return new Map(found.map((one) => [one.entryId, one]))
}

/** The candidates of a screening with what the list said of each then, and whether it says so still. */
export const candidatesOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.candidate as c')
    .innerJoin('screening.listEntry as e', 'e.id', 'c.contentId')
    .selectAll('c')
    .select(['e.screened'])
    .select(
      sql<'same' | 'changed' | 'gone'>`case
        when exists (select from screening.list_span s where s.content_id = c.content_id and s.until is null) then 'same'
        when exists (select from screening.list_span s where s.list = c.list and s.entry_id = c.entry_id
          and s.owner is not distinct from e.owner and s.until is null) then 'changed'
        else 'gone' end`.as('listed'),
    )
    .where('c.screeningId', '=', screeningId)
    .orderBy('c.position')
    .execute()

export const decisionsOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.decision')
    .selectAll()
    .where('screeningId', '=', screeningId)
    .orderBy('at')
    .orderBy('id')
    .execute()
