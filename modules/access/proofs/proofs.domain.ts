export const factorKinds = ['totp', 'passkey'] as const

/** How many factors one person may have, and how many recovery codes there are at a time. */
export const mostFactors = 20
export const recoveryCount = 10

/**
 * Wrong proofs in a row after which the user is told, and after which no more are judged. A code of six digits that is good for
 * three steps is guessed by one in 33,000 of those who try ten.
 */
export const wrongBeforeTold = 5
export const mostWrong = 10

/** Days after which a request to reset somebody's second factors that nobody decided has expired: whoever needs it asks again. */
export const requestDays = 7

/**
 * Days for which an account must have been in its owner's hands alone, and its second factor there, before it asks for a reset
 * or approves one: two weeks are time for colleagues to notice an administrator's account that nobody works with.
 */
export const settledDays = 14

/** The instant `days` before now, as ISO 8601. */
export const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 24 * 3_600_000).toISOString()

// Without I, O, 0 and 1, which look alike on paper: 32 letters, so that 24 of them are 120 bits.
export const recoveryLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const recoveryLength = 24

/** A recovery code as it is kept: without the dashes and spaces that somebody types with it, in capitals. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')

/** `ABCD-EFGH-JKLM-NPQR-STUV-WXYZ`: how a code is shown. */
export const groupedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** The time step of RFC 6238 that an instant lies in: 30 seconds each. */
export const timeStepSeconds = 30
export const timeStepAt = (now: Date): number => Math.floor(now.getTime() / (timeStepSeconds * 1000))

/** Where passkeys belong: the relying party's id is a host name, and a browser offers them on https or localhost only. */
export type PasskeySite = { rpId: string; origin: string } | { why: 'address' | 'insecure' }

/** Whether passkeys can be used where people reach Agio, and if not, why (WebAuthn level 3, 5.1.2 and 13.4.9). */
export function passkeySite(publicUrl: string): PasskeySite {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return { why: 'address' }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { rpId: hostname, origin } : { why: 'insecure' }
}
