import type { Decimal } from 'decimal.js'
import { round, share, zero } from './numbers.ts'

/**
 * State of one cost pool (3.3): quantity in currency, value in local money; the average is derived, never
 * kept.
 */
export interface Pool {
  quantity: Decimal
  value: Decimal
  /** V/Q when the pool last held something, exact: what a sale out of an empty pool is issued at. */
  last: Decimal | null
}

export const emptyPool: Pool = { quantity: zero, value: zero, last: null }

/** Q = 0 => V = 0, Q > 0 => V >= 0 (3.3 invariants 2 and 3), and the mirror below zero. */
const fits = (quantity: Decimal, value: Decimal): boolean => {
  if (quantity.isZero()) return value.isZero()
  return quantity.gt(0) ? value.gte(0) : value.lte(0)
}

const changed = (pool: Pool, quantity: Decimal, value: Decimal): Pool => ({
  quantity,
  value,
  last: quantity.isZero() ? pool.last : value.div(quantity),
})

/**
 * An issue of `quantity` (3.3 sale, transfer out, shortage): `COGS = (q == Q) ? V : round(V*q/Q)`; more than
 * there is goes at the last average, provisionally. `price` is local money per one unit, for a pool that
 * never had a cost. Null when there is nothing to go by.
 */
export function issueFrom(pool: Pool, quantity: Decimal, price: Decimal | null, places: number) {
  const perUnit = pool.last ?? price
  if (pool.quantity.isZero() && perUnit === null) return null
  const cost = pool.quantity.isZero()
    ? round(quantity.times(perUnit ?? zero), places)
    : share(pool.value, quantity, pool.quantity, places)
  return { cost, pool: changed(pool, pool.quantity.minus(quantity), pool.value.minus(cost)) }
}

/**
 * A receipt of `quantity` worth `value` (3.3). Into a short pool it trues up ("short cover"): what it covers
 * leaves at the short's own average, what stays is worth the new price, and `loss` (negative: a gain) is the
 * difference.
 */
export function receiveInto(pool: Pool, quantity: Decimal, value: Decimal, places: number) {
  const after = pool.quantity.plus(quantity)
  const plain = pool.value.plus(value)
  if (pool.quantity.gte(0)) return { loss: zero, pool: changed(pool, after, plain) }
  const worth = after.lt(0)
    ? pool.value.minus(share(pool.value, quantity, pool.quantity.negated(), places))
    : round(value.times(after).div(quantity), places)
  return { loss: plain.minus(worth), pool: changed(pool, after, worth) }
}

/** A settled sale that comes back (3.3): its original cost, unless a short pool can no longer hold that. */
export function reverseSale(pool: Pool, quantity: Decimal, cost: Decimal, places: number) {
  const after = { quantity: pool.quantity.plus(quantity), value: pool.value.plus(cost) }
  return fits(after.quantity, after.value)
    ? { loss: zero, pool: changed(pool, after.quantity, after.value) }
    : receiveInto(pool, quantity, cost, places)
}

/**
 * A settled purchase that goes back (3.3): its original value if Q and V stay >= 0 (and V = 0 where Q = 0),
 * else an issue at the average. `original` says which; the caller books the difference.
 */
export function reversePurchase(pool: Pool, quantity: Decimal, value: Decimal, places: number) {
  const after = { quantity: pool.quantity.minus(quantity), value: pool.value.minus(value) }
  if (after.quantity.gte(0) && fits(after.quantity, after.value)) {
    return { original: true, cost: value, pool: changed(pool, after.quantity, after.value) }
  }
  const out = issueFrom(pool, quantity, value.div(quantity), places)
  return out && { original: false, cost: out.cost, pool: out.pool }
}

/** What an overage comes in at (3.3): the average, or null for the mid where the pool is empty. */
export const foundAt = (pool: Pool, quantity: Decimal, places: number): Decimal | null =>
  pool.quantity.isZero() ? null : round(pool.value.times(quantity).div(pool.quantity), places)
