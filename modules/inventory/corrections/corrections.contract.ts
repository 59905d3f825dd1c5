import * as z from 'zod'
import { actionsOf, listCalls, updateOf } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, line, lines, Version } from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Amount, Piece } from '../items/items.contract.ts'
import { Pieces } from '../loads/loads.contract.ts'
import { correctionStates, correctionWorkflow, reasons } from './corrections.domain.ts'

export const CorrectionDraft = z.strictObject({
  reason: z.enum(reasons),
  branchId: Id,
  /** Null: the vault of the branch. */
  counterId: Id.nullable(),
  note: lines(500).min(1),
  /** Of counterfeit notes: their numbers, who brought them, the reference of the police or the bank, the deal they came with. */
  serials: lines(1000).default(''),
  broughtBy: line(200).default(''),
  reference: line(100).default(''),
  dealNumber: line(40).default(''),
  lines: z
    .array(
      z.strictObject({
        itemId: Id,
        way: z.enum(['in', 'out']),
        quantity: Amount,
        pieces: Pieces,
        /** In local currency, of a correction that comes in. */
        cost: Amount.nullable().default(null),
      }),
    )
    .min(1)
    .max(300),
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

export const Correction = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  reason: z.enum(reasons),
  state: z.enum(correctionStates),
  branchId: Id,
  branchName: z.string(),
  counterId: Id.nullable(),
  counterName: z.string().nullable(),
  businessDate: DateOnly.nullable(),
  /** In local currency; as it would cost now, until it is processed. */
  value: z.string(),
  note: z.string(),
  serials: z.string(),
  broughtBy: z.string(),
  reference: z.string(),
  dealNumber: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Correction = z.output<typeof Correction>

export const CorrectionDetail = z.object({
  ...Correction.shape,
  lines: z.array(
    z.object({
      itemId: Id,
      code: z.string(),
      flagCode: z.string(),
      exponent: z.int(),
      way: z.enum(['in', 'out']),
      quantity: z.string(),
      cost: z.string().nullable(),
      pieces: z.array(Piece),
    }),
  ),
  history: z.array(DocumentEvent),
})
export type CorrectionDetail = z.output<typeof CorrectionDetail>

const columns = {
  number: 'String',
  reason: 'select',
  state: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posinventory/adjustment'
const permission = 'view_stock_adjustments' as const
const manage = 'manage_stock_adjustments' as const
const acts = actionsOf(correctionWorkflow, { path, row: CorrectionDetail })
const made = { permission: manage, input: CorrectionDraft, output: CorrectionDetail } as const

/** What changes stock outside a deal, a count and a transfer; specification 001, 4. */
export const corrections = {
  ...listCalls({ path, permission, row: Correction, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: CorrectionDetail }),
  create: write({ path: `${path}/create`, kind: 'CREATE', ...made }),
  createAndProcess: write({ path: `${path}/createAndProcess`, kind: 'CREATE', ...made, movesValue: true }),
  update: write({ path: `${path}/update`, kind: 'UPDATE', ...made, input: updateOf(CorrectionDraft) }),
  process: { ...acts.process, movesValue: true },
  approve: { ...acts.approve, movesValue: true },
  reject: acts.reject,
  cancel: acts.cancel,
  reverse: { ...acts.reverse, movesValue: true },
  ...attachmentCalls({ path, view: permission, manage }),
}
