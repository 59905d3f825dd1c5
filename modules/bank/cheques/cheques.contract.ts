import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Explained,
  Id,
  Instant,
  lines,
  requiredLine,
  Version,
} from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { chequeStates, chequeWorkflow } from './cheques.domain.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)

export const ChequeDraft = z.strictObject({
  /** The payment of a deal that it is; without one a customer, a branch and an amount are asked for. */
  paymentId: Id.nullable().default(null),
  customerId: Id.nullable().default(null),
  branchId: Id.nullable().default(null),
  amount: Amount.nullable().default(null),
  number: requiredLine(40),
  bankName: requiredLine(100),
  drawer: requiredLine(200),
  datedOn: DateOnly,
  note: lines(500).default(''),
})
export type ChequeDraft = z.output<typeof ChequeDraft>

export const ChequeBounce = z.strictObject({
  ...Explained.shape,
  /** When it came off the account; today where nothing is said. */
  businessDate: DateOnly.nullable().default(null),
  /** What the bank charged for it, if anything. */
  charge: Amount.nullable().default(null),
})
export type ChequeBounce = z.output<typeof ChequeBounce>

const Cheque = z.object({
  id: Id,
  version: Version,
  state: z.enum(chequeStates),
  number: z.string(),
  bankName: z.string(),
  drawer: z.string(),
  datedOn: DateOnly,
  /** The day of its receipt; of one that came back, on which it was presented again. */
  receivedOn: DateOnly,
  /** Days since it was received, of one in hand or deposited. */
  days: z.int().nullable(),
  amount: z.string(),
  customer: z.string(),
  branchId: Id,
  branch: z.string(),
  dealNumber: z.string(),
  /** The bank account at which it is, or was last. */
  accountId: Id.nullable(),
  account: z.string(),
  /** The last deposit that it was on. */
  depositId: Id.nullable(),
  deposit: z.string(),
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Cheque = z.output<typeof Cheque>

const ChequeDetail = z.object({ ...Cheque.shape, history: z.array(DocumentEvent) })
export type ChequeDetail = z.output<typeof ChequeDetail>

/** A payment of a deal by a cheque that is not recorded yet. */
const AwaitedCheque = z.object({
  id: Id,
  number: z.string(),
  on: DateOnly,
  customer: z.string(),
  reference: z.string(),
  amount: z.string(),
})

/** A cheque as it is chosen. */
const ChosenCheque = z.object({
  id: Id,
  branchId: Id,
  number: z.string(),
  bankName: z.string(),
  drawer: z.string(),
  amount: z.string(),
})

const columns = {
  number: 'String',
  drawer: 'String',
  bankName: 'String',
  state: 'select',
  branchId: 'Guid',
  accountId: 'Guid',
  datedOn: 'Date',
  receivedOn: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/cheque'
const permission = 'view_bank_transfers' as const
const acts = actionsOf(chequeWorkflow, { path, row: ChequeDetail })

/** Cheques that were received: in hand, deposited, cleared, bounced, given back. */
export const cheques = {
  ...listCalls({ path, permission, row: Cheque, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: ChequeDetail }),
  /** Payments of deals by a cheque that is not recorded yet, the newest first; at most 500. */
  awaited: read({
    path: `${path}/awaited`,
    permission: 'view_bank_transfers',
    input: z.strictObject({}),
    output: z.array(AwaitedCheque),
  }),
  /** Cheques in hand, and those that are good by an account, to be chosen; at most 500 of each. */
  inHand: read({
    path: `${path}/inHand`,
    permission: 'view_bank_transfers',
    input: z.strictObject({}),
    output: z.array(ChosenCheque),
  }),
  cleared: read({
    path: `${path}/cleared`,
    permission: 'view_bank_reconciliations',
    input: z.strictObject({}),
    output: z.array(ChosenCheque),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_bank_transfers',
    input: ChequeDraft,
    output: ChequeDetail,
    movesValue: true,
  }),
  bounce: { ...acts.bounce, input: ChequeBounce, movesValue: true },
  presentAgain: { ...acts.presentAgain, movesValue: true },
  giveBack: { ...acts.giveBack, movesValue: true },
}
