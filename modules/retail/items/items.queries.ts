import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage, listPart } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Barcode } from './barcodes.domain.ts'

export const rows = rowsOf('retail.item')

const columns = {
  sku: 'i.sku',
  name: 'i.name',
  kind: 'i.kind',
  categoryId: 'i.categoryId',
  taxId: 'i.taxId',
  isEnabled: 'i.isEnabled',
  createdAt: 'i.createdAt',
}

const barcodes = sql<
  Barcode[]
>`coalesce((select jsonb_agg(jsonb_build_object('code', b.code, 'units', b.units) order by b.units, b.code)
  from retail.barcode b where b.company_id = i.company_id and b.item_id = i.id), '[]')`

const named = (db: Db) =>
  db
    .selectFrom('retail.item as i')
    .leftJoin('retail.category as c', (join) =>
      join.onRef('c.companyId', '=', 'i.companyId').onRef('c.id', '=', 'i.categoryId'),
    )
    .leftJoin('retail.tax as t', (join) =>
      join.onRef('t.companyId', '=', 'i.companyId').onRef('t.id', '=', 'i.taxId'),
    )
    .leftJoin('retail.principal as p', (join) =>
      join.onRef('p.companyId', '=', 'i.companyId').onRef('p.id', '=', 'i.principalId'),
    )
    .selectAll('i')
    .select(['c.name as category', 't.name as tax', 'p.name as principal', barcodes.as('barcodes')])
export type ItemRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['name-asc'], tie: 'i.id' })

export const part = (db: Db, input: ListInput, last: string | undefined) =>
  listPart(named(db), input, { columns, tie: 'i.id' }, last)

export const get = (db: Db, id: string) => named(db).where('i.id', '=', id).executeTakeFirst()

/** Items by their ids. */
export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('i.id', 'in', [...ids])
    .execute()

const choice = ['id', 'name', 'sku', 'kind', 'price', 'priceMode', 'tracking'] as const

/** The first thousand of those that are sold, by name. */
export const selection = (db: Db) =>
  db
    .selectFrom('retail.item')
    .select(choice)
    .where('isEnabled', '=', true)
    .orderBy('name')
    .limit(1000)
    .execute()

/** The enabled item behind a barcode, else that with this SKU, else that of a serial. */
export async function byCode(db: Db, code: string, { sku, serial }: { sku: string; serial: string }) {
  const scanned = await db
    .selectFrom('retail.barcode as b')
    .innerJoin('retail.item as i', (join) =>
      join.onRef('i.companyId', '=', 'b.companyId').onRef('i.id', '=', 'b.itemId'),
    )
    .select(['i.id', 'i.name', 'i.sku', 'i.kind', 'i.price', 'i.priceMode', 'i.tracking', 'b.units'])
    .where('b.code', '=', code)
    .where('i.isEnabled', '=', true)
    .executeTakeFirst()
  if (scanned) return { ...scanned, serial: '' }
  const item = await db
    .selectFrom('retail.item')
    .select(choice)
    .where('sku', '=', sku)
    .where('isEnabled', '=', true)
    .executeTakeFirst()
  if (item) return { ...item, units: 1, serial: '' }
  const one = await db
    .selectFrom('retail.serial as s')
    .innerJoin('retail.item as i', (join) =>
      join.onRef('i.companyId', '=', 's.companyId').onRef('i.id', '=', 's.itemId'),
    )
    .select([
      'i.id',
      'i.name',
      'i.sku',
      'i.kind',
      'i.price',
      'i.priceMode',
      'i.tracking',
      's.typed as serial',
    ])
    .where('s.key', '=', serial)
    .where('i.isEnabled', '=', true)
    .executeTakeFirst()
  return one && { ...one, units: 1 }
}

/** Which of these barcodes stand for another item. */
export async function inUse(
  db: Db,
  codes: readonly string[],
  itemId: string | undefined,
): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const found = await db
    .selectFrom('retail.barcode')
    .select('code')
    .where('code', 'in', [...codes])
    .$if(itemId !== undefined, (query) => query.where('itemId', '<>', itemId ?? ''))
    .execute()
  return new Set(found.map(({ code }) => code))
}

/** Makes exactly these the barcodes of an item. */
export async function setBarcodes(db: Db, itemId: string, codes: readonly Barcode[]): Promise<void> {
  await db.deleteFrom('retail.barcode').where('itemId', '=', itemId).execute()
  if (codes.length > 0)
    await db
      .insertInto('retail.barcode')
      .values(codes.map((code) => ({ ...code, itemId })))
      .execute()
}

/** Takes away what differs of an item in branches. */
export const forgetBranches = (db: Db, itemId: string) =>
  db.deleteFrom('retail.branchItem').where('itemId', '=', itemId).execute()

/** The price of an item in a branch, where it has one of its own. */
export const priceAt = async (db: Db, itemId: string, branchId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('retail.branchItem')
      .select('price')
      .where('branchId', '=', branchId)
      .where('itemId', '=', itemId)
      .executeTakeFirst()
  )?.price ?? null

/** Whether an item was ever sold or received. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  const sold = await db
    .selectFrom('retail.saleLine')
    .select('itemId')
    .where('itemId', '=', id)
    .limit(1)
    .executeTakeFirst()
  const received = await db
    .selectFrom('retail.adjustmentLine')
    .select('itemId')
    .where('itemId', '=', id)
    .limit(1)
    .executeTakeFirst()
  return sold !== undefined || received !== undefined
}
