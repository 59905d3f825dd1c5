import { csvCell, headKey } from '#kit/domain/cells.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { distinct, type ListEntry, profileOf } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { countryCodes } from '../reading/countries.server.ts'
import { distinctSpans, spansOf } from '#modules/names/dates/dates.domain.ts'
import { clean, unique } from '../reading/names.domain.ts'
import { csvRows } from '../reading/text.server.ts'
import { lineReport } from '../reading/unread.server.ts'

/**
 * The columns of an own list, under a header; only `name` must be there. A value may hold several, parted by `;`. Rows with the
 * same `id` are one entry with several names; without `id` each row is one.
 */
const columns: Record<string, readonly string[]> = {
  id: ['id', 'entity_id', 'reference'],
  name: ['name', 'full_name', 'fullname'],
  aliases: ['aliases', 'alias'],
  weakAliases: ['weak_aliases', 'weak_alias'],
  type: ['type', 'entity_type', 'schema'],
  birthDate: ['dob', 'birth_date', 'date_of_birth'],
  gender: ['gender'],
  country: ['country', 'countries', 'nationality'],
  document: ['document', 'document_number', 'id_number', 'passport'],
  address: ['address', 'addresses'],
  list: ['list', 'source'],
  reason: ['reason', 'comment', 'note', 'notes'],
}

/** Whether a file begins with the header of an own list. */
export const isWatchList = (beginning: string): boolean => {
  const lines = beginning.split(/\r\n?|\n/)
  const cells = lines.find((line) => line.trim() !== '' && !partsCells.test(line))?.split(',') ?? []
  return placeOf('name', cells.map(headKey)) >= 0
}
/** A first line that says what parts cells. */
const partsCells = /^\uFEFF?"?sep=/i
const placeOf = (key: string, names: readonly string[]) =>
  names.findIndex((name) => columns[key]?.some((known) => headKey(known) === name))

const schemas: Record<string, ListEntry['schema']> = {
  person: 'person',
  individual: 'person',
  organisation: 'organisation',
  organization: 'organisation',
  company: 'organisation',
  corporate: 'organisation',
  entity: 'organisation',
  vessel: 'vessel',
  aircraft: 'aircraft',
}

/**
 * A list of the company's own, as CSV with the columns above.
 * @throws Refusal LIST_COLUMN where there is no column of names
 */
export async function* readWatchList(
  pieces: AsyncIterable<string>,
  head: ListHead,
): AsyncGenerator<ListEntry> {
  const report = lineReport(head)
  let header: Record<string, number> | undefined
  let width = 0
  let current: ListEntry | undefined
  let [rows, begins] = [0, 0]
  for await (const { cells: written, line, isOpen } of csvRows(pieces)) {
    if (line === 1 && partsCells.test(written[0] ?? '')) continue
    rows += 1
    const cells = written.map(csvCell)
    if (!header) {
      const names = written.map(headKey)
      header = Object.fromEntries(
        Object.keys(columns).flatMap((key) => {
          const at = placeOf(key, names)
          return at < 0 ? [] : [[key, at]]
        }),
      )
      if (header['name'] === undefined) throw new Refusal('LIST_COLUMN', { column: 'name' })
      width = cells.length
      continue
    }
    const texts = cells.map((cell) => (typeof cell === 'string' ? cell : undefined))
    if (cells.length !== width || Object.values(header).some((at) => texts[at] === undefined)) {
      report.skip(line, 'columns', isOpen)
      continue
    }
    report.pass()
    const entry = entryOf(texts, header, rows)
    if (current && entry.id === current.id && entry.list === current.list) current = merged(current, entry)
    else {
      head.line = begins
      if (current) yield current
      current = entry
      begins = line
    }
  }
  report.end()
  head.line = begins
  if (current) yield current
}

function entryOf(
  cells: readonly (string | undefined)[],
  header: Record<string, number>,
  row: number,
): ListEntry {
  const at = (key: string) => clean(cells[header[key] ?? -1] ?? '')
  const several = (key: string) =>
    distinct(
      at(key)
        .split(';')
        .map((part) => part.trim()),
    )
  const aliases = several('aliases')
  const weakAliases = several('weakAliases')
  const births = several('birthDate')
  const numbers = several('document')
  const addresses = several('address')
  const countries = several('country')
  return {
    list: at('list').toLowerCase() || 'watch',
    id: at('id') || String(row - 1),
    schema: schemas[at('type').toLowerCase()] ?? 'unknown',
    names: unique([
      { text: at('name'), quality: 'primary' },
      ...aliases.map((text) => ({ text, quality: 'strong' as const })),
      ...weakAliases.map((text) => ({ text, quality: 'weak' as const })),
    ]),
    birthDates: distinctSpans(births.flatMap(spansOf)),
    genders: several('gender')
      .map((text) => text.toLowerCase())
      .filter((text) => text === 'male' || text === 'female'),
    countries: countryCodes(countries),
    documents: numbers,
    addresses,
    profile: profileOf({
      fullName: at('name'),
      entityType: at('type'),
      aliases: [
        ...aliases.map((name) => ({ name, quality: 'strong' })),
        ...weakAliases.map((name) => ({ name, quality: 'weak' })),
      ],
      datesOfBirth: births.map((date) => ({ date })),
      nationalities: countries,
      documents: numbers.map((number) => ({ number })),
      addresses: addresses.map((address1) => ({ address1 })),
      gender: at('gender'),
      comments: distinct([at('reason')]),
    }),
    rawObject: JSON.stringify(Object.fromEntries(Object.entries(header).map(([key]) => [key, at(key)]))),
  }
}

/** Two rows of one entry: what the second adds, its name as a further one. */
function merged(one: ListEntry, other: ListEntry): ListEntry {
  return {
    ...one,
    names: unique([
      ...one.names,
      ...other.names.map(({ text, quality }) => ({
        text,
        quality: quality === 'primary' ? ('strong' as const) : quality,
      })),
    ]),
    birthDates: distinctSpans([...one.birthDates, ...other.birthDates]),
    countries: distinct([...one.countries, ...other.countries]),
    documents: distinct([...one.documents, ...other.documents]),
    addresses: distinct([...one.addresses, ...other.addresses]),
    profile: {
      ...one.profile,
      datesOfBirth: [...one.profile.datesOfBirth, ...other.profile.datesOfBirth],
      nationalities: distinct([...one.profile.nationalities, ...other.profile.nationalities]),
      documents: [...one.profile.documents, ...other.profile.documents],
      addresses: [...one.profile.addresses, ...other.profile.addresses],
      comments: distinct([...one.profile.comments, ...other.profile.comments]),
      aliases: [
        ...one.profile.aliases,
        { name: other.profile.fullName, quality: 'strong' },
        ...other.profile.aliases,
      ],
    },
    rawObject: `${one.rawObject}\n${other.rawObject}`,
  }
}
