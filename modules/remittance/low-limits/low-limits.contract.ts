import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Amount } from '../providers/providers.contract.ts'

export const LowLimitDraft = z.strictObject({
  providerId: Id,
  /** In the partner's settlement currency. */
  amount: Amount,
})
export type LowLimitDraft = z.output<typeof LowLimitDraft>

const LowLimit = z.object({
  ...storedShape(LowLimitDraft),
  id: Id,
  version: Version,
  provider: z.string(),
  currency: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type LowLimit = z.output<typeof LowLimit>

const columns = {
  providerId: 'Guid',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/providerbalancesetting'
const permission = 'manage_payout_account_balance_limit'

export const lowLimits = {
  ...crud({ path, permission, row: LowLimit, draft: LowLimitDraft, columns }),
  ...toggles({ path, permission, row: LowLimit }),
}
