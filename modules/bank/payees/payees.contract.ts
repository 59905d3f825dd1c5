import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  Choice,
  Code,
  Id,
  Instant,
  line,
  lines,
  OptionalEmail,
  Phone,
  requiredLine,
  Version,
} from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'

export const payeeKinds = ['supplier', 'landlord', 'utility', 'authority', 'employee', 'other'] as const

export const PayeeDraft = z.strictObject({
  code: Code,
  name: requiredLine(120),
  kind: z.enum(payeeKinds),
  taxNumber: line(40).default(''),
  phone: Phone.default(''),
  email: OptionalEmail.default(''),
  /** Where what is bought of it is usually posted to. */
  ledgerId: Id.nullable().default(null),
  note: lines(1000).default(''),
  /** Somebody has seen the payees that are like it. */
  isDuplicateConfirmed: z.boolean().default(false),
})
export type PayeeDraft = z.output<typeof PayeeDraft>

const Payee = z.object({
  id: Id,
  version: Version,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  taxNumber: z.string(),
  phone: z.string(),
  email: z.string(),
  ledgerId: Id.nullable(),
  ledger: z.string().nullable(),
  note: z.string(),
  /** Where it is paid to, as a second person has verified it. */
  bankName: z.string(),
  bic: z.string(),
  number: z.string(),
  holder: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Payee = z.output<typeof Payee>

const columns = {
  code: 'String',
  name: 'String',
  kind: 'select',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/payee'
const permission = 'manage_payees'

export const payees = {
  ...crud({ path, permission, row: Payee, draft: PayeeDraft, columns }),
  ...toggles({ path, permission, row: Payee }),
  ...attachmentCalls({ path, view: 'view_payees', manage: permission }),
  listSelection: read({
    path: `${path}/listSelection`,
    permission: ['view_payees', 'view_payee_expenses', 'view_payee_payments'],
    output: z.array(z.object({ ...Choice.shape, ledgerId: Id.nullable(), hasDetails: z.boolean() })),
  }),
  /** The ledgers that spending can be posted to. */
  ledgers: read({
    path: `${path}/listLedgers`,
    permission: ['view_payees', 'view_payee_expenses'],
    output: z.array(Choice),
  }),
}
