import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.payoutBatch')

/** What the partner said of an item under a reference; answers its batch. */
export async function noteResult(
  db: Db,
  {
    orderId,
    reference,
    result,
    reason,
  }: { orderId: string; reference: string; result: string; reason: string },
): Promise<string | undefined> {
  const row = await db
    .updateTable('remittance.batchItem')
    .set({ result, reason: reason.slice(0, 500) })
    .where('orderId', '=', orderId)
    .where('reference', '=', reference)
    .returning('batchId')
    .executeTakeFirst()
  return row?.batchId
}

/** What was said of each item of a batch. */
export async function resultsOf(db: Db, batchId: string): Promise<string[]> {
  const found = await db
    .selectFrom('remittance.batchItem')
    .select('result')
    .where('batchId', '=', batchId)
    .execute()
  return found.map(({ result }) => result)
}

/** The orders of a batch with what was said of them, in the order in which they were paid. */
export const itemsOf = (db: Db, batchId: string) =>
  db
    .selectFrom('remittance.batchItem as i')
    .innerJoin('remittance.payoutOrder as o', (join) =>
      join.onRef('o.companyId', '=', 'i.companyId').onRef('o.id', '=', 'i.orderId'),
    )
    .select([
      'i.orderId',
      'i.reference',
      'i.result',
      'i.reason',
      'o.number',
      'o.customer',
      'o.recipientName',
      'o.currency',
      'o.gets',
      'o.settles',
      'o.partnerFee',
      'o.isHeld',
      'o.state',
    ])
    .where('i.batchId', '=', batchId)
    .orderBy('o.paidAt')
    .orderBy('i.orderId')
    .execute()

/** Locks a batch; answers it. */
export const lockBatch = (db: Db, id: string) =>
  db.selectFrom('remittance.payoutBatch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const addItems = (db: Db, batchId: string, items: readonly { orderId: string; reference: string }[]) =>
  db
    .insertInto('remittance.batchItem')
    .values(items.map((item) => ({ ...item, batchId })))
    .execute()

export const removeItem = (db: Db, batchId: string, orderId: string) =>
  db
    .deleteFrom('remittance.batchItem')
    .where('batchId', '=', batchId)
    .where('orderId', '=', orderId)
    .execute()

/** The orders of a partner that are lined up and in no batch, the oldest first, locked; those that are held stay. */
export async function takeQueued(db: Db, providerId: string): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select id from remittance.payout_order
    where company_id = kit.company() and provider_id = ${providerId} and state = 'queued' and not is_held
    order by paid_at, id limit 10000 for update skip locked`.execute(db)
  return found.map(({ id }) => id)
}
