import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { DateOnly, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Amount, Country, Currency, Rate } from '../providers/providers.contract.ts'
import { methods } from '../recipients/fields.domain.ts'

export const PayoutRateDraft = z.strictObject({
  providerId: Id,
  country: Country,
  currency: Currency,
  method: z.enum(methods).nullable().default(null),
  amountFrom: Amount.default('0'),
  amountTo: Amount.nullable().default(null),
  /** What the partner pays out for one unit of local currency; null: the payout base rate. */
  costRate: Rate.nullable().default(null),
  /** What the partner pays out for one unit of the currency in which it settles, where that is neither of the two. */
  settlementRate: Rate.nullable().default(null),
  /** A fraction, taken off the cost unless the rate is fixed. */
  margin: z
    .string()
    .regex(/^0(\.\d{1,6})?$/)
    .default('0'),
  fixedRate: Rate.nullable().default(null),
  validTo: DateOnly.nullable().default(null),
})
export type PayoutRateDraft = z.output<typeof PayoutRateDraft>

const PayoutRate = z.object({
  ...storedShape(PayoutRateDraft),
  id: Id,
  version: Version,
  provider: z.string(),
  /** What the customer is given for one unit of local currency; null while there is no base rate. */
  rate: z.string().nullable(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type PayoutRate = z.output<typeof PayoutRate>

const columns = {
  providerId: 'Guid',
  country: 'String',
  currency: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/payoutrate'
const permission = 'manage_payout_rate'

export const payoutRates = {
  ...crud({ path, permission, row: PayoutRate, draft: PayoutRateDraft, columns }),
  ...toggles({ path, permission, row: PayoutRate }),
}
