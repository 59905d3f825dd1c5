import { type Cell, cellFault, cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { isZeroLost, readBarcodes } from '../items/barcodes.domain.ts'
import { readCommissions } from '../items/items.domain.ts'

/** The columns of a table of items; category, tax and principal by their codes, barcodes and commissions apart by a semicolon. */
export const itemColumns = [
  'sku',
  'name',
  'kind',
  'unit',
  'category',
  'tax',
  'supplier',
  'priceMode',
  'price',
  'leastPrice',
  'mostPrice',
  'taxMode',
  'commissions',
  'principal',
  'reorderLevel',
  'tracking',
  'soldOut',
  'isUndiscounted',
  'asksCustomer',
  'isPrecious',
  'barcodes',
] as const
type Column = (typeof itemColumns)[number]

export interface RowFault {
  row: number
  field: string
  code: string
}

export interface ItemRowRead {
  row: number
  /** What was given, as an item's draft has it. */
  given: Record<string, unknown>
  faults: RowFault[]
}

/** What codes in a table stand for. */
export interface Codes {
  categories: ReadonlyMap<string, string>
  taxes: ReadonlyMap<string, string>
  principals: ReadonlyMap<string, string>
}

const isEmpty = ({ cells }: TableRow) => cells.every((cell) => cellText(cell).trim() === '')

/**
 * The rows of a table of items under its names of columns. Throws ITEM_COLUMNS where a column is not known, is there twice, or one that
 * every item needs is missing.
 */
export function itemsOfSheet(rows: readonly TableRow[], codes: Codes): ItemRowRead[] {
  const [head, ...body] = rows.filter((row) => !isEmpty(row))
  const known = new Map(itemColumns.map((column) => [headKey(column), column]))
  const names = (head?.cells ?? []).map(cellText)
  const columns = names.map((name) => known.get(headKey(name)))
  const unknown = names.filter(
    (name, at) => name.trim() !== '' && (!columns[at] || columns.indexOf(columns[at]) < at),
  )
  const missing = (['sku', 'name', 'kind', 'unit'] as const).filter((column) => !columns.includes(column))
  if (unknown.length > 0 || missing.length > 0)
    throw new Refusal('ITEM_COLUMNS', { columns: [...unknown, ...missing].join(', ') })
  return body.map((row) => readRow(row, columns, codes))
}

function readRow(
  { rowNumber, cells }: TableRow,
  columns: readonly (Column | undefined)[],
  codes: Codes,
): ItemRowRead {
  const given: Record<string, unknown> = {}
  const faults: RowFault[] = []
  for (const [at, column] of columns.entries()) {
    if (!column) continue
    const cell = cells[at]
    const fault = cellFault(cell)
    const read = fault ? { code: fault.code } : readCell(column, cell, codes)
    if ('code' in read) faults.push({ row: rowNumber, field: column, code: read.code })
    else if (read.value !== undefined) given[read.field] = read.value
  }
  return { row: rowNumber, given, faults }
}

type Read = { field: string; value: unknown } | { code: string }

/** What a code of each of these columns stands for, and what is said of one that stands for nothing. */
const coded = {
  category: { of: 'categories', unknown: 'CATEGORY_UNKNOWN' },
  tax: { of: 'taxes', unknown: 'TAX_UNKNOWN' },
  principal: { of: 'principals', unknown: 'PRINCIPAL_UNKNOWN' },
} as const

/** What people write for yes and no, in the languages of the screens, and what spreadsheets make of it. */
const flags = new Map(
  Object.entries({ true: 'YES Y TRUE 1 X 是 有 CÓ', false: 'NO N FALSE 0 否 無 无 KHÔNG' }).flatMap(
    ([value, words]) => words.split(' ').map((word) => [word, value === 'true'] as const),
  ),
)

function readCell(column: Column, cell: Cell | undefined, codes: Codes): Read {
  const text = cellText(cell).normalize('NFKC').trim()
  if (text === '') return { field: column, value: undefined }
  if (column === 'barcodes') {
    const value = readBarcodes(text.replaceAll(';', '\n'))
    if (value?.some(({ code }) => isZeroLost(code))) return { code: 'BARCODE_ZERO_LOST' }
    return value ? { field: column, value } : { code: 'BARCODES_UNREAD' }
  }
  if (column === 'commissions') {
    const value = readCommissions(text.replaceAll(';', '\n'))
    return value ? { field: column, value } : { code: 'COMMISSIONS_UNREAD' }
  }
  if (column === 'category' || column === 'tax' || column === 'principal') {
    const { of, unknown } = coded[column]
    const id = codes[of].get(text.toUpperCase())
    return id ? { field: `${column}Id`, value: id } : { code: unknown }
  }
  if (column === 'isUndiscounted' || column === 'asksCustomer' || column === 'isPrecious') {
    const value = flags.get(text.toUpperCase())
    return value === undefined ? { code: 'YES_OR_NO' } : { field: column, value }
  }
  return { field: column, value: text }
}
