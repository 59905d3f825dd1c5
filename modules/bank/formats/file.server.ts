import { cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { tableRows, xlsx } from '#kit/server/tables/table.server.ts'
import { inThread } from '#kit/server/thread.server.ts'
import { ordersOf, type DateOrder } from './dates.domain.ts'
import { currencyDecimals } from './decimals.server.ts'
import { detect } from './read.server.ts'
import type { FilePiece } from './read-thread.server.ts'
import type { Statement } from './statement.domain.ts'
import { type Mapping, readTable } from './table.domain.ts'

/** What a file may take: megabytes of a thread's heap, its seconds, and rows of a table. */
const most = { megabytes: 256, seconds: 60, rows: 300_000 }
/** Rows among which the heads of a table are looked for: banks put addresses before them. */
const headRows = 50

/** A table that no mapping reads yet: its first rows, and by which orders the dates of each column are days. */
export interface UnreadTable {
  rows: string[][]
  dates: { column: string; orders: DateOrder[] }[]
}

/** The account that a table is of, with the mapping by which it is read. */
export interface TableOf {
  account: string
  currency: string
  mapping: Mapping | null
}

/**
 * The statements of a file, read in a thread with a memory and a time of its own; a table by the mapping of its account, or what
 * it looks like where it has none.
 * @throws Refusal BANKFILE_DTD, BANKFILE_DEPTH, BANKFILE_SHAPE, BANKFILE_TRUNCATED, BANKFILE_NONE or BANKFILE_BANK_ERROR of its thread,
 * READER_MEMORY or READER_SLOW, TABLE_EMPTY, TABLE_LONG
 */
export async function readFile(
  bytes: Uint8Array,
  of: TableOf,
): Promise<{ statements: Statement[]; table: UnreadTable | null }> {
  const { kind, encoding } = detect(bytes)
  const own = Uint8Array.from(bytes)
  if (kind === 'workbook' || kind === 'text')
    return readRows(tableRows(own, kind === 'workbook' ? xlsx : 'text/csv', encoding || undefined), of)
  const statements: Statement[] = []
  const pieces = inThread<FilePiece>(
    new URL('read-thread.server.ts', import.meta.url),
    { bytes: own, decimals: currencyDecimals },
    { megabytes: most.megabytes, seconds: most.seconds, transfer: [own.buffer] },
  )
  for await (const piece of pieces) {
    if ('statement' in piece) statements.push(piece.statement)
    else for (const line of piece.lines) statements.at(-1)?.lines.push(line)
  }
  return { statements, table: null }
}

async function readRows(pieces: AsyncIterable<{ rows: TableRow[] }>, { mapping, ...of }: TableOf) {
  const rows: TableRow[] = []
  for await (const piece of pieces) {
    for (const row of piece.rows) if (row.cells.some((cell) => cellText(cell).trim() !== '')) rows.push(row)
    if (rows.length > most.rows) throw new Refusal('TABLE_LONG', { most: most.rows })
  }
  if (rows.length === 0) throw new Refusal('TABLE_EMPTY')
  if (!mapping) return { statements: [], table: lookAt(rows) }
  const wanted = [mapping.date, mapping.amount].map(headKey)
  const isHead = ({ cells }: TableRow) => {
    const keys = new Set(cells.map((cell) => headKey(cellText(cell))))
    return wanted.every((key) => keys.has(key))
  }
  const at = Math.max(0, rows.slice(0, headRows).findIndex(isHead))
  const heads = rows[at]?.cells.map(cellText) ?? []
  const table = { heads, rows: rows.slice(at + 1) }
  return { statements: [readTable(table, mapping, of, (code) => currencyDecimals.get(code))], table: null }
}

/** The first rows as they are, and of each column which orders of a date fit all of its values. */
function lookAt(rows: readonly TableRow[]): UnreadTable {
  const texts = rows.slice(0, 200).map(({ cells }) => cells.map((cell) => cellText(cell).trim()))
  const width = texts.map((cells) => cells.filter(Boolean).length)
  // The heads are the first row that is as wide as most of those below it.
  const usual = width.toSorted((a, b) => a - b)[Math.floor(width.length / 2)] ?? 0
  const at = Math.max(
    0,
    width.findIndex((cells) => cells >= usual),
  )
  const [heads = [], ...below] = texts.slice(at)
  const dates = heads.flatMap((column, place) => {
    const values = below.map((cells) => cells[place] ?? '').filter(Boolean)
    const orders = values.length > 0 ? ordersOf(values) : []
    return column && orders.length > 0 ? [{ column, orders }] : []
  })
  return { rows: texts.slice(at, at + 20), dates }
}
