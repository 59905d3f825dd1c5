import * as z from 'zod'
import { read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { sourceCodes } from '../sources/sources.domain.ts'

const Source = z.enum(sourceCodes)
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Which source a company takes its rates from, how they come, and when they are too old. */
export const FeedDraft = z.strictObject({
  source: Source,
  delivery: z.enum(['address', 'file']),
  everyMinutes: z.int().min(1).max(1440),
  allowedMinutes: z.int().min(1).max(10_080),
  businessFrom: Time,
  businessTo: Time,
})
const Settings = z.strictObject({ version: Version, ...FeedDraft.shape })
export type FeedUpdate = z.output<typeof Settings>

const SourceState = z.strictObject({
  source: Source,
  isSimulated: z.boolean(),
  /** The one that the company takes its rates from. */
  isChosen: z.boolean(),
  isStale: z.boolean(),
  /** Its last word; null before the first. */
  newest: z.strictObject({ day: DateOnly, session: z.string(), at: Instant }).nullable(),
  checkedAt: Instant.nullable(),
  /** What went wrong with the last fetch, in the reader's language. */
  failure: z.string().nullable(),
})
export type SourceState = z.output<typeof SourceState>

const Quote = z.object({
  base: z.string(),
  code: z.string(),
  day: DateOnly,
  session: z.string(),
  unit: z.int(),
  rate: z.string(),
})

const LiveRate = z.strictObject({
  code: z.string(),
  flagCode: z.string(),
  unit: z.int(),
  /** Null while the source has no word on it. */
  mid: z.string().nullable(),
  /** Of the mid; without one the last day on which the source quoted the currency, if it gave it up lately. */
  day: DateOnly.nullable(),
  at: Instant.nullable(),
  /** Against the last word of the day before, as a fraction. */
  change: z.string().nullable(),
  from: z.array(Quote),
})
export type LiveRate = z.output<typeof LiveRate>

/** A day of a pair: its last word, and between what it moved; where there was but one word they are all the same. */
const DayOfPair = z.strictObject({
  day: DateOnly,
  mid: z.string(),
  first: z.string(),
  high: z.string(),
  low: z.string(),
  words: z.int(),
})

/** Two codes in one, such as `USDMYR`; a year back to today unless told. */
const HistoryInput = z.strictObject({
  pair: z.string().max(40),
  from: DateOnly.optional(),
  to: DateOnly.optional(),
})
export type DayOfPair = z.output<typeof DayOfPair>
export type HistoryInput = z.output<typeof HistoryInput>

const path = '/posrate/liverate'
const permission = 'view_base_rate'

const uploadRule = {
  maxBytes: 5_242_880,
  types: ['application/xml', 'application/zip', 'text/plain'],
} as const

export const liveRates = reserveForCompany({
  list: read({
    path: `${path}/list`,
    permission,
    output: z.strictObject({ local: z.string(), source: SourceState, items: z.array(LiveRate) }),
  }),
  listSources: read({ path: `${path}/listSources`, permission, output: z.array(SourceState) }),
  getHistory: read({
    path: `${path}/getHistory`,
    permission,
    input: HistoryInput,
    output: z.strictObject({
      base: z.string(),
      code: z.string(),
      unit: z.int(),
      source: SourceState,
      points: z.array(DayOfPair),
    }),
  }),
  getSettings: read({ path: `${path}/getSettings`, permission, output: Settings }),
  updateSettings: write({
    path: `${path}/updateSettings`,
    // The type that specification 001, 6, asks for.
    kind: 'CREATE',
    permission: 'manage_base_rate',
    input: Settings,
    output: Settings,
  }),
  import: write({
    path: `${path}/import`,
    kind: 'CREATE',
    permission: 'manage_base_rate',
    upload: uploadRule,
    output: z.strictObject({
      source: Source,
      quotes: z.int(),
      days: z.int(),
      added: z.int(),
      corrected: z.int(),
      firstDay: DateOnly,
      lastDay: DateOnly,
    }),
  }),
})
