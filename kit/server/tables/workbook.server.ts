import { writeXlsxStream } from 'hucre/xlsx'
import { Readable } from 'node:stream'
import type { StreamedFile } from '../files.server.ts'

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
      name,
      columns: columns.map((header) => ({ header })),
      freezePane: { rows: 1 },
    }) as Parameters<typeof Readable.fromWeb>[0],
  ),
})
