import { basename } from 'node:path'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { readFtm } from './ftm.server.ts'
import { readAdvanced } from './ofac-advanced.server.ts'
import { isOfacCsv, isPartOfSet, readOfacCsv } from './ofac-csv.server.ts'
import { readEnhanced } from './ofac-enhanced.server.ts'
import { readOfacXml } from './ofac-xml.server.ts'
import { readSenzing } from './senzing.server.ts'
import { readUn } from './un.server.ts'
import { isWatchList, readWatchList } from './watch-list.server.ts'
import { beginningOf, mostBytes, mostEntries, textOf } from '../reading/text.server.ts'
import type { ListEntry } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { spansOf } from '#modules/names/dates/dates.domain.ts'
import { countryCode, isOfCountry } from '../reading/countries.server.ts'
import { lineReport } from '../reading/unread.server.ts'

interface Format {
  looksSo(beginning: string): boolean
  read(path: string, head: ListHead, most: number): AsyncIterable<ListEntry>
}
const like = (pattern: RegExp) => (beginning: string) => pattern.test(beginning)
const ofacList = (path: string) => (/cons/i.test(basename(path)) ? 'ofac-cons' : 'ofac-sdn')

/** The formats, each with what its beginning looks like. */
const formats: Record<string, Format> = {
  un: {
    looksSo: like(/<CONSOLIDATED_LIST[\s>]/),
    read: (path, head, most) => readUn(textOf(path, most), head),
  },
  'ofac-enhanced': {
    looksSo: like(/<sanctionsData[\s>]/),
    read: (path, head, most) => readEnhanced(textOf(path, most), head),
  },
  'ofac-advanced': {
    looksSo: like(/<(?:\w+:)?Sanctions[\s>]/),
    read: (path, head, most) => readAdvanced(() => textOf(path, most), head),
  },
  'ofac-xml': {
    looksSo: like(/<sdnList[\s>]/),
    read: (path, head, most) => readOfacXml(textOf(path, most), head, ofacList(path)),
  },
  'ofac-csv': {
    looksSo: isOfacCsv,
    read: (path, head) => readOfacCsv(path, head),
  },
  senzing: {
    looksSo: like(/^\{\s*"DATA_SOURCE"/),
    read: (path, head, most) => readSenzing(textOf(path, most), head),
  },
  ftm: {
    looksSo: (beginning) => beginning.startsWith('{') && /"schema"\s*:/.test(beginning.split('\n')[0] ?? ''),
    read: (path, head, most) => readFtm(() => textOf(path, most), head),
  },
  'watch-list': {
    looksSo: isWatchList,
    read: (path, head, most) => readWatchList(textOf(path, most), head),
  },
}

/**
 * The entries of a list, read as they are asked for: whatever of its formats it is, packed with gzip or not, known by its
 * content. Memory is bounded, and so are depth, size and count of what is read. `head` is filled in on the way: also with the
 * lines that were not understood and are left out, as long as they are one in a hundred at most.
 * @throws Refusal LIST_EMPTY, LIST_SHAPE (with the line), LIST_TRUNCATED, LIST_ENCODING, LIST_TOO_LARGE, LIST_UNREADABLE,
 *   LIST_PART, LIST_COLUMN, LIST_COUNT, LIST_TWICE or LIST_FORMAT; what was given until then is not the whole list
 */
export async function* readList(
  path: string,
  head: ListHead = { format: '' },
  most = { bytes: mostBytes, entries: mostEntries },
): AsyncGenerator<ListEntry> {
  const [format, { read }] = await formatOf(path)
  head.format = format
  const seen = new Map<string, Set<string>>()
  const report = lineReport(head)
  let count = 0
  for await (const entry of read(path, head, most.bytes)) {
    if (!entry.id || entry.names.length === 0) {
      report.skip(head.line ?? count + 1, entry.id ? 'name' : 'number')
      continue
    }
    const ids = seen.get(entry.list) ?? new Set()
    if (ids.has(entry.id)) throw new Refusal('LIST_TWICE', { id: entry.id })
    if (count >= most.entries) throw new Refusal('LIST_TOO_LARGE')
    seen.set(entry.list, ids.add(entry.id))
    count += 1
    report.pass()
    for (const reason of notUnderstood(entry)) report.keepWithout(head.line ?? count, reason)
    yield entry
  }
  report.end()
  if (count === 0) throw new Refusal('LIST_EMPTY')
  const lines = count + (head.unread?.count ?? 0)
  if (head.count !== undefined && head.count !== lines)
    throw new Refusal('LIST_COUNT', { said: head.count, read: lines })
}

/** What of an entry says a day of birth or a country that is not known: the text stays on its profile. */
function notUnderstood({ profile }: ListEntry): ('birth' | 'country')[] {
  const { datesOfBirth, aliases, nationalities, addresses, placesOfBirth, features } = profile
  const births = [
    // Where a list has no day it writes what it knows as a note.
    ...datesOfBirth.map(({ date, note }) => date ?? note ?? ''),
    ...aliases.map(({ dateOfBirth = '' }) => dateOfBirth),
  ]
  const countries = [
    ...nationalities,
    ...[...addresses, ...placesOfBirth].map(({ country = '' }) => country),
    ...features.flatMap(({ type, value }) => (isOfCountry(type) ? value : [])),
  ]
  return [
    ...(births.some((text) => text !== '' && spansOf(text).length === 0) ? ['birth' as const] : []),
    ...(countries.some((text) => text !== '' && countryCode(text) === undefined) ? ['country' as const] : []),
  ]
}

async function formatOf(path: string): Promise<[string, Format]> {
  const beginning = (await beginningOf(path)).trimStart()
  if (beginning === '') throw new Refusal('LIST_EMPTY')
  const format = Object.entries(formats).find(([, { looksSo }]) => looksSo(beginning))
  if (!format || isPartOfSet(path)) throw new Refusal('LIST_FORMAT')
  return format
}
