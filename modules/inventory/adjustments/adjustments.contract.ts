import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, lines, Version } from '#kit/contract/shapes.contract.ts'
import { Amount, Piece } from '../items/items.contract.ts'
import { adjustmentKinds, adjustmentStates, adjustmentWorkflow, permissionFor } from './adjustments.domain.ts'

export const OpeningDraft = z.strictObject({
  branchId: Id,
  /** Today in the branch, unless given. */
  businessDate: DateOnly.optional(),
  note: lines(500).default(''),
  /** Above the limit of the person it is requested, and posted once another approves it. */
  askApproval: z.boolean().default(false),
  /** What each lot cost in local currency; local money costs what it is, and none is given. */
  lines: z
    .array(z.strictObject({ itemId: Id, quantity: Amount, cost: Amount.optional() }))
    .min(1)
    .max(300),
})

export const FloatDraft = z.strictObject({
  branchId: Id,
  /** Null: the vault of the branch. */
  fromCounterId: Id.nullable(),
  toCounterId: Id.nullable(),
  note: lines(500).default(''),
  lines: z
    .array(z.strictObject({ itemId: Id, quantity: Amount, pieces: z.array(Piece).max(40).default([]) }))
    .min(1)
    .max(300),
})

export const Adjustment = z.object({
  id: Id,
  version: Version,
  kind: z.enum(adjustmentKinds),
  state: z.enum(adjustmentStates),
  branchId: Id,
  branchName: z.string(),
  fromCounterId: Id.nullable(),
  fromCounter: z.string().nullable(),
  toCounterId: Id.nullable(),
  toCounter: z.string().nullable(),
  businessDate: DateOnly,
  /** In local currency. */
  value: z.string(),
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  /** Of what was requested: who approved, rejected or withdrew it, and when. */
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  reversedAt: Instant.nullable(),
  reversedBy: z.string().nullable(),
  reason: z.string(),
  can: z.array(z.enum(['approve', 'reject', 'withdraw', 'reverse'])),
})
export type Adjustment = z.output<typeof Adjustment>

const AdjustmentDetail = z.object({
  ...Adjustment.shape,
  lines: z.array(
    z.object({
      itemId: Id,
      code: z.string(),
      flagCode: z.string(),
      exponent: z.int(),
      quantity: z.string(),
      value: z.string(),
      pieces: z.array(Piece),
    }),
  ),
})
export type AdjustmentDetail = z.output<typeof AdjustmentDetail>

const columns = {
  kind: 'select',
  state: 'select',
  branchId: 'Guid',
  fromCounterId: 'Guid',
  toCounterId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posinventory/opening'
const permission = ['view_stock', ...Object.values(permissionFor)] as const
const { approve, reject, withdraw, reverse } = actionsOf(adjustmentWorkflow, { path, row: AdjustmentDetail })

export const adjustments = {
  ...listCalls({ path, permission, row: Adjustment, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: AdjustmentDetail }),
  createOpening: write({
    path: `${path}/createOpening`,
    kind: 'CREATE',
    permission: permissionFor.opening,
    input: OpeningDraft,
    output: AdjustmentDetail,
    movesValue: true,
  }),
  createFloat: write({
    path: `${path}/createFloat`,
    kind: 'CREATE',
    permission: permissionFor.float,
    input: FloatDraft,
    output: AdjustmentDetail,
    movesValue: true,
  }),
  approve: { ...approve, movesValue: true },
  reject,
  withdraw,
  reverse: { ...reverse, movesValue: true },
}
