import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { withinScope } from '../scope/scope.server.ts'

export const rows = rowsOf('organisation.branch')

const columns = {
  code: 'b.code',
  name: 'b.name',
  regionId: 'b.regionId',
  isOnlyView: 'b.isOnlyView',
  isEnabled: 'b.isEnabled',
  createdAt: 'b.createdAt',
}

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('organisation.branch as b')
      .leftJoin('organisation.region as r', (join) =>
        join.onRef('r.companyId', '=', 'b.companyId').onRef('r.id', '=', 'b.regionId'),
      )
      .selectAll('b')
      .select('r.name as regionName')
      .select((eb) =>
        eb
          .selectFrom('organisation.counter as c')
          .whereRef('c.branchId', '=', 'b.id')
          .select(sql<number>`count(*)::int`.as('n'))
          .$asScalar()
          .$notNull()
          .as('counterCount'),
      )
      .where(withinScope(scope, 'branchIds', 'b.id')),
    input,
    { columns, order: ['name-asc'], tie: 'b.id' },
  )

const inScope = (db: Db, scope: Scope) =>
  db
    .selectFrom('organisation.branch as b')
    .where(withinScope(scope, 'branchIds', 'b.id'))
    .orderBy('b.name')

export const byRegion = (db: Db, scope: Scope, regionId: string) =>
  inScope(db, scope).selectAll('b').where('b.regionId', '=', regionId).execute()

export const selection = (db: Db, scope: Scope) =>
  inScope(db, scope).select(['b.id', 'b.name']).where('b.isEnabled', '=', true).execute()

/** The counters of a branch with their switch. */
export const countersOf = (db: Db, branchId: string) =>
  db
    .selectFrom('organisation.counter')
    .select(['id', 'isEnabled'])
    .where('branchId', '=', branchId)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Moves counters into a branch; answers how many of them are there now. */
export async function takeCounters(db: Db, branchId: string, counterIds: readonly string[]): Promise<number> {
  await db
    .updateTable('organisation.counter')
    .set((eb) => ({ branchId, version: eb('version', '+', 1) }))
    .where('id', 'in', counterIds)
    .where('branchId', '<>', branchId)
    .execute()
  const found = await db
    .selectFrom('organisation.counter')
    .select('id')
    .where('branchId', '=', branchId)
    .where('id', 'in', counterIds)
    .execute()
  return found.length
}
