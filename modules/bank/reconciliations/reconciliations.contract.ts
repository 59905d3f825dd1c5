import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  DecimalString,
  Id,
  Instant,
  lines,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { reconciliationStates, reconciliationWorkflow } from './reconciliations.domain.ts'

const Signed = z.string().regex(/^-?\d{1,14}(\.\d{1,4})?$/)

export const ReconciliationDraft = z.strictObject({
  accountId: Id,
  toOn: DateOnly,
  /** The balance of the bank on the last day; what its statements say, where it is left open. */
  closing: Signed.nullable().default(null),
  note: lines(500).default(''),
})
export type ReconciliationDraft = z.output<typeof ReconciliationDraft>

const Reconciliation = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(reconciliationStates),
  accountId: Id,
  account: z.string(),
  branchId: Id,
  currency: z.string(),
  fromOn: DateOnly.nullable(),
  toOn: DateOnly,
  opening: DecimalString,
  closing: DecimalString,
  note: z.string(),
  processedAt: Instant.nullable(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Reconciliation = z.output<typeof Reconciliation>

/** Where it stands now, in the currency of the account. */
const Figures = z.object({
  lineCount: z.int(),
  openCount: z.int(),
  /** What is left of its lines. */
  openSum: DecimalString,
  linesSum: DecimalString,
  /** Opening and lines. */
  counted: DecimalString,
  book: DecimalString,
  outstanding: DecimalString,
  /** Book without what is outstanding. */
  expected: DecimalString,
})
const ReconciliationDetail = z.object({
  ...Reconciliation.shape,
  figures: Figures,
  history: z.array(DocumentEvent),
})
export type ReconciliationDetail = z.output<typeof ReconciliationDetail>

const ReportItem = z.object({
  on: DateOnly,
  number: z.string(),
  party: z.string(),
  note: z.string(),
  amount: DecimalString,
})
/** The report, as it was when it was processed. */
export const Report = z.object({
  opening: DecimalString,
  moneyIn: DecimalString,
  moneyOut: DecimalString,
  closing: DecimalString,
  book: DecimalString,
  outstandingSum: DecimalString,
  outstanding: z.array(ReportItem),
  excluded: z.array(z.object({ on: DateOnly, text: z.string(), amount: DecimalString, reason: z.string() })),
})
export type Report = z.output<typeof Report>

const columns = {
  number: 'String',
  state: 'select',
  accountId: 'Guid',
  toOn: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/bankreconciliation'
const view = 'view_bank_reconciliations'
const permission = 'manage_bank_reconciliations'
const acts = actionsOf(reconciliationWorkflow, {
  path,
  row: ReconciliationDetail,
  kinds: { delete: 'DELETE' },
})

/** What a bank says of an account beside what the books say of it, one period after another. */
export const bankReconciliations = {
  ...listCalls({ path, permission: view, row: Reconciliation, columns }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: ReconciliationDetail }),
  /** As it was processed, with what was posted into its days later, and as it would be now. */
  report: read({
    path: `${path}/report`,
    permission: view,
    input: ById,
    output: z.object({
      reconciliation: Reconciliation,
      frozen: Report.nullable(),
      live: Report,
      later: z.array(ReportItem),
      laterSum: DecimalString,
    }),
  }),
  initialize: write({
    path: `${path}/initialize`,
    kind: 'CREATE',
    permission,
    input: ReconciliationDraft,
    output: ReconciliationDetail,
  }),
  save: {
    ...acts.save,
    input: z.strictObject({ ...Versioned.shape, closing: Signed, note: lines(500).default('') }),
  },
  process: acts.process,
  delete: acts.delete,
}
