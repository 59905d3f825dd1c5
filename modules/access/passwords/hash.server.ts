import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Argon2id, the package's default algorithm, with the least cost that OWASP recommends (19 MiB, 2 passes, 1 lane).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// At most two at once: the pool behind has four threads, and files and names of hosts are looked up there too.
let free = 2
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

/** Argon2id hash of a password or PIN, as a PHC string. */
export const hashSecret = (secret: string): Promise<string> => inTurn(() => hash(secret, cost))

let decoy: Promise<string> | undefined

/** Whether `secret` belongs to `hashed`. Without a hash it takes the same time and answers no. */
export async function secretMatches(hashed: string | null | undefined, secret: string): Promise<boolean> {
  decoy ??= hashSecret(randomBytes(16).toString('hex'))
  const known = hashed ?? (await decoy)
  const matches = await inTurn(() => verify(known, secret))
  return matches && hashed !== null && hashed !== undefined
}
