import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'

export const fixedSides = ['sends', 'gets'] as const
export type FixedSide = (typeof fixedSides)[number]

export interface Solving {
  /** The side whose amount was typed; the other follows from it, and never the other way round. */
  fixed: FixedSide
  amount: string
  /** So much of the payout currency for one unit of local currency. */
  rate: string
  /** Decimals of local currency. */
  localDecimals: number
  /** Decimals in which the partner pays by this method; not those of ISO 4217. */
  payoutDecimals: number
}

export interface Solved {
  fixed: FixedSide
  /** What the customer sends, before fee and tax, in local currency. */
  sends: string
  /** What the recipient is paid. */
  gets: string
  /** What of `sends` is more than `gets` is worth at the rate, in local currency: rounding, no fee. */
  rounding: string
}

export type QuoteFault = 'TOO_MANY_DECIMALS' | 'RECIPIENT_GETS_NOTHING' | 'RATE_MISSING'

/**
 * Both sides of an order by the one that was fixed; domain 11.3. Where the recipient's amount is fixed it is a promise: the customer
 * sends the least that pays for it, rounded up. Where the customer's is, the recipient gets it at the rate, half up.
 */
export function solveQuote({
  fixed,
  amount,
  rate,
  localDecimals,
  payoutDecimals,
}: Solving): Solved | QuoteFault {
  if (compareDecimals(rate, '0') <= 0) return 'RATE_MISSING'
  if (!hasAtMost(amount, fixed === 'sends' ? localDecimals : payoutDecimals)) return 'TOO_MANY_DECIMALS'
  const sends =
    fixed === 'sends'
      ? new Exact(amount)
      : new Exact(amount).div(rate).toDecimalPlaces(localDecimals, Exact.ROUND_UP)
  const gets =
    fixed === 'gets' ? new Exact(amount) : new Exact(amount).times(rate).toDecimalPlaces(payoutDecimals)
  if (!gets.greaterThan(0) || !sends.greaterThan(0)) return 'RECIPIENT_GETS_NOTHING'
  return {
    fixed,
    sends: sends.toFixed(localDecimals),
    gets: gets.toFixed(payoutDecimals),
    rounding: sends.minus(gets.div(rate)).toDecimalPlaces(6).toFixed(),
  }
}

/** What the customer pays: what is sent, with fee and the tax on it; domain 11.3. */
export const totalOf = (
  sends: string,
  fees: readonly { fee: string; isWaived: boolean }[],
  decimals: number,
) =>
  fees
    .reduce((sum, { fee, isWaived }) => (isWaived ? sum : sum.plus(fee)), new Exact(sends))
    .toFixed(decimals)

/** What the company earns by the rate: what is sent less what the partner takes for it, in local currency; below zero a loss. */
export const marginOf = (
  { sends, gets }: Pick<Solved, 'gets' | 'sends'>,
  costRate: string,
  decimals: number,
) => new Exact(sends).minus(new Exact(gets).div(costRate).toDecimalPlaces(decimals)).toFixed(decimals)

/** How a partner is compared with the others. */
export interface Comparable {
  gets: string
  total: string
  /** The partner's day of value. */
  arrivesOn: string
}

/** Partners as the counter shows them: first what pays out most for what is paid, then what arrives first. */
export function comparePartners<P extends Comparable>(quotes: readonly P[], fixed: FixedSide): P[] {
  const price = (a: P, b: P) =>
    fixed === 'sends'
      ? compareDecimals(b.gets, a.gets) || compareDecimals(a.total, b.total)
      : compareDecimals(a.total, b.total)
  return quotes.toSorted((a, b) => price(a, b) || a.arrivesOn.localeCompare(b.arrivesOn))
}
