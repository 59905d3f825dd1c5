import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { batchFormats, batchStates, batchWorkflow } from '../batch-items/batch-workflow.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const PayoutBatchDraft = z.strictObject({
  providerId: Id,
  format: z.enum(batchFormats).default('csv'),
})
export type PayoutBatchDraft = z.output<typeof PayoutBatchDraft>

const TakeOut = z.strictObject({ ...Versioned.shape, orderId: Id })
export type TakeOut = z.output<typeof TakeOut>

const PayoutBatch = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(batchStates),
  providerId: Id,
  provider: z.string(),
  branchId: Id,
  branch: z.string(),
  format: z.enum(batchFormats),
  valueDay: DateOnly.nullable(),
  count: z.int(),
  currency: z.string(),
  /** What the partner takes of the balance for all of them. */
  total: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type PayoutBatch = z.output<typeof PayoutBatch>

const Item = z.object({
  orderId: Id,
  reference: z.string(),
  customer: z.string(),
  recipientName: z.string(),
  currency: z.string(),
  gets: z.string(),
  settles: z.string(),
  /** What the partner last said of it; empty where it has said nothing. */
  result: z.string(),
  reason: z.string(),
})
export type BatchItem = z.output<typeof Item>

const PayoutBatchDetail = z.object({
  ...PayoutBatch.shape,
  /** Of all that is in it, as it was closed. */
  hash: z.string(),
  items: z.array(Item),
  history: z.array(DocumentEvent),
})
export type PayoutBatchDetail = z.output<typeof PayoutBatchDetail>

const Results = z.object({
  /** Lines of the file. */
  count: z.int(),
  /** Orders that follow what it says. */
  applied: z.int(),
  /** Lines that say nothing new: a file that is read again changes nothing. */
  passed: z.int(),
  /** Lines that contradict what is known; a person looks. */
  conflicts: z.int(),
  /** Lines of no order. */
  unknown: z.int(),
  faults: z.array(z.object({ rowNumber: z.int(), field: z.string(), code: z.string(), message: z.string() })),
})
export type BatchResults = z.output<typeof Results>

const columns = {
  number: 'String',
  state: 'select',
  providerId: 'Guid',
  branchId: 'Guid',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/rmttransaction/batch'
const permission = 'view_payout_batches' as const
const manage = 'manage_payout_batches' as const
const { collect, takeOut, close, reopen, approve, reject, send, cancel } = actionsOf(batchWorkflow, {
  path,
  row: PayoutBatchDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

/** Orders that go to a partner in one file, let go by a second person. */
export const payoutBatches = {
  ...listCalls({ path, permission, row: PayoutBatch, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: PayoutBatchDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: manage,
    input: PayoutBatchDraft,
    output: PayoutBatchDetail,
  }),
  collect,
  takeOut: { ...takeOut, input: TakeOut },
  close,
  reopen,
  approve: { ...approve, stepUp: true as const },
  reject,
  send: { ...send, movesValue: true as const },
  cancel,
  /** The file as the partner takes it; the same bytes each time. */
  file: read({ path: `${path}/file`, permission, input: ById, output: z.unknown(), download: true }),
  /** What became of the items by a file of the partner: CSV or XLSX with *reference* and *status*, each line by itself. */
  readResults: write({
    path: `${path}/readResults`,
    kind: 'UPDATE',
    permission: manage,
    input: z.strictObject({ providerId: Id }),
    upload: { maxBytes: 10_485_760, types: [xlsx, 'text/csv'] },
    output: Results,
  }),
}
