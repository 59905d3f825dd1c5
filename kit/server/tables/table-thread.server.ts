import { isUtf8 } from 'node:buffer'
import { detectDelimiter } from 'hucre/csv'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { csvReader } from '#kit/domain/csv.domain.ts'
import { tableBounds as most } from '#kit/domain/tables.domain.ts'
import type { TableAsked, TablePiece } from './table.server.ts'
import { workbookRows } from './workbook-reader.server.ts'

const piece = 65_536
const [mostRows, mostText] = [500, 262_144]

/** Unicode by its mark or because it can be read so, else as somebody said. */
function encodingOf(bytes: Uint8Array, otherwise: string): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : otherwise
}

function* textOf(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += piece)
    yield decoder.decode(bytes.subarray(at, at + piece), { stream: true })
  yield decoder.decode()
}

function* csvRows(bytes: Uint8Array, encoding: string): Generator<string[]> {
  let reader: ReturnType<typeof csvReader> | undefined
  for (const text of textOf(bytes, encoding)) {
    reader ??= csvReader(detectDelimiter(text))
    yield* reader.push(text)
  }
  if (reader) yield* reader.end()
}

/** Reads a table in a thread of `inThread`. */
export async function* run({ bytes, isWorkbook, otherwise }: TableAsked): AsyncGenerator<TablePiece> {
  const encoding = isWorkbook ? '' : encodingOf(bytes, otherwise)
  let rows: string[][] = []
  let [count, all, ofPiece] = [0, 0, 0]
  try {
    for await (const cells of isWorkbook ? workbookRows(bytes) : csvRows(bytes, encoding)) {
      count += 1
      if (count > most.rows) throw new Refusal('TABLE_LONG', { most: most.rows })
      for (const { length } of cells) ofPiece += length
      rows.push(cells)
      if (rows.length < mostRows && ofPiece < mostText) continue
      all += ofPiece
      if (all > most.text) throw new Refusal('UNPACKED_TOO_LARGE', { most: most.text / 2 ** 20 })
      yield { encoding, rows }
      rows = []
      ofPiece = 0
    }
  } catch (error) {
    // What an archive or a program says of a broken file is of no use to people.
    throw error instanceof Refusal ? error : new Refusal('TABLE_UNREADABLE')
  }
  yield { encoding, rows }
}
