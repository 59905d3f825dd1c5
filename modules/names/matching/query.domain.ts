import type { NameSchema } from '../names/parse.domain.ts'

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

/** Several values of one cell. */
export const several = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
