import { Exact } from '#kit/domain/decimals.domain.ts'

export interface Wanted {
  itemId: string
  kind: string
  quantity: string
}

/** What is there at two places together; where more was sold than came, the other place lends nothing. */
export const addPlaces = (one = '0', other = '0'): string =>
  [one, other].some((units) => new Exact(units).greaterThan(0))
    ? Exact.max(one, 0).plus(Exact.max(other, 0)).toFixed()
    : new Exact(one).plus(other).toFixed()

/** Units of each line that come from what lies at the counter, one line after another; the rest comes from the store. */
export function splitTaken(lines: readonly Wanted[], atCounter: ReadonlyMap<string, string>): string[] {
  const left = new Map(atCounter)
  return lines.map(({ itemId, kind, quantity }) => {
    const here = Exact.max(left.get(itemId) ?? 0, 0)
    if (kind !== 'goods' || here.isZero()) return '0'
    const taken = Exact.min(here, quantity)
    left.set(itemId, here.minus(taken).toFixed())
    return taken.toFixed()
  })
}
