import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'

/**
 * An entry of a list: `un:6907993`, `ofac:12478` (either list of OFAC), the number alone, or the id of what a list said once,
 * for the page of that day.
 */
const Reference = z.string().trim().min(1).max(300)
const schemas = ['person', 'organisation', 'vessel', 'aircraft', 'unknown'] as const

const Change = z.object({
  number: z.int(),
  publishedOn: DateOnly.nullable(),
  loadedAt: Instant,
  kind: z.enum(['added', 'changed', 'removed']),
  fields: z.array(z.object({ field: z.string(), gone: z.array(z.string()), come: z.array(z.string()) })),
})

/** Which entry it is, where it stands on its list, and what its list has changed about it, the newest first. */
const Entry = z.object({
  id: z.string(),
  list: z.string(),
  entryId: z.string(),
  contentId: Id,
  name: z.string(),
  schema: z.enum(schemas),
  /** Whether its list has it now, and whether it says now what is shown here. */
  isListed: z.boolean(),
  isCurrent: z.boolean(),
  /** The version that first said this. */
  version: z.object({
    number: z.int(),
    publishedOn: DateOnly.nullable(),
    loadedAt: Instant,
    source: z.string(),
  }),
  changes: z.array(Change),
})
export type Entry = z.output<typeof Entry>

const RawDetail = Entry.extend({
  /** The entry as XML: its own, or written in the form of OFAC's where its list came in another. */
  rawObject: z.string(),
})
export type RawDetail = z.output<typeof RawDetail>

const text = z.string()
/** The result of an enhanced screening in full, as specification 001, section 3, has it. */
const ResultDetail = Entry.extend({
  imageURL: text,
  entityType: z.enum(['individual', 'corporate', 'unknown']),
  datesOfBirth: z.array(text),
  faxNumber: text,
  website: text,
  gender: text,
  phoneNumber: text,
  nationality: text,
  categories: z.array(text),
  complianceDataSource: text,
  aliases: z.array(z.object({ name: text, type: text, quality: text })),
  addresses: z.array(
    z.object({
      address1: text,
      address2: text,
      address3: text,
      address4: text,
      county: text,
      city: text,
      country: text,
    }),
  ),
  sanctions: z.array(z.object({ sanctionType: text, isCurrent: z.boolean(), from: text, to: text })),
  politicalPositions: z.array(z.object({ description: text, country: text, from: text, to: text })),
  notes: z.array(text),
  linkedBusinesses: z.array(z.object({ name: text, id: text, position: text })),
  linkedPersons: z.array(z.object({ name: text, id: text, connection: text })),
  articles: z.array(
    z.object({
      name: text,
      dateCollected: text,
      categories: text,
      snippet: text,
      keywordsMatched: text,
      originalURL: text,
    }),
  ),
  sourceLinks: z.array(text),
})
export type ResultDetail = z.output<typeof ResultDetail>

const Links = z.object({
  nodes: z.array(
    z.object({ id: z.string(), name: z.string(), schema: z.enum(schemas), isSelf: z.boolean() }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string(), what: z.string() })),
  /** More are linked than are drawn. */
  isCut: z.boolean(),
})
export type Links = z.output<typeof Links>

const path = '/poscompliance/screening'
const permission = ['perform_screening', 'view_screening', 'view_screening_settings'] as const
const ofResult = z.strictObject({ resultId: z.union([Id, z.literal('')]).default(''), id: Reference })

export const profiles = {
  /** For the pages of the UN's and of OFAC's entries, which read the XML. */
  getDetailByReferenceId: read({
    path: `/v2${path}/getDetailByReferenceId`,
    permission,
    input: z.strictObject({ id: Reference }),
    output: RawDetail,
  }),
  /** With `resultId`: as the list had the entry when that screening found it. */
  getDetailByReference: read({
    path: `${path}/getDetailByReference`,
    permission,
    input: ofResult,
    output: ResultDetail,
  }),
  pdf: read({
    path: `${path}/pdf`,
    kind: 'PRINT',
    permission,
    input: ofResult,
    output: z.unknown(),
    download: true,
  }),
  /** Whom an entry is linked with, and those with whom, as its list has them now. */
  getLinks: read({
    path: `${path}/getLinks`,
    permission,
    input: z.strictObject({ id: Reference }),
    output: Links,
  }),
}
