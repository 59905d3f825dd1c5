import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('remittance.statementDifference')

const columns = {
  state: 'd.state',
  kind: 'd.kind',
  providerId: 'd.providerId',
  branchId: 'd.branchId',
  reference: 'd.reference',
  day: 'd.day',
  foundAt: 'd.foundAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.statementDifference as d')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'd.companyId').onRef('p.id', '=', 'd.providerId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'd.companyId').onRef('b.branchId', '=', 'd.branchId'),
    )
    .selectAll('d')
    .select(['p.name as provider', 'p.settlementCurrency as currency', 'b.name as branch'])
    .$narrowType<{ branch: string }>()
export type DifferenceRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'd.branchId')), input, {
    columns,
    place: 'd.branchId',
    order: ['foundAt-desc'],
    tie: 'd.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('d.id', 'in', [...ids])
    .execute()

/** Differences that nobody has decided on, the oldest first. */
export const listOpen = (db: Db, scope: Scope) =>
  named(db)
    .where('d.state', '=', 'open')
    .where(withinScope(scope, 'branchIds', 'd.branchId'))
    .orderBy('d.foundAt')
    .execute()

/** Those of a partner that no statement has explained and nobody has accepted. */
export const listPending = (db: Db, providerId: string) =>
  db
    .selectFrom('remittance.statementDifference')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('state', 'in', ['open', 'disputed'])
    .execute()
export type PendingDifference = Awaited<ReturnType<typeof listPending>>[number]

/** How many are open by partner, up to a day if one is given. */
export async function countOpen(db: Db, upTo: string | null): Promise<Map<string, number>> {
  const found = await db
    .selectFrom('remittance.statementDifference')
    .select(['providerId', sql<number>`count(*)::int`.as('n')])
    .where('state', '=', 'open')
    .$if(upTo !== null, (query) => query.where('day', '<=', upTo))
    .groupBy('providerId')
    .execute()
  return new Map(found.map(({ providerId, n }) => [providerId, n]))
}

/** Keeps what explains lines of statements and movements of the books. */
export async function keepMatch(
  db: Db,
  providerId: string,
  { lineIds, moves }: { lineIds: readonly string[]; moves: readonly { entryId: string; position: number }[] },
): Promise<void> {
  const { rows: made } = await sql<{ id: string }>`select uuidv7() as id`.execute(db)
  const matchId = made[0]?.id ?? ''
  if (lineIds.length > 0)
    await db
      .updateTable('remittance.statementLine')
      .set({ matchId })
      .where('id', 'in', [...lineIds])
      .execute()
  if (moves.length > 0)
    await db
      .insertInto('remittance.statementMatch')
      .values(moves.map(({ entryId, position }) => ({ entryId, position, providerId, matchId })))
      .execute()
}

/** Of these entries the lines that are explained, as `entry position`. */
export async function matchedAmong(db: Db, entryIds: readonly string[]): Promise<Set<string>> {
  const { rows: found } = await sql<{ key: string }>`
    select entry_id || ' ' || position as key from remittance.statement_match
    where company_id = kit.company() and entry_id = any(${[...entryIds]}::uuid[])`.execute(db)
  return new Set(found.map(({ key }) => key))
}
