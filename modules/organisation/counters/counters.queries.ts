import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { withinScope } from '../scope/scope.server.ts'

export const rows = rowsOf('organisation.counter')

const columns = {
  code: 'c.code',
  name: 'c.name',
  branchId: 'c.branchId',
  isEnabled: 'c.isEnabled',
  createdAt: 'c.createdAt',
}

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('organisation.counter as c')
      .innerJoin('organisation.branch as b', (join) =>
        join.onRef('b.companyId', '=', 'c.companyId').onRef('b.id', '=', 'c.branchId'),
      )
      .selectAll('c')
      .select('b.name as branchName')
      .where(withinScope(scope, 'counterIds', 'c.id')),
    input,
    { columns, order: ['name-asc'], tie: 'c.id' },
  )

export const byBranch = (db: Db, scope: Scope, branchId: string) =>
  db
    .selectFrom('organisation.counter as c')
    .selectAll('c')
    .where('c.branchId', '=', branchId)
    .where(withinScope(scope, 'counterIds', 'c.id'))
    .orderBy('c.name')
    .execute()

/** Whether the branch is there and switched on; it stays so until the caller's transaction ends. */
export async function branchIsEnabled(db: Db, id: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('organisation.branch')
    .select('isEnabled')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row?.isEnabled
}
