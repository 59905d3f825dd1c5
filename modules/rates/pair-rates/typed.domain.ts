import { Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { pastedCells } from '#kit/domain/pasted.domain.ts'

/** A rate as the server takes it; undefined for what is no rate. */
export function rateOf(text: string): string | undefined {
  const amount = amountOf(text)
  return amount !== undefined && /[1-9]/.test(amount) ? amount : undefined
}

/** As `rateOf`, of what may be nothing, such as a margin. */
export const amountOf = (text: string): string | undefined => readNumber(text, { decimals: 8, digits: 12 })

/** A stored fraction as a percentage, exact and without zeros that say nothing: `0.006` as `0.6`. */
export const percentageOf = (fraction: string): string => new Exact(fraction).times(100).toString()

/** One row of a sheet that rates are typed or pasted into. */
export interface SheetRow {
  currencyId: string
  code: string
}

/** Where a text is pasted, and into how many columns of fields. */
export interface PastedAt {
  row: number
  column: number
  columns: number
}

/** What a pasted text fills in, by currency and column, '' for what stays; and its lines that were not understood. */
export interface Pasted {
  filled: Map<string, string[]>
  left: string[]
}

const isText = (cell: string) => /\p{L}/u.test(cell) || !/\p{Nd}/u.test(cell)

/**
 * Reads a text pasted into a field of the sheet: rates one below the other and side by side from that field on, where an empty
 * cell keeps its place; or lines that begin with a code, in any order. Rates stay as they were written; whoever reads them says
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
    if (!row || isOther || isWide || result.filled.has(row.currencyId))
      result.left.push(cells.filter(Boolean).join(' '))
    else
      result.filled.set(
        row.currencyId,
        Array.from({ length: columns }, (_, place) => given[place - from] ?? ''),
      )
  }
  return result
}
