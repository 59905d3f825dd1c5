import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type StockItem, stockPartAt } from '../items/items.domain.ts'

export interface Compared {
  item: StockItem
  counted: string
  expected: string
  /** Counted less expected: above zero there is more than there should be. */
  difference: string
}

/** What was counted beside what is on hand. `missing`: what should lie there and was not counted. */
export function compare(
  counted: ReadonlyMap<string, string>,
  held: ReadonlyMap<string, string>,
  items: ReadonlyMap<string, StockItem>,
): { compared: Compared[]; missing: StockItem[] } {
  const expectedOf = (id: string) => new Exact(held.get(id) ?? 0)
  const compared = [...counted].flatMap(([id, quantity]) => {
    const item = items.get(id)
    if (!item) return []
    const expected = expectedOf(id)
    const difference = new Exact(quantity).minus(expected).toFixed()
    return [{ item, counted: quantity, expected: expected.toFixed(), difference }]
  })
  const missing = [...items.values()].filter(({ id }) => !counted.has(id) && !expectedOf(id).isZero())
  return { compared, missing }
}

interface Cost {
  quantity: string
  value: string
}

/**
 * The signed local value of a difference: at average cost or at `mid` a unit, whichever is more, since a cost that was typed low
 * must not make it small; undefined where neither is known.
 */
export function valueOf(
  { item, difference }: Pick<Compared, 'difference' | 'item'>,
  pool: Cost | undefined,
  mid: string | undefined,
  exponent: number,
): string | undefined {
  if (item.isLocal || new Exact(difference).isZero()) return difference
  const cost =
    pool && new Exact(pool.quantity).greaterThan(0) ? [new Exact(pool.value).div(pool.quantity)] : []
  const units = [...cost, ...(mid === undefined ? [] : [new Exact(mid)])]
  if (units.length === 0) return undefined
  return Exact.max(...units)
    .times(difference)
    .toDecimalPlaces(exponent)
    .toFixed()
}

/** What counts are called as documents, by what they count. */
export const countTypes = { money: 'count', goods: 'goodsCount' } as const

/** A place was counted, and something else lay there than should. */
export const countEvent = {
  code: 'count',
  parts: ['cash', 'vault', 'stock', 'retailStock', 'shortOver'],
} as const satisfies PostingEvent
type CountPart = (typeof countEvent.parts)[number]

/** What a count has found of an item that another superseded, and under whose name that is. */
export interface Taken {
  difference: string
  employeeId: string
}

/**
 * A difference by whose it is: as far as counts that it supersedes, the first one first, found it when the drawer was taken over, it
 * is of whoever had the drawer then; what is more is of its holder. What was found again since is nobody's.
 */
export function divideDifference(
  difference: string,
  earlier: readonly Taken[],
  holderId: string | null,
): { difference: string; employeeId: string | null }[] {
  const whole = new Exact(difference)
  const sign = whole.isNegative() ? -1 : 1
  let known = new Exact(0)
  const parts = earlier.map((one) => {
    const reached = Exact.max(known, Exact.min(whole.abs(), new Exact(one.difference).times(sign)))
    const part = { difference: reached.minus(known).times(sign).toFixed(), employeeId: one.employeeId }
    known = reached
    return part
  })
  const rest = whole.abs().minus(known).times(sign).toFixed()
  return [...parts, { difference: rest, employeeId: holderId }].filter(
    (part) => !new Exact(part.difference).isZero(),
  )
}

