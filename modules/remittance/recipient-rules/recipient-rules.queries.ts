import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Method } from '../recipients/fields.domain.ts'

export const rows = rowsOf('remittance.recipientRule')

const columns = {
  country: 't.country',
  currency: 't.currency',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('remittance.recipientRule as t').selectAll('t'), input, {
    columns,
    order: ['createdAt-desc'],
    tie: 't.id',
  })

/** What the company says of a destination by a method. */
export const ofMethod = (
  db: Db,
  { country, currency, method }: { country: string; currency: string; method: Method },
) =>
  db
    .selectFrom('remittance.recipientRule')
    .select(['decimals', 'minimum', 'maximum', 'nameLength', 'personsOnly', 'fields'])
    .where('country', '=', country)
    .where('currency', '=', currency)
    .where('method', '=', method)
    .where('isEnabled', '=', true)
    .executeTakeFirst()
