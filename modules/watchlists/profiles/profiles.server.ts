import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { pdfFile } from '#kit/server/paper/pen.server.ts'
import { fieldChanges } from '../entries/delta.domain.ts'
import { profileOf, type Profile, type Relationship } from '../entries/entry.domain.ts'
import * as lists from '../lists/lists.queries.ts'
import { plainName, publishedCodes } from '../lists/lists.domain.ts'
import { type Entry, type Links, profiles, type ResultDetail } from './profiles.contract.ts'
import { readReference } from './profiles.domain.ts'
import * as queries from './profiles.queries.ts'
import { evidenceOf } from './evidence.server.ts'
import { type Evidence, profilePdf } from './print.server.ts'
import { xmlOfEntry } from './xml.server.ts'

export const profilesRouter = serve(profiles, {
  getDetailByReferenceId: async ({ db, input }) => {
    const content = await found(db, input.id)
    return { ...(await entryOf(db, content)), rawObject: xmlOfEntry(content, read(content)) }
  },
  getDetailByReference: async (ctx) => {
    const { db } = ctx
    const { content } = await foundBy(ctx)
    return { ...(await entryOf(db, content)), ...(await resultOf(db, content)) }
  },
  pdf: async (ctx) => {
    const { db, language, actor, now, services } = ctx
    const { content, evidence } = await foundBy(ctx)
    const entry = await entryOf(db, content)
    const { timeZone } = await services.calendar(actor.companyId)
    const printed = { entry, profile: read(content), evidence, language, by: actor.name, now, timeZone }
    const pdf = await profilePdf(printed)
    return pdfFile(`${content.list}-${content.entryId.replaceAll(/[^\w-]/g, '_')}`, pdf)
  },
  getLinks: async ({ db, input }) => linksOf(db, await found(db, input.id)),
})

/**
 * What a list says; with a screening what it said when that found the entry, and what the screening knows of it.
 * @throws Refusal NOT_FOUND also where the screening is not for this person's eyes, or found another
 */
async function foundBy(
  ctx: Ctx<{ id: string; resultId: string }>,
): Promise<{ content: queries.Content; evidence?: Evidence }> {
  const { db, input, actor, language } = ctx
  if (input.resultId === '') return { content: await found(db, input.id) }
  const [screening] = await evidenceOf.ask(db, { id: input.resultId, actor, language })
  const candidate = screening?.candidates.find(({ id, contentId, list, entryId }) =>
    [id, contentId, entryId, `${list}:${entryId}`].includes(input.id),
  )
  if (!screening || !candidate) throw notFound()
  return { content: await found(db, candidate.contentId), evidence: { screening, candidate } }
}

/** What a list says, or said once. */
async function found(db: Db, reference: string): Promise<queries.Content> {
  const wanted = readReference(reference)
  const content =
    'contentId' in wanted
      ? await queries.content(db, wanted.contentId)
      : await queries.latest(db, await listsOf(db, wanted.list), wanted.entryId)
  if (!content) throw notFound()
  return content
}

/** The lists that a reference may mean: one, both of OFAC's, or all, the published ones first. */
async function listsOf(db: Db, list: string | undefined): Promise<string[]> {
  if (list === 'ofac') return ['ofac-sdn', 'ofac-cons']
  if (list !== undefined) return [list]
  const known = (await lists.newestOfAll(db)).map((version) => version.list)
  return [...new Set([...publishedCodes, ...known])]
}

const read = ({ profile }: Pick<queries.Content, 'profile'>): Profile =>
  profileOf(profile as Partial<Profile>)

/** Where an entry stands on its list, and what its list has changed about it. */
async function entryOf(db: Db, content: queries.Content): Promise<Entry> {
  const spans = await queries.spans(db, content)
  const numbers = spans.flatMap(({ since, until }) => [since, ...(until === null ? [] : [until])])
  const versions = new Map(
    (await queries.versions(db, content, numbers)).map(({ loadedAt, ...version }) => [
      version.number,
      { ...version, loadedAt: new Date(loadedAt).toISOString() },
    ]),
  )
  const changes: Entry['changes'] = []
  const note = (
    number: number,
    kind: 'added' | 'changed' | 'removed',
    fields: Entry['changes'][0]['fields'],
  ) => {
    const version = versions.get(number)
    if (version) changes.push({ ...version, kind, fields })
  }
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1]
    if (before?.until === span.since) note(span.since, 'changed', fieldChanges(read(before), read(span)))
    else note(span.since, 'added', [])
    if (span.until !== null && spans[index + 1]?.since !== span.until) note(span.until, 'removed', [])
  }
  const shown = spans.findLast(({ id }) => id === content.id)
  const version = shown && versions.get(shown.since)
  if (!version) throw notFound()
  const isListed = spans.some(({ until }) => until === null)
  const { id: contentId, list, entryId, name, schema } = content
  return {
    id: `${list}:${entryId}`,
    list,
    entryId,
    contentId,
    name,
    schema: schema as Entry['schema'],
    isListed,
    isCurrent: shown.until === null,
    version,
    changes: changes.toReversed(),
  }
}

