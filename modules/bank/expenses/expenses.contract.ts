import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  Instant,
  line,
  lines,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { expenseStates, expenseWorkflow, payments } from './expenses.domain.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)
/** A fraction up to one. */
const TaxRate = z.string().regex(/^(0(\.\d{1,8})?|1(\.0{1,8})?)$/)

export const ExpenseDraft = z.strictObject({
  branchId: Id,
  payeeId: Id,
  invoice: line(60).default(''),
  businessDate: DateOnly,
  dueDate: DateOnly,
  /** Amounts contain their tax. */
  isIncluded: z.boolean().default(true),
  note: lines(500).default(''),
  lines: z
    .array(
      z.strictObject({
        ledgerId: Id,
        description: line(200).default(''),
        amount: Amount,
        taxRate: TaxRate.default('0'),
      }),
    )
    .min(1)
    .max(300),
})
export type ExpenseDraft = z.output<typeof ExpenseDraft>

const Expense = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(expenseStates),
  branchId: Id,
  branch: z.string(),
  payeeId: Id,
  payee: z.string(),
  invoice: z.string(),
  businessDate: DateOnly,
  dueDate: DateOnly,
  isIncluded: z.boolean(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  paid: z.string(),
  /** What is still owed: nothing until it is posted. */
  open: z.string(),
  payment: z.enum(payments),
  isOverdue: z.boolean(),
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Expense = z.output<typeof Expense>

const ExpenseDetail = z.object({
  ...Expense.shape,
  lines: z.array(
    z.object({
      ledgerId: Id,
      ledger: z.string(),
      description: z.string(),
      amount: z.string(),
      taxRate: z.string(),
      net: z.string(),
      tax: z.string(),
    }),
  ),
  history: z.array(DocumentEvent),
})
export type ExpenseDetail = z.output<typeof ExpenseDetail>

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  payeeId: 'Guid',
  businessDate: 'Date',
  dueDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/payeeexpense'
const permission = 'view_payee_expenses' as const
const acts = actionsOf(expenseWorkflow, {
  path,
  row: ExpenseDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

/** What is owed to payees. */
export const payeeExpenses = {
  ...listCalls({ path, permission, row: Expense, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: ExpenseDetail }),
  /** What is owed to one payee, the first that is due first. */
  listOpen: read({
    path: `${path}/listOpen`,
    permission: [permission, 'view_payee_payments'],
    input: z.strictObject({ payeeId: Id }),
    output: z.array(
      z.object({ id: Id, number: z.string(), invoice: z.string(), dueDate: DateOnly, open: z.string() }),
    ),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_payee_expenses',
    input: ExpenseDraft,
    output: ExpenseDetail,
  }),
  update: { ...acts.update, input: z.strictObject({ ...Versioned.shape, ...ExpenseDraft.shape }) },
  submit: { ...acts.submit, movesValue: true },
  approve: { ...acts.approve, movesValue: true },
  reject: acts.reject,
  reverse: { ...acts.reverse, movesValue: true },
  cancel: acts.cancel,
  ...attachmentCalls({ path, view: permission, manage: 'manage_payee_expenses' }),
}
