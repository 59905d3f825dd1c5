import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { barcodeOf } from '../items/barcodes.domain.ts'
import type { ItemDraft } from '../items/items.contract.ts'

/** What the codes of categories, taxes and principals that are switched on stand for. */
export async function codes(db: Db) {
  const of = async (table: 'retail.category' | 'retail.principal' | 'retail.tax') =>
    new Map(
      (await db.selectFrom(table).select(['code', 'id']).where('isEnabled', '=', true).execute()).map(
        ({ code, id }) => [code, id],
      ),
    )
  return {
    categories: await of('retail.category'),
    taxes: await of('retail.tax'),
    principals: await of('retail.principal'),
  }
}

/** Which of these SKUs and barcodes items have. */
export async function listTaken(db: Db, skus: readonly string[], barcodes: readonly string[]) {
  const items = await sql<{ sku: string }>`
    select sku from retail.item where company_id = kit.company() and sku = any(${skus}::text[])`.execute(db)
  const used = await sql<{ code: string }>`
    select code from retail.barcode where company_id = kit.company() and code = any(${barcodes}::text[])`.execute(
    db,
  )
  return {
    skus: new Set(items.rows.map(({ sku }) => sku)),
    codes: new Set(used.rows.map(({ code }) => code)),
  }
}

/** Rows that one statement takes. */
const chunk = 1000

/** Makes items with their barcodes. */
export async function addItems(db: Db, drafts: readonly (ItemDraft & { row: number })[]): Promise<void> {
  for (let at = 0; at < drafts.length; at += chunk) {
    const part = drafts.slice(at, at + chunk).map((draft) => ({ ...draft, id: randomUUIDv7() }))
    await db
      .insertInto('retail.item')
      .values(
        part.map(({ barcodes: _barcodes, row: _row, ...item }) => ({
          ...item,
          commissions: JSON.stringify(item.commissions),
        })),
      )
      .execute()
    const codesOf = part.flatMap(({ id, barcodes }) =>
      barcodes.map(({ code, units }) => ({ code: barcodeOf(code), units, itemId: id })),
    )
    for (let from = 0; from < codesOf.length; from += chunk)
      await db
        .insertInto('retail.barcode')
        .values(codesOf.slice(from, from + chunk))
        .execute()
  }
}
