import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Address, distinct, type ListEntry, type Relationship, row } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { type Fact, factOf } from '../reading/ofac.domain.ts'
import { ofacEntry, type OfacName } from '../reading/ofac-entry.server.ts'
import { aliasesIn, clausesOf, readRow } from '../reading/ofac-rows.domain.ts'
import { ofacRows, textOf } from '../reading/text.server.ts'
import { lineReport } from '../reading/unread.server.ts'

/** The files of a set, by the name of the first without its ending. */
const sets: Record<string, { list: string; also: readonly string[] }> = {
  sdn: { list: 'ofac-sdn', also: ['alt', 'add', 'sdn_comments'] },
  cons_prim: { list: 'ofac-cons', also: ['cons_alt', 'cons_add', 'cons_comments'] },
}
const stem = (path: string) =>
  basename(path)
    .toLowerCase()
    .replace(/\.csv(?:\.gz)?$/, '')

/** Whether a file is read along with the first of its set, and is no list by itself. */
export const isPartOfSet = (path: string): boolean =>
  Object.values(sets).some(({ also }) => also.includes(stem(path)))

/** The files that are lists each: without those that are read along with another of them. */
export const listFiles = (paths: readonly string[]): string[] =>
  paths.filter(
    (path) =>
      !paths.some(
        (first) => dirname(first) === dirname(path) && sets[stem(first)]?.also.includes(stem(path)),
      ),
  )

/** The files beside the first of a set, in the order of `also`; nothing where one is missing. */
async function beside(
  path: string,
): Promise<{ list: string; paths: (string | undefined)[]; missing: string[] }> {
  const { list, also } = sets[stem(path)] ?? { list: 'ofac-sdn', also: sets['sdn']?.also ?? [] }
  const folder = dirname(path)
  const files = await readdir(folder)
  const paths = also.map((name) => files.find((file) => stem(file) === name && /\.csv/i.test(file)))
  const missing = also.filter((name, index) => !paths[index] && !name.endsWith('comments'))
  return { list, paths: paths.map((file) => (file ? join(folder, file) : undefined)), missing }
}

/**
 * The old files of OFAC as one: `sdn.csv` with `alt.csv`, `add.csv` and `sdn_comments.csv` beside it, or `cons_prim.csv` with
 * its own; packed or not. They have no header, `-0-` is null, and what has no column of its own lies in the remarks.
 * @throws Refusal LIST_PART with the names of those that are missing
 */
export async function* readOfacCsv(path: string, head: ListHead): AsyncGenerator<ListEntry> {
  const { list, paths, missing } = await beside(path)
  if (missing.length > 0)
    throw new Refusal('LIST_PART', { files: missing.map((name) => `${name}.csv`).join(', ') })
  const [aliases, addresses, comments] = await Promise.all(
    paths.map((one, index) => rowsById(one, [5, 6, 2][index] ?? 2, head)),
  )
  for await (const { id, cells, line } of numberedRows(path, firstColumns, head)) {
    head.line = line
    yield entryOf(list, cells, aliases?.get(id) ?? [], addresses?.get(id) ?? [], comments?.get(id) ?? [])
  }
}

const firstColumns = 12

/** Whether a text begins as the first file of a set does. */
export const isOfacCsv = (beginning: string): boolean =>
  beginning
    .split('\n', 10)
    .some((line) => /^\d+,/.test(line) && readRow(line.trimEnd(), firstColumns) !== undefined)

/** The rows of a file that begin with a number; the others are left out and reported. */
async function* numberedRows(path: string, columns: number, head: ListHead) {
  const report = lineReport(head, basename(path).replace(/\.gz$/i, ''))
  for await (const { cells, line, isOpen } of ofacRows(textOf(path), columns)) {
    const id = cells?.[0]?.trim() ?? ''
    if (!cells) report.skip(line, 'columns', isOpen)
    else if (!/^\d+$/.test(id)) report.skip(line, 'number')
    else {
      report.pass()
      yield { id, cells, line }
    }
  }
  report.end()
}

