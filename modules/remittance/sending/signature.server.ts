import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds by which a signed message may be apart from our clock. */
const freshFor = 300

const sign = (key: string, timestamp: string, body: string) =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')

/** The headers by which a partner knows a request as ours: `v1` and the HMAC-SHA256 of time and body, once for each key that is good. */
export function signedHeaders(body: string, keys: readonly string[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Agio',
    'agio-timestamp': timestamp,
    'agio-signature': keys.map((key) => `v1=${sign(key, timestamp, body)}`).join(' '),
  }
}

/**
 * Whether a message is a partner's own and fresh: a missing time is not fresh, one ahead of us neither. Two keys are good while they
 * are changed; compared in constant time.
 */
export function isSigned(
  { body, timestamp, signature }: { body: string; timestamp: string; signature: string },
  keys: readonly string[],
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > freshFor) return false
  const given = signature.split(' ').map((one) => Buffer.from(one))
  return keys.some((key) => {
    const expected = Buffer.from(`v1=${sign(key, timestamp, body)}`)
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
}
