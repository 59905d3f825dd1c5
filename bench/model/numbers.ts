import { Decimal } from 'decimal.js'

/**
 * Decimals with 60 digits: a product of an amount and a quantity is exact, a quotient never shows its end.
 */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** What a caller may give for an amount, a quantity or a rate. Never a binary number with decimals. */
export type Figure = string | Decimal

export const zero = new Exact(0)

export const exact = (figure: Figure | number): Decimal => new Exact(figure)

/** Half away from zero to so many places (2.3: HALF_UP on the magnitude). */
export const round = (value: Decimal, places: number): Decimal =>
  value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP)

export const sum = (values: readonly Decimal[]): Decimal =>
  values.reduce((total, value) => total.plus(value), zero)

/**
 * `local = round(FC * rate / u)` in one expression (2.2 Amount): the rate is never divided and rounded first.
 */
export const worth = (quantity: Decimal, rate: Decimal, unit: number, places: number): Decimal =>
  round(quantity.times(rate).div(unit), places)

/** The part of a whole that belongs to `part` of `of` units; the last part takes the rest (3.3 sale). */
export const share = (whole: Decimal, part: Decimal, of: Decimal, places: number): Decimal =>
  part.eq(of) ? whole : round(whole.times(part).div(of), places)

const coinRounding = {
  nearest: Decimal.ROUND_HALF_UP,
  down: Decimal.ROUND_DOWN,
  up: Decimal.ROUND_UP,
} as const

export type CoinRounding = keyof typeof coinRounding

/** To a multiple of the smallest payable coin (2.3 b); a coin of zero rounds nothing. */
export const toCoin = (value: Decimal, coin: Decimal, how: CoinRounding): Decimal =>
  coin.isZero() ? value : value.div(coin).toDecimalPlaces(0, coinRounding[how]).times(coin)

export type TaxKind = 'inclusive' | 'exclusive'

/**
 * Net, tax and gross of one fee (15.1): inclusive `tax = gross*r/(1+r)`, exclusive `tax = net*r`, rounded per
 * fee. `rate` is a fraction, 0.02 for two per cent.
 */
export function taxFee(amount: Decimal, rate: Decimal, kind: TaxKind, places: number) {
  if (kind === 'exclusive') {
    const tax = round(amount.times(rate), places)
    return { net: amount, tax, gross: amount.plus(tax) }
  }
  const tax = round(amount.times(rate).div(rate.plus(1)), places)
  return { net: amount.minus(tax), tax, gross: amount }
}

/**
 * The margins of 2.2, both rates per quote unit: absolute in local, a percentage as a fraction, or pips of a
 * size.
 */
export type Margin =
  | { kind: 'absolute'; buy: Figure; sell: Figure }
  | { kind: 'percentage'; buy: Figure; sell: Figure }
  | { kind: 'pips'; buy: Figure; sell: Figure; size: Figure }

/** We-buy and we-sell from a mid per one unit of currency (2.2), to eight decimals (2.3). */
export function withMargin(mid: Figure, unit: number, margin: Margin) {
  const base = exact(mid).times(unit)
  const { buy, sell } = { buy: exact(margin.buy), sell: exact(margin.sell) }
  if (margin.kind === 'percentage') {
    return { buy: round(base.times(exact(1).minus(buy)), 8), sell: round(base.times(sell.plus(1)), 8) }
  }
  const step = margin.kind === 'pips' ? exact(margin.size) : exact(1)
  return { buy: round(base.minus(buy.times(step)), 8), sell: round(base.plus(sell.times(step)), 8) }
}

/** The inverse quote, to look at only (2.2): eight decimals. */
export const inverse = (rate: Figure): Decimal => round(exact(1).div(rate), 8)

/** B per A for currency A in and B out (2.2 cross rate), to eight decimals. */
export const crossRate = (buyA: Figure, unitA: number, sellB: Figure, unitB: number): Decimal =>
  round(exact(buyA).div(unitA).div(exact(sellB).div(unitB)), 8)

/**
 * What a sum of local money gives in notes (2.3 c): down to the smallest note, the rest is change in local
 * money. `units` is the exact quantity to eight decimals.
 */
export function inNotes(given: {
  local: Figure
  rate: Figure
  unit: number
  note: Figure
  /** Decimals of local money. */
  places: number
}) {
  const units = exact(given.local).times(given.unit).div(given.rate)
  const quantity = units.div(given.note).floor().times(given.note)
  const local = worth(quantity, exact(given.rate), given.unit, given.places)
  return { units: round(units, 8), quantity, local, change: exact(given.local).minus(local) }
}
