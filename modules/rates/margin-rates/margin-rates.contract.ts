import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { RateAmount } from '../base-rates/base-rates.contract.ts'
import { marginKinds } from '../effective/effective.domain.ts'
import {
  AmountOrNone,
  publishedShape,
  scopeColumns,
  scopedRates,
  scopeShape,
  Why,
} from '../scoped-rates/scoped-rates.contract.ts'

export const MarginDraft = z.strictObject({
  /** Null: of every currency that has none of its own. */
  currencyId: Id.nullable().default(null),
  ...scopeShape,
  kind: z.enum(marginKinds),
  /** Local currency per quote unit, a fraction, or a count of pips. */
  buy: AmountOrNone,
  sell: AmountOrNone,
  pipSize: RateAmount.nullable().default(null),
})
export type MarginDraft = z.output<typeof MarginDraft>

export const MarginRate = z.object({ ...storedShape(MarginDraft), ...publishedShape })
export type MarginRate = z.output<typeof MarginRate>

export const marginRates = scopedRates({
  path: '/posrate/marginrate',
  permission: 'manage_margin_rate',
  draft: MarginDraft.extend(Why),
  row: MarginRate,
  columns: { ...scopeColumns, kind: 'select' },
})
