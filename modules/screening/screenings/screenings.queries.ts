import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage, listPart } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { partlyRead } from './screenings.domain.ts'

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
  dealId: 's.dealId',
  hits: 's.hits',
  createdAt: 's.createdAt',
}

/** What somebody sees who only asked: as it was found, whatever compliance has made of it since. */
const asFound = {
  state: sql<ScreeningRecord['state']>`case when failure not in ('', ${partlyRead}) then 'error'
    when hits > 0 or failure <> '' or cardinality(stale) > 0 then 'in_review' else 'no_hit' end`,
  isOpen: sql<boolean>`hits > 0 or failure <> '' or cardinality(stale) > 0`,
  pending: sql<number>`hits`,
  closedAs: sql<ScreeningRecord['closedAs']>`null::text`,
}

/** Screenings as lists show them; only those that `byId` asked, where it is given, and as they were found. */
function listed(db: Db, byId: string | null) {
  const columnsOfAll = [
    'id',
    'version',
    'dataSource',
    'cause',
    'customerId',
    'bulkId',
    'name',
    'entityType',
    'hits',
    'topScore',
    'stale',
    'byName',
    'createdAt',
  ] as const
  const own = db
    .selectFrom('screening.screening')
    .select([...columnsOfAll, asFound.state.as('state'), asFound.isOpen.as('isOpen')])
    .select([asFound.pending.as('pending'), asFound.closedAs.as('closedAs')])
    .where('byId', '=', byId)
    .where('cause', '=', 'manual')
  const all = db
    .selectFrom('screening.screening as s')
    .select([...columnsOfAll, 'state', 'isOpen', 'pending', 'closedAs'])
  return byId === null ? all : (db.selectFrom(own.as('s')).selectAll('s') as unknown as typeof all)
}

export const list = (db: Db, input: ListInput, byId: string | null) =>
  listPage(db, listed(db, byId), input, { columns, order: ['createdAt-desc'], tie: 's.id' })

/** The same as a file has them: a thousand after the one with the id `last`, the newest first. */
export const listForExport = (
  db: Db,
  input: Pick<ListInput, 'filters' | 'calendar'>,
  byId: string | null,
  last: string | undefined,
) => listPart(listed(db, byId), input, { columns, tie: 's.id' }, last)

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

/** The candidates of a screening, in their order. */
export const candidatesOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.candidate')
    .selectAll()
    .where('screeningId', '=', screeningId)
    .orderBy('position')
    .execute()

/** Takes a list of the company's own away, unless somebody may have been asked against it: then it stays, and this is false. */
export const forgetList = async (db: Db, code: string): Promise<boolean> =>
  (await sql<{ isGone: boolean }>`select screening.forget_list(${code}) as is_gone`.execute(db)).rows[0]
    ?.isGone === true

export const decisionsOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.decision')
    .selectAll()
    .where('screeningId', '=', screeningId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The number of a version of the settings. */
export async function settingsNumber(db: Db, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('screening.settings')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.number ?? null
}
