import { Exact } from '#kit/domain/decimals.domain.ts'

/** A count that is settled or waits, with what its last take found and what the ledger holds of it. */
export interface CountFound {
  id: string
  isWaiting: boolean
  personId: string
  person: string
  branchId: string
  place: string
  date: string
  /** Every difference in local currency, taken as positive, as it was compared. */
  variance: string
  found: readonly { itemId: string; difference: string }[]
  booked: readonly { itemId: string; quantity: string; value: string }[]
}

export interface Variance {
  counts: number
  differing: number
  short: string
  over: string
  net: string
  waiting: string
}

/** What was short and over of some counts as the ledger has it, what of them waits for a decision, and how many differ. */
export function varianceOf(counts: readonly CountFound[]): Variance {
  const values = counts.flatMap(({ booked }) => booked.map(({ value }) => new Exact(value)))
  const sum = (some: readonly InstanceType<typeof Exact>[]) =>
    some.reduce((total, one) => total.plus(one), new Exact(0))
  const waiting = counts.filter(({ isWaiting }) => isWaiting).map(({ variance }) => new Exact(variance))
  return {
    counts: counts.length,
    differing: counts.filter(({ found }) => found.some(({ difference }) => !new Exact(difference).isZero()))
      .length,
    short: sum(values.filter((one) => one.isNegative())).toFixed(),
    over: sum(values.filter((one) => !one.isNegative())).toFixed(),
    net: sum(values).toFixed(),
    waiting: sum(waiting).toFixed(),
  }
}

/** Whether the ledger moved of each currency what a settled count found, and nothing for one that waits. */
export function isBookedAs({ isWaiting, found, booked }: CountFound): boolean {
  const moved = new Map(booked.map(({ itemId, quantity }) => [itemId, quantity]))
  const due = isWaiting ? [] : found.filter(({ difference }) => !new Exact(difference).isZero())
  return (
    due.every(({ itemId, difference }) => new Exact(difference).equals(moved.get(itemId) ?? 0)) &&
    booked.filter(({ quantity }) => !new Exact(quantity).isZero()).length === due.length
  )
}
