import { Refusal } from '#kit/domain/refusal.domain.ts'
import {
  type Address,
  type Article,
  distinct,
  type IdentityDocument,
  type ListEntry,
} from '../entries/entry.domain.ts'
import { type Position, type Relationship, row, type Sanction } from '../entries/entry.domain.ts'
import { clean } from './names.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { linesOf } from './text.server.ts'
import { jsonOf, lineReport } from './unread.server.ts'

/** A person, company, ownership …: its number, what it is, and what is said of it. */
export interface Thing {
  id: string
  schema: string
  caption: string
  properties: Record<string, (string | Thing)[]>
  datasets: string[]
}
const mostDepth = 12
/** Of one line: whoever names many owners of many things names each pair. */
const mostLinks = 10_000

/** What a line says, as far as it has the shape of a thing: some writers leave out the lists around single values. */
function thingOf(json: unknown, depth = 0): Thing | undefined {
  const { id, schema, caption, properties, datasets } = (json ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || !id || typeof schema !== 'string' || depth > mostDepth) return undefined
  const values = (given: unknown) =>
    [given].flat().flatMap((value) => {
      if (typeof value === 'string') return value
      return typeof value === 'number' ? String(value) : (thingOf(value, depth + 1) ?? [])
    })
  const isPlain = (given: unknown) =>
    Array.isArray(given) && given.every((value) => typeof value === 'string')
  const said = (properties ?? {}) as Record<string, unknown>
  // Nearly all are lists of texts already, and stay as they were read.
  for (const key of Object.keys(said)) if (!isPlain(said[key])) said[key] = values(said[key])
  return {
    id,
    schema,
    caption: typeof caption === 'string' ? caption : '',
    properties: said as Thing['properties'],
    datasets: Array.isArray(datasets) ? datasets.map(String) : [],
  }
}

/** Those who may be screened, and what they are to the matcher. */
export const schemas: Record<string, ListEntry['schema']> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  LegalEntity: 'organisation',
  PublicBody: 'organisation',
  Vessel: 'vessel',
  Airplane: 'aircraft',
  CryptoWallet: 'unknown',
}
/** Links between two: the property that holds each side, and what the second is to the first and the first to the second. */
const links: Record<string, [string, string, string, string]> = {
  Ownership: ['owner', 'asset', 'Owner of', 'Owned by'],
  Directorship: ['director', 'organization', 'Director of', 'Director'],
  Membership: ['member', 'organization', 'Member of', 'Member'],
  Employment: ['employee', 'employer', 'Employed by', 'Employer of'],
  Family: ['person', 'relative', 'Family', 'Family'],
  Associate: ['person', 'associate', 'Associate', 'Associate'],
  Representation: ['agent', 'client', 'Represents', 'Represented by'],
  Succession: ['predecessor', 'successor', 'Succeeded by', 'Successor of'],
  UnknownLink: ['subject', 'object', 'Linked to', 'Linked to'],
}
/** What hangs on a subject, by its number. */
export interface Hung {
  relationships: Map<string, Relationship[]>
  sanctions: Map<string, Sanction[]>
  documents: Map<string, IdentityDocument[]>
  positions: Map<string, Position[]>
  articles: Map<string, Article[]>
  /** Positions, addresses, articles and subjects, as far as others name them. */
  named: Map<
    string,
    {
      name: string
      schema: string
      country: string
      address?: Address | undefined
      article?: Article | undefined
    }
  >
}
/** Nothing yet. */
export const emptyHung = (): Hung => ({
  relationships: new Map(),
  sanctions: new Map(),
  documents: new Map(),
  positions: new Map(),
  articles: new Map(),
  named: new Map(),
})

/** The texts of these properties; what lies in one instead of being named is given by its number. */
export function texts(thing: Thing, ...keys: string[]): string[] {
  const found: string[] = []
  for (const key of keys)
    for (const value of thing.properties[key] ?? [])
      found.push(clean(typeof value === 'string' ? value : value.id))
  return distinct(found)
}
/** The first of them. */
export const first = (thing: Thing, ...keys: string[]): string => texts(thing, ...keys)[0] ?? ''
/** What it is called. */
export const nameOf = (thing: Thing): string =>
  (thing.caption !== thing.schema && clean(thing.caption)) ||
  first(thing, 'name') ||
  texts(thing, 'firstName', 'lastName').join(' ')

/** The things of a file, a line for each, with the line and its number; lines that are none are reported in the head. */
export async function* thingsOf(
  pieces: AsyncIterable<string>,
  head: ListHead,
): AsyncGenerator<{ thing: Thing; text: string; line: number }> {
  const report = lineReport(head)
  for await (const { text, line, isOpen } of linesOf(pieces)) {
    const json = jsonOf(text)
    const thing = thingOf(json)
    if (thing) {
      report.pass()
      yield { thing, text, line }
    } else report.skip(line, json === undefined ? 'json' : 'record', json === undefined && isOpen)
  }
  report.end()
}

/** Everything that lies in a nested target, however deep. */
export const nestedIn = (thing: Thing): Thing[] =>
  Object.values(thing.properties)
    .flat()
    .flatMap((value) => (typeof value === 'string' ? [] : [value, ...nestedIn(value)]))