/** Every difference against cash short and over, once; under the name of whose it is. */
export function varianceLines(
  place: { branchId: string; counterId: string | null },
  differences: readonly {
    item: StockItem
    difference: string
    valueAt?: string | undefined
    employeeId?: string | null
  }[],
): PostingLine<CountPart>[] {
  return differences
    .filter(({ difference }) => !new Exact(difference).isZero())
    .flatMap(({ item, difference, valueAt, employeeId = null }, index) => [
      {
        ...place,
        part: stockPartAt(item, place.counterId),
        itemId: item.id,
        quantity: difference,
        ...(item.isLocal ? { amount: difference } : valueAt !== undefined && { valueAt }),
      },
      {
        ...place,
        ...(employeeId !== null && { party: { type: 'employee', id: employeeId } }),
        part: 'shortOver' as const,
        itemId: item.id,
        mirrors: index * 2,
      },
    ])
}

/** A count that is submitted and not decided yet. */
export interface PendingCount {
  lines: readonly { itemId: string; difference: string }[]
  /** The largest difference that was found by it, and by those that it supersedes itself. */
  variance: string
  takers: readonly string[]
}

/**
 * The pending counts that a later one of the same place supersedes: of the whole place all of them, of some items those that
 * counted none but these. `partly`: items of counts that it overlaps and does not cover, which must be counted together.
 */
export function listSupersededBy<P extends PendingCount>(
  isWhole: boolean,
  counted: ReadonlySet<string>,
  pending: readonly P[],
): { superseded: P[]; partly: string[] } {
  if (isWhole) return { superseded: [...pending], partly: [] }
  const touched = pending.filter(({ lines }) => lines.some(({ itemId }) => counted.has(itemId)))
  const [superseded = [], open = []] = [true, false].map((isCovered) =>
    touched.filter(({ lines }) => lines.every(({ itemId }) => counted.has(itemId)) === isCovered),
  )
  return { superseded, partly: open.flatMap(({ lines }) => lines.map(({ itemId }) => itemId)) }
}

type Limit = string | undefined

/** How many days what one person posts alone adds up over: a month has an end, after which one could begin anew. */
export const aloneDays = 30

/**
 * Whether a count that was handed in is posted at once. `alone`: what the person has posted like this in the branch within
 * `aloneDays`, so that a large difference is not posted in parts, at one place or many. `hasMoved`: who counted or hands it in has
 * moved there what differs. What it supersedes is decided with it: only within a limit that covers that too, and never where who
 * counted or hands it in has found that.
 */
export function isPostedAtOnce(
  {
    variance,
    alone,
    hasMoved,
    superseded,
  }: { variance: string; alone: string; hasMoved: boolean; superseded: readonly PendingCount[] },
  { by, limit }: { by: readonly string[]; limit: Limit },
): boolean {
  const mayDecide = superseded.every(
    (one) => covers(limit, one.variance) && !by.some((id) => one.takers.includes(id)),
  )
  const mayPost = !hasMoved && covers(limit, new Exact(variance).plus(alone).toFixed())
  return mayDecide && (new Exact(variance).isZero() || mayPost)
}

/** What a difference is: money that is missing, money that is too much, or both; null where nothing differs. */
export const differenceOf = (short: string, over: string): 'difference' | 'shortage' | 'surplus' | null => {
  const [isShort, isOver] = [short, over].map((value) => !new Exact(value).isZero())
  return isShort ? (isOver ? 'difference' : 'shortage') : isOver ? 'surplus' : null
}

/** Whether a difference of so much, in local currency, is within the limit of this person; domain 14.2. */
const mayAccept = ({ limits }: Pick<Actor, 'limits'>, variance: string): boolean =>
  covers(limits.get('count_variance'), variance)

/** What is more than the person may accept, alone or with what they accepted before. */
export function differenceWithin(
  actor: Pick<Actor, 'limits'>,
  variance: string,
  accepted = '0',
): Refusal | undefined {
  const limit = actor.limits.get('count_variance') ?? '0'
  if (!mayAccept(actor, variance)) return new Refusal('OVER_LIMIT', { limit })
  const sum = new Exact(accepted)
  if (mayAccept(actor, sum.plus(variance).toFixed())) return undefined
  return new Refusal('OVER_DAY_LIMIT', { limit, accepted: sum.toFixed() })
}
