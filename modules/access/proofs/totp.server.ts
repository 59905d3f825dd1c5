import { Secret, TOTP } from 'otpauth'
import { timeStepAt, timeStepSeconds } from './proofs.domain.ts'

// RFC 6238 as every authenticator app reads it: SHA-1, six digits, 30 seconds.
const settings = { algorithm: 'SHA1', digits: 6, period: timeStepSeconds } as const
/** How many steps a phone's clock may be off, either way (RFC 6238, 5.2 recommends one). */
const window = 1

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code holds. */
export const totpUri = (secret: string, userName: string): string =>
  new TOTP({ ...settings, issuer: 'Agio', label: userName, secret: Secret.fromBase32(secret) }).toString()

/** The time step that a code belongs to; undefined when it is none of those around now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = code.normalize('NFKC').replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = TOTP.validate({
    ...settings,
    secret: Secret.fromBase32(secret),
    token,
    window,
    timestamp: now.getTime(),
  })
  return delta === null ? undefined : timeStepAt(now) + delta
}
