import { createHash } from 'node:crypto'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { leafOf, wordsHash } from './leaf.server.ts'
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
  let before = last?.hash ?? beginning
  const rows = entries.map(({ id, leaf }, at) => {
    before = rowHash(before, { number, position: at + 1, entryId: id }, leaf)
    return { entryId: id, hash: before }
  })
  // While more wait than one seal takes, the next search begins where this one did.
  const reached = entries.length < most ? horizon : '0'
  const seal = { number, entries: entries.length, horizon: reached, sealedAt: inMicros(now) }
  await queries.addSeal(db, { ...seal, hash: sealHash(before, seal) }, rows)
  return entries.length
}

/** What the first seal of a chain goes over. */
const beginning: Buffer = Buffer.alloc(32)
const inMicros = (at: Date) => at.toISOString().replace('Z', '000Z')

/** The hash of a row of the chain: SHA-256 over the one before, where it stands, and the leaf of its entry. */
const rowHash = (
  before: Buffer,
  { number, position, entryId }: { number: string; position: number; entryId: string },
  leaf: Buffer,
): Buffer =>
  createHash('sha256').update(before).update(`${number} ${position} ${entryId} `).update(leaf).digest()

/** The hash of a seal: SHA-256 over its last row and all that it says itself. */
const sealHash = (last: Buffer, { number, entries, horizon, sealedAt }: Omit<queries.Seal, 'hash'>): Buffer =>
  createHash('sha256').update(last).update(`${number} ${entries} ${horizon} ${sealedAt}`).digest()

export interface Verified {
  seals: number
  entries: number
  /** The first that does not fit: a row of a seal by its position, with its entry; a seal as a whole; or, in the whole chain, an entry that no seal holds and lines of no entry. */
  broken?: {
    seal: string
    position?: number
    entryId?: string
    why: 'entry' | 'leaf' | 'missing' | 'row' | 'seal' | 'stray' | 'unsealed'
  }
}

/**
 * Walks the chain of the connection's company, from its beginning or only from one seal to another: every column of every line
 * and entry, every row of the chain, every seal.
 */
export async function verifyChain(db: Db, span?: { first: bigint; last: bigint }): Promise<Verified> {
  let before = beginning
  let count = 0
  const all = await queries.seals(db)
  for (const [index, seal] of all.entries()) {
    const { number, entries, hash } = seal
    if (span && BigInt(number) > span.last) break
    if (span && BigInt(number) < span.first) {
      before = hash
      continue
    }
    const broken = (more: Omit<NonNullable<Verified['broken']>, 'seal'>): Verified => ({
      seals: index,
      entries: count,
      broken: { seal: String(index + 1), ...more },
    })
    if (number !== String(index + 1)) return broken({ why: 'missing' })
    const rows = await queries.rowsOf(db, number)
    for (let position = 1; position <= Math.max(entries, rows.length); position++) {
      const row = rows[position - 1]
      if (row?.position !== position || position > entries) return broken({ position, why: 'missing' })
      const where = { position, entryId: row.entryId }
      const why = faultOf(row)
      if (why) return broken({ ...where, why })
      before = rowHash(before, { number, ...where }, row.entry?.leaf ?? beginning)
      if (!before.equals(row.hash)) return broken({ ...where, why: 'row' })
    }
    if (!sealHash(before, seal).equals(hash)) return broken({ why: 'seal' })
    before = hash
    count += entries
  }
  const seen = { seals: all.length, entries: count }
  const seal = String(all.length)
  const stray = span ? undefined : await queries.stray(db)
  if (stray !== undefined) return { ...seen, broken: { seal, entryId: stray, why: 'stray' } }
  const entryId = await queries.forgotten(db)
  return entryId === undefined ? seen : { ...seen, broken: { seal, entryId, why: 'unsealed' } }
}

/** What of a sealed entry does not fit its own leaf. */
function faultOf({ entry }: queries.SealedRow): 'entry' | 'leaf' | 'missing' | undefined {
  if (!entry) return 'missing'
  const { lines, leaf, leafVersion, ...told } = entry
  const made = leafOf(leafVersion, told, lines)
  if (!made) return 'leaf'
  if (
    told.wordsSalt === null
      ? told.author + told.note !== ''
      : !wordsHash(told.wordsSalt, told).equals(told.wordsHash)
  )
    return 'entry'
  return made.equals(leaf) ? undefined : 'entry'
}
