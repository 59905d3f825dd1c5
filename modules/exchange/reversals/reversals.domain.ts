import { Exact } from '#kit/domain/decimals.domain.ts'
import { covers } from '#modules/actor.domain.ts'
import { refundOf } from '../basket/basket.domain.ts'

/** Who asked last that a deal be reversed, or that its rest be handed over at the old rate. */
export const askerOf = (
  events: readonly { act: string; byId: string | null }[],
  asked: 'askReversal' | 'askRest' = 'askReversal',
): string | null => events.findLast(({ act }) => act === asked)?.byId ?? null

type Limit = string | undefined

/** What of a limit is left to somebody who has paid back so much on the day, in local currency. */
export const refundLeft = (limit: Limit, refunded: string): Limit =>
  limit === undefined || limit === 'unlimited'
    ? limit
    : Exact.max(0, new Exact(limit).minus(refunded)).toFixed()

interface Gate {
  kind: string
  state: string
  value: string
  /** Until when what was approved may be done. */
  lapsesAt: string | null
}
type Parts = Parameters<typeof refundOf>[0] & { gates: readonly Gate[] }

/** Whether another has let the reversal of all that has moved by now through, and the day of that is not over. */
export function isLetThrough(parts: Parts, now: Date): boolean {
  const value = refundOf(parts)
  return parts.gates.some(
    (gate) =>
      gate.kind === 'reversal' &&
      gate.state === 'approved' &&
      gate.lapsesAt !== null &&
      Date.parse(gate.lapsesAt) > now.getTime() &&
      covers(gate.value, value),
  )
}

/** Whether a user may reverse a deal: within what is left of their limit today, or because another has let it through. */
export const mayReverse = (left: Limit, parts: Parts, now: Date): boolean =>
  covers(left, refundOf(parts)) || isLetThrough(parts, now)
