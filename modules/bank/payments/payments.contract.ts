import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, line, Version } from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { paymentStates, paymentWorkflow } from './payments.domain.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)

export const PaymentDraft = z.strictObject({
  branchId: Id,
  payeeId: Id,
  /** Null: petty cash, of the counter, or of the vault where there is none. */
  accountId: Id.nullable().default(null),
  counterId: Id.nullable().default(null),
  /** Of what is paid by a bank; cash leaves on the day that is open. */
  businessDate: DateOnly.nullable().default(null),
  /** Of a foreign account what leaves it, in its own currency. */
  accountAmount: Amount.nullable().default(null),
  reference: line(100).default(''),
  /** How much of each expense, in local currency. */
  lines: z
    .array(z.strictObject({ expenseId: Id, amount: Amount }))
    .min(1)
    .max(300),
})
export type PaymentDraft = z.output<typeof PaymentDraft>

const Payment = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(paymentStates),
  branchId: Id,
  branch: z.string(),
  payeeId: Id,
  payee: z.string(),
  accountId: Id.nullable(),
  account: z.string().nullable(),
  counterId: Id.nullable(),
  counter: z.string().nullable(),
  businessDate: DateOnly,
  total: z.string(),
  accountAmount: z.string().nullable(),
  /** The bank details as they were when it was made. */
  paidTo: z.string(),
  reference: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Payment = z.output<typeof Payment>

const PaymentDetail = z.object({
  ...Payment.shape,
  lines: z.array(
    z.object({
      expenseId: Id,
      number: z.string(),
      invoice: z.string(),
      total: z.string(),
      amount: z.string(),
    }),
  ),
  history: z.array(DocumentEvent),
})
export type PaymentDetail = z.output<typeof PaymentDetail>

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  payeeId: 'Guid',
  accountId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/payeepayment'
const permission = 'view_payee_payments' as const
const acts = actionsOf(paymentWorkflow, {
  path,
  row: PaymentDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

/** What is paid to payees, from a bank account or as petty cash. */
export const payeePayments = {
  ...listCalls({ path, permission, row: Payment, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: PaymentDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_payee_payments',
    input: PaymentDraft,
    output: PaymentDetail,
    movesValue: true,
  }),
  approve: { ...acts.approve, movesValue: true },
  reject: acts.reject,
  cancel: acts.cancel,
  reverse: { ...acts.reverse, movesValue: true },
  ...attachmentCalls({ path, view: permission, manage: 'manage_payee_payments' }),
}
