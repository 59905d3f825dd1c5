import { Exact } from '#kit/domain/decimals.domain.ts'

/** What a branch holds of an item, and what it cost; decimal strings, the value in local currency. */
export interface Pool {
  quantity: string
  value: string
}

/** What came of a movement: the pool after it, the signed value that moved, and what goes to gain (above zero) or loss. */
export interface Moved {
  pool: Pool
  value: string
  gain: string
}

const pool = (quantity: InstanceType<typeof Exact>, value: InstanceType<typeof Exact>): Pool => ({
  quantity: quantity.toFixed(),
  value: value.toFixed(),
})

/**
 * Takes `quantity` (above zero) in at `value`. Where more was sold than there was, what covers it is taken in at the cost it
 * was sold at, and the difference to what it really cost goes to gain or loss; what is left is worth the new price; domain 3.3.
 */
export function receive(before: Pool, quantity: string, value: string, exponent: number): Moved {
  const [held, worth] = [new Exact(before.quantity), new Exact(before.value)]
  const [more, cost] = [new Exact(quantity), new Exact(value)]
  if (!held.isNegative() || held.isZero())
    return { pool: pool(held.plus(more), worth.plus(cost)), value: cost.toFixed(), gain: '0' }
  const covers = more.lessThan(held.abs()) ? more : held.abs()
  const coverCost = cost.minus(round(cost.times(more.minus(covers)).div(more), exponent))
  const carried = covers.equals(held.abs())
    ? worth.abs()
    : round(worth.abs().times(covers).div(held.abs()), exponent)
  const gain = carried.minus(coverCost)
  const moved = cost.plus(gain)
  return { pool: pool(held.plus(more), worth.plus(moved)), value: moved.toFixed(), gain: gain.toFixed() }
}

/**
 * Takes `quantity` (above zero) out at average cost: the last of it takes the whole value, so that nothing is left without a
 * quantity. `valueAt` is the local value of one unit where the pool is empty and says none; domain 3.3.
 */
export function issue(before: Pool, quantity: string, valueAt: string | undefined, exponent: number): Moved {
  const [held, worth, less] = [new Exact(before.quantity), new Exact(before.value), new Exact(quantity)]
  const cost = less.equals(held)
    ? worth
    : round(held.isZero() ? less.times(needed(valueAt)) : worth.times(less).div(held), exponent)
  return { pool: pool(held.minus(less), worth.minus(cost)), value: cost.negated().toFixed(), gain: '0' }
}

/** Takes `quantity` in at average cost, as when more is counted than was there; at `valueAt` a unit where there is none. */
export function receiveAtCost(
  before: Pool,
  quantity: string,
  valueAt: string | undefined,
  exponent: number,
): Moved {
  const [held, worth, more] = [new Exact(before.quantity), new Exact(before.value), new Exact(quantity)]
  const value = round(held.isZero() ? more.times(needed(valueAt)) : worth.times(more).div(held), exponent)
  return receive(before, quantity, value.toFixed(), exponent)
}

/**
 * Takes back out what was taken in for `value`, as when a purchase is cancelled: at that value while quantity and value stay
 * above zero and the last of the quantity takes the last of the value, else at average cost with the difference to gain or loss.
 */
export function reverseReceipt(before: Pool, quantity: string, value: string, exponent: number): Moved {
  const [held, worth] = [new Exact(before.quantity).minus(quantity), new Exact(before.value).minus(value)]
  const isWhole = !held.isNegative() && !worth.isNegative() && (held.isZero() ? worth.isZero() : true)
  if (isWhole) return { pool: pool(held, worth), value: new Exact(value).negated().toFixed(), gain: '0' }
  const issued = issue(before, quantity, new Exact(value).div(quantity).toFixed(), exponent)
  return { ...issued, gain: new Exact(value).plus(issued.value).toFixed() }
}

/**
 * Carries another value into what is there, `amount` more than before: what an empty pool cannot carry, or what would bring its value
 * to the other side of zero, goes to gain or loss as a whole.
 */
export function revalue(before: Pool, amount: string): Moved {
  const [held, worth] = [new Exact(before.quantity), new Exact(before.value).plus(amount)]
  const isCarried = !held.isZero() && (worth.isZero() || worth.isNegative() === held.isNegative())
  return isCarried
    ? { pool: pool(held, worth), value: new Exact(amount).toFixed(), gain: '0' }
    : { pool: before, value: '0', gain: new Exact(amount).negated().toFixed() }
}

const round = (value: InstanceType<typeof Exact>, exponent: number) => value.toDecimalPlaces(exponent)

function needed(valueAt: string | undefined): string {
  if (valueAt === undefined)
    throw new Error('An empty pool has no average cost: the posting must say what a unit is worth')
  return valueAt
}
