import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import type { TableRow } from '#kit/domain/cells.domain.ts'
import { tableBounds } from '#kit/domain/tables.domain.ts'
import type { StreamedFile } from '../files.server.ts'
import { inThread } from '../thread.server.ts'

/** The media type of a workbook. */
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook of one sheet, made while it is read. Text that begins like a formula stays text. */
export const workbook = (
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<(number | string | null)[]> | Iterable<(number | string | null)[]>,
): StreamedFile => ({
  name: `${name}.xlsx`,
  mediaType: xlsx,
  stream: Readable.fromWeb(
    writeXlsxStream(rows, {
      name: name.slice(0, 31), // A sheet takes no longer name.
      columns: columns.map((header) => ({ header })),
      freezePane: { rows: 1 },
    }) as Parameters<typeof Readable.fromWeb>[0],
  ),
})

/** What a table is read from, in the thread. */
export interface TableAsked {
  bytes: Uint8Array
  isWorkbook: boolean
  otherwise: string
  isExact: boolean
}
/** Rows in their order, the names of the columns first; `encoding` is empty for a workbook, the sheets for a text. */
export interface TablePiece {
  encoding: string
  sheet: string
  otherSheets: string[]
  rows: TableRow[]
}

/**
 * The rows of a workbook or of comma-separated text, some at a time, read in a thread with a memory of its own while others are
 * served. `type` is what the content was found to be, `otherwise` the encoding of a text that is not Unicode. With `isExact`
 * a number of a workbook that has more digits than programs keep is a fault: of an identifier some are lost. The bytes move to the thread.
 * @throws Refusal TABLE_UNREADABLE, TABLE_CELL, TABLE_VALUE, TABLE_WIDE, TABLE_LONG, TABLE_QUOTE, UNPACKED_TOO_LARGE, READER_MEMORY or READER_SLOW
 */
export const tableRows = (
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  otherwise = 'windows-1252',
  isExact = false,
): AsyncGenerator<TablePiece> =>
  inThread<TablePiece>(
    new URL('table-thread.server.ts', import.meta.url),
    { bytes, isWorkbook: type === xlsx, otherwise, isExact } satisfies TableAsked,
    { megabytes: tableBounds.heap, seconds: tableBounds.seconds, transfer: [bytes.buffer] },
  )
