import { Exact } from '#kit/domain/decimals.domain.ts'
import { splitTax } from '#modules/ledger/tax-codes/rates.domain.ts'

/** How a line of a basket is priced and taxed. Decimal strings. */
export interface PricedLine {
  quantity: string
  /** Of one unit. */
  price: string
  /** Fractions, each upon the price with those before it. */
  rates: readonly string[]
  /** The price contains the taxes. */
  isIncluded: boolean
  /** A discount on the receipt does not reach it. */
  isUndiscounted?: boolean
  /** Of what is sold for another: the fraction of the price that is ours, tax included; the rest is neither net nor taxed. */
  commission?: string | null
}

export interface PricingRule {
  /** Of the local currency. */
  decimals: number
  /** Taxes are rounded on each line, or on the receipt. */
  taxBy: 'line' | 'receipt'
  /** Off the receipt, in local currency. */
  discount?: string
}

/** What a line comes to; its parts add up to `total`. */
export interface LineTotals {
  /** Before the discount, as the price is pushed. */
  gross: string
  discount: string
  net: string
  /** One for each rate, in their order. */
  taxes: string[]
  tax: string
  /** What of it is owed to whose it is. */
  owed: string
  /** What is paid for it. */
  total: string
}

export interface BasketTotals {
  lines: LineTotals[]
  discount: string
  net: string
  tax: string
  total: string
  /** What each combination of rates comes to. */
  byRate: { rates: string[]; net: string; taxes: string[] }[]
}

type Decimal = InstanceType<typeof Exact>
const zero = new Exact(0)
const sumOf = (values: readonly Decimal[]) => values.reduce((sum, value) => sum.plus(value), zero)

/**
 * An amount in parts that stand to each other as the weights, rounded one after another so that they add up to it: each takes what the
 * parts until it should have and the ones before it have not. What weighs nothing gets nothing.
 */
export function sharesOf(amount: string, weights: readonly string[], decimals: number): string[] {
  const whole = sumOf(weights.map((weight) => new Exact(weight)))
  let [weight, given] = [zero, zero]
  return weights.map((one) => {
    weight = weight.plus(one)
    const until = whole.isZero()
      ? zero
      : new Exact(amount).times(weight).dividedBy(whole).toDecimalPlaces(decimals)
    const share = until.minus(given)
    given = until
    return share.toFixed(decimals)
  })
}

interface Taxed {
  net: Decimal
  taxes: Decimal[]
}

const keyOf = ({ rates, isIncluded }: PricedLine, index: number, taxBy: PricingRule['taxBy']) =>
  taxBy === 'line' ? String(index) : `${isIncluded} ${rates.join(' ')}`

const minus = (a: Taxed, b: Taxed | undefined): Taxed =>
  b === undefined
    ? a
    : { net: a.net.minus(b.net), taxes: a.taxes.map((tax, at) => tax.minus(b.taxes[at] ?? 0)) }

/**
 * What a basket comes to: for screen, server, receipt and books. A discount goes to the lines by their amounts before any tax is worked
 * out; taxes by receipt are rounded over the lines of a rate, each of which takes what those until it should have.
 */
export function priceBasket(
  lines: readonly PricedLine[],
  { decimals, taxBy, discount = '0' }: PricingRule,
): BasketTotals {
  const gross = lines.map(({ quantity, price }) => new Exact(quantity).times(price).toDecimalPlaces(decimals))
  const discounts = sharesOf(
    discount,
    gross.map((amount, at) => (lines[at]?.isUndiscounted ? '0' : amount.toFixed())),
    decimals,
  )
  const until = new Map<string, { amount: Decimal; taxed: Taxed }>()
  const priced = lines.map((line, at): LineTotals => {
    const key = keyOf(line, at, taxBy)
    const before = until.get(key)
    const paid = (gross[at] ?? zero).minus(discounts[at] ?? 0)
    const own = paid.times(line.commission ?? 1).toDecimalPlaces(decimals)
    const owed = paid.minus(own)
    const amount = (before?.amount ?? zero).plus(own)
    const taxed = splitTax(amount, line, decimals)
    until.set(key, { amount, taxed })
    const { net, taxes } = minus(taxed, before?.taxed)
    const tax = sumOf(taxes)
    return {
      gross: (gross[at] ?? zero).toFixed(decimals),
      discount: discounts[at] ?? zero.toFixed(decimals),
      net: net.toFixed(decimals),
      taxes: taxes.map((one) => one.toFixed(decimals)),
      tax: tax.toFixed(decimals),
      owed: owed.toFixed(decimals),
      total: net.plus(tax).plus(owed).toFixed(decimals),
    }
  })
  const sum = (part: 'discount' | 'net' | 'tax' | 'total') =>
    sumOf(priced.map((line) => new Exact(line[part]))).toFixed(decimals)
  return {
    lines: priced,
    discount: sum('discount'),
    net: sum('net'),
    tax: sum('tax'),
    total: sum('total'),
    byRate: ratesOf(lines, priced, decimals),
  }
}

