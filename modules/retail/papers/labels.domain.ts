import type { Barcode } from '../items/barcodes.domain.ts'

/** The symbols that an item may carry. */
export type Symbology = 'code128' | 'ean13' | 'ean8' | 'itf14'
const byLength: Readonly<Record<number, Symbology>> = { 8: 'ean8', 13: 'ean13', 14: 'itf14' }

/** What is scanned from a label: the barcode of one unit, else the SKU; numbers of GS1 have symbols of their own. */
export function symbolOf({ sku, barcodes }: { sku: string; barcodes: readonly Barcode[] }): {
  symbology: Symbology
  code: string
} {
  const code = barcodes.find(({ units }) => units === 1)?.code ?? sku
  return { code, symbology: (/^\d+$/.test(code) && byLength[code.length]) || 'code128' }
}

/** Where bars are, of widths that are bars and gaps in turn, from the left: in modules, the width of the thinnest. */
export function barsOf(widths: readonly number[]): {
  bars: { left: number; width: number }[]
  modules: number
} {
  let left = 0
  const bars = widths.flatMap((width, at) => {
    const bar = { left, width }
    left += width
    return at % 2 === 0 ? [bar] : []
  })
  return { bars, modules: left }
}

const mm = 72 / 25.4
/** A label of a roll, and a sheet of A4 with three times eight. Points. */
const roll = { width: 50 * mm, height: 30 * mm }
const sheet = { columns: 3, rows: 8, width: 70 * mm, height: 37 * mm, top: 0.5 * mm }

/** Where labels are on their pages, one after another. */
export function placesOf(paper: 'a4' | 'roll', count: number) {
  const perPage = paper === 'roll' ? 1 : sheet.columns * sheet.rows
  return Array.from({ length: count }, (_, at) => {
    const on = at % perPage
    const { width, height } = paper === 'roll' ? roll : sheet
    return {
      isNewPage: at > 0 && on === 0,
      left: paper === 'roll' ? 0 : (on % sheet.columns) * width,
      top: paper === 'roll' ? 0 : sheet.top + Math.floor(on / sheet.columns) * height,
      width,
      height,
    }
  })
}

/** The page of a paper. */
export const pageOf = (paper: 'a4' | 'roll', a4: { width: number; height: number }): [number, number] =>
  paper === 'roll' ? [roll.width, roll.height] : [a4.width, a4.height]
