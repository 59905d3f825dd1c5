import { contentHash } from './delta.server.ts'
import type { ListEntry } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { readList } from '../formats/read.server.ts'

/** What is read of a list in a thread: the hashes of its entries, or those entries that are wanted by number, each with its hash. */
export interface ListAsked {
  path: string
  most: { bytes: number; entries: number }
  wanted?: ReadonlyMap<string, string>
}
export interface ListPiece {
  head: ListHead
  hashes: { id: string; hash: string; list: string }[]
  entries: { entry: ListEntry; hash: string }[]
}

const [mostHashes, mostEntries] = [2000, 200]

/** Reads a list in a thread of `inThread`. */
export async function* run({ path, most, wanted }: ListAsked): AsyncGenerator<ListPiece> {
  const head: ListHead = { format: '' }
  let [hashes, entries]: [ListPiece['hashes'], ListPiece['entries']] = [[], []]
  for await (const entry of readList(path, head, most)) {
    const { id, list } = entry
    const hash = wanted?.get(id)
    if (!wanted) hashes.push({ id, list, hash: contentHash(entry) })
    else if (hash !== undefined) entries.push({ entry: plain(entry), hash })
    if (hashes.length < mostHashes && entries.length < mostEntries) continue
    yield { head, hashes, entries }
    hashes = []
    entries = []
  }
  yield { head, hashes, entries }
}

/** All that an entry is, without what is made only when it is asked for: that does not leave a thread. */
const plain = (entry: ListEntry): ListEntry => ({
  ...entry,
  profile: entry.profile,
  rawObject: entry.rawObject,
})
