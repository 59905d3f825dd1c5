import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  type Beyond,
  type Exactly,
  freeBelow,
  type Limits,
  type LimitPlace,
  measuredBy,
  type Stocked,
  type UnitValue,
} from '../limits/limits.domain.ts'

/** What a place has of an item against its limits. */
export interface Position extends LimitPlace {
  itemId: string | null
  limits: Limits
  stocked: Stocked
  /** What lies in the vault of the branch and is not promised: it is what can be sent. */
  free: string
  unitValue: UnitValue
  beyond: Beyond | undefined
}

/** A transfer from vault to vault that would bring a branch to its target. */
export interface Suggestion {
  fromBranchId: string
  toBranchId: string
  itemId: string
  quantity: string
}

/** A limit in units of the item. */
function inUnits(limit: Limits['target'], unitValue: UnitValue): Exactly | undefined {
  if (!limit) return undefined
  const one = measuredBy(limit, new Exact(1), unitValue)
  return one && !one.isZero() ? new Exact(limit.value).div(one) : undefined
}

const bundled = (quantity: Exactly, { bundle }: Limits, how: 'ceil' | 'floor'): Exactly =>
  bundle ? quantity.div(bundle.value)[how]().times(bundle.value) : quantity.toDecimalPlaces(4, 1)

/** What a branch lacks of its target, or of its minimum where it has none, with what is on its way. */
function lackOf({ limits, stocked, unitValue }: Position): Exactly {
  const goal = inUnits(limits.target ?? limits.minimum, unitValue)
  return goal ? Exact.max(0, goal.minus(stocked.onHand).minus(stocked.coming)) : new Exact(0)
}

/** What a branch has above its target and can send: a branch without a target spares nothing. */
function spareOf({ limits, stocked, free, unitValue }: Position): Exactly {
  const target = inUnits(limits.target, unitValue)
  return target ? Exact.max(0, Exact.min(free, new Exact(stocked.onHand).minus(target))) : new Exact(0)
}

/**
 * The transfers that would mend what branches lack, one for each shortage: from a branch of the same region before others, and of those
 * from the one that can spare most. In whole bundles, as many as reach the target, not above the maximum, nor below the sender's target.
 * What one shortage takes is not offered to the next.
 */
export function suggestionsOf(positions: readonly Position[]): Suggestion[] {
  const whole = positions.filter(({ counterId, itemId }) => counterId === null && itemId !== null)
  const sent = new Map<Position, Exactly>()
  const left = (one: Position) => spareOf(one).minus(sent.get(one) ?? 0)
  return whole
    .filter(({ beyond }) => beyond?.kind === 'minimum')
    .flatMap((short) => {
      const { itemId, limits, stocked, unitValue, regionId, branchId } = short
      const lack = lackOf(short)
      if (itemId === null || lack.isZero()) return []
      const isNear = (one: Position) => Number(regionId !== null && one.regionId === regionId)
      const room = freeBelow(limits, stocked, unitValue)
      const offers = whole
        .filter((one) => one.itemId === itemId && one.branchId !== branchId)
        .map((one) => {
          const most = Exact.min(left(one), room ?? left(one))
          const quantity = Exact.min(bundled(lack, limits, 'ceil'), bundled(most, limits, 'floor'))
          return { one, quantity }
        })
        .filter(({ quantity }) => quantity.greaterThan(0))
        .toSorted((a, b) => isNear(b.one) - isNear(a.one) || left(b.one).comparedTo(left(a.one)))
      const [best] = offers
      if (!best) return []
      sent.set(best.one, best.quantity.plus(sent.get(best.one) ?? 0))
      const { one, quantity } = best
      return [{ fromBranchId: one.branchId, toBranchId: branchId, itemId, quantity: quantity.toFixed() }]
    })
}
