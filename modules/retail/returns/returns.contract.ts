import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  Instant,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Batches, NamedBatches } from '../batches/batches.contract.ts'
import { Settle } from '../sales/sales.contract.ts'
import { refundStates, refundWorkflow } from './returns.domain.ts'

const Units = z.string().regex(/^[1-9]\d{0,5}$/)

export const RefundDraft = z.strictObject({
  /** Made by who calls, so that a lost answer makes no second return. */
  id: Id,
  saleId: Id,
  /** Which pays it back, of the branch of the sale. */
  counterId: Id,
  reason: requiredLine(200),
  lines: z
    .array(
      z.strictObject({
        /** The place of the line on the receipt, from 1. */
        position: z.int().min(1).max(300),
        quantity: Units,
        /** Of what is kept by serial: one for each unit. */
        serials: z.array(requiredLine(60)).max(300).default([]),
        /** Of what is kept by batch: which; none: those that expire last. */
        batches: NamedBatches,
      }),
    )
    .min(1)
    .max(300),
})
export type RefundDraft = z.output<typeof RefundDraft>

export const Exchange = z.strictObject({
  ...Versioned.shape,
  /** A sale of the same counter, which it pays. */
  saleId: Id,
  saleVersion: Version,
  /** What is left to pay; none where more came back than is bought. */
  payments: Settle.shape.payments,
  acceptsPrices: z.boolean().default(false),
})
export type Exchange = z.output<typeof Exchange>

const ReturnableQuery = z.strictObject({ number: requiredLine(40), counterId: Id })

const Returnable = z.object({
  saleId: Id,
  number: z.string(),
  businessDate: DateOnly.nullable(),
  total: z.string(),
  lines: z.array(
    z.object({
      position: z.int(),
      sku: z.string(),
      name: z.string(),
      quantity: z.string(),
      total: z.string(),
      /** Units that have not come back. */
      left: z.string(),
      /** Those that may come back. */
      serials: z.array(z.string()),
      batches: Batches,
    }),
  ),
})
export type Returnable = z.output<typeof Returnable>

const Refund = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(refundStates),
  saleId: Id,
  saleNumber: z.string(),
  branchId: Id,
  branch: z.string(),
  counterId: Id,
  counter: z.string(),
  businessDate: DateOnly.nullable(),
  reason: z.string(),
  discount: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  rounding: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Refund = z.output<typeof Refund>

const RefundDetail = z.object({
  ...Refund.shape,
  lines: z.array(
    z.object({
      position: z.int(),
      sku: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.string(),
      serials: z.array(z.string()),
      batches: Batches,
      price: z.string(),
      rates: z.array(z.string()),
      discount: z.string(),
      net: z.string(),
      tax: z.string(),
      owed: z.string(),
      total: z.string(),
    }),
  ),
  /** Set off: it paid for other goods. */
  payments: z.array(z.object({ modeId: Id, mode: z.string(), amount: z.string(), isSetOff: z.boolean() })),
  history: z.array(DocumentEvent),
})
export type RefundDetail = z.output<typeof RefundDetail>

const columns = {
  number: 'String',
  saleNumber: 'String',
  state: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/refund'
const permission = 'view_retail_sales' as const
const { approve, reject, settle, exchange, cancel } = actionsOf(refundWorkflow, {
  path,
  row: RefundDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

export const refunds = {
  ...listCalls({ path, permission, row: Refund, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: RefundDetail }),
  /** What of a receipt may still come back, by its number. */
  getReturnable: read({
    path: `${path}/getReturnable`,
    permission: ['view_retail_sales', 'refund_retail_sales'],
    input: ReturnableQuery,
    output: Returnable,
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'refund_retail_sales',
    input: RefundDraft,
    output: RefundDetail,
  }),
  approve,
  reject,
  settle: { ...settle, movesValue: true as const },
  exchange: { ...exchange, input: Exchange, movesValue: true as const },
  cancel,
}
