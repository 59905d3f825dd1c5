import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { surveyList, readWanted } from './aside.server.ts'
import { listChanged, listLeaving } from './asked.server.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { isEnded, isUnlike, ownPrefix } from './lists.domain.ts'
import * as queries from './lists.queries.ts'

interface ListFile {
  path: string
  /** What people are told that it came from. */
  source: string
  now: Date
  /** The list that it must be; otherwise what its entries say. */
  list?: string
  /** Whether a version that is older, much shorter or much longer than the last is taken as well. */
  isForced?: boolean
  /** The name of a list of the company's own; the connection's company then owns it. */
  own?: string
}

export interface KeptList {
  list: string
  number: number
  entries: number
  added: number
  removed: number
  changed: number
  /** Lines that were not understood. */
  unread: number
  /** False where it says what the last version says: then there is no new one. */
  isNew: boolean
}

/**
 * Takes a file of a list over as its next version, in the caller's transaction: the whole of it or nothing. It is read twice,
 * so that nothing is written before its last entry was seen, and only what changed is stored.
 * @throws Refusal as `readList`, LIST_OTHER where it is another list, LIST_UNLIKE or LIST_OLDER where its size or its date cannot be believed
 */
export async function keepList(tx: Db, file: ListFile): Promise<KeptList> {
  const head: ListHead = { format: '' }
  const isOwn = file.own !== undefined
  const { hashes, list: said } = await survey(file.path, isOwn, head)
  const list = file.own ? ownPrefix + file.own : said
  if (file.list && file.list !== list) throw new Refusal('LIST_OTHER', { expected: file.list, found: list })
  await queries.lock(tx, list)
  const last = await queries.newest(tx, list)
  if (last && !file.isForced && !file.own) believe(head, hashes.size, last)
  const known = new Map((await queries.contents(tx, list)).map((content) => [content.entryId, content.hash]))
  const removed = [...known.keys()].filter((id) => !hashes.has(id))
  const changed = [...hashes.keys()].filter((id) => known.has(id) && known.get(id) !== hashes.get(id))
  const added = [...hashes.keys()].filter((id) => !known.has(id))
  const counts = {
    entries: hashes.size,
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    unread: (head.unread?.count ?? 0) + (head.unread?.partly ?? 0),
  }
  const unreadLines = head.unread?.lines ?? []
  const isNew =
    removed.length + changed.length + added.length > 0 ||
    (last !== undefined && !isDeepStrictEqual(last.unreadLines, unreadLines))
  const number = (last?.number ?? 0) + (isNew ? 1 : 0)
  if (isNew) {
    const begun = new Map([...added, ...changed].map((id) => [id, hashes.get(id) ?? '']))
    await store(tx, file.path, isOwn, list, begun)
    const { id } = await queries.addVersion(
      tx,
      {
        list,
        number,
        format: head.format,
        source: file.source,
        publishedOn: head.publishedOn ?? null,
        loadedAt: file.now.toISOString(),
        contentHash: hashOf(hashes),
        unreadLines: JSON.stringify(unreadLines),
        ...counts,
      },
      [...removed, ...changed],
      [...begun].map(([entryId, hash]) => ({ entryId, hash })),
    )
    await listChanged.ask(tx, { versionId: id })
  }
  const at = file.now.toISOString()
  await queries.saveState(tx, list, {
    // What the source says of its own file says nothing of this one; whoever fetched it writes it down.
    etag: null,
    checkedAt: at,
    succeededAt: at,
    failure: null,
    failureData: {},
    failures: 0,
  })
  return { list, number, isNew, ...counts }
}

/**
 * Ends a list of the connection's company, in the caller's transaction: by a last version without entries, so that nobody is asked
 * against it from now on and all that it ever said can still be shown. One that nobody was asked against is taken away instead.
 * @throws NOT_FOUND where the company has no such list, or has ended it
 */
export async function endList(
  tx: Db,
  list: string,
  { byName, reason, now }: { byName: string; reason: string; now: Date },
): Promise<'removed' | 'ended'> {
  await queries.lock(tx, list)
  const last = list.startsWith(ownPrefix) ? await queries.newest(tx, list) : undefined
  if (!last || isEnded(last)) throw notFound()
  if ((await listLeaving.ask(tx, { list })).every(Boolean)) return 'removed'
  const gone = (await queries.contents(tx, list)).map(({ entryId }) => entryId)
  const none = { format: last.format, source: '', publishedOn: null, contentHash: hashOf(new Map()) }
  const counts = { entries: 0, added: 0, removed: gone.length, changed: 0 }
  const at = { number: last.number + 1, loadedAt: now.toISOString() }
  await queries.addVersion(tx, { list, ...at, ...none, ...counts, byName, reason }, gone, [])
  return 'ended'
}

function believe({ publishedOn }: ListHead, entries: number, last: queries.Version): void {
  if (isUnlike(entries, last.entries)) throw new Refusal('LIST_UNLIKE', { entries, last: last.entries })
  if (publishedOn && last.publishedOn && publishedOn < last.publishedOn)
    throw new Refusal('LIST_OLDER', { published: publishedOn, last: last.publishedOn })
}

/** Reads the whole file once: the hash of each entry, and the list that most of them are on. */
async function survey(path: string, isOwn: boolean, head: ListHead) {
  const hashes = new Map<string, string>()
  const lists = new Map<string, number>()
  for await (const piece of surveyList(path, isOwn)) {
    Object.assign(head, piece.head)
    for (const { id, hash, list } of piece.hashes) {
      // An own list may name several in one file; together they are one.
      if (hashes.has(id)) throw new Refusal('LIST_TWICE', { id })
      hashes.set(id, hash)
      lists.set(list, (lists.get(list) ?? 0) + 1)
    }
  }
  const [most = ['', 0]] = [...lists].toSorted(([, a], [, b]) => b - a)
  return { hashes, list: most[0].replaceAll(/[^a-z0-9_-]/g, '-').slice(0, 60) }
}

async function store(
  tx: Db,
  path: string,
  isOwn: boolean,
  list: string,
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  let count = 0
  for await (const entries of readWanted(path, isOwn, wanted)) {
    await queries.addEntries(tx, list, entries)
    count += entries.length
  }
  // The file was changed while it was read.
  if (count !== wanted.size) throw new Refusal('LIST_UNREADABLE')
}

const hashOf = (hashes: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update(
      [...hashes]
        .map(([id, hash]) => `${id} ${hash}`)
        .toSorted()
        .join('\n'),
    )
    .digest('hex')