/** The result of an enhanced screening in the words of the specification. */
async function resultOf(db: Db, content: queries.Content): Promise<Omit<ResultDetail, keyof Entry>> {
  const profile = read(content)
  const ids = profile.relationships.flatMap(({ id }) => id ?? [])
  const kinds = new Map(
    (ids.length > 0 ? await queries.listEntries(db, content, ids) : []).map(({ entryId, schema }) => [
      entryId,
      schema,
    ]),
  )
  const isPerson = ({ id = '', schema }: Relationship) => (kinds.get(id) ?? schema) === 'person'
  const link = ({ id = '', name }: Relationship) => ({ name, id: id && `${content.list}:${id}` })
  const said = ({ type, note }: Relationship) => [type, note].filter(Boolean).join(', ')
  const all = (values: readonly string[]) => values.join(', ')
  return {
    imageURL: profile.imageURL,
    entityType:
      content.schema === 'person' ? 'individual' : content.schema === 'unknown' ? 'unknown' : 'corporate',
    datesOfBirth: profile.datesOfBirth.flatMap(({ date }) => date ?? []),
    faxNumber: all(profile.faxNumbers),
    website: all(profile.websites),
    gender: profile.gender,
    phoneNumber: all(profile.phoneNumbers),
    nationality: all(profile.nationalities),
    categories: profile.categories,
    complianceDataSource: all(profile.sanctionsLists.map(({ name }) => name)) || plainName(content.list),
    aliases: profile.aliases.map(({ name, type = '', quality = '' }) => ({ name, type, quality })),
    addresses: profile.addresses.map((one) => ({
      address1: one.address1 ?? '',
      address2: one.address2 ?? '',
      address3: one.address3 ?? '',
      address4: one.address4 ?? '',
      county: one.county ?? '',
      city: one.city ?? '',
      country: one.country ?? '',
    })),
    sanctions: profile.sanctions.map(({ sanctionType, isCurrent, from = '', to = '' }) => ({
      sanctionType,
      isCurrent,
      from,
      to,
    })),
    politicalPositions: profile.politicalPositions.map(
      ({ description, country = '', from = '', to = '' }) => ({ description, country, from, to }),
    ),
    notes: [...profile.notes, ...profile.comments],
    linkedBusinesses: profile.relationships
      .filter((one) => !isPerson(one))
      .map((one) => ({ ...link(one), position: said(one) })),
    linkedPersons: profile.relationships
      .filter(isPerson)
      .map((one) => ({ ...link(one), connection: said(one) })),
    articles: profile.articles.map((one) => ({
      name: one.name,
      dateCollected: one.dateCollected ?? '',
      categories: one.categories ?? '',
      snippet: one.snippet ?? '',
      keywordsMatched: one.keywordsMatched ?? '',
      originalURL: one.originalURL ?? '',
    })),
    sourceLinks: profile.sourceLinks,
  }
}

/** So many entries are drawn, and so many steps are gone from the one that is asked for. */
const mostNodes = 60
const steps = 2

/** Who is linked with an entry, both ways, and with those in turn, while there is room on a page. */
async function linksOf(db: Db, content: queries.Content): Promise<Links> {
  const nodes = new Map<string, Links['nodes'][0]>()
  const edges = new Map<string, Links['edges'][0]>()
  const key = (id: string) => `${content.list}:${id}`
  const add = (id: string, name: string, schema: string) => {
    if (nodes.has(id)) return true
    if (nodes.size >= mostNodes) return false
    nodes.set(id, { id: key(id), name, schema: schema as Entry['schema'], isSelf: id === content.entryId })
    return true
  }
  let isCut = false
  add(content.entryId, content.name, content.schema)
  let asked: string[] = [content.entryId]
  for (let step = 0; step < steps && asked.length > 0; step++) {
    const around = [...asked, ...(await queries.naming(db, content, asked))]
    const known = new Set(nodes.keys())
    for (const { entryId, name, schema, links } of await queries.listEntries(db, content, around)) {
      isCut = !add(entryId, name, schema) || isCut
      for (const { id, name: other, schema: kind = 'unknown', type } of (links ?? []) as Relationship[]) {
        // What somebody further off is linked with besides is on their own page.
        if (!id || !nodes.has(entryId) || (!asked.includes(entryId) && !asked.includes(id))) continue
        if (!add(id, other, kind)) {
          isCut = true
          continue
        }
        const pair = [entryId, id].toSorted().join(' ')
        if (!edges.has(pair)) edges.set(pair, { from: key(entryId), to: key(id), what: type })
      }
    }
    asked = [...nodes.keys()].filter((id) => !known.has(id))
  }
  // What others only named is told by their own entries.
  const rest = [...nodes.entries()].filter(([, { schema }]) => schema === 'unknown').map(([id]) => id)
  for (const { entryId, schema } of rest.length > 0 ? await queries.listEntries(db, content, rest) : []) {
    const node = nodes.get(entryId)
    if (node) node.schema = schema
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], isCut }
}
