import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { RateAmount } from '../publishing/publishing.contract.ts'
import { pairRates } from '../pair-rates/pair-rates.contract.ts'
import {
  publishedShape,
  scopeColumns,
  scopedRates,
  scopeShape,
  sheetShape,
  Why,
} from '../scoped-rates/scoped-rates.contract.ts'

/** A named customer. */
const customerId = Id.nullable().default(null)
const CustomPrice = z.strictObject({
  /** Local currency per quote unit; a side without a rate is not dealt. */
  buy: RateAmount.nullable().default(null),
  sell: RateAmount.nullable().default(null),
})
export type CustomPrice = z.output<typeof CustomPrice>
/** For whom a sheet of custom rates holds. */
export const CustomScope = z.strictObject({ customerId, ...sheetShape })

export const CustomDraft = z.strictObject({
  currencyId: Id,
  ...scopeShape,
  customerId,
  ...CustomPrice.shape,
})
export type CustomDraft = z.output<typeof CustomDraft>

export const CustomRateRow = z.object({
  ...storedShape(CustomDraft),
  customerName: z.string().nullable(),
  quoteUnit: z.int(),
  ...publishedShape,
})
export type CustomRateRow = z.output<typeof CustomRateRow>

const path = '/posrate/custom'
const permission = 'manage_custom_rate'

export const customRates = {
  ...scopedRates({
    path,
    permission,
    draft: CustomDraft.extend(Why),
    row: CustomRateRow,
    columns: scopeColumns,
  }),
  ...pairRates({ path, permission, price: CustomPrice, scope: CustomScope }),
}
