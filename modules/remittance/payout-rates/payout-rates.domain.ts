import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'

/** What one partner pays out for a unit of local money on a corridor, as it is published. */
export interface RateTerms {
  method: string | null
  amountFrom: string
  amountTo: string | null
  costRate: string
  margin: string
  fixedRate: string | null
  validTo: string | null
}

/** What the customer is given: the fixed rate, or the partner's with the margin taken off; 8 decimals. */
export const customerRate = ({ costRate, margin, fixedRate }: RateTerms): string =>
  fixedRate ?? new Exact(costRate).times(new Exact(1).minus(margin)).toDecimalPlaces(8).toFixed()

/** Whether a rate is too old for a day. */
const isStale = ({ validTo }: Pick<RateTerms, 'validTo'>, day: string): boolean =>
  validTo !== null && validTo < day

/** Whether what is sent lies in the band of a rate. */
const isWithin = ({ amountFrom, amountTo }: RateTerms, sends: string) =>
  compareDecimals(sends, amountFrom) >= 0 && (amountTo === null || compareDecimals(sends, amountTo) < 0)

interface Kept extends Omit<RateTerms, 'costRate'> {
  costRate: string | null
  baseRate: string | null
  baseValidTo: string | null
}

/** A rate with the base rate where it has none of its own, valid no longer than the base is; undefined without both. */
export function termsOf<K extends Kept>(rate: K): (K & RateTerms) | undefined {
  if (rate.costRate !== null) return { ...rate, costRate: rate.costRate }
  if (rate.baseRate === null) return undefined
  const ends = [rate.validTo, rate.baseValidTo].filter((day) => day !== null).toSorted()
  return { ...rate, costRate: rate.baseRate, validTo: ends[0] ?? null }
}

/**
 * The rate by which a method and an amount are priced: one of the method before one for all, the higher band before the lower. Of
 * stale rates none counts.
 */
export function rateFor<R extends RateTerms>(
  rates: readonly R[],
  { method, sends, day }: { method: string; sends: (rate: R) => string | undefined; day: string },
): R | undefined {
  return rates
    .filter((rate) => (rate.method === null || rate.method === method) && !isStale(rate, day))
    .toSorted(
      (a, b) =>
        Number(b.method !== null) - Number(a.method !== null) || compareDecimals(b.amountFrom, a.amountFrom),
    )
    .find((rate) => {
      const amount = sends(rate)
      return amount !== undefined && isWithin(rate, amount)
    })
}
