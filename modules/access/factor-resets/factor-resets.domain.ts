import { daysBefore, requestDays, settledDays } from '../proofs/proofs.domain.ts'

/** Hours from the approval to the effect: more than a night, so that the user and every administrator can still say no. */
export const waitingHours = 12

/** When a reset that is approved now takes effect, as ISO 8601. */
export const effectFrom = (now: Date): string =>
  new Date(now.getTime() + waitingHours * 3_600_000).toISOString()

/** Since when an account is its owner's alone, and has the oldest of its second factors. */
export interface Standing {
  heldSince: string
  factorSince: string | null
}
const ownBars = ['RESET_NEEDS_FACTOR', 'RESET_TOO_NEW'] as const
/** Why somebody neither asks for a reset nor approves one: their own account, or the user's. */
export const bars = [...ownBars, 'RESET_OF_LOCKED', 'RESET_EMAIL_NEW'] as const

/**
 * Why somebody neither asks for a reset nor approves one. One administrator can be two accounts: by making another, or by setting
 * what opens one or what it may do, so the days count for both of them. Step-up then asks for that factor.
 */
export function barOf({ heldSince, factorSince }: Standing, now: Date): (typeof ownBars)[number] | null {
  if (factorSince === null) return 'RESET_NEEDS_FACTOR'
  const settled = daysBefore(now, settledDays)
  return heldSince > settled || factorSince > settled ? 'RESET_TOO_NEW' : null
}

/** Open ones as they are now: a request that nobody decided in time has expired, whether or not its row says so yet. */
export const stateAt = <S extends string>({ state, askedAt }: { state: S; askedAt: string }, now: Date) =>
  state === 'pending' && askedAt <= daysBefore(now, requestDays) ? ('expired' as const) : state
