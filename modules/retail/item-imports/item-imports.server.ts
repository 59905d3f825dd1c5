import { sql } from 'kysely'
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
import {
  type Codes,
  columnsOfHead,
  isEmptyRow,
  itemColumns,
  itemOfRow,
  type ItemRowRead,
  type RowFault,
} from './item-imports.domain.ts'
import * as queries from './item-imports.queries.ts'

export const itemImportsRouter = serve(itemImports, {
  import: imported,
  template: () => Promise.resolve(workbook('items', itemColumns, [])),
})

/** Cells with a fault that are told of. */
const most = 100

/**
 * Items are made while the table is read, so that no more of it is held than a piece; with the first fault they are taken back, and
 * the rest is only looked at.
 */
async function imported({ db, input, file, actor, language }: Ctx<{ dryRun: 'false' | 'true' }>) {
  if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
  actOnWhole(actor.assigned)
  const check = await checkerOf(db)
  const faults: RowFault[] = []
  let [rows, created] = [0, 0]
  await sql`savepoint items`.execute(db)
  for await (const piece of itemRows(file, await queries.codes(db))) {
    const read = await check(piece)
    rows += piece.length
    faults.push(...read.faults.slice(0, most - faults.length))
    if (input.dryRun === 'true' || faults.length > 0) continue
    await queries.addItems(db, read.drafts)
    created += read.drafts.length
  }
  if (faults.length > 0 && created > 0) await sql`rollback to savepoint items`.execute(db)
  return {
    rows,
    created: faults.length > 0 ? 0 : created,
    faults: faults.map((fault) => ({ ...fault, message: wordsOf(language, fault.code) })),
  } satisfies Imported
}

/** The rows under the head of a table, some at a time. */
async function* itemRows(
  { bytes, type }: { bytes: Buffer; type: string },
  codes: Codes,
): AsyncGenerator<ItemRowRead[]> {
  let columns: ReturnType<typeof columnsOfHead> | undefined
  for await (const piece of tableRows(new Uint8Array(bytes), type)) {
    const rows = piece.rows.filter((row) => !isEmptyRow(row))
    if (rows.length === 0) continue
    const known = (columns ??= columnsOfHead(rows.shift()))
    yield rows.map((row) => itemOfRow(row, known, codes))
  }
  // Nothing at all has no column either.
  if (!columns) columnsOfHead(undefined)
}

const wordsOf = (language: Language, code: string) => text(language, `refusals.${code}`)

/** What looks at rows, some after others: their drafts, and what is wrong with any by itself, beside another row, or beside what is there. */
async function checkerOf(db: Db) {
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  const [skus, codes] = [new Set<string>(), new Set<string>()]
  return async (rows: readonly ItemRowRead[]) => {
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
      drafts.push({ ...read.data, row })
    }
    const taken = await takenOf(db, drafts)
    for (const { row, sku, barcodes } of drafts) {
      const own = barcodes.map(({ code }) => barcodeOf(code))
      if (skus.has(sku) || taken.skus.has(sku)) faults.push({ row, field: 'sku', code: 'SKU_IN_USE' })
      if (own.some((code) => codes.has(code) || taken.codes.has(code)))
        faults.push({ row, field: 'barcodes', code: 'BARCODE_IN_USE' })
      skus.add(sku)
      for (const code of own) codes.add(code)
    }
    return { drafts, faults: faults.toSorted((a, b) => a.row - b.row) }
  }
}

const takenOf = (db: Db, drafts: readonly ItemDraft[]) =>
  queries.listTaken(
    db,
    drafts.map(({ sku }) => sku),
    drafts.flatMap(({ barcodes }) => barcodes.map(({ code }) => barcodeOf(code))),
  )
