import { type Cell, cellFault, cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { fundSources, relationships } from '../order-rows/orders.domain.ts'
import { purposes } from '../purposes/purposes.domain.ts'
import { fixedSides } from '../quotes/quotes.domain.ts'
import { fieldKeys, methods } from '../recipients/fields.domain.ts'

/** The columns of a table of orders; sender and provider by their number and code, without a provider the best. */
export const importColumns = [
  'sender',
  'country',
  'currency',
  'method',
  'fixed',
  'amount',
  'provider',
  'providerReason',
  'recipientName',
  ...fieldKeys,
  'purpose',
  'sourceOfFunds',
  'relationship',
  'duplicateReason',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** Columns without which no row can be an order. */
const needed = [
  'sender',
  'country',
  'currency',
  'method',
  'amount',
  'recipientName',
  'purpose',
  'sourceOfFunds',
  'relationship',
] as const satisfies readonly ImportColumn[]

/** A file may have so many orders: each is looked at with its price. */
const mostOrders = 200

/** A cell may have so many letters; what is longer is shown cut, and refused. */
export const mostLetters = 255

/** A row as it was written, by the name of the column. */
export type Given = Partial<Record<ImportColumn, string>>

export interface ReadRow {
  rowNumber: number
  given: Given
  /** Cells whose program could not give their value. */
  faults: FieldFault[]
}

const isEmpty = ({ cells }: TableRow) => cells.every((cell) => cellText(cell).trim() === '')
const columnOf = new Map(importColumns.map((column) => [headKey(column), column]))

/**
 * The rows of a table of orders under its names of columns, and the columns that nothing was taken of. Throws ORDER_COLUMNS where one
 * that every order needs is missing, or one is there twice, ORDER_ROWS_MOST where there are too many rows.
 */
export function ordersOfSheet(rows: readonly TableRow[]): { rows: ReadRow[]; unusedColumns: string[] } {
  const [head, ...body] = rows.filter((row) => !isEmpty(row))
  const heads = (head?.cells ?? []).map(cellText)
  const columns = heads.map((name) => columnOf.get(headKey(name)))
  const twice = heads.filter((_, at) => columns[at] && columns.indexOf(columns[at]) < at)
  const missing = needed.filter((column) => !columns.includes(column))
  if (twice.length > 0 || missing.length > 0)
    throw new Refusal('ORDER_COLUMNS', { columns: [...twice, ...missing].join(', ') }, { kind: 'invalid' })
  if (body.length > mostOrders)
    throw new Refusal('ORDER_ROWS_MOST', { most: mostOrders }, { kind: 'invalid' })
  return {
    rows: body.map(({ rowNumber, cells }) => readRow(rowNumber, cells, columns)),
    unusedColumns: heads.filter((name, at) => name.trim() !== '' && !columns[at]),
  }
}

function readRow(
  rowNumber: number,
  cells: readonly Cell[],
  columns: readonly (ImportColumn | undefined)[],
): ReadRow {
  const given: Given = {}
  const faults: FieldFault[] = []
  for (const [at, field] of columns.entries()) {
    const fault = cellFault(cells[at])
    const text = cellText(cells[at]).trim()
    if (!field || text === '') continue
    if (fault) faults.push({ field, code: fault.code, data: { value: fault.text } })
    if (text.length > mostLetters) faults.push({ field, code: 'TEXT_TOO_LONG' })
    given[field] = text.slice(0, mostLetters)
  }
  return { rowNumber, given, faults }
}

const choices: Partial<Record<ImportColumn, readonly string[]>> = {
  method: methods,
  fixed: fixedSides,
  purpose: purposes,
  sourceOfFunds: fundSources,
  relationship: relationships,
}

/** The values of a row as an order's draft has them, and what nobody can read; sender and provider stay as they were written. */
export function valuesOf(given: Given): { values: Record<string, unknown>; faults: FieldFault[] } {
  const values: Record<string, unknown> = { fixed: 'sends' }
  const recipient: Record<string, string> = {}
  const faults: FieldFault[] = needed
    .filter((field) => (given[field] ?? '').trim() === '')
    .map((field) => ({ field, code: 'REQUIRED' }))
  for (const [name, raw] of Object.entries(given)) {
    const field = name as ImportColumn
    const text = raw.normalize('NFKC').trim()
    if (text === '' || field === 'sender' || field === 'provider') continue
    const offered = choices[field]
    if ((fieldKeys as readonly string[]).includes(field)) recipient[field] = text
    else if (offered) {
      const found = offered.find((one) => headKey(one) === headKey(text))
      if (found) values[field] = found
      else faults.push({ field, code: 'ORDER_CHOICE', data: { choices: offered.join(', ') } })
    } else if (field === 'amount') {
      const amount = readNumber(text, { digits: 15 })
      if (amount !== undefined && /[1-9]/.test(amount)) values[field] = amount
      else faults.push({ field, code: 'NOT_A_NUMBER' })
    } else values[field] = field === 'country' || field === 'currency' ? text.toUpperCase() : text
  }
  return { values: { ...values, recipient }, faults }
}
