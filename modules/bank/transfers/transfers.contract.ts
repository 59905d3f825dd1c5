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
  requiredLine,
  Noted,
  Version,
} from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { transferKinds, transferStates, transferWorkflow } from './transfers.domain.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)
const Rate = z.string().regex(/^\d{1,10}(\.\d{1,8})?$/)

export const TransferDraft = z.strictObject({
  kind: z.enum(transferKinds).exclude(['cheques']),
  /** What it leaves: of a transfer, a withdrawal and a charge. */
  fromAccountId: Id.nullable().default(null),
  /** What it arrives at: of a transfer, a deposit and interest. */
  toAccountId: Id.nullable().default(null),
  /** The drawer, or the vault of the branch, of a deposit and a withdrawal. */
  branchId: Id.nullable().default(null),
  counterId: Id.nullable().default(null),
  /** In the currency of the account that it leaves, or of what is deposited. */
  amount: Amount,
  /** Of interest in foreign money: local currency for the unit of its quote. */
  rate: Rate.nullable().default(null),
  businessDate: DateOnly.nullable().default(null),
  bag: line(40).default(''),
  slip: line(60).default(''),
  note: lines(500).default(''),
})
export type TransferDraft = z.output<typeof TransferDraft>

/** Cheques in hand of one branch that go to an account in local currency together. */
export const ChequeDeposit = z.strictObject({
  branchId: Id,
  toAccountId: Id,
  chequeIds: z.array(Id).min(1).max(100),
  businessDate: DateOnly.nullable().default(null),
  slip: requiredLine(60),
  note: lines(500).default(''),
})
export type ChequeDeposit = z.output<typeof ChequeDeposit>

export const Arrival = z.strictObject({
  ...Noted.shape,
  /** In the currency of where it arrives; as it was sent, where that is the same and nothing else is said. */
  amount: Amount.nullable().default(null),
  /** Between two foreign currencies: local currency for the unit of what arrived. */
  rate: Rate.nullable().default(null),
  businessDate: DateOnly.nullable().default(null),
})
export type Arrival = z.output<typeof Arrival>

const Transfer = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  kind: z.enum(transferKinds),
  state: z.enum(transferStates),
  from: z.string(),
  to: z.string(),
  fromBranchId: Id.nullable(),
  toBranchId: Id.nullable(),
  fromAccountId: Id.nullable(),
  toAccountId: Id.nullable(),
  currency: z.string(),
  amount: z.string(),
  /** In local currency, at cost. */
  value: z.string(),
  arrivedCurrency: z.string(),
  arrivedAmount: z.string().nullable(),
  arrivedValue: z.string().nullable(),
  /** In local currency: what the rate brought, a loss below zero; and what a bank kept. */
  gain: z.string(),
  charge: z.string(),
  /** Two foreign currencies: a rate is asked for as it arrives. */
  asksRate: z.boolean(),
  sentDate: DateOnly,
  arrivedDate: DateOnly.nullable(),
  bag: z.string(),
  slip: z.string(),
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Transfer = z.output<typeof Transfer>

/** A cheque of a deposit, and what became of it there. */
const DepositedCheque = z.object({
  id: Id,
  number: z.string(),
  bankName: z.string(),
  drawer: z.string(),
  datedOn: DateOnly,
  amount: z.string(),
  state: z.enum(['deposited', 'cleared', 'bounced', 'takenBack']),
})

const TransferDetail = z.object({
  ...Transfer.shape,
  cheques: z.array(DepositedCheque),
  history: z.array(DocumentEvent),
})
export type TransferDetail = z.output<typeof TransferDetail>

const columns = {
  number: 'String',
  kind: 'select',
  state: 'select',
  fromAccountId: 'Guid',
  toAccountId: 'Guid',
  sentDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/banktransfer'
const permission = 'view_bank_transfers' as const
const acts = actionsOf(transferWorkflow, { path, row: TransferDetail, kinds: { takeBack: 'CANCEL' } })

/** Money between own accounts, drawers and vaults; what a bank charges and pays. */
export const bankTransfers = {
  ...listCalls({ path, permission, row: Transfer, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: TransferDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_bank_transfers',
    input: TransferDraft,
    output: TransferDetail,
    movesValue: true,
  }),
  depositCheques: write({
    path: `${path}/depositCheques`,
    kind: 'CREATE',
    permission: 'manage_bank_transfers',
    input: ChequeDeposit,
    output: TransferDetail,
    movesValue: true,
  }),
  arrive: { ...acts.arrive, input: Arrival, movesValue: true },
  takeBack: { ...acts.takeBack, movesValue: true },
  reverse: { ...acts.reverse, movesValue: true },
  ...attachmentCalls({ path, view: permission, manage: 'manage_bank_transfers' }),
}
