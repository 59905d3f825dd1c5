import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.payoutBaseRate')

const columns = {
  currency: 't.currency',
  validTo: 't.validTo',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

const named = (db: Db) => db.selectFrom('remittance.payoutBaseRate as t').selectAll('t')

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['createdAt-desc'], tie: 't.id' })

export const get = (db: Db, id: string) => named(db).where('t.id', '=', id).executeTakeFirst()
export type PayoutBaseRateRow = NonNullable<Awaited<ReturnType<typeof get>>>
