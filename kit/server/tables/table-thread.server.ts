import { isUtf8 } from 'node:buffer'
import { detectDelimiter } from 'hucre/csv'
import { type Cell, cellText, csvCell, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { csvReader } from '#kit/domain/csv.domain.ts'
import { tableBounds as most } from '#kit/domain/tables.domain.ts'
import type { TableAsked, TablePiece } from './table.server.ts'
import { workbookRows } from './workbook-reader.server.ts'

const piece = 65_536
const [mostRows, mostText] = [500, 262_144]

/** Unicode by its mark, by the zeros of a first letter, or because it can be read so; else as the caller said. */
function encodingOf(bytes: Uint8Array, otherwise: string): string {
  const [a = 0, b = 0] = bytes
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && bytes.length > 1)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : otherwise
}

function* textOf(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += piece)
    yield decoder.decode(bytes.subarray(at, at + piece), { stream: true })
  yield decoder.decode()
}

/** A first line that only says what parts cells. */
const partsBy = /^\uFEFF?"?sep=([^\r\n"\p{L}\p{N}])"?[ ,;\t]*(?:\r|\n|$)/iu

function* csvRows(bytes: Uint8Array, encoding: string): Generator<TableRow> {
  let reader: ReturnType<typeof csvReader> | undefined
  let [rowNumber, isSaid] = [0, false]
  const numbered = function* (rows: Iterable<string[]>): Generator<TableRow> {
    for (const cells of rows) {
      rowNumber += 1
      if (rowNumber > 1 || !isSaid) yield { rowNumber, cells: cells.map(csvCell) }
    }
  }
  for (const text of textOf(bytes, encoding)) {
    if (text === '') continue
    if (!reader) {
      const said = partsBy.exec(text)?.[1]
      isSaid = said !== undefined
      reader = csvReader(said ?? detectDelimiter(text))
    }
    yield* numbered(reader.push(text))
  }
  if (reader) yield* numbered(reader.end())
}

const lengthOf = (cell: Cell) => cellText(cell).length

/** Reads a table in a thread of `inThread`. */
export async function* run({
  bytes,
  isWorkbook,
  otherwise,
  isExact,
}: TableAsked): AsyncGenerator<TablePiece> {
  const encoding = isWorkbook ? '' : encodingOf(bytes, otherwise)
  let rows: TableRow[] = []
  let [count, all, ofPiece] = [0, 0, 0]
  let named = { encoding, sheet: '', otherSheets: [] as string[] }
  try {
    const book = isWorkbook ? await workbookRows(bytes, isExact) : undefined
    if (book) named = { encoding, sheet: book.sheet, otherSheets: book.otherSheets }
    for await (const row of book?.rows ?? csvRows(bytes, encoding)) {
      count += 1
      if (count > most.rows) throw new Refusal('TABLE_LONG', { most: most.rows })
      for (const cell of row.cells) ofPiece += lengthOf(cell)
      rows.push(row)
      if (rows.length < mostRows && ofPiece < mostText) continue
      all += ofPiece
      if (all > most.text) throw new Refusal('UNPACKED_TOO_LARGE', { most: most.text / 2 ** 20 })
      yield { ...named, rows }
      rows = []
      ofPiece = 0
    }
  } catch (error) {
    // What an archive or a program says of a broken file is of no use to people.
    throw error instanceof Refusal ? error : new Refusal('TABLE_UNREADABLE')
  }
  yield { ...named, rows }
}
