import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Db, outside } from '#kit/server/database.server.ts'
import { indexBuilder } from '#modules/names/lookup/build.domain.ts'
import type { IndexImage } from '#modules/names/lookup/image.domain.ts'
import { openIndex, type Searcher } from '#modules/names/lookup/search.domain.ts'
import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'
import { entities } from '../lists/entries.queries.ts'
import { type Version, version as versionOf } from '../lists/lists.queries.ts'

/** Shorter lists are indexed here and now: a thread would take longer to begin. */
const atOnce = 1500
/** So many lists are held in memory; the oldest goes first. */
const mostKept = 64
/** How long a search waits for a new version before it asks the one before it once more, in milliseconds. */
const patience = 250

export interface OpenList {
  version: Version
  image: IndexImage
  searcher: Searcher
}

const images = new Map<string, Promise<OpenList>>()
/** Those of them that are ready. */
const opened = new Map<string, OpenList>()
/** The last version of each list that is ready to be asked. */
const ready = new Map<string, OpenList>()
const keyOf = ({ list, owner }: Pick<Version, 'list' | 'owner'>) => `${owner ?? ''} ${list}`

/**
 * A version of a list, ready to be asked; it is held in memory from then on. While a new version is being indexed the one before
 * it answers, unless `isNewest`: what was asked is part of the answer.
 */
export async function openList(db: Db, id: string, { isNewest = false } = {}): Promise<OpenList> {
  const open = opened.get(id)
  if (open) return open
  const version = await versionOf(db, id)
  if (!version) throw new Error('There is no such version of a list')
  const before = isNewest ? undefined : ready.get(keyOf(version))
  // The caller does not wait to the end: what is begun must not end with the caller's transaction.
  const aside = before && outside(db)
  if (!before || !aside) return wholly(db, version)
  const waiting = Promise.withResolvers<OpenList>()
  const timer = setTimeout(() => waiting.resolve(before), patience)
  try {
    return await Promise.race([images.get(id) ?? begin(aside, version), waiting.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for a version. Whoever began it may have ended, and what they read with it: then it is begun anew here. */
async function wholly(db: Db, version: Version): Promise<OpenList> {
  const begun = images.get(version.id)
  try {
    if (begun) return await begun
  } catch {
    // The caller that began it gets the error.
  }
  return begin(db, version)
}

function begin(db: Db, version: Version): Promise<OpenList> {
  const { id } = version
  const making = make(db, version)
  // Whoever asks next begins anew; whoever awaits it hears what was wrong.
  making.catch(() => forget(id))
  images.set(id, making)
  for (const old of [...images.keys()].slice(0, Math.max(0, images.size - mostKept))) forget(old)
  return making
}

async function make(db: Db, version: Version): Promise<OpenList> {
  const image = await (version.entries <= atOnce ? indexEntries : indexedAside)(entities(db, version))
  const open = { version, image, searcher: openIndex(image) }
  const last = ready.get(keyOf(version))
  if (!last || last.version.number < version.number) {
    ready.set(keyOf(version), open)
    if (last) forget(last.version.id)
  }
  opened.set(version.id, open)
  return open
}

/** The newest of a list stays: it would be made anew for every question. */
function forget(id: string): void {
  const open = opened.get(id)
  if (open && ready.get(keyOf(open.version)) === open) return
  images.delete(id)
  opened.delete(id)
}

/** An index of these entries, made here. */
export async function indexEntries(from: AsyncIterable<ScreenedEntity>): Promise<IndexImage> {
  const builder = indexBuilder()
  for await (const entity of from) builder.add(entity)
  return builder.finish()
}

const page = 2000

/** The same in a thread of its own, so that nobody waits meanwhile. */
async function indexedAside(from: AsyncIterable<ScreenedEntity>): Promise<IndexImage> {
  // The words of a large list need more than what is enough for the server itself.
  const resourceLimits = { maxOldGenerationSizeMb: 3072 }
  const worker = new Worker(new URL('build-worker.server.ts', import.meta.url), { resourceLimits })
  try {
    const ended = once(worker, 'exit').then(() =>
      Promise.reject(new Error('The thread ended without an index')),
    )
    const made = Promise.race([once(worker, 'message') as Promise<[IndexImage]>, ended])
    made.catch(() => undefined)
    let batch: ScreenedEntity[] = []
    for await (const entity of from) {
      batch.push(entity)
      if (batch.length < page) continue
      worker.postMessage(batch, [])
      batch = []
    }
    worker.postMessage(batch, [])
    worker.postMessage(null, [])
    const [image] = await made
    return image
  } finally {
    await worker.terminate()
  }
}
