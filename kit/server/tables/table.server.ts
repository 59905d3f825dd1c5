import { inThread } from '../thread.server.ts'
import { tableBounds } from '#kit/domain/tables.domain.ts'
import { xlsx } from './workbook.server.ts'

/** What a table is read from, in the thread. */
export interface TableAsked {
  bytes: Uint8Array
  isWorkbook: boolean
  otherwise: string
}
/** Rows in their order, the names of the columns first; `encoding` is empty for a workbook. */
export interface TablePiece {
  encoding: string
  rows: string[][]
}

/**
 * The rows of a workbook or of comma-separated text, some at a time, read in a thread with a memory of its own while others are
 * served. `type` is what the content was found to be, `otherwise` the encoding of a text that is not Unicode. The bytes move to the thread.
 * @throws Refusal TABLE_UNREADABLE, TABLE_CELL, TABLE_VALUE, TABLE_WIDE, TABLE_LONG, TABLE_QUOTE, UNPACKED_TOO_LARGE or READER_MEMORY
 */
export const tableRows = (
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  otherwise = 'windows-1252',
): AsyncGenerator<TablePiece> =>
  inThread<TablePiece>(
    new URL('table-thread.server.ts', import.meta.url),
    { bytes, isWorkbook: type === xlsx, otherwise } satisfies TableAsked,
    { megabytes: tableBounds.heap, transfer: [bytes.buffer] },
  )