async function rowsById(
  path: string | undefined,
  columns: number,
  head: ListHead,
): Promise<Map<string, string[][]>> {
  const rows = new Map<string, string[][]>()
  if (!path) return rows
  for await (const { id, cells } of numberedRows(path, columns, head)) {
    const known = rows.get(id)
    if (known) known.push(cells)
    else rows.set(id, [cells])
  }
  return rows
}

// Most cells are empty, which is told first.
const value = (cell: string | undefined): string => {
  if (cell === undefined || cell === '-0- ' || cell === '-0-') return ''
  const text = cell.trim()
  return text === '-0-' ? '' : text
}
const vessel = [
  'Vessel Call Sign',
  'Vessel Type',
  'Tonnage',
  'Gross Registered Tonnage',
  'Vessel Flag',
  'Vessel Owner',
]
const kinds: Record<string, string> = { aka: 'A.K.A.', fka: 'F.K.A.', nka: 'N.K.A.' }

function entryOf(
  list: string,
  cells: string[],
  aliasRows: string[][],
  addressRows: string[][],
  commentRows: string[][],
): ListEntry {
  const [id = '', name = '', type = '', programs = '', title = ''] = cells.map(value)
  const alt: OfacName[] = aliasRows.map(([, , kind, alias]) => ({
    text: value(alias),
    type: kinds[value(kind)] ?? value(kind),
    isPrimary: false,
    isWeak: false,
  }))
  const ship: Fact[] = vessel.flatMap((key, index) => {
    const told = value(cells[index + 5])
    return told ? [{ type: key, value: told }] : []
  })
  // What did not fit into the remarks goes on in the comments, in the middle of a word.
  const rest = commentRows.map(([, more = '']) => (value(more) ? more : '')).join('')
  const remarks = readRemarks((value(cells[11]) ? (cells[11] ?? '') : '') + rest)
  return ofacEntry({
    list,
    id,
    entityType: type || 'entity',
    names: [{ text: name, isPrimary: true, isWeak: false }, ...alt, ...remarks.aliases],
    facts: [...ship, ...remarks.facts],
    addresses: addressRows.flatMap(([, , street, city, country, note]) =>
      row<Address>({
        address1: value(street),
        city: value(city),
        country: value(country),
        note: value(note),
      }),
    ),
    profile: {
      sanctionsLists: [{ name: list === 'ofac-sdn' ? 'SDN List' : 'Consolidated List' }],
      sanctionsPrograms: distinct(programs.split(/\]\s*\[/)),
      titles: distinct([title]),
      comments: remarks.others.filter((one) => one !== title),
      relationships: remarks.linked,
    },
    raw: () =>
      JSON.stringify({
        [list === 'ofac-sdn' ? 'sdn' : 'cons_prim']: cells.map(value),
        alt: aliasRows.map((each) => each.map(value)),
        add: addressRows.map((each) => each.map(value)),
        comments: commentRows.map(([, more]) => more),
      }),
  })
}

const worded = /^(DOB|POB|nationality|citizen|Linked To:) (.+)$/
const types: Record<string, string> = {
  DOB: 'Birthdate',
  POB: 'Place of Birth',
  nationality: 'Nationality Country',
  citizen: 'Citizenship Country',
}

/** The remarks are clauses between semicolons; weak aliases stand in quotes. */
function readRemarks(remarks: string) {
  const aliases: OfacName[] = []
  const facts: Fact[] = []
  const linked: Relationship[] = []
  const others: string[] = []
  for (const given of clausesOf(remarks)) {
    const clause = given.replace(/^alt\. /, '')
    const known = aliasesIn(clause)
    const [, word = '', text = ''] = worded.exec(clause) ?? []
    const type = types[word]
    if (known)
      for (const name of known.names)
        aliases.push({ text: name, type: known.type, isPrimary: false, isWeak: true })
    else if (type) facts.push({ type, value: text })
    else if (word) linked.push({ type: 'Linked To', name: text })
    else {
      const fact = factOf(clause)
      if (fact) facts.push(fact)
      else if (clause) others.push(clause)
    }
  }
  return { aliases, facts, linked, others }
}
