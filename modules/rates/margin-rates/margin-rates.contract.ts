import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Done, Id, Instant, lines } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { RateAmount } from '../base-rates/base-rates.contract.ts'
import { marginKinds } from '../effective/effective.domain.ts'

/** A decimal that may be zero. */
const Amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)

/** For whom a rule of rates holds; what is null holds for all. */
export const scopeShape = {
  branchId: Id.nullable().default(null),
  customerType: z
    .union([z.literal(1), z.literal(2)])
    .nullable()
    .default(null),
  /** In the foreign currency; from inclusive, to exclusive. */
  amountFrom: Amount.nullable().default(null),
  amountTo: RateAmount.nullable().default(null),
}

export const MarginDraft = z.strictObject({
  /** Null: of every currency that has none of its own. */
  currencyId: Id.nullable().default(null),
  ...scopeShape,
  kind: z.enum(marginKinds),
  /** Local currency per quote unit, a fraction, or a count of pips. */
  buy: Amount,
  sell: Amount,
  pipSize: RateAmount.nullable().default(null),
})
export type MarginDraft = z.output<typeof MarginDraft>

const Named = {
  id: Id,
  code: z.string().nullable(),
  flagCode: z.string().nullable(),
  branchName: z.string().nullable(),
  author: z.string(),
  reason: z.string(),
  publishedAt: Instant,
}
export const MarginRate = z.object({ ...storedShape(MarginDraft), ...Named })
export type MarginRate = z.output<typeof MarginRate>
export const ruleNames = Named

const columns = {
  currencyId: 'Guid',
  branchId: 'Guid',
  customerType: 'select',
  kind: 'select',
} as const satisfies Columns

const path = '/posrate/marginrate'
const permission = 'manage_margin_rate'
export const Why = { reason: lines(300).default('') }

/** Those that hold now. A margin is never changed: `update` ends it and publishes another in its place. */
export const marginRates = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'view_margin_rate',
    input: listQuery(columns),
    output: pageOf(MarginRate),
    columns,
  }),
  getById: read({
    path: `${path}/getById`,
    permission: 'view_margin_rate',
    input: ById,
    output: MarginRate,
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    input: MarginDraft.extend(Why),
    output: MarginRate,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: MarginDraft.extend({ id: Id, ...Why }),
    output: MarginRate,
  }),
  delete: write({
    path: `${path}/delete`,
    kind: 'DELETE',
    permission,
    input: ById,
    output: Done,
  }),
}
