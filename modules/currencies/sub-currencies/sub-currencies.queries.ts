import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('currencies.subCurrency')

const columns = {
  currencyId: 's.currencyId',
  code: 's.code',
  name: 's.name',
  kind: 's.kind',
  isEnabled: 's.isEnabled',
  createdAt: 's.createdAt',
}

const withCurrency = (db: Db) =>
  db
    .selectFrom('currencies.subCurrency as s')
    .innerJoin('currencies.currency as c', (join) =>
      join.onRef('c.companyId', '=', 's.companyId').onRef('c.id', '=', 's.currencyId'),
    )
    .selectAll('s')
    .select('c.code as currencyCode')

export const list = (db: Db, input: ListInput) =>
  listPage(db, withCurrency(db), input, { columns, order: ['name-asc'], tie: 's.id' })

export const get = (db: Db, id: string) => withCurrency(db).where('s.id', '=', id).executeTakeFirst()

/** The enabled ones of enabled currencies. */
export const active = (db: Db, currencyId: string | undefined) =>
  withCurrency(db)
    .where('s.isEnabled', '=', true)
    .where('c.isEnabled', '=', true)
    .$if(currencyId !== undefined, (q) => q.where('s.currencyId', '=', currencyId ?? ''))
    .orderBy('c.sortIndex')
    .orderBy('s.code')
    .execute()

/** What all of them are called, switched off or not. */
export const codes = (db: Db) => db.selectFrom('currencies.subCurrency').select(['id', 'code']).execute()

/** Those that lie in drawers apart from their currency. */
export const ownStock = (db: Db) =>
  db
    .selectFrom('currencies.subCurrency')
    .select(['id', 'code', 'currencyId', 'isEnabled', 'faceValues'])
    .where('hasOwnStock', '=', true)
    .orderBy('code')
    .execute()
