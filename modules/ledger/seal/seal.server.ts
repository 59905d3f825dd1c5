import { createHash } from 'node:crypto'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { addSealed } from '../balances/balances.queries.ts'
import * as audit from './audit.queries.ts'
import { leafOf, wordsHash } from '../posting/leaf.server.ts'
import { auditLeaf, auditLeafVersion } from './audit-leaf.server.ts'
import { noteHeads } from './heads.server.ts'
import * as queries from './seal.queries.ts'

const most = 5000
/** Transactions of the audit in one seal; each changes some ten rows. */
const mostTransactions = 1000

/** Seals every minute what was posted and what the audit has of it, off the path of any deal. */
export const sealJobs: readonly Job[] = [
  {
    name: 'ledger.seal',
    cron: '* * * * *',
    run: async (_payload, { services, log }) => {
      const { db, now } = services
      const all = await queries.listUnsealed(db)
      for (const companyId of all) await inCompany(companyId, () => sealAll(db, now()))
      for (const companyId of all) await inCompany(companyId, () => noteHeads(services, log, companyId))
    },
  },
]

/** Seals all that is committed in the company of the connection; answers how many entries of the journal. */
export async function sealAll(db: Db, now: Date): Promise<number> {
  while ((await db.transaction().execute((tx) => sealAudit(tx, now))) === mostTransactions);
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
  const entries = await queries.listWaiting(db, most)
  if (entries.length === 0) return 0
  // While more wait than one seal takes, the next search begins where this one did.
  const reached = entries.length < most ? horizon : '0'
  const rows = entries.map(({ id, leaf }) => ({ entryId: id, leaf }))
  const sealedBefore = await queries.lastOfJournal(db)
  const { number, hash, hashes } = await add(db, { what: 'journal', horizon: reached, now }, rows)
  await queries.addEntries(
    db,
    { number },
    rows.map(({ entryId }, at) => ({ entryId, hash: hashes[at] as Buffer })),
  )
  await addSealed(db, entries, { before: sealedBefore, seal: { number, hash } })
  return entries.length
}

async function sealAudit(db: Db, now: Date): Promise<number> {
  await queries.holdChain(db)
  const transactions = await audit.takeWaiting(db, mostTransactions)
  if (transactions.length === 0) return 0
  const told = await audit.rowsOf(db, transactions)
  const rows = told.map((row) => ({ entryId: row.id, leaf: auditLeaf(row) ?? beginning }))
  if (rows.length === 0) return transactions.length
  const head = { transactions, leafVersion: auditLeafVersion }
  const { number } = await add(db, { what: 'audit', horizon: '0', now }, rows, head)
  const [ids, leaves] = [rows.map(({ entryId }) => entryId), rows.map(({ leaf }) => leaf)]
  await audit.addAudit(db, { ...head, number, ids, leaves: Buffer.concat(leaves) })
  return transactions.length
}

/** Adds a seal over rows in their order; answers its number and the hash of each row. */
async function add(
  db: Db,
  { what, horizon, now }: Pick<queries.Seal, 'what' | 'horizon'> & { now: Date },
  rows: readonly { entryId: string; leaf: Buffer }[],
  head?: Head,
) {
  const last = await queries.lastSeal(db)
  const number = String(BigInt(last?.number ?? 0) + 1n)
  let before = last?.hash ?? beginning
  if (head) before = headHash(before, head)
  const hashes = rows.map(({ entryId, leaf }, at) => {
    before = rowHash(before, { number, position: at + 1, entryId }, leaf)
    return before
  })
  const seal = { number, what, size: rows.length, horizon, sealedAt: inMicros(now) }
  const hash = sealHash(before, seal)
  await queries.addSeal(db, { ...seal, hash })
  return { number, hash, hashes }
}

/** What the first seal of a chain goes over. */
const beginning: Buffer = Buffer.alloc(32)
const inMicros = (at: Date) => at.toISOString().replace('Z', '000Z')

/** What a seal over the audit says of its rows as a whole. */
type Head = Pick<audit.SealedAudit, 'transactions' | 'leafVersion'>

/** The hash that the first row of a seal over the audit goes over: SHA-256 over the seal before and what this one says of its rows. */
const headHash = (before: Buffer, { transactions, leafVersion }: Head): Buffer =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify([leafVersion, transactions.map(({ at, xact }) => [at, xact])]))
    .digest()

/** The hash of a row of the chain: SHA-256 over the one before, where it stands, and the leaf of its entry. */
const rowHash = (
  before: Buffer,
  { number, position, entryId }: { number: string; position: number; entryId: string },
  leaf: Buffer,
): Buffer =>
  createHash('sha256').update(before).update(`${number} ${position} ${entryId} `).update(leaf).digest()

/** The hash of a seal: SHA-256 over its last row and all that it says itself. */
const sealHash = (
  last: Buffer,
  { number, what, size, horizon, sealedAt }: Omit<queries.Seal, 'hash'>,
): Buffer =>
  createHash('sha256').update(last).update(`${number} ${what} ${size} ${horizon} ${sealedAt}`).digest()

