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
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Amount } from '../providers/providers.contract.ts'
import { fundStates, fundWorkflow } from '../funds/incoming-funds.domain.ts'

export const IncomingFundDraft = z.strictObject({
  /** A bank account of local currency. */
  accountId: Id,
  amount: Amount,
  /** Who paid, as the bank says it. */
  payer: requiredLine(140),
  /** What the payer wrote. */
  remark: line(255).default(''),
  receivedOn: DateOnly,
})
export type IncomingFundDraft = z.output<typeof IncomingFundDraft>

export const Matching = z.strictObject({
  ...Versioned.shape,
  orderId: Id,
  /** Why somebody else than the sender has paid. */
  payerReason: line(200).default(''),
})
export type Matching = z.output<typeof Matching>

const IncomingFund = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(fundStates),
  branchId: Id,
  branch: z.string(),
  accountId: Id,
  account: z.string(),
  amount: z.string(),
  /** What of it stayed as a fee when its order was refunded; empty: nothing. */
  kept: z.string(),
  payer: z.string(),
  remark: z.string(),
  receivedOn: DateOnly,
  orderId: Id.nullable(),
  order: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type IncomingFund = z.output<typeof IncomingFund>

const IncomingFundDetail = z.object({
  ...IncomingFund.shape,
  payerReason: z.string(),
  /** Orders that await payment and may be what it is for, the likeliest first. */
  candidates: z.array(
    z.object({
      orderId: Id,
      number: z.string(),
      customer: z.string(),
      total: z.string(),
      /** It costs just as much. */
      isSame: z.boolean(),
      /** Somebody else than its sender has paid. */
      isOtherPayer: z.boolean(),
    }),
  ),
  history: z.array(DocumentEvent),
})
export type IncomingFundDetail = z.output<typeof IncomingFundDetail>

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  accountId: 'Guid',
  payer: 'String',
  remark: 'String',
  receivedOn: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/rmttransaction/incomingfund'
const permission = 'view_incoming_funds' as const
const { match, giveBack } = actionsOf(fundWorkflow, {
  path,
  row: IncomingFundDetail,
  kinds: { giveBack: 'CANCEL' },
})

/** Money that came in at a bank for orders: matched to one, or sent back. */
export const incomingFunds = {
  ...listCalls({ path, permission, row: IncomingFund, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: IncomingFundDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_incoming_funds',
    input: IncomingFundDraft,
    output: IncomingFundDetail,
    movesValue: true,
  }),
  match: { ...match, input: Matching, movesValue: true as const },
  giveBack: { ...giveBack, movesValue: true as const },
}