/** A link without its long texts. */
export const dropLongTexts = ({ id, schema, caption, properties }: Thing): Thing => {
  const { description: _description, notes: _notes, ...kept } = properties
  return { id, schema, caption, properties: kept, datasets: [] }
}

/** Notes what others may name by its number. */
export function name(hung: Hung, thing: Thing): void {
  const { schema } = thing
  if (!(schema in schemas) && !['Position', 'Address', 'Article', 'Document'].includes(schema)) return
  const [address] = schema === 'Address' ? addressOf(thing) : []
  const [article] =
    schema === 'Article' || schema === 'Document'
      ? row<Article>({
          name: first(thing, 'title', 'name', 'fileName'),
          dateCollected: first(thing, 'publishedAt', 'date', 'retrievedAt'),
          snippet: first(thing, 'summary', 'description', 'bodyText').slice(0, 1000),
          keywordsMatched: texts(thing, 'keywords').join(', '),
          originalURL: first(thing, 'sourceUrl'),
        })
      : []
  hung.named.set(thing.id, {
    name: nameOf(thing),
    schema,
    country: first(thing, 'country'),
    address,
    article,
  })
}

const addressOf = (thing: Thing): Address[] => {
  const parts = row<Address>({
    address1: first(thing, 'street'),
    address2: first(thing, 'postOfficeBox'),
    city: first(thing, 'city'),
    county: first(thing, 'region', 'state'),
    postalCode: first(thing, 'postalCode'),
    country: first(thing, 'country'),
  })
  const full = first(thing, 'full')
  return parts.some(({ city, address1 }) => city ?? address1) ? parts : row<Address>({ address1: full })
}

const add = <T>(map: Map<string, T[]>, key: string, values: readonly T[]) => {
  const known = map.get(key)
  if (known) known.push(...values)
  else if (values.length > 0) map.set(key, [...values])
}

/** Hangs a link, a sanction, an office … on those that it names. */
export function attachThing(hung: Hung, thing: Thing): void {
  if (links[thing.schema]) hangLink(hung, thing)
  else hangers.get(thing.schema)?.(hung, thing)
}

const spanOf = (thing: Thing) => ({
  from: first(thing, 'startDate', 'listingDate', 'date'),
  to: first(thing, 'endDate'),
})

/** A link hangs on both its ends, each named by the other. */
function hangLink(hung: Hung, thing: Thing): void {
  const link = links[thing.schema]
  if (!link) return
  const [one, other, there, back] = link
  const note = texts(thing, 'role', 'relationship', 'percentage', 'sharesCount').join(', ')
  const { from, to } = spanOf(thing)
  const related = (id: string, type: string) => {
    const known = hung.named.get(id)
    const schema = known && schemas[known.schema]
    const facts = { type, name: known?.name ?? '', id, from, to, note }
    return row<Relationship>({ ...facts, ...(schema ? { schema } : {}) })
  }
  const [ones, others] = [texts(thing, one), texts(thing, other)]
  if (ones.length * others.length > mostLinks) throw new Refusal('LIST_SHAPE', { line: 0 })
  for (const a of ones)
    for (const b of others) {
      add(hung.relationships, a, related(b, there))
      add(hung.relationships, b, related(a, back))
    }
}

function hangSanction(hung: Hung, thing: Thing): void {
  const sanctionType = first(thing, 'program', 'provisions', 'authority') || nameOf(thing)
  const { from, to } = spanOf(thing)
  for (const id of texts(thing, 'entity')) {
    const [said] = row<Omit<Sanction, 'isCurrent'>>({
      sanctionType,
      authority: first(thing, 'authority'),
      from,
      to,
      reason: first(thing, 'reason', 'summary'),
      sourceUrl: first(thing, 'sourceUrl'),
    })
    add(hung.sanctions, id, [{ ...said, sanctionType, isCurrent: to === '' }])
  }
}

function hangDocument(hung: Hung, thing: Thing): void {
  const { from, to } = spanOf(thing)
  for (const id of texts(thing, 'holder'))
    add(
      hung.documents,
      id,
      row<IdentityDocument>({
        type: first(thing, 'type') || (texts(thing, 'number').length > 0 ? thing.schema : ''),
        number: first(thing, 'number', 'passportNumber'),
        issuingCountry: first(thing, 'country'),
        issuingAuthority: first(thing, 'authority'),
        issuedOn: from,
        expiresOn: to,
      }),
    )
}

function hangOffice(hung: Hung, thing: Thing): void {
  const { from, to } = spanOf(thing)
  for (const id of texts(thing, 'holder')) {
    const posts = texts(thing, 'post').map((post) => hung.named.get(post) ?? { name: post, country: '' })
    for (const { name: description, country } of posts.length > 0
      ? posts
      : [{ name: nameOf(thing), country: '' }])
      add(hung.positions, id, row<Position>({ description, country, from, to }))
  }
}

function hangArticles(hung: Hung, thing: Thing): void {
  for (const id of texts(thing, 'entity'))
    add(
      hung.articles,
      id,
      texts(thing, 'document').flatMap((document) => hung.named.get(document)?.article ?? []),
    )
}

const hangers = new Map([
  ['Sanction', hangSanction],
  ['Passport', hangDocument],
  ['Identification', hangDocument],
  ['Occupancy', hangOffice],
  ['Documentation', hangArticles],
])
