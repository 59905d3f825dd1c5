import { Decimal } from 'decimal.js'
import { exact, type Figure, round, sum, toCoin, zero } from './numbers.ts'

// What a basket of goods comes to, and what of it comes back (15.1): prices with taxes in them or on top, a discount, cash to the coin.

export interface BasketLine {
  item: string
  kind: 'goods' | 'service'
  quantity: number
  price: Figure
  /** Fractions, each upon the price with those before it. */
  rates: readonly string[]
  isIncluded: boolean
  mayGoBelow: boolean
}

export interface Basket {
  lines: readonly BasketLine[]
  discount: Figure
  taxBy: 'line' | 'receipt'
}

/** Of a line; `net`, every tax and nothing else are its total. */
export interface Priced {
  gross: Decimal
  discount: Decimal
  net: Decimal
  taxes: Decimal[]
  total: Decimal
}

/** Taxes of an amount: the last of several that are in a price takes the rest. */
function taxed(amount: Decimal, { rates, isIncluded }: BasketLine, places: number) {
  const onTop = (base: Decimal) => {
    let grown = base
    return rates.map((rate) => {
      const tax = grown.times(rate)
      grown = grown.plus(tax)
      return tax
    })
  }
  if (!isIncluded) return { net: amount, taxes: onTop(amount).map((tax) => round(tax, places)) }
  if (rates.length === 0) return { net: amount, taxes: [] }
  const [only] = rates
  if (rates.length === 1 && only !== undefined) {
    const tax = round(amount.times(only).div(exact(only).plus(1)), places)
    return { net: amount.minus(tax), taxes: [tax] }
  }
  const before = rates.reduce((base, rate) => base.div(exact(rate).plus(1)), amount)
  const taxes = onTop(before).map((tax) => round(tax, places))
  const net = round(before, places)
  const rest = amount.minus(net).minus(sum(taxes.slice(0, -1)))
  return { net, taxes: [...taxes.slice(0, -1), rest] }
}

/** A discount over the lines by what they cost, each up to what all until it should have. */
function spread(discount: Decimal, gross: readonly Decimal[], places: number): Decimal[] {
  const until = (count: number) => {
    const whole = sum(gross)
    return whole.isZero() ? zero : round(discount.times(sum(gross.slice(0, count))).div(whole), places)
  }
  return gross.map((_, at) => until(at + 1).minus(until(at)))
}

/** Each line of a basket; by receipt a line has what the lines of its rates until it come to, less those before. */
export function priceLines({ lines, discount, taxBy }: Basket, places: number): Priced[] {
  const gross = lines.map(({ price, quantity }) => round(exact(price).times(quantity), places))
  const discounts = spread(exact(discount), gross, places)
  const paid = gross.map((amount, at) => amount.minus(discounts[at] ?? zero))
  const alike = (one: BasketLine, other: BasketLine) =>
    one.isIncluded === other.isIncluded && one.rates.join() === other.rates.join()
  return lines.map((line, at) => {
    const before =
      taxBy === 'line'
        ? zero
        : sum(lines.slice(0, at).map((one, n) => (alike(one, line) ? (paid[n] ?? zero) : zero)))
    const [until, earlier] = [before.plus(paid[at] ?? zero), before].map((amount) =>
      taxed(amount, line, places),
    )
    const net = (until?.net ?? zero).minus(earlier?.net ?? zero)
    const taxes = (until?.taxes ?? []).map((tax, n) => tax.minus(earlier?.taxes[n] ?? zero))
    const total = net.plus(sum(taxes))
    return { gross: gross[at] ?? zero, discount: discounts[at] ?? zero, net, taxes, total }
  })
}

export const totalOf = (lines: readonly Pick<Priced, 'total'>[]): Decimal =>
  sum(lines.map(({ total }) => total))

/** What cash pays of a rest, and what the coin adds (above zero) or takes. */
export function toPay(rest: Decimal, coin: string) {
  const due = toCoin(rest, exact(coin), 'nearest')
  return { due, rounding: due.minus(rest) }
}

export interface SoldLine extends Priced {
  line: BasketLine
  cost: Decimal
}

export interface Back {
  position: number
  quantity: number
  total: Decimal
  taxes: Decimal[]
  net: Decimal
  cost: Decimal
}

/** What comes back of a line: what so many units should have by now, less what has come back; the last unit takes the rest. */
export function portion(
  { line, total, taxes, cost }: SoldLine,
  asked: { position: number; quantity: number },
  earlier: readonly Back[],
  places: number,
): Back {
  const until = sum(earlier.map(({ quantity }) => exact(quantity))).plus(asked.quantity)
  const of = (whole: Decimal, given: readonly Decimal[]) => {
    const share = round(whole.times(until).div(line.quantity), places).minus(sum(given))
    return Decimal.max(share, zero)
  }
  const back = of(
    total,
    earlier.map((one) => one.total),
  )
  const taxesBack = taxes.map((tax, at) =>
    of(
      tax,
      earlier.map((one) => one.taxes[at] ?? zero),
    ),
  )
  const costBack = of(
    cost,
    earlier.map((one) => one.cost),
  )
  return { ...asked, total: back, taxes: taxesBack, net: back.minus(sum(taxesBack)), cost: costBack }
}
