import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Argon2id, the package's default algorithm, with the least cost that OWASP recommends (19 MiB, 2 passes, 1 lane).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id hash of a password or PIN, as a PHC string. */
export const hashSecret = (secret: string): Promise<string> => hash(secret, cost)

let decoy: Promise<string> | undefined

/** Whether `secret` belongs to `hashed`. Without a hash it takes the same time and answers no. */
export async function secretMatches(hashed: string | null | undefined, secret: string): Promise<boolean> {
  decoy ??= hashSecret(randomBytes(16).toString('hex'))
  const matches = await verify(hashed ?? (await decoy), secret)
  return matches && hashed !== null && hashed !== undefined
}
