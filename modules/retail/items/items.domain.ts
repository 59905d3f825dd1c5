import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { type Barcode, barcodeOf, isBarcode } from './barcodes.domain.ts'

export const itemKinds = ['goods', 'service', 'agency'] as const
export type ItemKind = (typeof itemKinds)[number]
export const priceModes = ['fixed', 'open'] as const
export const taxModes = ['asTax', 'withTax', 'withoutTax'] as const

interface Terms {
  kind: ItemKind
  priceMode: (typeof priceModes)[number]
  price: string | null
  leastPrice: string | null
  mostPrice: string | null
  commission: string | null
  principal: string
  barcodes: readonly Barcode[]
}

/** What is wrong with an item by itself, each fault at its field. */
export function faultsOfItem(item: Terms): FieldFault[] {
  const fault = (field: string, code: string): FieldFault => ({ field, code, data: {} })
  const { kind, priceMode, price, leastPrice, mostPrice, commission, principal, barcodes } = item
  const codes = barcodes.map(({ code }) => barcodeOf(code))
  return [
    ...(priceMode === 'fixed' && price === null ? [fault('price', 'PRICE_MISSING')] : []),
    ...(leastPrice !== null && mostPrice !== null && compareDecimals(leastPrice, mostPrice) > 0
      ? [fault('mostPrice', 'BOUNDS_CROSSED')]
      : []),
    ...(kind === 'agency' && commission === null ? [fault('commission', 'COMMISSION_MISSING')] : []),
    ...(kind === 'agency' && principal === '' ? [fault('principal', 'PRINCIPAL_MISSING')] : []),
    ...codes.flatMap((code, at) => {
      const field = `barcodes.${at}.code`
      if (!isBarcode(code)) return [fault(field, 'CHECK_DIGIT')]
      return codes.indexOf(code) < at ? [fault(field, 'BARCODE_IN_USE')] : []
    }),
  ]
}

/** Whether a price that was typed is within the bounds of an open one. */
export const isWithin = (
  price: string,
  { leastPrice, mostPrice }: Pick<Terms, 'leastPrice' | 'mostPrice'>,
): boolean =>
  (leastPrice === null || compareDecimals(price, leastPrice) >= 0) &&
  (mostPrice === null || compareDecimals(price, mostPrice) <= 0)
