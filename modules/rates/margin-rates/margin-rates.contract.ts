import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { RateAmount } from '../publishing/publishing.contract.ts'
import { marginKinds } from '../effective/effective.domain.ts'
import { pairRates } from '../pair-rates/pair-rates.contract.ts'
import {
  AmountOrNone,
  publishedShape,
  scopeColumns,
  scopedRates,
  scopeShape,
  sheetShape,
  Why,
} from '../scoped-rates/scoped-rates.contract.ts'

const MarginPrice = z.strictObject({
  kind: z.enum(marginKinds),
  /** Local currency per quote unit, a fraction, or a count of pips. */
  buy: AmountOrNone,
  sell: AmountOrNone,
  pipSize: RateAmount.nullable().default(null),
})
export type MarginPrice = z.output<typeof MarginPrice>
/** For whom a sheet of margins holds. */
export const MarginScope = z.strictObject(sheetShape)

export const MarginDraft = z.strictObject({
  /** Null: of every currency that has none of its own. */
  currencyId: Id.nullable().default(null),
  ...scopeShape,
  ...MarginPrice.shape,
})
export type MarginDraft = z.output<typeof MarginDraft>

export const MarginRate = z.object({ ...storedShape(MarginDraft), ...publishedShape })
export type MarginRate = z.output<typeof MarginRate>

const path = '/posrate/marginrate'
const permission = 'manage_margin_rate'

export const marginRates = {
  ...scopedRates({
    path,
    permission,
    draft: MarginDraft.extend(Why),
    row: MarginRate,
    columns: { ...scopeColumns, kind: 'select' },
  }),
  ...pairRates({ path, permission, price: MarginPrice, scope: MarginScope }),
}
