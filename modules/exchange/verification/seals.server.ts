import { randomBytes, timingSafeEqual } from 'node:crypto'

interface Sealed {
  companyId: string
  id: string
  /** 12 random bytes that were kept with it when it was made, as base64url. */
  seal: string
}

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const length = 44

/** The code on a paper: where what it is about lies, and the secret that only its papers carry. */
export const sealedCode = ({ companyId, id, seal }: Sealed): string =>
  Buffer.concat([bytesOf(companyId), bytesOf(id), Buffer.from(seal, 'base64url')]).toString('base64url')

/** What a code says; undefined for what is none. */
export function readSealed(code: string): Sealed | undefined {
  const bytes = Buffer.from(code, 'base64url')
  // Signs that mean nothing in base64url are passed over: a code has one spelling.
  if (bytes.length !== length || bytes.toString('base64url') !== code) return undefined
  return {
    companyId: uuidOf(bytes.subarray(0, 16)),
    id: uuidOf(bytes.subarray(16, 32)),
    seal: bytes.subarray(32).toString('base64url'),
  }
}

/** A secret for something new. */
export const newSeal = (): string => randomBytes(12).toString('base64url')

/** Whether a secret is the one that was kept; compared in constant time, and none where none was kept. */
export function isSameSeal(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}
