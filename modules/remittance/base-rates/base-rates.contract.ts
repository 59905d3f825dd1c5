import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { DateOnly, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Currency, Rate } from '../providers/providers.contract.ts'

export const PayoutBaseRateDraft = z.strictObject({
  currency: Currency,
  /** So much of it for one unit of local currency. */
  rate: Rate,
  validTo: DateOnly.nullable().default(null),
})
export type PayoutBaseRateDraft = z.output<typeof PayoutBaseRateDraft>

const PayoutBaseRate = z.object({
  ...storedShape(PayoutBaseRateDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type PayoutBaseRate = z.output<typeof PayoutBaseRate>

const columns = {
  currency: 'String',
  validTo: 'Date',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/payoutbaserate'
const permission = 'manage_remittance_base_rate'

export const payoutBaseRates = {
  ...crud({ path, permission, row: PayoutBaseRate, draft: PayoutBaseRateDraft, columns }),
  ...toggles({ path, permission, row: PayoutBaseRate }),
}
