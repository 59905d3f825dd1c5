import { Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'

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

/**
 * What a text pasted into the sheet fills in, by currency and column, '' for what stays: rates one below the other and side by
 * side from that field on, or lines that begin with a code, in any order, as spreadsheets copy them. Of one column the first
 * filled cell after the code counts. Texts stay as they were written; whoever reads them says which are no rates.
 */
export function pasted(text: string, rows: readonly SheetRow[], at: PastedAt): Map<string, string[]> {
  const { row: first, column, columns } = at
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
  const filled = new Map<string, string[]>()
  for (const [index, cells] of lines.entries()) {
    const named = rows.find(({ code }) => cells[0]?.toUpperCase() === code)
    const rest = columns === 1 ? cells.slice(1).filter(Boolean) : cells.slice(1)
    const row = named ?? (cells.length <= columns - column ? rows[first + index] : undefined)
    const from = named ? 0 : column
    const given = Array.from({ length: columns }, (_, place) => (named ? rest : cells)[place - from] ?? '')
    if (row && given.some(Boolean)) filled.set(row.currencyId, given)
  }
  return filled
}
