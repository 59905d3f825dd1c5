import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.payoutRate')

const columns = {
  providerId: 'r.providerId',
  country: 'r.country',
  currency: 'r.currency',
  isEnabled: 'r.isEnabled',
  createdAt: 'r.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.payoutRate as r')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'r.companyId').onRef('p.id', '=', 'r.providerId'),
    )
    .leftJoin('remittance.payoutBaseRate as b', (join) =>
      join
        .onRef('b.companyId', '=', 'r.companyId')
        .onRef('b.currency', '=', 'r.currency')
        .on('b.isEnabled', '=', true),
    )
    .selectAll('r')
    .select(['p.name as provider', 'b.rate as baseRate', 'b.validTo as baseValidTo'])
export type PayoutRateRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['createdAt-desc'], tie: 'r.id' })

export const get = (db: Db, id: string) => named(db).where('r.id', '=', id).executeTakeFirst()

/** The rates of a corridor that are switched on. */
export const ofCorridor = (db: Db, country: string, currency: string) =>
  named(db)
    .where('r.country', '=', country)
    .where('r.currency', '=', currency)
    .where('r.isEnabled', '=', true)
    .execute()

/** Whether an order was priced by a rate. */
export const isUsed = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('remittance.payoutOrder')
    .select('id')
    .where('rateId', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined
