import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { Id, Instant, lines } from '#kit/contract/shapes.contract.ts'
import { RateAmount } from '../publishing/publishing.contract.ts'
import { Finding } from '../validation/validation.contract.ts'

const Quote = z.strictObject({ mid: z.string(), source: z.string(), day: z.string() })

const BaseRate = z.object({
  currencyId: Id,
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  quoteUnit: z.int(),
  /** Local currency per quote unit; null before the first is published. */
  mid: z.string().nullable(),
  previousMid: z.string().nullable(),
  publishedAt: Instant.nullable(),
  author: z.string().nullable(),
  reason: z.string().nullable(),
  source: z.string().nullable(),
  /** What the feed says now. */
  live: Quote.nullable(),
})
export type BaseRate = z.output<typeof BaseRate>

const Entered = z.strictObject({ currencyId: Id, mid: RateAmount })
const Sheet = z.array(Entered).min(1).max(300)

const Previewed = z.strictObject({
  currencyId: Id,
  quoteUnit: z.int(),
  mid: z.string(),
  /** The feed that says the same, or `manual`. */
  source: z.string(),
  /** Against the mid published last, as a fraction. */
  change: z.string().nullable(),
  /** What anybody would be dealt at. */
  buy: z.string().nullable(),
  sell: z.string().nullable(),
  findings: z.array(Finding),
})
export type Previewed = z.output<typeof Previewed>

const Version = z.object({
  id: Id,
  currencyId: Id,
  code: z.string(),
  flagCode: z.string(),
  mid: z.string(),
  quoteUnit: z.int(),
  source: z.string(),
  author: z.string(),
  reason: z.string(),
  publishedAt: Instant,
})
export type RateVersion = z.output<typeof Version>
const columns = { currencyId: 'Guid', publishedAt: 'Date' } as const satisfies Columns

const path = '/posrate/baserate'
const view = 'view_base_rate'

export const baseRates = {
  list: read({ path: `${path}/list`, permission: view, output: z.array(BaseRate) }),
  /** What would come of a sheet, and what the rules say of it; nothing is published. */
  preview: read({
    path: `${path}/preview`,
    method: 'POST',
    permission: view,
    input: z.strictObject({ rates: z.array(Entered).max(300) }),
    output: z.array(Previewed),
  }),
  /** Publishes a sheet, whole or not at all; a reason is asked for where a rule warns. */
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'manage_base_rate',
    ofCompany: true,
    input: z.strictObject({ rates: Sheet, reason: lines(300).default('') }),
    output: z.array(BaseRate),
  }),
  /** Every version, the newest first. */
  history: read({
    path: `${path}/history`,
    method: 'POST',
    permission: view,
    input: listQuery(columns),
    output: pageOf(Version),
    columns,
  }),
}
