import { Exact } from '#kit/domain/decimals.domain.ts'

interface Pool {
  quantity: string
  value: string
}

/** What a pool is worth at `mid`, local currency a unit, and what that gains over its cost; domain 3.5. */
export function worthAt({ quantity, value }: Pool, mid: string | undefined, exponent: number) {
  if (mid === undefined) return { atMid: null, unrealised: null }
  const atMid = new Exact(quantity).times(mid).toDecimalPlaces(exponent)
  return { atMid: atMid.toFixed(exponent), unrealised: atMid.minus(value).toFixed(exponent) }
}

/** The rate for `unit` units at which a sale of the pool neither gains nor loses; null where it holds nothing. */
export const breakEvenOf = ({ quantity, value }: Pool, unit: number): string | null =>
  new Exact(quantity).isZero() ? null : new Exact(value).times(unit).div(quantity).toFixed(8)

/** How many days of `days` so much lasts, where `left` left in them: one decimal, null where nothing did. */
export const coverOf = (available: string, left: string, days: number): string | null =>
  new Exact(left).isZero() ? null : new Exact(available).times(days).div(left).toFixed(1)
