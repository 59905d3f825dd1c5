import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Choice, Code, DateOnly, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { namesShape } from '../accounts/names.contract.ts'
import { taxSides } from './rates.domain.ts'

const Rate = z.string().regex(/^(0(\.\d{1,8})?|1)$/)

export const TaxCodeDraft = z.strictObject({
  code: Code,
  name: requiredLine(100),
  ...namesShape,
  /** Collected for the state, or paid and claimed back. */
  direction: z.enum(taxSides),
  /** The ledger that its tax is posted to. */
  accountId: Id,
  /** The rate from a day on, as a fraction. */
  versions: z
    .array(z.strictObject({ validFrom: DateOnly, rate: Rate }))
    .min(1)
    .max(50),
})
export type TaxCodeDraft = z.output<typeof TaxCodeDraft>

export const TaxCode = z.object({
  ...storedShape(TaxCodeDraft),
  id: Id,
  version: Version,
  /** Its name as the reader has it. */
  shownName: z.string(),
  /** Code and name of its ledger. */
  account: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type TaxCode = z.output<typeof TaxCode>

const columns = {
  code: 'String',
  name: 'String',
  direction: 'select',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/taxcode'
const permission = 'manage_ledger'

/** Taxes of entries by hand. */
export const taxCodes = {
  ...crud({ path, permission, row: TaxCode, draft: TaxCodeDraft, columns }),
  ...toggles({ path, permission, row: TaxCode }),
  /** The ledgers that tax may be posted to. */
  choices: read({
    path: `${path}/choices`,
    permission: 'view_ledger',
    output: z.object({ accounts: z.array(Choice) }),
  }),
}
