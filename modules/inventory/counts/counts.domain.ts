import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { partAt, type StockItem } from '../items/items.domain.ts'

export const countKinds = ['opening', 'intraday', 'closing', 'vault'] as const
export const countStates = ['draft', 'confirming', 'recount', 'submitted', 'processed', 'cancelled'] as const

interface Acted {
  state: string
  kind: string
  /** Who counted, in the order in which they did. */
  takers: readonly string[]
}
interface Acting {
  userId: string
}

/** Who counted neither accepts nor throws away what may differ: a second person does. */
const notOwn = ({ state, takers }: Acted, { userId }: Acting) =>
  state !== 'draft' && takers.includes(userId) ? 'OWN_COUNT' : undefined

/** The second person at a vault is another than the first; a count of the day is made again where the day is opened or closed. */
const another = ({ state, kind, takers }: Acted, { userId }: Acting) => {
  if (state === 'confirming') return takers.at(-1) === userId ? 'SAME_COUNTER' : undefined
  return kind === 'opening' || kind === 'closing' ? 'COUNT_AT_DAY' : undefined
}

/**
 * Each time a place is counted, that is compared with what should lie there at that moment. A vault is counted by two, the second
 * blind to the first. What differs by more than the tolerance is counted once more. Then a difference within the limit of
 * whoever counted last is posted at once; a larger one is submitted to a person who did not count. It is never forced to what was
 * expected; domain 14.2.
 */
export const countWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    confirming: {},
    recount: {},
    submitted: {},
    processed: { final: true },
    cancelled: { final: true },
  },
  actions: {
    handOver: { from: ['draft', 'recount'], to: 'confirming', permission: 'perform_counts' },
    askAgain: { from: ['draft', 'confirming'], to: 'recount', permission: 'perform_counts' },
    submit: { from: ['draft', 'confirming', 'recount'], to: 'submitted', permission: 'perform_counts' },
    countAgain: {
      from: ['confirming', 'recount'],
      to: 'processed',
      permission: 'perform_counts',
      guard: another,
    },
    process: {
      from: ['draft', 'submitted'],
      to: 'processed',
      permission: 'perform_counts',
      final: true,
      guard: notOwn,
    },
    cancel: {
      from: ['draft', 'confirming', 'recount', 'submitted'],
      to: 'cancelled',
      permission: 'perform_counts',
      note: 'required',
      guard: notOwn,
    },
  },
})

/** What was counted at one time. */
export interface Take {
  /** In local currency, every difference taken as positive. */
  variance: string
  lines: readonly { itemId: string; difference: string }[]
}

/** Both found the same beside what should lie there; what one did not count was not expected there either. */
function agree(one: Take, other: Take): boolean {
  const found = new Map(other.lines.map(({ itemId, difference }) => [itemId, difference]))
  const own = new Set(one.lines.map(({ itemId }) => itemId))
  return (
    one.lines.every(({ itemId, difference }) => new Exact(difference).equals(found.get(itemId) ?? 0)) &&
    other.lines.every(({ itemId, difference }) => own.has(itemId) || new Exact(difference).isZero())
  )
}

/**
 * What comes after a count was taken once more: it is handed to the second person at a vault, asked for again, or settled by
 * its last take. Two who differ count again until they agree; what differs from the books by more than the tolerance is counted
 * again once.
 */
export function nextOf(
  kind: (typeof countKinds)[number],
  takes: readonly Take[],
  tolerance: string,
): 'askAgain' | 'handOver' | 'settle' {
  const [last, before] = takes.toReversed()
  if (!last) throw new Error('A count has at least one take')
  const each = kind === 'vault' ? 2 : 1
  if (takes.length % each !== 0) return 'handOver'
  if (kind === 'vault' && before && !agree(before, last)) return 'askAgain'
  const isFirst = takes.length === each
  return isFirst && new Exact(last.variance).greaterThan(tolerance) ? 'askAgain' : 'settle'
}

export interface Compared {
  item: StockItem
  counted: string
  expected: string
  /** Counted less expected: above zero there is more than there should be. */
  difference: string
}

/**
 * What was counted beside what should lie there: what is on hand, and the differences of counts that nobody has decided yet,
 * so that none is found twice. `missing`: what should lie there and was not counted.
 */
export function compare(
  counted: ReadonlyMap<string, string>,
  held: ReadonlyMap<string, string>,
  undecided: ReadonlyMap<string, string>,
  items: ReadonlyMap<string, StockItem>,
): { compared: Compared[]; missing: StockItem[] } {
  const expectedOf = (id: string) => new Exact(held.get(id) ?? 0).plus(undecided.get(id) ?? 0)
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

/** The signed local value of a difference: at average cost, or at `valueAt` a unit where the branch has none; undefined where none is known. */
export function valueOf(
  { item, difference }: Pick<Compared, 'difference' | 'item'>,
  pool: Cost | undefined,
  valueAt: string | undefined,
  exponent: number,
): string | undefined {
  if (item.isLocal || new Exact(difference).isZero()) return difference
  const unit =
    pool && new Exact(pool.quantity).isPositive() && !new Exact(pool.quantity).isZero()
      ? new Exact(pool.value).div(pool.quantity)
      : valueAt && new Exact(valueAt)
  return unit ? unit.times(difference).toDecimalPlaces(exponent).toFixed() : undefined
}

/** Every difference against cash short and over, once. */
export function varianceLines(
  place: { branchId: string; counterId: string | null },
  differences: readonly { item: StockItem; difference: string; valueAt?: string | undefined }[],
): PostingLine[] {
  return differences
    .filter(({ difference }) => !new Exact(difference).isZero())
    .flatMap(({ item, difference, valueAt }, index) => [
      {
        ...place,
        part: partAt(item, place.counterId),
        itemId: item.id,
        quantity: difference,
        ...(item.isLocal ? { amount: difference } : valueAt !== undefined && { valueAt }),
      },
      { ...place, part: 'shortOver' as const, itemId: item.id, mirrors: index * 2 },
    ])
}
