import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, line, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Batches, ReceivedBatches } from '../batches/batches.contract.ts'
import { Price } from '../items/items.contract.ts'
import { adjustmentStates, adjustmentWorkflow, reasons } from './adjustments.domain.ts'

export const AdjustmentDraft = z.strictObject({
  branchId: Id,
  /** Of goods that lie at a counter; without one they lie in the store. */
  counterId: Id.nullable().default(null),
  reason: z.enum(reasons).default('receipt'),
  /** From whom goods came, or to whom they go back. */
  supplier: line(80).default(''),
  invoice: line(60).default(''),
  note: line(200).default(''),
  lines: z
    .array(
      z.strictObject({
        itemId: Id,
        /** Units; of a pack those in it. */
        quantity: z.string().regex(/^[1-9]\d{0,7}$/),
        /** Of all of it, without tax; only of what comes in. */
        cost: Price.default('0'),
        /** Of what is kept by serial: one for each unit. */
        serials: z.array(requiredLine(60)).max(1000).default([]),
        /** Of what is kept by batch: all of what comes in; of what goes out none, or which. */
        batches: ReceivedBatches,
      }),
    )
    .min(1)
    .max(300),
})
export type AdjustmentDraft = z.output<typeof AdjustmentDraft>

const Adjustment = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(adjustmentStates),
  reason: z.enum(reasons),
  branchId: Id,
  branch: z.string(),
  counterId: Id.nullable(),
  counter: z.string().nullable(),
  supplier: z.string(),
  invoice: z.string(),
  note: z.string(),
  businessDate: DateOnly.nullable(),
  value: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Adjustment = z.output<typeof Adjustment>

const AdjustmentDetail = z.object({
  ...Adjustment.shape,
  lines: z.array(
    z.object({
      itemId: Id,
      sku: z.string(),
      name: z.string(),
      quantity: z.string(),
      cost: z.string(),
      serials: z.array(z.string()),
      batches: Batches,
    }),
  ),
  history: z.array(DocumentEvent),
})
export type AdjustmentDetail = z.output<typeof AdjustmentDetail>

const columns = {
  number: 'String',
  state: 'select',
  reason: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  supplier: 'String',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/inventoryadjustment'
const permission = 'view_retail_stock' as const
const { approve, reject, cancel } = actionsOf(adjustmentWorkflow, {
  path,
  row: AdjustmentDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

export const goodsAdjustments = {
  ...listCalls({ path, permission, row: Adjustment, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: AdjustmentDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_retail_stock',
    input: AdjustmentDraft,
    output: AdjustmentDetail,
    movesValue: true,
  }),
  approve: { ...approve, movesValue: true as const },
  reject,
  cancel,
}
