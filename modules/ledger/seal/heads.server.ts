import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { JobContext } from '#kit/server/jobs.server.ts'
import { holdChain, lastSeal, sealsBetween } from './seal.queries.ts'

/** A seal as it is noted outside the database: whose, its number, its hash in hex. */
interface Head {
  companyId: string
  number: string
  hash: string
}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,18}) ([0-9a-f]{64})$/gm

/** The heads in a text, one a line; none in a text of another kind, and a line that was not written to its end says nothing. */
export const readHeads = (text: string): Head[] =>
  [...text.matchAll(form)].map(([, companyId = '', number = '', hash = '']) => ({ companyId, number, hash }))

/** Older days are what the anchors say; a file holds one day. */
const daysKept = 31

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.heads')).toSorted()

/** What the files of the last days in the folder of a company's anchors say, the oldest first. */
export async function headsIn(folder: string, days = daysKept): Promise<Head[]> {
  const heads: Head[] = []
  for (const name of (await filesOf(folder)).slice(-days))
    heads.push(...readHeads(await readFile(join(folder, name), 'utf8')))
  return heads
}

/**
 * Notes the seals of the connection's company since the last one that was noted, in the log and in the folder of anchors: whoever cuts
 * the end of the chain later leaves them. Says in the log where the chain has lost the last one.
 */
export async function noteHeads(
  { db, now, anchorFolder }: Pick<Services, 'db' | 'now' | 'anchorFolder'>,
  log: JobContext['log'],
  companyId: string,
): Promise<void> {
  const folder = join(anchorFolder, companyId)
  await db.transaction().execute(async (tx) => {
    await holdChain(tx)
    const last = await lastSeal(tx)
    if (!last) return
    const before = (await headsIn(folder, 2)).at(-1)
    const broken = before && (await compareHeads(tx, [before]))
    if (broken) log.error({ companyId, ...broken }, 'the chain of seals has lost what was noted of it')
    const first = before ? String(BigInt(before.number) + 1n) : last.number
    const fresh = await sealsBetween(tx, { first, last: last.number })
    const lines = fresh.map(({ number, hash }) => ({ companyId, number, hash: hash.toString('hex') }))
    for (const line of lines) log.info(line, 'sealed')
    if (lines.length > 0) await append(folder, `${now().toISOString().slice(0, 10)}.heads`, lines)
  })
}

/** Adds lines so that they are there after a loss of power; the break comes first, for one that was not written to its end. */
async function append(folder: string, name: string, heads: readonly Head[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(join(folder, name), 'a', 0o600)
  try {
    await file.appendFile(
      heads.map(({ companyId, number, hash }) => `\n${companyId} ${number} ${hash}`).join(''),
    )
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The first head that the chain of the connection's company has not, or has otherwise; undefined where it has all of them. */
export async function compareHeads(
  db: Db,
  heads: readonly Head[],
): Promise<{ seal: string; why: 'missing' | 'other' } | undefined> {
  for (let at = 0; at < heads.length; at += 1000) {
    const some = heads.slice(at, at + 1000)
    const numbers = some.map(({ number }) => BigInt(number)).toSorted((one, other) => (one < other ? -1 : 1))
    const span = { first: String(numbers[0]), last: String(numbers.at(-1)) }
    const chain = new Map(
      (await sealsBetween(db, span)).map(({ number, hash }) => [number, hash.toString('hex')]),
    )
    for (const { number, hash } of some)
      if (chain.get(number) !== hash) return { seal: number, why: chain.has(number) ? 'other' : 'missing' }
  }
  return undefined
}
