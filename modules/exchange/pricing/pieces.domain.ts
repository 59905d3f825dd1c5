import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import type { Piece } from '../basket/basket.domain.ts'
import { createFault, type PricedPayment } from './pricing.domain.ts'

/** Names the field of the draft that holds a part of what is checked. */
export type FieldAt = (field: string) => string

const sumOf = (pieces: readonly Piece[]) =>
  pieces.reduce((total, one) => total.plus(new Exact(one.faceValue).times(one.count)), new Exact(0))

/**
 * Checks that a quantity can be handed over in its currency and that its pieces, where there are any, add up to it. Throws
 * TOO_MANY_DECIMALS, NOT_PAYABLE and PIECES_DIFFER.
 */
export function checkQuantity(
  { quantity, pieces }: { quantity: string; pieces: readonly Piece[] },
  currency: { exponent: number; cashUnit: string },
  at: FieldAt,
): void {
  const exact = new Exact(quantity)
  if (exact.decimalPlaces() > currency.exponent)
    throw createFault(at('quantity'), 'TOO_MANY_DECIMALS', { ...currency })
  if (!exact.mod(currency.cashUnit).isZero())
    throw createFault(at('quantity'), 'NOT_PAYABLE', { cashUnit: new Exact(currency.cashUnit).toFixed() })
  if (pieces.length === 0) return
  const sum = sumOf(pieces)
  if (!sum.equals(exact)) throw createFault(at('pieces'), 'PIECES_DIFFER', { sum: sum.toFixed(), quantity })
}

/**
 * Checks that pieces are among the face values in use, each once, and that a quantity of a part of a currency can be made of that
 * part's own. Without face values everything passes. Throws NO_SUCH_PIECE and NOT_PAYABLE.
 */
export function checkPieces(
  {
    quantity,
    pieces,
    subCurrencyId,
  }: { quantity: string; pieces: readonly Piece[]; subCurrencyId: string | null },
  faces: readonly string[],
  at: FieldAt,
): void {
  if (faces.length === 0) return
  const known = new Set(faces.map((face) => new Exact(face).toFixed()))
  const given = pieces.map(({ kind, faceValue }) => `${kind} ${new Exact(faceValue).toFixed()}`)
  if (new Set(given).size < given.length || !given.every((one) => known.has(one.split(' ')[1] ?? '')))
    throw createFault(at('pieces'), 'NO_SUCH_PIECE')
  if (subCurrencyId === null) return
  const smallest = faces.toSorted(compareDecimals)[0] ?? '1'
  if (!new Exact(quantity).mod(smallest).isZero())
    throw createFault(at('quantity'), 'NOT_PAYABLE', { cashUnit: new Exact(smallest).toFixed() })
}

/** Adds the notes that are paid out to the first cash that is. Throws PIECES_DIFFER where they do not add up to it. */
export function addPayout(payments: readonly PricedPayment[], payout: readonly Piece[]): PricedPayment[] {
  if (payout.length === 0) return [...payments]
  const cash = payments.find(({ direction, mode }) => direction === 'out' && mode.kind === 'cash')
  const [sum, quantity] = [sumOf(payout), cash?.amount ?? '0']
  if (!sum.equals(quantity)) throw createFault('payout', 'PIECES_DIFFER', { sum: sum.toFixed(), quantity })
  return payments.map((one) => (one === cash ? { ...one, pieces: [...payout] } : one))
}
