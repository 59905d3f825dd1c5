import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { pairWorkflow } from './whitelist.domain.ts'

export const rows = rowsOf('screening.whitelist')

const columns = {
  customerName: 'w.customerName',
  entryName: 'w.entryName',
  list: 'w.list',
  state: 'w.state',
  customerId: 'w.customerId',
  expiresOn: 'w.expiresOn',
  createdAt: 'w.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('screening.whitelist as w').selectAll('w'), input, {
    columns,
    order: ['createdAt-desc'],
    tie: 'w.id',
  })

/** The pairs of these customers that two people agreed on. */
export const approvedOf = (db: Db, customerIds: readonly string[]) =>
  db
    .selectFrom('screening.whitelist')
    .selectAll()
    .where('customerId', '=', sql<string>`any(${[...customerIds]}::uuid[])`)
    .where('state', '=', 'approved')
    .execute()

/** Opens a pair again: from now on somebody is asked. */
export const reopen = (db: Db, id: string, because: string) =>
  db
    .updateTable('screening.whitelist')
    .set({ state: pairWorkflow.actions.reopen.to, reopenedBecause: because, version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', 'in', pairWorkflow.actions.reopen.from)
    .execute()

const isExpired = (today: string) => sql<boolean>`state = 'approved' and expires_on < ${today}::date`

/** Whether a pair of the company has outlived its day. */
export const hasExpired = async (db: Db, today: string): Promise<boolean> =>
  (await db
    .selectFrom('screening.whitelist')
    .select('id')
    .where(isExpired(today))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Opens all of those again; answers whose they are. */
export async function expire(db: Db, today: string): Promise<string[]> {
  const opened = await db
    .updateTable('screening.whitelist')
    .set({ state: pairWorkflow.actions.reopen.to, reopenedBecause: 'expired', version: sql`version + 1` })
    .where(isExpired(today))
    .returning('customerId')
    .execute()
  return [...new Set(opened.map(({ customerId }) => customerId))]
}

/** The candidate whose pair is proposed, with its screening; only of a customer. */
export const candidate = (db: Db, id: string) =>
  db
    .selectFrom('screening.candidate as c')
    .innerJoin('screening.screening as s', (join) =>
      join.onRef('s.companyId', '=', 'c.companyId').onRef('s.id', '=', 'c.screeningId'),
    )
    .select([
      'c.id',
      'c.list',
      'c.entryId',
      'c.entryName',
      'c.contentHash',
      'c.state',
      'c.screeningId',
      's.customerId',
      's.name',
      's.entityType',
      's.query',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
