import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { findRepeated, inOrder, readRate } from '#modules/ledger/tax-codes/rates.domain.ts'
import { type Barcode, barcodeOf, isBarcode } from './barcodes.domain.ts'

export const itemKinds = ['goods', 'service', 'agency'] as const
export type ItemKind = (typeof itemKinds)[number]
export const priceModes = ['fixed', 'open'] as const
/** How units are told apart: not at all, each by its serial, or in batches with a last day of sale. */
export const trackings = ['quantity', 'serial', 'batch'] as const
export type Tracking = (typeof trackings)[number]
/** What happens where more is sold than is there. */
export const soldOuts = ['refuse', 'warn'] as const

export const taxModes = ['asTax', 'withTax', 'withoutTax'] as const

/** What of the price is ours from a day on, a fraction with the tax on it included. */
export interface Commission {
  validFrom: string
  rate: string
}

/** The commission of a day; before the first version there is none. */
export const commissionOn = (versions: readonly Commission[], day: string): string | undefined =>
  inOrder(versions).findLast(({ validFrom }) => validFrom <= day)?.rate

interface Terms {
  kind: ItemKind
  priceMode: (typeof priceModes)[number]
  price: string | null
  leastPrice: string | null
  mostPrice: string | null
  commissions: readonly Commission[]
  principalId: string | null
  tracking: Tracking
  soldOut: (typeof soldOuts)[number]
  barcodes: readonly Barcode[]
}

/** What is wrong with an item by itself, each fault at its field. */
export function faultsOfItem(item: Terms): FieldFault[] {
  const fault = (field: string, code: string): FieldFault => ({ field, code, data: {} })
  const { kind, priceMode, price, leastPrice, mostPrice, commissions, principalId, tracking, barcodes } = item
  const codes = barcodes.map(({ code }) => barcodeOf(code))
  return [
    ...(priceMode === 'fixed' && price === null ? [fault('price', 'PRICE_MISSING')] : []),
    ...(leastPrice !== null && mostPrice !== null && compareDecimals(leastPrice, mostPrice) > 0
      ? [fault('mostPrice', 'BOUNDS_CROSSED')]
      : []),
    ...(kind === 'agency' && commissions.length === 0 ? [fault('commissions', 'COMMISSION_MISSING')] : []),
    ...(findRepeated(commissions) >= 0
      ? [fault(`commissions.${findRepeated(commissions)}.validFrom`, 'COMMISSION_TWICE')]
      : []),
    ...(kind === 'agency' && principalId === null ? [fault('principalId', 'PRINCIPAL_MISSING')] : []),
    ...(kind !== 'goods' && tracking !== 'quantity' ? [fault('tracking', 'TRACKING_OF_GOODS')] : []),
    ...(tracking !== 'quantity' && item.soldOut === 'warn' ? [fault('soldOut', 'ALWAYS_REFUSED')] : []),
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

/** Commissions as people write them, one on a line: `2026-01-01 = 15%`; undefined where a line is none. */
export function readCommissions(text: string): Commission[] | undefined {
  const found = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, validFrom, rest = ''] = /^\s*(\d{4}-\d\d-\d\d)\s*=(.*)$/.exec(line) ?? []
      const rate = readRate(rest)
      return validFrom !== undefined && rate !== undefined ? { validFrom, rate } : undefined
    })
  return found.every((one) => one !== undefined) ? found : undefined
}
