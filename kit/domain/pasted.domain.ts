import { csvReader } from './csv.domain.ts'

/** The cells of a text as spreadsheets copy it, where a cell in quotation marks may hold lines; else by its lines alone. */
export function pastedCells(text: string): string[][] {
  const reader = csvReader('\t')
  try {
    return [...reader.push(text), ...reader.end()]
  } catch {
    return text.split(/\r\n?|\n/).map((line) => line.split('\t'))
  }
}

/** Whether a text is pasted over several cells: an empty one at the beginning has its place; line ends after the last are none. */
export const isOfCells = (text: string): boolean => /[\t\r\n"]/.test(text.replace(/[\r\n]+$/, ''))

/** One row of a sheet that figures are typed or pasted into. */
export interface SheetRow {
  id: string
  code: string
}

/** Where a text is pasted, and into how many columns of fields. */
export interface PastedAt {
  row: number
  column: number
  columns: number
}

/** What a pasted text fills in, by row and column, '' for what stays; and its lines that were not understood. */
export interface Pasted {
  filled: Map<string, string[]>
  left: string[]
}

const isText = (cell: string) => /\p{L}/u.test(cell) || !/\p{Nd}/u.test(cell)

/**
 * Reads a text pasted into a field of the sheet: figures one below the other and side by side from that field on, where an empty
 * cell keeps its place; or lines that begin with a code, in any order. Figures stay as they were written; whoever reads them says
 * which are none. A line of another code, of too many cells or beyond the sheet is not understood.
 */
export function readPasted(text: string, rows: readonly SheetRow[], at: PastedAt): Pasted {
  const { row: first, column, columns } = at
  const lines = pastedCells(text).map((cells) => cells.map((cell) => cell.trim()))
  const rowOf = ([code = '']: string[]) => rows.find((row) => row.code === code.toUpperCase())
  const isByCode = lines.some(rowOf)
  const result: Pasted = { filled: new Map(), left: [] }
  for (const [index, cells] of lines.entries()) {
    const named = rowOf(cells)
    const given = named ? cells.slice(1).filter((cell) => columns > 1 || cell) : cells
    if (!given.some(Boolean)) continue
    const isOther = !named && (isByCode || (cells.length > 1 && cells[0] !== '' && isText(cells[0] ?? '')))
    const row = named ?? rows[first + index]
    const from = named ? 0 : column
    const isWide = given.findLastIndex(Boolean) >= columns - from
    if (!row || isOther || isWide || result.filled.has(row.id))
      result.left.push(cells.filter(Boolean).join(' '))
    else
      result.filled.set(
        row.id,
        Array.from({ length: columns }, (_, place) => given[place - from] ?? ''),
      )
  }
  return result
}
