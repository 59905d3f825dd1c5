import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Instant, line, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { accountKinds } from '../accounts/accounts.domain.ts'
import { Amount, Country, Currency } from '../providers/providers.contract.ts'
import { fieldKeys, methods } from '../recipients/fields.domain.ts'
import { isForm } from './field-lines.domain.ts'

const Field = z.strictObject({
  key: z.enum(fieldKeys),
  need: z.enum(['no', 'partner', 'yes']).default('yes'),
  /** A pattern that all of it fits, without blanks and hyphens. */
  form: line(200).refine(isForm),
  check: z.enum(accountKinds).optional(),
  pair: z.enum(fieldKeys).optional(),
  example: line(100).default(''),
  source: line(200).default(''),
  isConfirmed: z.boolean().default(true),
})

export const RecipientRuleDraft = z.strictObject({
  country: Country,
  currency: Currency,
  method: z.enum(methods),
  decimals: z.int().min(0).max(8).default(2),
  minimum: Amount.nullable().default(null),
  maximum: Amount.nullable().default(null),
  nameLength: z.int().min(10).max(140).default(35),
  personsOnly: z.boolean().default(false),
  fields: z.array(Field).min(1).max(20),
})
export type RecipientRuleDraft = z.output<typeof RecipientRuleDraft>

const RecipientRule = z.object({
  ...storedShape(RecipientRuleDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type RecipientRule = z.output<typeof RecipientRule>

const columns = {
  country: 'String',
  currency: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/payoutrecipient'
const permission = 'manage_payout_recipient_settings'

export const recipientRules = {
  ...crud({ path, permission, row: RecipientRule, draft: RecipientRuleDraft, columns }),
  ...toggles({ path, permission, row: RecipientRule }),
}
