import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant, line } from '#kit/contract/shapes.contract.ts'
import { screeningWorkflow } from './screening-workflow.domain.ts'
import { causes, dataSources, entityTypes, matchStates, screeningStates } from './screenings.domain.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

const acts = Object.keys(screeningWorkflow.actions) as (keyof typeof screeningWorkflow.actions)[]

/** Where a day is asked for, a year or a month may be known alone; that there is such a day is asked by the handler. */
const SomeDay = z.string().regex(/^(\d{4}(-\d{2}(-\d{2})?)?)?$/)
const Country = z.string().regex(/^([A-Z]{2})?$/)

/** Whom a search asks for; what is not known is left empty. */
export const SearchDraft = z.strictObject({
  dataSource: z.enum(dataSources),
  /** Of a customer's own screening, whose name and facts are then taken from the file. */
  customerId: z.uuid().nullable().default(null),
  // Longer than any name that is compared, so that too long a one is told as such.
  name: line(20_000).default(''),
  entityType: z.enum(entityTypes).default('unknown'),
  dateOfBirth: SomeDay.default(''),
  country: Country.default(''),
  gender: z.enum(['', 'M', 'F', 'X']).default(''),
  documentNumber: line(60).default(''),
  /** `exact`: only names that agree letter by letter once they are read. */
  mode: z.enum(['fuzzy', 'exact']).default('fuzzy'),
})
export type SearchDraft = z.output<typeof SearchDraft>

/** What a screening asked. Days of birth are spans, since a year alone is one. */
export const AskedQuery = z.object({
  names: z.array(z.string()),
  birthDates: z.array(z.object({ from: z.string(), to: z.string() })),
  genders: z.array(z.string()),
  countries: z.array(z.string()),
  documents: z.array(z.string()),
  mode: z.enum(['fuzzy', 'exact']),
})
export type AskedQuery = z.output<typeof AskedQuery>

export const ScreeningRow = z.object({
  id: Id,
  applicationType: ApplicationType,
  version: z.int(),
  dataSource: z.enum(dataSources),
  cause: z.enum(causes),
  /** Onboarding 0, TransactionMonitoring 1. */
  context: z.literal([0, 1]),
  customerId: Id.nullable(),
  bulkId: Id.nullable(),
  name: z.string(),
  entityType: z.enum(entityTypes),
  state: z.enum(screeningStates),
  /** Whether somebody has to decide something. */
  isOpen: z.boolean(),
  hits: z.int(),
  pending: z.int(),
  /** From 0 to 1; null without a hit. */
  topScore: z.number().nullable(),
  /** Lists that were too old, or never loaded, so that nobody is cleared by them. */
  stale: z.array(z.string()),
  closedAs: z.enum(['upheld', 'released']).nullable(),
  byName: z.string(),
  createdAt: Instant,
})
export type ScreeningRow = z.output<typeof ScreeningRow>

export const Candidate = z.object({
  id: Id,
  /** What the list said of the entry, for its profile as it was. */
  contentId: Id,
  list: z.string(),
  entryId: z.string(),
  entryType: z.enum(entityTypes),
  entryName: z.string(),
  matchedName: z.string(),
  quality: z.enum(['primary', 'strong', 'weak']),
  /** From 0 to 1. */
  score: z.number(),
  agreement: z.number(),
  /** Which parts of the asked name (left) and of the listed one (right) go together. */
  comparison: z.object({
    score: z.number(),
    aligned: z.array(
      z.object({ left: z.array(z.string()), right: z.array(z.string()), similarity: z.number() }),
    ),
    onlyLeft: z.array(z.string()),
    onlyRight: z.array(z.string()),
    formsDiffer: z.boolean(),
  }),
  facts: z.array(
    z.object({
      fact: z.enum(['birthDate', 'country', 'document', 'gender', 'address']),
      effect: z.enum(['agrees', 'disagrees', 'near']),
      change: z.number(),
    }),
  ),
  /** The entry's own facts, to be laid beside the query. */
  entry: z.object({
    names: z.array(z.object({ text: z.string(), quality: z.enum(['primary', 'strong', 'weak']) })),
    birthDates: z.array(z.object({ from: z.string(), to: z.string() })),
    genders: z.array(z.string()),
    countries: z.array(z.string()),
    documents: z.array(z.string()),
    addresses: z.array(z.string()),
  }),
  /** What its list says of it now. */
  listed: z.enum(['same', 'changed', 'gone']),
  /** The pair that was cleared before, because of which nobody was asked. */
  whitelistId: Id.nullable(),
  state: z.enum(matchStates),
  decisions: z.array(z.object({ outcome: z.string(), reason: z.string(), byName: z.string(), at: Instant })),
})
export type Candidate = z.output<typeof Candidate>

/** A screening with all of its evidence. */
export const ScreeningDetail = ScreeningRow.extend({
  query: AskedQuery,
  settingsVersionId: Id.nullable(),
  /** The number of that version; null where the company had set nothing. */
  settingsNumber: z.int().nullable(),
  threshold: z.number(),
  weakThreshold: z.number(),
  lists: z.array(
    z.object({
      versionId: Id,
      list: z.string(),
      number: z.int(),
      contentHash: z.string(),
      /** Only what came after this version was asked. */
      since: z.int().nullable(),
    }),
  ),
  /** Why it could not be carried out in full, in words. */
  failure: z.string(),
  customer: z.object({ id: Id, name: z.string(), customerType: z.int(), isBlocked: z.boolean() }).nullable(),
  candidates: z.array(Candidate),
  /** Of the screening as a whole: how a confirmed hit was closed. */
  decisions: z.array(z.object({ outcome: z.string(), reason: z.string(), byName: z.string(), at: Instant })),
  supersededBy: Id.nullable(),
  can: z.array(z.enum(acts)),
})
export type ScreeningDetail = z.output<typeof ScreeningDetail>

const columns = {
  dataSource: 'select',
  cause: 'select',
  state: 'select',
  isOpen: 'Boolean',
  name: 'String',
  customerId: 'Guid',
  bulkId: 'Guid',
  dealId: 'Guid',
  hits: 'Number',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/poscompliance/screening'
/** Whoever may only search sees what they asked themselves. */
const view = ['perform_screening', 'view_screening'] as const

export const screenings = {
  /** Asks the lists of a data source, and keeps the answer as evidence. */
  search: write({
    path: `${path}/search`,
    kind: 'VIEW',
    permission: 'perform_screening',
    input: SearchDraft,
    output: ScreeningDetail,
  }),
  /** Asks the same once more: of a customer as they are on file now, of whoever is not, by what was typed then. */
  rescreen: write({
    path: `${path}/rescreen`,
    kind: 'VIEW',
    permission: 'perform_screening',
    input: ById,
    output: ScreeningDetail,
  }),
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: view,
    input: listQuery(columns),
    output: pageOf(ScreeningRow),
    columns,
  }),
  /** What a list shows, as a workbook; who takes it away is in the audit. */
  export: write({
    path: `${path}/export`,
    kind: 'PRINT',
    stepUp: true,
    permission: ['perform_screening', 'manage_screening'],
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
  getHistoryDetail: read({
    path: `${path}/getHistoryDetail`,
    permission: view,
    input: ById,
    output: ScreeningDetail,
  }),
}
