import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Delivered } from './receipts.domain.ts'

export const rows = rowsOf('retail.receipt')

const columns = {
  number: 'r.number',
  branchId: 'r.branchId',
  supplier: 'r.supplier',
  createdAt: 'r.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.receipt as r')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'r.companyId').onRef('b.branchId', '=', 'r.branchId'),
    )
    .selectAll('r')
    .select('b.name as branch')
    .$narrowType<{ branch: string }>()
export type ReceiptRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'r.branchId')), input, {
    columns,
    place: 'r.branchId',
    order: ['createdAt-desc'],
    tie: 'r.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('r.id', 'in', [...ids])
    .execute()

export const linesOf = (db: Db, receiptId: string) =>
  db
    .selectFrom('retail.receiptLine as l')
    .innerJoin('retail.item as i', (join) =>
      join.onRef('i.companyId', '=', 'l.companyId').onRef('i.id', '=', 'l.itemId'),
    )
    .select(['l.itemId', 'l.quantity', 'l.cost', 'i.sku', 'i.name'])
    .where('l.receiptId', '=', receiptId)
    .orderBy('l.position')
    .execute()

export const addLines = (db: Db, receiptId: string, lines: readonly Delivered[]) =>
  db
    .insertInto('retail.receiptLine')
    .values(lines.map((line, at) => ({ ...line, receiptId, position: at + 1 })))
    .execute()

/** Takes the next number of a branch's receipts of goods. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-G`, kind: 'goodsReceipt', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
