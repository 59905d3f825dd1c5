import type { NameSchema } from '../names/parse.domain.ts'
import type { EntityFacts } from './facts.domain.ts'

const kinds: [NameSchema, string][] = [
  ['person', 'person individual people natural human'],
  ['organisation', 'organisation organization company business corporate publicbody entity'],
  ['vessel', 'vessel ship boat'],
  ['aircraft', 'aircraft airplane aeroplane plane'],
]
const byWord = new Map(
  kinds.flatMap(([schema, words]) => words.split(' ').map((word) => [word, schema] as const)),
)

/** What kind of party a word of a file means; unknown for what is empty, and for others. */
export const schemaOf = (text: string): NameSchema =>
  byWord.get(text.toLowerCase().replaceAll(/[^a-z]/g, '')) ?? 'unknown'

/** The days that a birth date may mean: a day, a month or a year; nothing where there is no such day. */
export function birthOf(text: string): EntityFacts['birthDates'][number] | undefined {
  const clean = text.trim()
  const [, year = '', month, day] =
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[T ].*)?)?)?$/.exec(clean) ?? turned(clean)
  if (Number(year) < 1000) return undefined
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12) return undefined
  const start = `${year}-${month.padStart(2, '0')}`
  if (day === undefined) return { from: `${start}-01`, to: `${start}-${last}` }
  if (Number(day) < 1 || Number(day) > last) return undefined
  return { from: `${start}-${day.padStart(2, '0')}`, to: `${start}-${day.padStart(2, '0')}` }
}

/** A day before its month and year. */
function turned(text: string): (string | undefined)[] {
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  return [undefined, year, month, day]
}

/** Several values of one cell. */
export const several = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
