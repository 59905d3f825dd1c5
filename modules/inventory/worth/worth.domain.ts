import { Exact } from '#kit/domain/decimals.domain.ts'

/** What limits take so many units of an item for, in local currency. */
export interface Valued {
  isLocal: boolean
  quantity: string
  /** What these units cost; local money costs what it is. */
  cost: string
  /** The mid rate of one unit, where there is one. */
  mid: string | undefined
}

/** Whether what these units are worth is known beside what somebody has typed as their cost. */
export const isWorthKnown = (lines: readonly Omit<Valued, 'cost'>[]): boolean =>
  lines.every(({ isLocal, quantity, mid }) => isLocal || mid !== undefined || new Exact(quantity).isZero())

/**
 * What limits are asked for, in local currency: what the units cost, or what they are worth at the mid rate where that is more,
 * so that nothing passes a limit because its cost was typed low. `exponent`: the decimals of the local currency.
 */
export function limitValueOf(lines: readonly Valued[], exponent: number): string {
  return lines
    .reduce((sum, { isLocal, quantity, cost, mid }) => {
      const worth = isLocal || mid === undefined ? cost : new Exact(mid).times(quantity)
      return sum.plus(Exact.max(cost, new Exact(worth).toDecimalPlaces(exponent)))
    }, new Exact(0))
    .toFixed()
}

/** Foreign money that leaves a bank account or a balance with a partner. */
export interface Outflow {
  quantity: string
  /** What is held where it leaves, and what that has cost; undefined where nothing ever was. */
  held: { quantity: string; value: string } | undefined
}

/**
 * What limits are asked for where so much leaves: the greatest of the local amount that was typed for it, of what it has cost on average,
 * and of what it is worth at the mid rate. Null where there is neither cost nor mid: its worth is not known.
 */
export function outflowLimitValueOf(
  { quantity, held, typed, mid }: Outflow & { typed: string; mid: string | undefined },
  exponent: number,
): string | null {
  const isHeld = held !== undefined && new Exact(held.quantity).greaterThan(0)
  if (!isHeld && mid === undefined) return null
  const carried = isHeld ? new Exact(held.value).times(quantity).div(held.quantity) : new Exact(0)
  const cost = Exact.max(typed, carried.toDecimalPlaces(exponent)).toFixed()
  return limitValueOf([{ isLocal: false, quantity, cost, mid }], exponent)
}
