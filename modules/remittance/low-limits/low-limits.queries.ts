import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.lowLimit')

const columns = {
  providerId: 't.providerId',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.lowLimit as t')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.providerId'),
    )
    .selectAll('t')
    .select(['p.name as provider', 'p.settlementCurrency as currency'])

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['createdAt-desc'], tie: 't.id' })

export const get = (db: Db, id: string) => named(db).where('t.id', '=', id).executeTakeFirst()
export type LowLimitRow = NonNullable<Awaited<ReturnType<typeof get>>>
