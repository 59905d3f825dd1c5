import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Amount, Currency } from '../providers/providers.contract.ts'

export const PayoutCurrencyDraft = z.strictObject({
  currency: Currency,
  /** Of one order, in this currency. */
  minimum: Amount.nullable().default(null),
  maximum: Amount.nullable().default(null),
})
export type PayoutCurrencyDraft = z.output<typeof PayoutCurrencyDraft>

const PayoutCurrency = z.object({
  ...storedShape(PayoutCurrencyDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type PayoutCurrency = z.output<typeof PayoutCurrency>

const columns = {
  currency: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/payoutcurrency'
const permission = 'manage_payout_currency_settings'

export const payoutCurrencies = {
  ...crud({ path, permission, row: PayoutCurrency, draft: PayoutCurrencyDraft, columns }),
  ...toggles({ path, permission, row: PayoutCurrency }),
}
