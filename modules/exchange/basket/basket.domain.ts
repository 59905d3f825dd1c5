import { Exact } from '#kit/domain/decimals.domain.ts'

/** Which way a line goes, from the house: we buy foreign currency, or sell it. */
export const sides = ['buy', 'sell'] as const
export type Side = (typeof sides)[number]

/** One line of a basket; decimal strings, the rate in local currency per `quoteUnit` units. */
export interface BasketLine {
  side: Side
  quantity: string
  rate: string
  quoteUnit: number
}

/** What a basket comes to, in local currency. */
export interface Totals {
  /** What we owe for what we buy. */
  buy: string
  /** What the customer owes for what we sell. */
  sell: string
  fee: string
  /** Of the fee. */
  tax: string
  /** Above zero the customer pays, below zero we pay. */
  net: string
}

type Decimal = InstanceType<typeof Exact>
const sum = (amounts: readonly string[]) =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Exact(0))

/** Local amount of a line: one expression, rounded once to the local exponent; domain 2.2 and 2.3. */
export const lineAmount = (
  { quantity, rate, quoteUnit }: Omit<BasketLine, 'side'>,
  exponent: number,
): string => new Exact(quantity).times(rate).dividedBy(quoteUnit).toFixed(exponent)

/** What a teller has typed of a line; the field that is missing is found from the others. */
export interface Typed {
  quantity?: string | undefined
  rate?: string | undefined
  amount?: string | undefined
}

/** Decimals and the smallest piece of what is handed over. */
export interface Grain {
  localExponent: number
  /** Decimals that rates keep. */
  ratePrecision: number
  /** The least amount of foreign cash that can be handed over: quantities found from an amount are rounded down to it. */
  cashUnit: string
}

/**
 * Finds the field that is missing among quantity, rate and local amount. A quantity is rounded down to the smallest piece,
 * so that nobody gets more than they pay for, and the amount follows it; a rate is rounded to its precision. With fewer than
 * two known, answers what was given; domain 2.1.
 */
export function solveLine({ quantity, rate, amount }: Typed, quoteUnit: number, grain: Grain): Typed {
  const { localExponent, ratePrecision, cashUnit } = grain
  if (quantity !== undefined && rate !== undefined)
    return { quantity, rate, amount: lineAmount({ quantity, rate, quoteUnit }, localExponent) }
  if (amount !== undefined && rate !== undefined && !new Exact(rate).isZero()) {
    const whole = new Exact(amount)
      .times(quoteUnit)
      .dividedBy(rate)
      .dividedToIntegerBy(cashUnit)
      .times(cashUnit)
    const found = whole.toFixed()
    return { quantity: found, rate, amount: lineAmount({ quantity: found, rate, quoteUnit }, localExponent) }
  }
  if (amount !== undefined && quantity !== undefined && !new Exact(quantity).isZero()) {
    const found = new Exact(amount).times(quoteUnit).dividedBy(quantity).toFixed(ratePrecision)
    return {
      quantity,
      rate: trim(found),
      amount: lineAmount({ quantity, rate: found, quoteUnit }, localExponent),
    }
  }
  return { quantity, rate, amount }
}

const trim = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** What a basket comes to: rounded per line, then summed; domain 2.3 and 5.2. */
export function totalsOf(
  lines: readonly { side: Side; amount: string }[],
  fees: readonly { fee: string; tax: string }[],
  exponent: number,
): Totals {
  const of = (side: Side) => sum(lines.filter((line) => line.side === side).map(({ amount }) => amount))
  const [buy, sell] = [of('buy'), of('sell')]
  const [fee, tax] = [sum(fees.map((one) => one.fee)), sum(fees.map((one) => one.tax))]
  const fixed = (value: Decimal) => value.toFixed(exponent)
  return {
    buy: fixed(buy),
    sell: fixed(sell),
    fee: fixed(fee),
    tax: fixed(tax),
    net: fixed(sell.minus(buy).plus(fee)),
  }
}

/** Local money that goes one way by a mode of a kind. */
interface Paid {
  direction: 'in' | 'out'
  kind: string
  amount: string
}

/**
 * What of a deal is in notes, in local currency: foreign notes at what they are dealt for and local cash as it is handed over, fees
 * and rounding included. The larger of what comes in and what goes out, as the two sides of an exchange are one; domain 6.2.
 */
export function notesOf(
  lines: readonly { side: Side; amount: string }[],
  payments: readonly Paid[],
  exponent: number,
): string {
  const of = (side: Side, direction: Paid['direction']) =>
    sum([
      ...lines.filter((line) => line.side === side).map(({ amount }) => amount),
      ...payments
        .filter((one) => one.direction === direction && one.kind === 'cash')
        .map(({ amount }) => amount),
    ])
  return Exact.max(of('buy', 'in'), of('sell', 'out')).toFixed(exponent)
}

/**
 * What is added to a net amount so that it can be paid in cash: to the nearest multiple of the smallest local coin, half away
 * from zero; domain 2.3 (b). Zero where nothing is rounded.
 */
