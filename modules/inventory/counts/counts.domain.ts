import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { partAt, type StockItem } from '../items/items.domain.ts'

export const countKinds = ['opening', 'intraday', 'closing', 'vault'] as const
export const countStates = ['draft', 'submitted', 'processed', 'cancelled'] as const

interface Acted {
  state: string
  authorId: string
}

/** Who counted neither accepts nor throws away a difference that they may not accept: a second person does. */
const notOwn = ({ state, authorId }: Acted, { userId }: { userId: string }) =>
  state === 'submitted' && authorId === userId ? 'OWN_COUNT' : undefined

/**
 * A count is compared when it is processed. A difference within the limit of whoever processes it is posted at once; a larger one
 * is submitted to a second person. It is never forced to what was expected.
 */
export const countWorkflow = workflow({
  initial: 'draft',
  states: { draft: {}, submitted: {}, processed: { final: true }, cancelled: { final: true } },
  actions: {
    submit: { from: ['draft'], to: 'submitted', permission: 'perform_counts' },
    process: {
      from: ['draft', 'submitted'],
      to: 'processed',
      permission: 'perform_counts',
      final: true,
      guard: notOwn,
    },
    cancel: {
      from: ['draft', 'submitted'],
      to: 'cancelled',
      permission: 'perform_counts',
      note: 'required',
      guard: notOwn,
    },
  },
})

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
