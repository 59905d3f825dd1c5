import { Exact } from '#kit/domain/decimals.domain.ts'

/** For how long something has been on its way. */
export const bands = ['to1', 'to3', 'to7', 'over7'] as const
export type Band = (typeof bands)[number]

const dayLength = 86_400_000

/** Whole days from one instant to another. */
export const daysBetween = (from: string, to: Date): number =>
  Math.floor((to.getTime() - new Date(from).getTime()) / dayLength)

/** The band of so many whole days. */
export const bandOf = (days: number): Band =>
  days <= 1 ? 'to1' : days <= 3 ? 'to3' : days <= 7 ? 'to7' : 'over7'

/** The states in which something of a transfer is on its way. */
export const travelling = ['inTransit', 'differing', 'rejectedReceipt'] as const

/** What of a line has left and not arrived, in units: nothing once the transfer is settled. */
export function onWayOf({
  state,
  quantity,
  received,
}: {
  state: string
  quantity: string
  received: string | null
}): string {
  if (!(travelling as readonly string[]).includes(state)) return '0'
  const arrived = state === 'differing' ? Exact.min(quantity, received ?? 0) : new Exact(0)
  return new Exact(quantity).minus(arrived).toFixed()
}

interface Moved {
  sourceId: string
  itemId: string
  event: string
  isTransit: boolean
  quantity: string
  value: string
}

/** What the ledger says of each line of a transfer: what was put on its way, and what of it is there still; by `<transfer> <item>`. */
export function bookedTravel(moves: readonly Moved[], sentEvent: string) {
  const booked = new Map<
    string,
    Record<'sentQuantity' | 'sentValue' | 'leftQuantity' | 'leftValue', string>
  >()
  for (const { sourceId, itemId, event, isTransit, quantity, value } of moves) {
    if (!isTransit) continue
    const key = `${sourceId} ${itemId}`
    const before = booked.get(key) ?? { sentQuantity: '0', sentValue: '0', leftQuantity: '0', leftValue: '0' }
    const isSent = event === sentEvent
    const plus = (one: string, more: string) => new Exact(one).plus(more).toFixed()
    booked.set(key, {
      sentQuantity: isSent ? plus(before.sentQuantity, quantity) : before.sentQuantity,
      sentValue: isSent ? plus(before.sentValue, value) : before.sentValue,
      leftQuantity: plus(before.leftQuantity, quantity),
      leftValue: plus(before.leftValue, value),
    })
  }
  return booked
}
