import { cellText, headKey, type TableRow } from '#kit/domain/cells.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { limitActs, limitFields, type LimitRow, limitUnits } from './limits.domain.ts'

type Own = Pick<LimitRow, 'act' | 'bundle' | 'itemId' | 'maximum' | 'minimum' | 'target' | 'unit'>

const blank: Omit<Own, 'itemId'> = {
  unit: 'units',
  act: 'block',
  minimum: null,
  target: null,
  maximum: null,
  bundle: null,
}

/** The line of all cash in a sheet, beside the codes of currencies. */
export const cashCode = 'CASH'

/** A line that says nothing yet, of an item or of all cash. */
export const blankLimit = (itemId: string | null): Own => ({
  ...blank,
  itemId,
  unit: itemId === null ? 'local' : 'units',
})

const choice = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text.toLowerCase())

/**
 * The limits that a sheet says, over those there were: its first row names the columns. An empty cell is no limit of this level, `0` is
 * one; a column that is not there leaves its field as it was. Throws with each fault at its row and column.
 * @param itemOf the id of an item by its code, null for all cash, undefined for a code that is not there
 */
export function limitsOfSheet(
  [head, ...rows]: readonly TableRow[],
  itemOf: (code: string) => string | null | undefined,
  before: readonly Own[],
): Own[] {
  const heads = head?.cells.map((cell) => headKey(cellText(cell))) ?? []
  const column = (name: string) => heads.indexOf(name)
  if (column('code') < 0) throw new Refusal('SHEET_WITHOUT_CODE', {}, { kind: 'invalid' })
  const faults: FieldFault[] = []
  const seen = new Set<string | null>()
  const read = rows.flatMap(({ rowNumber, cells }) => {
    const text = (name: string) => (column(name) < 0 ? undefined : cellText(cells[column(name)]).trim())
    const fault = (name: string, code: string) =>
      void faults.push({ field: `rows.${rowNumber}.${name}`, code })
    const code = text('code') ?? ''
    if (code === '') return []
    const itemId = itemOf(code.toUpperCase())
    if (itemId === undefined) return fault('code', 'ITEM_UNKNOWN') ?? []
    if (seen.has(itemId)) return fault('code', 'ITEM_TWICE') ?? []
    seen.add(itemId)
    const line = { ...(before.find((one) => one.itemId === itemId) ?? blankLimit(itemId)) }
    for (const field of limitFields) {
      const given = text(field)
      if (given === undefined) continue
      const value = given === '' ? null : readNumber(given, { decimals: 4, digits: 14 })
      if (value === undefined) fault(field, 'NOT_A_NUMBER')
      else line[field] = value
    }
    const [unit, act] = [text('unit') ?? '', text('act') ?? '']
    if (unit) line.unit = choice(limitUnits, unit) ?? (fault('unit', 'NOT_A_CHOICE') || line.unit)
    if (act) line.act = choice(limitActs, act) ?? (fault('act', 'NOT_A_CHOICE') || line.act)
    return [line]
  })
  if (faults[0]) throw new Refusal(faults[0].code, {}, { fields: faults })
  if (read.length === 0) throw new Refusal('TABLE_EMPTY')
  return read
}
