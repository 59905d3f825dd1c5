import { readFile, stat } from 'node:fs/promises'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { inThread } from '#kit/server/thread.server.ts'
import { mostBytes, mostEntries } from '../reading/text.server.ts'
import { type ListAsked, type ListPiece, run } from './list-thread.server.ts'

/** Larger ones, and all that are packed, are read in a thread. */
const atOnce = 262_144
/** What a company sends is bounded more narrowly than what is published: `heap` in megabytes, and seconds. */
const bounds = {
  own: { bytes: 67_108_864, entries: 200_000, heap: 256, seconds: 300 },
  published: { bytes: mostBytes, entries: mostEntries, heap: 768, seconds: 1800 },
}

async function* piecesOf(
  path: string,
  isOwn: boolean,
  wanted?: ListAsked['wanted'],
): AsyncGenerator<ListPiece> {
  const { heap: megabytes, seconds, ...most } = isOwn ? bounds.own : bounds.published
  const asked: ListAsked = { path, most, ...(wanted ? { wanted } : {}) }
  if (await isSmall(path)) return yield* run(asked)
  try {
    yield* inThread<ListPiece>(new URL('list-thread.server.ts', import.meta.url), asked, {
      megabytes,
      seconds,
    })
  } catch (error) {
    throw error instanceof Refusal && error.code === 'READER_MEMORY' ? new Refusal('LIST_TOO_LARGE') : error
  }
}

async function isSmall(path: string): Promise<boolean> {
  try {
    const { size } = await stat(path)
    return size <= atOnce && (await readFile(path))[0] !== 0x1f
  } catch {
    // The reader says so.
    return true
  }
}

/**
 * What is asked of a list before it is taken over, read while others are served and with a memory of its own: the hash of each entry,
 * and what it says of itself.
 * @throws Refusal as `readList`
 */
export async function* surveyList(
  path: string,
  isOwn: boolean,
): AsyncGenerator<Pick<ListPiece, 'head' | 'hashes'>> {
  yield* piecesOf(path, isOwn)
}

/** The entries that are wanted, some at a time, each with the hash that is wanted of it. */
export async function* readWanted(
  path: string,
  isOwn: boolean,
  wanted: ReadonlyMap<string, string>,
): AsyncGenerator<ListPiece['entries']> {
  for await (const { entries } of piecesOf(path, isOwn, wanted)) if (entries.length > 0) yield entries
}
