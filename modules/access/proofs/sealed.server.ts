import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]

const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'agio second factor', 32))

/** Encrypts a text with a key made from the server's own; it opens only with the same `place`. */
export function seal(secret: Buffer, text: string, place: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, keyOf(secret), iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text of `seal`; undefined when the key or the place is another, or somebody changed it. */
export function unseal(secret: Buffer, sealed: string, place: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const [tagAt, textAt] = [ivLength, ivLength + tagLength]
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, tagAt), {
      authTagLength: tagLength,
    })
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(tagAt, textAt))
    return decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
