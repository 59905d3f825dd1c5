import * as z from 'zod'
import { crud } from '#kit/contract/crud.contract.ts'
import { write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, Done, Id, Instant, lines } from '#kit/contract/shapes.contract.ts'
import { RateAmount } from '../publishing/publishing.contract.ts'

/** A decimal that may be zero. */
export const AmountOrNone = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)

/** For whom a sheet of rates holds; what is null holds for all. */
export const sheetShape = {
  branchId: Id.nullable().default(null),
  customerType: z
    .union([z.literal(1), z.literal(2)])
    .nullable()
    .default(null),
  /** In the foreign currency; from inclusive, to exclusive. */
  amountFrom: AmountOrNone.nullable().default(null),
  amountTo: RateAmount.nullable().default(null),
}

/** For whom and for what a rate holds. */
export const scopeShape = {
  /** A part of the currency; without it the rate holds for all of it that has none of its own. */
  subCurrencyId: Id.nullable().default(null),
  ...sheetShape,
}

/** What a published rate carries beside its draft. */
export const publishedShape = {
  id: Id,
  code: z.string().nullable(),
  flagCode: z.string().nullable(),
  subCurrency: z.string().nullable(),
  branchName: z.string().nullable(),
  author: z.string(),
  reason: z.string(),
  publishedAt: Instant,
}

/** The fields that every form of such rates begins with. */
export const ScopeDraft = z.strictObject({ currencyId: Id.nullable(), ...scopeShape })
const Scoped = ScopeDraft.extend(publishedShape)
/** What every rate that holds for a scope shows of itself. */
export type Scoped = z.output<typeof Scoped>

export const scopeColumns = {
  currencyId: 'Guid',
  subCurrencyId: 'Guid',
  branchId: 'Guid',
  customerType: 'select',
} as const satisfies Columns

/** Why it was published; asked for where a rule warns. */
export const Why = { reason: lines(300).default('') }

interface Options<Draft extends z.ZodObject, Row extends z.ZodObject, C extends Columns> {
  path: string
  permission: 'manage_margin_rate' | 'manage_custom_rate'
  /** With `Why`. */
  draft: Draft
  row: Row
  columns: C
}

/** The entries of rates that hold for a scope: those that hold now. None is ever changed: `update` ends one and publishes another. */
export function scopedRates<Draft extends z.ZodObject, Row extends z.ZodObject, C extends Columns>(
  options: Options<Draft, Row, C>,
) {
  const { path, permission, draft, row } = options
  // No version: a rate that was replaced or ended meanwhile is not there any more.
  const replaced = z.strictObject({ ...ById.shape, ...draft.shape } as typeof ById.shape & Draft['shape'])
  return {
    ...crud(options),
    update: write({ path: `${path}/update`, kind: 'UPDATE', permission, input: replaced, output: row }),
    delete: write({ path: `${path}/delete`, kind: 'DELETE', permission, input: ById, output: Done }),
  }
}
