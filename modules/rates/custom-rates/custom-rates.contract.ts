import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { RateAmount } from '../base-rates/base-rates.contract.ts'
import {
  publishedShape,
  scopeColumns,
  scopedRates,
  scopeShape,
  Why,
} from '../scoped-rates/scoped-rates.contract.ts'

export const CustomDraft = z.strictObject({
  currencyId: Id,
  ...scopeShape,
  /** A named customer. */
  customerId: Id.nullable().default(null),
  /** Local currency per quote unit; a side without a rate is not dealt. */
  buy: RateAmount.nullable().default(null),
  sell: RateAmount.nullable().default(null),
})
export type CustomDraft = z.output<typeof CustomDraft>

export const CustomRateRow = z.object({
  ...storedShape(CustomDraft),
  customerName: z.string().nullable(),
  quoteUnit: z.int(),
  ...publishedShape,
})
export type CustomRateRow = z.output<typeof CustomRateRow>

export const customRates = scopedRates({
  path: '/posrate/custom',
  permission: 'manage_custom_rate',
  draft: CustomDraft.extend(Why),
  row: CustomRateRow,
  columns: scopeColumns,
})
