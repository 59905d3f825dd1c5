import { createHash } from 'node:crypto'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { leafOf } from './leaf.server.ts'
import * as queries from './seal.queries.ts'

const most = 5000

/** Seals every minute what was posted, off the path of any deal. */
export const sealJobs: readonly Job[] = [
  {
    name: 'ledger.seal',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const companyId of await queries.unsealed(db)) await inCompany(companyId, () => sealAll(db, now()))
    },
  },
]

/** Seals all that is committed in the company of the connection; answers how many entries. */
export async function sealAll(db: Db, now: Date): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await db.transaction().execute((tx) => sealSome(tx, now))
    sealed += count
    if (count < most) return sealed
  }
}

async function sealSome(db: Db, now: Date): Promise<number> {
  await queries.holdChain(db)
  const horizon = await queries.horizon(db)
  const entries = await queries.waiting(db, most)
  if (entries.length === 0) return 0
  const last = await queries.lastSeal(db)
  const number = String(BigInt(last?.number ?? 0) + 1n)
  const hash = chained(
    last?.hash,
    number,
    entries.map(({ leaf }) => leaf),
  )
  // While more wait than one seal takes, the next search begins where this one did.
  const reached = entries.length < most ? horizon : '0'
  await queries.addSeal(
    db,
    { number, hash, horizon: reached, sealedAt: now.toISOString() },
    entries.map(({ id }) => id),
  )
  return entries.length
}

/** The hash of a seal: SHA-256 over the one before, its own number and the leaves of its entries in their order. */
function chained(before: Buffer | undefined, number: string, leaves: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
    .update(before ?? Buffer.alloc(32))
    .update(`${number} ${leaves.length} `)
  for (const leaf of leaves) hash.update(leaf)
  return hash.digest()
}

export interface Verified {
  seals: number
  entries: number
  /** What the chain does not fit, if anything: the first that was found. */
  broken?: { seal: string; entryId?: string; why: 'entry' | 'missing' | 'seal' | 'unsealed' }
}

/**
 * Walks the chain of the connection's company, from its beginning or only from one seal to another: every line of every entry,
 * every leaf, every seal.
 */
export async function verifyChain(db: Db, span?: { first: bigint; last: bigint }): Promise<Verified> {
  let before: Buffer | undefined
  let count = 0
  const all = await queries.seals(db)
  for (const [index, { number, entries, hash }] of all.entries()) {
    if (span && BigInt(number) > span.last) break
    if (span && BigInt(number) < span.first) {
      before = hash
      continue
    }
    const stored = await queries.entriesOf(db, number)
    const seen = { seals: index, entries: count }
    if (number !== String(index + 1) || stored.length !== entries)
      return { ...seen, broken: { seal: number, why: 'missing' } }
    for (const { lines, leaf, ...entry } of stored)
      if (!leafOf(entry, lines).equals(leaf))
        return { ...seen, broken: { seal: number, entryId: entry.id, why: 'entry' } }
    if (
      !chained(
        before,
        number,
        stored.map(({ leaf }) => leaf),
      ).equals(hash)
    )
      return { ...seen, broken: { seal: number, why: 'seal' } }
    before = hash
    count += stored.length
  }
  const seen = { seals: all.length, entries: count }
  const unsealed = await queries.forgotten(db)
  return unsealed === 0 ? seen : { ...seen, broken: { seal: String(all.length), why: 'unsealed' } }
}
