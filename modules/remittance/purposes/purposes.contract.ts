import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Country } from '../providers/providers.contract.ts'
import { purposes } from './purposes.domain.ts'

export const PurposeCodeDraft = z.strictObject({
  providerId: Id,
  country: Country,
  /** As customers say it. */
  purpose: z.enum(purposes),
  /** As this partner calls it there. */
  code: requiredLine(40),
})
export type PurposeCodeDraft = z.output<typeof PurposeCodeDraft>

const PurposeCode = z.object({
  ...storedShape(PurposeCodeDraft),
  id: Id,
  version: Version,
  provider: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type PurposeCode = z.output<typeof PurposeCode>

const columns = {
  providerId: 'Guid',
  country: 'String',
  code: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/payoutpartner'
const permission = 'manage_remittance_transaction_setting'

export const purposeCodes = {
  ...crud({ path, permission, row: PurposeCode, draft: PurposeCodeDraft, columns }),
  ...toggles({ path, permission, row: PurposeCode }),
}
