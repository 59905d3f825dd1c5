import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('bank.payeeChange')

const columns = { state: 'c.state', payeeId: 'c.payeeId', createdAt: 'c.createdAt' }

const named = (db: Db) =>
  db
    .selectFrom('bank.payeeChange as c')
    .innerJoin('bank.payee as p', (join) =>
      join.onRef('p.companyId', '=', 'c.companyId').onRef('p.id', '=', 'c.payeeId'),
    )
    .selectAll('c')
    .select(['p.name as payee', 'p.number as before'])
export type ChangeRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, place: 'c.branchId', order: ['createdAt-desc'], tie: 'c.id' })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('c.id', 'in', [...ids])
    .execute()

/** Whether another change of the same payee waits already. */
export async function isWaiting(db: Db, payeeId: string): Promise<boolean> {
  const found = await db
    .selectFrom('bank.payeeChange')
    .select('id')
    .where('payeeId', '=', payeeId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return found !== undefined
}
