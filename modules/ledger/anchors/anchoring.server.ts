import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { sendMail } from '#kit/server/mail.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { companies, currentCompany } from '#modules/organisation/public.server.ts'
import { holdChain, lastSeal, type Seal, sealsBetween } from '../seal/seal.queries.ts'
import { leavesNow } from '../seal/seal.server.ts'
import type { BooksHead } from './anchors.contract.ts'
import {
  type AnchorFile,
  type AnchorHead,
  isFormed,
  readAnchor,
  readHead,
  rowLine,
} from './anchors.domain.ts'
import * as queries from './anchors.queries.ts'
import { askStamp, readStamp, type Stamp } from './stamps.server.ts'

type Means = Pick<Services, 'db' | 'secret' | 'now' | 'anchorFolder'>
type Stamping = Pick<Services, 'db' | 'now' | 'anchorFolder' | 'timestamp'>

/** Anchors every chain once a day, and has the anchors stamped: a job that fails is tried again for days, and the log says so. */
export const anchorJobs: readonly Job[] = [
  {
    name: 'ledger.anchor',
    cron: '7 0 * * *',
    run: async (_payload, { services }) => {
      const all = await inCompany(undefined, () => companies(services.db))
      for (const { id } of all) await inCompany(id, () => anchor(services))
    },
  },
  {
    name: 'ledger.stamp',
    cron: '17 0 * * *',
    isOutgoing: true,
    run: async (_payload, { services }) => {
      const failures: string[] = []
      const all = await inCompany(undefined, () => companies(services.db))
      for (const { id } of all) {
        const failure = await inCompany(id, () => stampAnchors(services))
        if (failure !== undefined) failures.push(failure)
      }
      if (failures.length > 0) throw new Error(`No time stamp: ${failures.join('; ')}`)
    },
  },
]

/** An Ed25519 key that follows from the server's secret (RFC 8032 takes any 32 bytes; RFC 8410 gives their form). */
function keyOf(secret: Buffer) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'agio anchor', 32))
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

const publicKey = (secret: Buffer): string =>
  createPublicKey(keyOf(secret)).export({ format: 'der', type: 'spki' }).toString('base64url')

const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex')

/**
 * Anchors the chain of the connection's company outside: a signed file in the folder of anchors names every row that was sealed since
 * the last one, and the company's e-mail address gets the head. Answers the file, or undefined where nothing was sealed since.
 */
export async function anchor({ db, secret, now, anchorFolder }: Means): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    await holdChain(tx)
    const seal = await lastSeal(tx)
    const before = await queries.findAnchoredTo(tx)
    if (!seal || seal.number === before) return undefined
    const { id: companyId, name: company, email } = await currentCompany(tx)
    const span = { first: String(BigInt(before ?? 0) + 1n), last: seal.number }
    const rows = await queries.sealedRows(tx, span)
    const named = rows.map(rowLine).join('')
    const at = now().toISOString()
    const says: AnchorHead = {
      agio: 'anchor',
      version: 1,
      companyId,
      company,
      ...span,
      rows: rows.length,
      hash: seal.hash.toString('hex'),
      named: sha256(named),
      at,
      key: publicKey(secret),
    }
    const head = JSON.stringify(says)
    const signature = sign(null, Buffer.from(head), keyOf(secret)).toString('base64url')
    const file = await write(
      join(anchorFolder, companyId),
      nameOf({ at, number: seal.number }, 'anchor'),
      fileOf(head, signature, named),
    )
    await queries.add(tx, { number: seal.number, head, signature, at, mailedTo: email })
    if (email !== '')
      await sendMail(tx, {
        to: email,
        subject: text('en', 'mails.ledger.anchor.subject', { company, seal: seal.number }),
        body: text('en', 'mails.ledger.anchor.body', { head, signature }),
      })
    return file
  })
}

/** Anchors that are older bear no stamp any more: it would say little of when they were made. */
const stampDays = 30

/**
 * Has the anchors of the connection's company stamped that bear no stamp yet, the oldest first, until the authority fails; answers why
 * it did. The stamp is kept as it came, also beside the file of the anchor.
 */
export async function stampAnchors(services: Stamping): Promise<string | undefined> {
  const { db, now, anchorFolder, timestamp } = services
  if (!timestamp) return undefined
  const { id: companyId } = await currentCompany(db)
  const since = new Date(now().getTime() - stampDays * 86_400_000).toISOString()
  for (const kept of await queries.listUnstamped(db, since)) {
    const stamp = await askStamp(timestamp, kept.head).catch((error: unknown) => reasonOf(error))
    if (typeof stamp === 'string') return stamp
    const { reply, by: stampedBy, at: stampedAt } = stamp
    await write(join(anchorFolder, companyId), nameOf(kept, 'tsr'), reply)
    await queries.addStamp(db, { number: kept.number, reply, stampedBy, stampedAt })
  }
  return undefined
}