function ratesOf(lines: readonly PricedLine[], priced: readonly LineTotals[], decimals: number) {
  const groups = Map.groupBy(priced, (_, at) => lines[at]?.rates.join(' ') ?? '')
  return [...groups].map(([key, own]) => ({
    rates: key.split(' ').filter((rate) => rate !== ''),
    net: sumOf(own.map(({ net }) => new Exact(net))).toFixed(decimals),
    taxes: (own[0]?.taxes ?? []).map((_, at) =>
      sumOf(own.map(({ taxes }) => new Exact(taxes[at] ?? 0))).toFixed(decimals),
    ),
  }))
}

/** Amounts of a line that was sold. */
export interface Sold {
  gross: string
  discount: string
  total: string
  taxes: readonly string[]
  owed: string
  cost: string
}

/** What has come back of a line before. */
export interface GivenBack extends Sold {
  quantity: string
}

/**
 * What comes back of a line: of each of its amounts what so many units should have by now, less what has come back before, so that the
 * last unit takes the rest. `units` are whole units of `quantity`; a share is never below nothing, nor above it of what is.
 */
export function portionOf(
  sold: Sold,
  {
    quantity,
    given,
    units,
    decimals,
  }: { quantity: string; given: GivenBack; units: string; decimals: number },
) {
  const until = new Exact(given.quantity).plus(units)
  const of = (amount: string, before: string) => {
    const share = new Exact(amount).times(until).dividedBy(quantity).toDecimalPlaces(decimals).minus(before)
    const isOver = share.isNegative() !== new Exact(amount).isNegative()
    return (isOver ? zero : share).toFixed(decimals)
  }
  const total = of(sold.total, given.total)
  const taxes = sold.taxes.map((tax, at) => of(tax, given.taxes[at] ?? '0'))
  const tax = sumOf(taxes.map((one) => new Exact(one)))
  const owed = of(sold.owed, given.owed)
  const net = new Exact(total).minus(tax).minus(owed)
  const gross = of(sold.gross, given.gross)
  const isIncluded = new Exact(sold.gross).minus(sold.discount).equals(sold.total)
  return {
    gross,
    discount: new Exact(gross).minus(isIncluded ? total : net).toFixed(decimals),
    cost: of(sold.cost, given.cost),
    taxes,
    tax: tax.toFixed(decimals),
    net: net.toFixed(decimals),
    owed,
    total,
  }
}

/** What of the precious metal in a sale is paid in notes: what is not paid by bank or card, as far as it reaches. */
export const preciousCashOf = ({
  precious,
  total,
  byBank,
}: {
  precious: string
  total: string
  byBank: readonly { amount: string }[]
}): string => {
  const cash = byBank.reduce((left, { amount }) => left.minus(amount), new Exact(total))
  return Exact.min(precious, Exact.max(0, cash)).toFixed()
}

/** What a sale gets for its goods below what they cost: lines of one item are held against its average together. */
export const belowCostOf = (
  lines: readonly { itemId: string; quantity: string; net: string }[],
  averages: ReadonlyMap<string, string>,
  decimals: number,
): string =>
  lines
    .reduce((sum, { itemId, quantity, net }) => {
      const cost = new Exact(averages.get(itemId) ?? 0).times(quantity).toDecimalPlaces(decimals)
      return cost.greaterThan(net) ? sum.plus(cost).minus(net) : sum
    }, new Exact(0))
    .toFixed()
