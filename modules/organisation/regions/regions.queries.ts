import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { withinScope } from '../scope/scope.server.ts'

export const rows = rowsOf('organisation.region')

const columns = { code: 'r.code', name: 'r.name', isEnabled: 'r.isEnabled', createdAt: 'r.createdAt' }

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('organisation.region as r')
      .selectAll('r')
      .select((eb) =>
        eb
          .selectFrom('organisation.branch as b')
          .whereRef('b.regionId', '=', 'r.id')
          .select(sql<number>`count(*)::int`.as('n'))
          .$asScalar()
          .$notNull()
          .as('branchCount'),
      )
      .where(withinScope(scope, 'regionIds', 'r.id')),
    input,
    { columns, order: ['name-asc'], tie: 'r.id' },
  )

export const selection = (db: Db, scope: Scope) =>
  db
    .selectFrom('organisation.region as r')
    .select(['r.id', 'r.name'])
    .where('r.isEnabled', '=', true)
    .where(withinScope(scope, 'regionIds', 'r.id'))
    .orderBy('r.name')
    .execute()

/** Whether the region is there and switched on; it stays so until the caller's transaction ends. */
export async function isEnabled(db: Db, id: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('organisation.region')
    .select('isEnabled')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.isEnabled
}

/** How many enabled branches the region has. */
export async function enabledBranches(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('organisation.branch')
    .where('regionId', '=', id)
    .where('isEnabled', '=', true)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Makes exactly these branches the region's own; answers how many of them exist. */
export async function setBranches(db: Db, id: string, branchIds: readonly string[]): Promise<number> {
  const left = db
    .updateTable('organisation.branch')
    .set((eb) => ({ regionId: null, version: eb('version', '+', 1) }))
    .where('regionId', '=', id)
  await (branchIds.length ? left.where('id', 'not in', branchIds) : left).execute()
  if (branchIds.length === 0) return 0
  await db
    .updateTable('organisation.branch')
    .set((eb) => ({ regionId: id, version: eb('version', '+', 1) }))
    .where('id', 'in', branchIds)
    .where('regionId', 'is distinct from', id)
    .execute()
  const found = await db.selectFrom('organisation.branch').select('id').where('regionId', '=', id).execute()
  return found.length
}
