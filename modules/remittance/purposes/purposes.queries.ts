import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.purposeCode')

const columns = {
  providerId: 't.providerId',
  country: 't.country',
  code: 't.code',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.purposeCode as t')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.providerId'),
    )
    .selectAll('t')
    .select('p.name as provider')

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['createdAt-desc'], tie: 't.id' })

export const get = (db: Db, id: string) => named(db).where('t.id', '=', id).executeTakeFirst()
export type PurposeCodeRow = NonNullable<Awaited<ReturnType<typeof get>>>

/** The codes of a partner that are in use. */
export const codesOf = (db: Db, providerId: string) =>
  db
    .selectFrom('remittance.purposeCode')
    .select(['country', 'purpose', 'code'])
    .where('providerId', '=', providerId)
    .where('isEnabled', '=', true)
    .orderBy('country')
    .orderBy('purpose')
    .execute()
