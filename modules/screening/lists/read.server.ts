import { Refusal } from '#kit/domain/refusal.domain.ts'
import { readOfacCsv, isPartOfSet } from '../formats/ofac-csv.server.ts'
import { readUn } from '../formats/un.server.ts'
import { beginningOf, mostEntries, shape, textOf } from '../reading/text.server.ts'
import type { ListEntry } from './entry.domain.ts'

type Reader = (path: string) => AsyncIterable<ListEntry>

/** The formats, each with what its beginning looks like. */
const formats: Record<string, { looksSo: RegExp; read: Reader }> = {
  un: { looksSo: /<CONSOLIDATED_LIST[\s>]/, read: (path) => readUn(textOf(path)) },
  'ofac-csv': { looksSo: /^\d+,"[^"\n]*"(?:,\s*(?:-0-|"[^"\n]*")\s*){10}/, read: readOfacCsv },
}

/**
 * The entries of a list, read as they are asked for: whatever of its formats it is, packed with gzip or not, known by its
 * content. Memory is bounded, and so are depth, size and count of what is read.
 * @throws Refusal LIST_EMPTY, LIST_SHAPE (with the line), LIST_TRUNCATED, LIST_ENCODING, LIST_TOO_LARGE, LIST_UNREADABLE,
 *   LIST_PART, LIST_TWICE or LIST_FORMAT; what was given until then is not the whole list
 */
export async function* readList(path: string): AsyncGenerator<ListEntry> {
  const { read } = await formatOf(path)
  const seen = new Set<string>()
  for await (const entry of read(path)) {
    if (!entry.id || entry.names.length === 0) throw shape(seen.size + 1)
    const key = `${entry.list} ${entry.id}`
    if (seen.has(key)) throw new Refusal('LIST_TWICE', { id: entry.id })
    if (seen.size >= mostEntries) throw new Refusal('LIST_TOO_LARGE')
    seen.add(key)
    yield entry
  }
  if (seen.size === 0) throw new Refusal('LIST_EMPTY')
}

async function formatOf(path: string) {
  const beginning = (await beginningOf(path)).trimStart()
  if (beginning === '') throw new Refusal('LIST_EMPTY')
  const format = Object.values(formats).find(({ looksSo }) => looksSo.test(beginning))
  if (!format || isPartOfSet(path)) throw new Refusal('LIST_FORMAT')
  return format
}