export interface Verified {
  seals: number
  /** Of the journal. */
  entries: number
  /** Rows of the audit. */
  acts: number
  /** The first that does not fit: a row of a seal by its position, with its entry or its id in the audit; a seal as a whole; or, in the whole chain, an entry or a row that no seal holds and lines of no entry. */
  broken?: {
    seal: string
    position?: number
    entryId?: string
    why: 'entry' | 'leaf' | 'missing' | 'row' | 'seal' | 'stray' | 'unsealed' | 'act'
  }
}
type Fault = Omit<NonNullable<Verified['broken']>, 'seal'>

/**
 * Walks the chain of the connection's company, or the seals of these numbers alone: every column of every line, entry and row of the
 * audit, every row of the chain, every seal. Whatever its length, some thousand entries are in memory at a time.
 */
export async function verifyChain(db: Db, only?: readonly string[]): Promise<Verified> {
  const seen = { seals: 0, entries: 0, acts: 0 }
  for await (const seal of queries.walk(db, only)) {
    const { number, what, size, hash } = seal
    const due = only?.[seen.seals] ?? String(seen.seals + 1)
    const broken = (fault: Fault): Verified => ({ ...seen, broken: { seal: due, ...fault } })
    if (number !== due) return broken({ why: 'missing' })
    const { fault, last } = what === 'journal' ? walkEntries(seal) : await walkAudit(db, seal)
    if (fault) return broken(fault)
    if (!sealHash(last, seal).equals(hash)) return broken({ why: 'seal' })
    seen.seals += 1
    seen[what === 'journal' ? 'entries' : 'acts'] += size
  }
  const none = only?.[seen.seals]
  if (none !== undefined) return { ...seen, broken: { seal: none, why: 'missing' } }
  if (only) return seen
  const seal = String(seen.seals)
  const stray = await queries.findStray(db)
  if (stray !== undefined) return { ...seen, broken: { seal, entryId: stray, why: 'stray' } }
  const entryId = (await queries.findOmittedEntry(db)) ?? (await audit.findOmittedRow(db))
  return entryId === undefined ? seen : { ...seen, broken: { seal, entryId, why: 'unsealed' } }
}

/** The leaves that the rows of a seal have now, by their ids; what is gone is not among them. */
export async function leavesNow(db: Db, { number, what }: Pick<queries.Seal, 'number' | 'what'>) {
  if (what === 'audit') {
    const sealed = await audit.sealedAudit(db, number)
    const rows = sealed ? await audit.rowsOf(db, sealed.transactions) : []
    return new Map(rows.map((row) => [row.id, auditLeaf(row)]))
  }
  const rows = await queries.rowsOf(db, [number])
  return new Map(
    rows.map(({ entryId, entry }) => {
      if (!entry) return [entryId, undefined]
      const { lines, leaf: _, leafVersion, ...told } = entry
      return [entryId, leafOf(leafVersion, told, lines)]
    }),
  )
}

/** What of a seal over the journal does not fit, or the hash of its last row. */
function walkEntries({ number, size, rows, before: beginsAt }: queries.Walked) {
  let before = beginsAt ?? beginning
  const broken = (fault: Fault) => ({ fault, last: before })
  for (let position = 1; position <= Math.max(size, rows.length); position++) {
    const row = rows[position - 1]
    if (row?.position !== position || position > size) return broken({ position, why: 'missing' })
    const where = { position, entryId: row.entryId }
    const why = faultOf(row)
    if (why) return broken({ ...where, why })
    before = rowHash(before, { number, ...where }, row.entry?.leaf ?? beginning)
    if (!before.equals(row.hash)) return broken({ ...where, why: 'row' })
  }
  return { fault: undefined, last: before }
}

/** What of a seal over the audit does not fit, or the hash of its last row. */
async function walkAudit(db: Db, { number, size, before: beginsAt }: queries.Walked) {
  let before = beginsAt ?? beginning
  const broken = (fault: Fault) => ({ fault, last: before })
  const sealed = await audit.sealedAudit(db, number)
  if (!sealed) return broken({ why: 'missing' })
  if (sealed.leafVersion !== auditLeafVersion) return broken({ why: 'leaf' })
  before = headHash(before, sealed)
  const rows = await audit.rowsOf(db, sealed.transactions)
  const leaves = new Map(rows.map((row) => [row.id, auditLeaf(row)]))
  for (const [at, entryId] of sealed.ids.entries()) {
    const where = { position: at + 1, entryId }
    const leaf = sealed.leaves.subarray(at * 32, at * 32 + 32)
    if (!leaves.has(entryId)) return broken({ ...where, why: 'missing' })
    if (!leaves.get(entryId)?.equals(leaf)) return broken({ ...where, why: 'act' })
    leaves.delete(entryId)
    before = rowHash(before, { number, ...where }, leaf)
  }
  const [more] = leaves.keys()
  if (more !== undefined) return broken({ entryId: more, why: 'stray' })
  return sealed.ids.length === size ? { fault: undefined, last: before } : broken({ why: 'missing' })
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
