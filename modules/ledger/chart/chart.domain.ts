import { cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type AccountClass, accountClasses } from '../accounts/accounts.domain.ts'

/** The columns of a chart in a sheet; a group is written by its whole path. */
export const chartColumns = [
  'code',
  'name',
  'class',
  'group',
  'manual',
  'closed',
  'nameZhHant',
  'nameZhHans',
  'nameVi',
  'currency',
  'taxCode',
] as const
/** The names in other languages; a sheet without such a column leaves them as they are. */
export const chartNames = ['nameZhHant', 'nameZhHans', 'nameVi'] as const
export const chartFormats = ['csv', 'xlsx'] as const
export const pathSign = ' › '

/** A ledger as a sheet says it. */
export interface ChartRow {
  rowNumber: number
  code: string
  name: string
  class: AccountClass
  /** From the top down; empty directly under the class. */
  path: string[]
  isManual: boolean
  closedFrom: string | null
  /** Those that the sheet has a column for. */
  names: { [name in (typeof chartNames)[number]]?: string }
  /** A code; null: all of them. Undefined where the sheet has no such column. */
  currency: string | null | undefined
  /** The same of the tax code that its lines are proposed. */
  taxCode: string | null | undefined
}

export interface ChartFault {
  rowNumber: number
  field: (typeof chartColumns)[number]
  code: string
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isNo = (text: string) => ['no', 'false', '0'].includes(text.toLowerCase())

/** The ledgers of a sheet, whose first row names the columns, and what is wrong with it by row and column. */
export function chartOf([head, ...rows]: readonly TableRow[]): { found: ChartRow[]; faults: ChartFault[] } {
  const heads = head?.cells.map((cell) => headKey(cellText(cell))) ?? []
  if (!heads.includes('code')) throw new Refusal('SHEET_WITHOUT_CODE', {}, { kind: 'invalid' })
  const faults: ChartFault[] = []
  const seen = new Set<string>()
  const found = rows.flatMap(({ rowNumber, cells }): ChartRow[] => {
    const has = (name: string) => heads.includes(headKey(name))
    const text = (name: string) => cellText(cells[heads.indexOf(headKey(name))]).trim()
    const fault = (field: ChartFault['field'], code: string) => void faults.push({ rowNumber, field, code })
    const [code, name, group, closed] = [text('code'), text('name'), text('group'), text('closed')]
    if (code === '' && name === '') return []
    const before = faults.length
    const kind = accountClasses.find((one) => one === text('class').toLowerCase())
    if (!/^\d{4,8}$/.test(code)) fault('code', 'LEDGER_CODE')
    if (seen.has(code)) fault('code', 'LEDGER_TWICE')
    seen.add(code)
    if (name === '' || name.length > 100) fault('name', 'LEDGER_NAME')
    for (const key of chartNames) if (text(key).length > 100) fault(key, 'LEDGER_NAME_LONG')
    if (kind === undefined) fault('class', 'NOT_A_CHOICE')
    if (closed !== '' && !isDay(closed)) fault('closed', 'NOT_A_DAY')
    if (faults.length > before || kind === undefined) return []
    const path = group.split(/[›>]/).flatMap((part) => part.trim() || [])
    const isManual = !isNo(text('manual'))
    const names = Object.fromEntries(chartNames.filter(has).map((key) => [key, text(key)]))
    const currency = has('currency') ? text('currency').toUpperCase() || null : undefined
    const taxCode = has('taxCode') ? text('taxCode') || null : undefined
    return [
      {
        taxCode,
        rowNumber,
        code,
        name,
        class: kind,
        path,
        isManual,
        closedFrom: closed || null,
        names,
        currency,
      },
    ]
  })
  return { found, faults }
}
