import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { listPage, listPart } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('retail.tax')
export type TaxRow = Awaited<ReturnType<typeof rows.get>>

const columns = {
  code: 't.code',
  name: 't.name',
  kind: 't.kind',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

const taxes = (db: Db) => db.selectFrom('retail.tax as t').selectAll('t')

export const list = (db: Db, input: ListInput) =>
  listPage(db, taxes(db), input, { columns, order: ['name-asc'], tie: 't.id' })

export const part = (db: Db, input: ListInput, last: string | undefined) =>
  listPart(taxes(db), input, { columns, tie: 't.id' }, last)

/** The enabled ones, by name. */
export const selection = (db: Db) =>
  db.selectFrom('retail.tax').select(['id', 'name']).where('isEnabled', '=', true).orderBy('name').execute()

/** All of them, switched off or not. */
export const all = remember((db) =>
  db
    .selectFrom('retail.tax')
    .select(['id', 'code', 'name', 'kind', 'isIncluded', 'versions', 'isDefault'])
    .execute(),
)

/** Takes the default from the tax that has it. */
export const clearDefault = (db: Db, but: string | undefined) =>
  db
    .updateTable('retail.tax')
    .set((eb) => ({ isDefault: false, version: eb('version', '+', 1) }))
    .where('isDefault', '=', true)
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? ''))
    .execute()

/** Whether something names a tax. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  const names = (table: 'branchItem' | 'branchTax' | 'category' | 'item') =>
    db.selectFrom(`retail.${table}`).select('taxId').where('taxId', '=', id).limit(1).executeTakeFirst()
  for (const table of ['category', 'item', 'branchTax', 'branchItem'] as const)
    if (await names(table)) return true
  return false
}
