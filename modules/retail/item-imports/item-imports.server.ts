import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { tableRows, workbook } from '#kit/server/tables/table.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { actOnWhole, currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import { barcodeOf } from '../items/barcodes.domain.ts'
import { ItemDraft } from '../items/items.contract.ts'
import { faultsOfItem } from '../items/items.domain.ts'
import { itemImports, type Imported } from './item-imports.contract.ts'
import { itemColumns, type ItemRowRead, itemsOfSheet, type RowFault } from './item-imports.domain.ts'
import * as queries from './item-imports.queries.ts'

export const itemImportsRouter = serve(itemImports, {
  import: imported,
  template: () => Promise.resolve(workbook('items', itemColumns, [])),
})

/** Cells with a fault that are told of. */
const most = 100

async function imported({ db, input, file, actor, language }: Ctx<{ dryRun: 'false' | 'true' }>) {
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  actOnWhole(actor.assigned)
  const pieces = await Array.fromAsync(tableRows(new Uint8Array(file.bytes), file.type))
  const rows = itemsOfSheet(
    pieces.flatMap((piece) => piece.rows),
    await queries.codes(db),
  )
  const { drafts, faults } = await checked(db, rows)
  const isDry = input.dryRun === 'true' || faults.length > 0
  if (!isDry) await queries.addItems(db, drafts)
  return {
    rows: rows.length,
    created: isDry ? 0 : drafts.length,
    faults: faults.slice(0, most).map((fault) => ({ ...fault, message: wordsOf(language, fault.code) })),
  } satisfies Imported
}

const wordsOf = (language: Language, code: string) => text(language, `refusals.${code}`)

/** The drafts of all rows, and what is wrong with any: by itself, beside another row, or beside what is there. */
async function checked(db: Db, rows: readonly ItemRowRead[]) {
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  const skus = new Set<string>()
  const codes = new Set<string>()
  const faults: RowFault[] = rows.flatMap((row) => row.faults)
  const drafts: (ItemDraft & { row: number })[] = []
  for (const { row, given, faults: unread } of rows) {
    if (unread.length > 0) continue
    const read = ItemDraft.safeParse(given)
    if (!read.success) {
      const fields = new Set(read.error.issues.map(({ path }) => String(path[0] ?? 'sku')))
      faults.push(...[...fields].map((field) => ({ row, field, code: 'CELL_UNREAD' })))
      continue
    }
    faults.push(...faultsOfItem(read.data).map(({ field, code }) => ({ row, field, code })))
    for (const field of ['price', 'leastPrice', 'mostPrice'] as const)
      if (!hasAtMost(read.data[field] ?? '0', decimals)) faults.push({ row, field, code: 'CELL_UNREAD' })
    const own = read.data.barcodes.map(({ code }) => barcodeOf(code))
    if (skus.has(read.data.sku)) faults.push({ row, field: 'sku', code: 'SKU_IN_USE' })
    if (own.some((code) => codes.has(code))) faults.push({ row, field: 'barcodes', code: 'BARCODE_IN_USE' })
    skus.add(read.data.sku)
    for (const code of own) codes.add(code)
    drafts.push({ ...read.data, row })
  }
  const taken = await queries.listTaken(db, [...skus], [...codes])
  for (const { row, sku, barcodes } of drafts) {
    if (taken.skus.has(sku)) faults.push({ row, field: 'sku', code: 'SKU_IN_USE' })
    if (barcodes.some(({ code }) => taken.codes.has(barcodeOf(code))))
      faults.push({ row, field: 'barcodes', code: 'BARCODE_IN_USE' })
  }
  return { drafts, faults: faults.toSorted((a, b) => a.row - b.row) }
}
