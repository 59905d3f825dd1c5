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
import { Amount, Country, Currency } from '../providers/providers.contract.ts'
import { fixedSides } from '../quotes/quotes.domain.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { reportKinds, reportSources } from '../partners/reports.domain.ts'
import { fieldKeys, methods } from '../recipients/fields.domain.ts'
import { orderStates, orderWorkflow } from '../order-rows/order-workflow.domain.ts'
import { purposes } from '../purposes/purposes.domain.ts'
import { fundSources, relationships, waits } from '../order-rows/orders.domain.ts'

const Corridor = z.strictObject({ country: Country, currency: Currency, method: z.enum(methods) })
const Asked = z.strictObject({ ...Corridor.shape, fixed: z.enum(fixedSides), amount: Amount })

const Recipient = z.strictObject({
  recipientName: requiredLine(140),
  recipient: z.partialRecord(z.enum(fieldKeys), line(255)).default({}),
})

export const OrderDraft = z.strictObject({
  /** Made by who calls, so that a lost answer makes no second order. */
  id: Id,
  branchId: Id,
  counterId: Id,
  customerId: Id,
  ...Asked.shape,
  providerId: Id,
  /** Why this partner, where another pays out more. */
  providerReason: line(200).default(''),
  ...Recipient.shape,
  purpose: z.enum(purposes),
  sourceOfFunds: z.enum(fundSources),
  relationship: z.enum(relationships),
  /** Why it is like another of the day, where it is. */
  duplicateReason: line(200).default(''),
})
export type OrderDraft = z.output<typeof OrderDraft>

/** Fees depend on the kind of customer; without one they are those of all. */
const Compare = z.strictObject({ branchId: Id, customerId: Id.optional(), ...Asked.shape })
export type Compare = z.output<typeof Compare>

const Amend = z.strictObject({ ...Versioned.shape, ...Recipient.shape })
export type Amend = z.output<typeof Amend>

const Pay = z.strictObject({ ...Versioned.shape, modeId: Id })
export type Pay = z.output<typeof Pay>

const Offer = z.object({
  providerId: Id,
  provider: z.string(),
  rate: z.string(),
  sends: z.string(),
  gets: z.string(),
  fee: z.string(),
  tax: z.string(),
  total: z.string(),
  arrivesOn: DateOnly,
})

const Doubt = z.object({ field: z.string(), code: z.string() })

const Order = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(orderStates),
  isHeld: z.boolean(),
  branchId: Id,
  branch: z.string(),
  counterId: Id,
  counter: z.string(),
  customerId: Id,
  customerType: z.int().nullable(),
  customer: z.string(),
  businessDate: DateOnly.nullable(),
  country: z.string(),
  currency: z.string(),
  method: z.enum(methods),
  providerId: Id,
  provider: z.string(),
  fixed: z.enum(fixedSides),
  rate: z.string(),
  sends: z.string(),
  gets: z.string(),
  fee: z.string(),
  tax: z.string(),
  total: z.string(),
  rounding: z.string(),
  recipientName: z.string(),
  arrivesOn: DateOnly,
  quotedUntil: Instant,
  /** What it stands for: a balance, a rate, or a look at the partner's statement. */
  waitsFor: z.enum(waits),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Order = z.output<typeof Order>

/** What the partner has said of it, as it came. */
const Told = z.object({
  id: Id,
  kind: z.enum(reportKinds),
  source: z.enum(reportSources),
  amount: z.string().nullable(),
  reason: z.string(),
  occurredAt: Instant.nullable(),
  cameAt: Instant,
  outcome: z.string(),
})
export type Told = z.output<typeof Told>

const OrderDetail = z.object({
  ...Order.shape,
  providerReason: z.string(),
  recipientLatin: z.string(),
  recipient: z.partialRecord(z.enum(fieldKeys), z.string()),
  doubts: z.array(Doubt),
  /** The purpose as the partner calls it there; empty where it has no codes. */
  purposeCode: z.string(),
  duplicateReason: z.string(),
  /** Whether fee and its tax stay when it is refunded. */
  isFeeKept: z.boolean(),
  /** What the partner knows it by. */
  reference: z.string(),
  sentAt: Instant.nullable(),
  /** What the partner takes of the balance for it, in the currency in which it settles. */
  settles: z.string(),
  settlementCurrency: z.string(),
  /** Of what came back, what banks kept on the way. */
  kept: z.string(),
  told: z.array(Told),
  /** Whether its partner can be asked now what became of it: one that takes files cannot. */
  isAskable: z.boolean(),
  /** Where anybody who has the code sees its state. */
  trackingCode: z.string(),
  purpose: z.enum(purposes),
  sourceOfFunds: z.enum(fundSources),
  relationship: z.enum(relationships),
  history: z.array(DocumentEvent),
})
export type OrderDetail = z.output<typeof OrderDetail>

const Summary = z.object({
  count: z.int(),
  sends: z.string(),
  fees: z.string(),
  corridors: z.array(
    z.object({
      country: z.string(),
      currency: z.string(),
      count: z.int(),
      sends: z.string(),
      gets: z.string(),
    }),
  ),
})

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  customerId: 'Guid',
  customer: 'String',
  recipientName: 'String',
  providerId: 'Guid',
  country: 'String',
  waitsFor: 'select',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/rmttransaction'
const permission = 'view_remittance_orders' as const
const create = 'create_remittance_orders' as const
const acts = actionsOf(orderWorkflow, {
  path,
  row: OrderDetail,
  kinds: { cancel: 'CANCEL', cancelPaid: 'CANCEL', recall: 'CANCEL' },
})

export const orders = {
  ...listCalls({ path, permission, row: Order, columns }),
  getById: read({ path: `${path}/detail`, permission, input: ById, output: OrderDetail }),
  /** What was sent between two days, by corridor; what was cancelled or expired does not count. */
  historySummary: read({
    path: `${path}/historySummary`,
    permission,
    input: z.strictObject({ from: DateOnly, to: DateOnly }),
    output: Summary,
  }),
  /** What each partner pays out, what it costs and when it arrives: the best first. */
  compare: read({
    path: `${path}/compare`,
    method: 'POST',
    permission: ['view_remittance_orders', create],
    input: Compare,
    output: z.array(Offer),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: create,
    input: OrderDraft,
    output: OrderDetail,
  }),
  quote: acts.quote,
  agree: acts.agree,
  amend: { ...acts.amend, input: Amend },
  pay: { ...acts.pay, input: Pay, movesValue: true as const },
  confirmFunds: acts.confirmFunds,
  clear: acts.clear,
  refuse: acts.refuse,
  cancel: acts.cancel,
  cancelPaid: acts.cancelPaid,
  recall: acts.recall,
  sendAgain: acts.sendAgain,
  repeat: acts.repeat,
  confirmPaid: { ...acts.confirmPaid, movesValue: true as const },
  confirmRejected: acts.confirmRejected,
  oweBack: acts.oweBack,
  refund: { ...acts.refund, movesValue: true as const },
  hold: acts.hold,
  release: acts.release,
  /** Asks the partner now what became of an order; what it answers is in the history a moment later. */
  ask: write({
    path: `${path}/ask`,
    kind: 'UPDATE',
    permission: 'manage_remittance_orders',
    input: ById,
    output: OrderDetail,
  }),
  ...attachmentCalls({ path, view: permission, manage: 'manage_remittance_orders' }),
}