export function cashRounding(net: string, cashUnit: string, exponent: number): string {
  const exact = new Exact(net)
  const nearest = exact.dividedBy(cashUnit).toDecimalPlaces(0).times(cashUnit)
  return nearest.minus(exact).toFixed(exponent)
}

/** What is paid for a deal in the end: its net, rounded as it was agreed. */
export const payableOf = ({ net, rounding }: { net: string; rounding: string }): string =>
  new Exact(net).plus(rounding).toFixed()

/**
 * What a line earns, all in local currency, beside the cost that the ledger says; domain 3.4. Each kind has one name in every
 * report and screen: a purchase has its margin and no gain, a sale the gains and no margin.
 */
export interface Gain {
  /** Of a purchase, what its rate lies below the mid: information, which is in no gain and in no book. */
  purchaseMargin: string
  /** Of a sale, what its rate lies above the mid. */
  dealing: string
  /** Of a sale, what the mid has moved since the stock was bought. */
  holding: string
  /** Dealing and holding together: the gain that is booked. */
  realised: string
}

/** Splits what a line earns into what the teller's rate made and what the market did. `cost` is that of what was sold. */
export function gainOf(
  line: BasketLine & { mid: string; amount: string },
  cost: string | null,
  exponent: number,
): Gain {
  const atMid = new Exact(line.quantity).times(line.mid).dividedBy(line.quoteUnit).toDecimalPlaces(exponent)
  const none = new Exact(0).toFixed(exponent)
  if (line.side === 'buy') {
    const purchaseMargin = atMid.minus(line.amount).toFixed(exponent)
    return { purchaseMargin, dealing: none, holding: none, realised: none }
  }
  const dealing = new Exact(line.amount).minus(atMid)
  const realised = new Exact(line.amount).minus(cost ?? 0)
  return {
    purchaseMargin: none,
    dealing: dealing.toFixed(exponent),
    holding: realised.minus(dealing).toFixed(exponent),
    realised: realised.toFixed(exponent),
  }
}

/** How far a rate is from the usual one, as a fraction of it: above zero in the customer's favour, below zero in the house's. */
export function deviationOf(side: Side, rate: string, usual: string): string {
  const gap = side === 'buy' ? new Exact(rate).minus(usual) : new Exact(usual).minus(rate)
  return trim(gap.dividedBy(usual).toFixed(20))
}

/** Notes and coins of one face value. */
export interface Piece {
  kind: 'note' | 'coin'
  faceValue: string
  count: number
}

/** So often a choice is tried: a drawer has few denominations, and whoever waits at the counter will not. */
const mostTries = 20_000

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/**
 * The pieces that make up `quantity` out of those in the drawer, fewest first by face value; undefined where the drawer cannot
 * make it exactly, or where that is not found soon. Greedy from the largest, going back where that leads nowhere.
 */
export function piecesFor(quantity: string, drawer: readonly Piece[]): Piece[] | undefined {
  const held = drawer.filter(({ count }) => count > 0)
  const decimals = [quantity, ...held.map(({ faceValue }) => faceValue)].map((one) => new Exact(one).dp())
  const scale = new Exact(10).pow(Math.max(0, ...decimals))
  const wanted = new Exact(quantity).times(scale).toNumber()
  if (!Number.isSafeInteger(wanted)) return undefined
  const order = held
    .map((piece) => ({ piece, face: new Exact(piece.faceValue).times(scale).toNumber() }))
    .toSorted((a, b) => b.face - a.face)
  // Of this denomination and all smaller ones: what they come to, and what divides everything they can make.
  const most = order.map((_, at) => order.slice(at).reduce((all, one) => all + one.face * one.piece.count, 0))
  const steps = order.map((_, at) => order.slice(at).reduce((all, { face }) => divisor(all, face), 0))
  let tries = mostTries
  const take = (left: number, at: number): Piece[] | undefined => {
    if (left === 0) return []
    const { piece, face } = order[at] ?? {}
    if (!piece || !face || left > (most[at] ?? 0) || left % (steps[at] ?? 1) !== 0) return undefined
    for (let count = Math.min(piece.count, Math.floor(left / face)); count >= 0; count--) {
      if (tries-- <= 0) return undefined
      const rest = take(left - face * count, at + 1)
      if (rest) return count > 0 ? [{ ...piece, count }, ...rest] : rest
    }
    return undefined
  }
  return take(wanted, 0)
}

interface HandedOver {
  lines: readonly { side: 'buy' | 'sell'; amount: string; settlementId: string | null }[]
  payments: readonly { direction: 'in' | 'out'; amount: string; settlementId: string | null }[]
}

/** What goes back when a deal is reversed, in local currency: the largest of what was bought, sold, paid in and paid out by now. */
export function refundOf({ lines, payments }: HandedOver): string {
  const settled = [
    ...lines.map(({ side, ...one }) => ({ ...one, way: side })),
    ...payments.map(({ direction, ...one }) => ({ ...one, way: direction })),
  ].filter(({ settlementId }) => settlementId !== null)
  const sums = ['buy', 'sell', 'in', 'out'].map((way) =>
    sum(settled.filter((one) => one.way === way).map(({ amount }) => amount)),
  )
  return Exact.max(...sums).toFixed()
}
