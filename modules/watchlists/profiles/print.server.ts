import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockText } from '#kit/domain/clock.domain.ts'
import { type PaperTable, sheetPdf } from '#kit/server/paper/sheet.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import type { Profile } from '../entries/entry.domain.ts'
import type { Screening } from './evidence.server.ts'
import type { Entry } from './profiles.contract.ts'
import { dayText, partsOf } from './sections.domain.ts'

type Words = { [key: string]: string | Words }

const kept = new Map<Language, Words>()

/** The words of the screen, which the sheet shares. */
function wordsIn(language: Language): Words {
  const known = kept.get(language)
  if (known) return known
  const file = join(import.meta.dirname, `../locales/${language}.json`)
  const words = (JSON.parse(readFileSync(file, 'utf8')) as { profiles: Words }).profiles
  kept.set(language, words)
  return words
}

/** The screening that found an entry, and what it found of it. */
export interface Evidence {
  screening: Screening
  candidate: Screening['candidates'][number]
}

interface Printing {
  entry: Entry
  profile: Profile
  evidence: Evidence | undefined
  language: Language
  by: string
  now: Date
  /** By whose clock its moments are written. */
  timeZone: string
}

/** An entry of a list with all that it says and what its list has changed about it, as a PDF. */
export function profilePdf({
  entry,
  profile,
  evidence,
  language,
  by,
  now,
  timeZone,
}: Printing): Promise<Buffer> {
  const words = wordsIn(language)
  const word = (way: string, values: Record<string, string | number> = {}): string => {
    let found: string | Words | undefined = words
    for (const key of way.split('.')) found = typeof found === 'object' ? found[key] : undefined
    return typeof found === 'string'
      ? found.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key]))
      : text(language, `terms.${way}`)
  }
  const minute = (at: string) => clockText(timeZone, at)
  const { facts, sections } = partsOf(profile, (value) => word(value ? 'yes' : 'no'))
  const { version, changes } = entry
  const kind = entry.list === 'un' ? 'unsc' : entry.list.startsWith('ofac-') ? 'ofac' : 'enhanced'
  return sheetPdf({
    title: entry.name,
    kind: word(`kinds.${kind}`),
    lines: [
      word('printedFrom', {
        list: word(`lists.${entry.list}`),
        number: version.number,
        published: version.publishedOn ? dayText(version.publishedOn) : word('na'),
        loaded: minute(version.loadedAt),
      }),
      word('printedSource', { source: version.source }),
      ...(entry.isListed ? [] : [word('notListed')]),
      ...(entry.isCurrent || !entry.isListed ? [] : [word('notCurrent')]),
    ],
    facts: facts.map(([key, value]) => [word(`fields.${key}`), value] as const),
    tables: [
      ...(evidence ? [evidenceTable(evidence, word, minute)] : []),
      ...sections.map(({ key, columns, rows }) => ({
        title: word(`fields.${key}`),
        columns: columns.map((column) => word(`columns.${column}`)),
        rows,
      })),
      {
        title: word('changes.title'),
        columns: ['when', 'what', 'field', 'gone', 'come'].map((key) => word(`changes.${key}`)),
        rows: changes.flatMap(({ loadedAt, number, kind: what, fields }) => {
          const head = [minute(loadedAt), word(`changes.kinds.${what}`, { number })]
          return fields.length === 0
            ? [[...head, '', '', '']]
            : fields.map(({ field, gone, come }) => [
                ...head,
                word(`fields.${field}`),
                gone.map(dayText).join('\n'),
                come.map(dayText).join('\n'),
              ])
        }),
      },
    ],
    foot: word('printedBy', { by, at: minute(now.toISOString()), page: '{page}', pages: '{pages}' }),
    language: language.replace('_', '-'),
  })
}

type Word = (way: string, values?: Record<string, string | number>) => string

/** Who was asked for when and why, against which lists, what came of it, and who decided. */
function evidenceTable(
  { screening, candidate }: Evidence,
  word: Word,
  minute: (at: string) => string,
): PaperTable {
  const { query } = screening
  const asked = [
    ...query.names,
    ...query.birthDates.map(({ from, to }) =>
      from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`,
    ),
    ...query.countries.map((country) => country.toUpperCase()),
    ...query.documents,
  ]
  const rows: Record<string, string> = {
    screenedAt: minute(screening.createdAt),
    by: screening.byName,
    cause: word(`evidence.causes.${screening.cause}`),
    asked: asked.join('\n'),
    lists: screening.lists
      .map(({ list, number }) => word('evidence.version', { list: word(`lists.${list}`), number }))
      .join('\n'),
    threshold: screening.threshold.toFixed(2),
    matchedName: candidate.matchedName,
    score: candidate.score.toFixed(3),
    outcome: word(`evidence.states.${candidate.state}`),
    decision: [...candidate.decisions, ...screening.decisions]
      .map(({ outcome, reason, byName, at }) =>
        [word(`evidence.states.${outcome}`), byName, minute(at), reason].join(', '),
      )
      .join('\n'),
  }
  return {
    title: word('evidence.title'),
    columns: Object.keys(rows).map((key) => word(`evidence.${key}`)),
    rows: [Object.values(rows)],
  }
}