/** A line that could not be had has a code, and not always words. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return message || code || 'unknown'
}

const nameOf = ({ at, number }: { at: string; number: string }, kind: 'anchor' | 'tsr') =>
  `${at.slice(0, 10)}-${number}.${kind}`

/** Writes a file so that it is there after a loss of power. */
async function write(folder: string, name: string, content: string | Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(join(folder, name), 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  return join(folder, name)
}

/** What people compare of a signature, in hex: SHA-256 over its bytes. */
export const fingerprintOf = (signature: string): string => sha256(Buffer.from(signature, 'base64url'))

/** A seal of the company's chain, the last one unless named, with the last anchor; undefined where it is not there. */
export async function headOf(db: Db, number?: string): Promise<BooksHead | undefined> {
  const [seal] = number ? await sealsBetween(db, { first: number, last: number }) : [await lastSeal(db)]
  if (!seal) return undefined
  const last = await queries.lastAnchor(db)
  return {
    seal: seal.number,
    hash: seal.hash.toString('hex'),
    sealedAt: new Date(seal.sealedAt).toISOString(),
    anchor: last ? { seal: last.number, at: last.at, fingerprint: fingerprintOf(last.signature) } : null,
  }
}

/** An anchor as it was written; undefined where the rows that it names are not the same any more. */
export async function contentOf(
  db: Db,
  { head, signature }: queries.KeptAnchor,
): Promise<string | undefined> {
  const said = readHead(head)
  if (!said) return undefined
  const named = (await queries.sealedRows(db, said)).map(rowLine).join('')
  return sha256(named) === said.named ? fileOf(head, signature, named) : undefined
}

const fileOf = (head: string, signature: string, named: string) => `${head}\n${signature}\n${named}`

export interface Compared {
  /** Signed by this server's key; another key may be that of an earlier secret. */
  isOurs: boolean
  /** Who stamped it and when. */
  stamp?: Stamp
  /** `signature`: the anchor itself was changed. `row`: the first row that is not as it was. `chain`: rows are as they were, the chain is not; `stamp`: all is as it was, and its stamp is of something else. */
  broken?: {
    why: 'signature' | 'company' | 'row' | 'chain' | 'stamp'
    seal?: string
    id?: string
  }
}

/** The text of an anchor and whose it is; undefined where it is none. */
export const companyOfAnchor = (content: string): string | undefined => readAnchor(content)?.head.companyId

/**
 * Compares the chain of the connection's company with what an anchor said of it, row by row, and reads its stamp: the one that was kept
 * with it, or ours.
 */
export async function compareAnchor(
  db: Db,
  content: string,
  secret: Buffer,
  reply?: Buffer,
): Promise<Compared> {
  const file = readAnchor(content)
  if (!file || !isSigned(file) || !isFormed(file)) return { isOurs: false, broken: { why: 'signature' } }
  const { head } = file
  if (head.companyId !== (await currentCompany(db)).id) return { isOurs: false, broken: { why: 'company' } }
  const isOurs = head.key === publicKey(secret)
  const broken = await differing(db, file)
  const kept = reply ?? (await queries.stampOf(db, head.last))
  const stamp = kept && (await readStamp(kept, file.signed).catch(() => undefined))
  if (broken) return { isOurs, ...(stamp && { stamp }), broken }
  if (kept && !stamp) return { isOurs, broken: { why: 'stamp' } }
  return { isOurs, ...(stamp && { stamp }) }
}

/** Where the chain is not as an anchor says; undefined where it is. */
async function differing(db: Db, { head, rows }: AnchorFile): Promise<Compared['broken']> {
  const chain = new Map((await sealsBetween(db, head)).map((seal) => [seal.number, seal]))
  let [of, leaves] = ['', new Map() as Leaves]
  let elsewhere: Leaves | undefined
  for (const { seal, id, leaf } of rows) {
    if (seal !== of) [of, leaves] = [seal, await leavesOf(db, [chain.get(seal)])]
    // An attacker who made the chain anew may have put it under another seal.
    if (!leaves.has(id))
      elsewhere ??= await leavesOf(
        db,
        await sealsBetween(db, { first: '1', last: (await lastSeal(db))?.number ?? '0' }),
      )
    const now = leaves.get(id) ?? elsewhere?.get(id)
    if (now?.toString('hex') !== leaf) return { why: 'row', seal, id }
  }
  const isSame = chain.get(head.last)?.hash.toString('hex') === head.hash
  return isSame ? undefined : { why: 'chain', seal: head.last }
}

type Leaves = Map<string, Buffer | undefined>

async function leavesOf(db: Db, of: readonly (Seal | undefined)[]): Promise<Leaves> {
  const leaves: Leaves = new Map()
  for (const seal of of) if (seal) for (const [id, leaf] of await leavesNow(db, seal)) leaves.set(id, leaf)
  return leaves
}

function isSigned({ head, signed, signature, named }: AnchorFile): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(head.key, 'base64url'), format: 'der', type: 'spki' })
    return (
      verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64url')) &&
      sha256(named) === head.named
    )
  } catch {
    return false
  }
}
