import { serialOf } from '#modules/inventory/units/units.domain.ts'
import { cellFault, cellText, type TableRow } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { faultOfSerial } from './serials.domain.ts'

export interface SheetFault {
  row: number
  field: 'serial' | 'sku'
  code: string
  serial: string
}

export interface SheetSerial {
  row: number
  /** Empty where the sheet is of one item. */
  sku: string
  serial: string
}

const isHead = (cell: string, name: string) => cell.trim().toLowerCase() === name

/** The serials of a sheet, under a column `serial` and, of several items, `sku`; throws SERIAL_COLUMN where there is none. */
export function serialsOfSheet(rows: readonly TableRow[]): { serials: SheetSerial[]; faults: SheetFault[] } {
  const [head, ...body] = rows.filter(({ cells }) => cells.some((cell) => cellText(cell).trim() !== ''))
  const names = (head?.cells ?? []).map(cellText)
  const [serialAt, skuAt] = (['serial', 'sku'] as const).map((name) =>
    names.findIndex((cell) => isHead(cell, name)),
  )
  if (serialAt === undefined || serialAt < 0) throw new Refusal('SERIAL_COLUMN')
  const seen = new Set<string>()
  const serials: SheetSerial[] = []
  const faults: SheetFault[] = []
  for (const { rowNumber: row, cells } of body) {
    const [cell, skuCell] = [cells[serialAt], skuAt === undefined || skuAt < 0 ? undefined : cells[skuAt]]
    const serial = cellText(cell).trim()
    const wrong =
      cellFault(cell)?.code ?? faultOfSerial(serial) ?? (seen.has(serialOf(serial)) && 'SERIAL_TWICE')
    if (wrong) faults.push({ row, field: 'serial', code: wrong, serial })
    const skuFault = cellFault(skuCell)
    if (skuFault) faults.push({ row, field: 'sku', code: skuFault.code, serial })
    seen.add(serialOf(serial))
    serials.push({ row, sku: cellText(skuCell).normalize('NFKC').trim().toUpperCase(), serial })
  }
  return { serials, faults }
}
