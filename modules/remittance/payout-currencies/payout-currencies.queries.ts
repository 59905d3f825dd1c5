import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.payoutCurrency')

const columns = {
  currency: 't.currency',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

const named = (db: Db) => db.selectFrom('remittance.payoutCurrency as t').selectAll('t')

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['createdAt-desc'], tie: 't.id' })

export const get = (db: Db, id: string) => named(db).where('t.id', '=', id).executeTakeFirst()
export type PayoutCurrencyRow = NonNullable<Awaited<ReturnType<typeof get>>>

/** What the company says of one currency; undefined where it says nothing. */
export const ofCurrency = (db: Db, currency: string) =>
  db
    .selectFrom('remittance.payoutCurrency')
    .select(['minimum', 'maximum', 'isEnabled'])
    .where('currency', '=', currency)
    .executeTakeFirst()

/** Currencies that are not paid out. */
export const listSwitchedOff = async (db: Db) =>
  (
    await db
      .selectFrom('remittance.payoutCurrency')
      .select('currency')
      .where('isEnabled', '=', false)
      .execute()
  ).map(({ currency }) => currency)
