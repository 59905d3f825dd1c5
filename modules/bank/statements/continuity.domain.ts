import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Balance, StatementFault } from '../formats/statement.domain.ts'

/** What an account's own lines say of its balance: at the beginning of a day, and behind each line of that day. */
export interface KnownBalance {
  before: string
  ofDay: readonly string[]
}

/**
 * Whether a statement opens where the account stood on that day: before the day's lines or behind one of them. Otherwise a note with
 * both figures: lines between are missing, or the opening is wrong. Lines that overlap are counted once, so they are no gap.
 */
export function checkOpening(opening: Balance, { before, ofDay }: KnownBalance): StatementFault | undefined {
  let balance = new Exact(before)
  if (balance.eq(opening.amount)) return undefined
  for (const amount of ofDay) {
    balance = balance.plus(amount)
    if (balance.eq(opening.amount)) return undefined
  }
  const decimals = opening.amount.split('.')[1]?.length ?? 0
  return {
    code: 'NOTE_GAP',
    data: {
      expected: balance.toFixed(decimals),
      opening: opening.amount,
      difference: new Exact(opening.amount).minus(balance).toFixed(decimals),
      currency: opening.currency,
      on: opening.on,
    },
  }
}
