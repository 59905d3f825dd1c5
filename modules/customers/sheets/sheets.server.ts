import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { xlsx } from '#kit/server/workbook.server.ts'

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The text of a file: Unicode by its mark or because it can be read so, else as somebody said. */
export function decode(bytes: Uint8Array, otherwise: string): { text: string; encoding: string } {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  if (a === 0xfe && b === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder(otherwise).decode(bytes), encoding: otherwise }
  }
}

/** In place of a last row: a quote was opened and never closed, so that the rest of the file would be one value. */
export const unclosed: string[] = []
const end = '\uFFFF'

/** The rows of a file as texts, the header first; `type` is what its content was found to be. */
export async function* rowsOf(bytes: Buffer, type: string, text: string): AsyncGenerator<string[]> {
  if (type === xlsx) return yield* workbookRows(bytes)
  // A row of ours at the end comes out as it went in, unless a value swallowed it.
  for (const values of streamCsvRows(`${text.replace(/^\uFEFF/, '')}\n${end}`)) {
    const cells = values.map(textOf)
    if (cells.at(-1) === end) return
    yield cells.at(-1)?.endsWith(end) ? unclosed : cells
  }
}

async function* workbookRows(bytes: Buffer): AsyncGenerator<string[]> {
  for await (const { values } of streamXlsxRows(bytes)) yield values.map(textOf)
}
