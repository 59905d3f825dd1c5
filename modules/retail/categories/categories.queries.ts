import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { listPage, listPart } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('retail.category')

const columns = {
  code: 'c.code',
  name: 'c.name',
  parentId: 'c.parentId',
  taxId: 'c.taxId',
  sortOrder: 'c.sortOrder',
  isEnabled: 'c.isEnabled',
  createdAt: 'c.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.category as c')
    .leftJoin('retail.category as p', (join) =>
      join.onRef('p.companyId', '=', 'c.companyId').onRef('p.id', '=', 'c.parentId'),
    )
    .leftJoin('retail.tax as t', (join) =>
      join.onRef('t.companyId', '=', 'c.companyId').onRef('t.id', '=', 'c.taxId'),
    )
    .selectAll('c')
    .select(['p.name as parent', 't.name as tax'])
export type CategoryRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['sortOrder-asc', 'name-asc'], tie: 'c.id' })

export const part = (db: Db, input: ListInput, last: string | undefined) =>
  listPart(named(db), input, { columns, tie: 'c.id' }, last)

export const get = (db: Db, id: string) => named(db).where('c.id', '=', id).executeTakeFirst()

/** The whole tree, in its order. */
export const all = remember((db) =>
  db
    .selectFrom('retail.category')
    .select(['id', 'name', 'parentId', 'taxId', 'isEnabled'])
    .orderBy('sortOrder')
    .orderBy('name')
    .execute(),
)

/** Locks the whole tree, so that two moves at once make no circle. */
export const lockTree = (db: Db) =>
  db.selectFrom('retail.category').select(['id', 'parentId']).orderBy('id').forUpdate().execute()

/** Whether something stands in a category. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  const child = await db
    .selectFrom('retail.category')
    .select('id')
    .where('parentId', '=', id)
    .limit(1)
    .executeTakeFirst()
  const item = await db
    .selectFrom('retail.item')
    .select('id')
    .where('categoryId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined || item !== undefined
}
