import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id, requiredLine } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

const code = requiredLine(40)
const quantity = z.string().regex(/^[1-9]\d{0,7}$/)

/** Batches that are named, with their units; none: those that expire first. */
export const NamedBatches = z.array(z.strictObject({ code, quantity })).max(20).default([])
/** Batches with their last day of sale, which of one known before need not be given again. */
export const ReceivedBatches = z
  .array(z.strictObject({ code, quantity, expiresOn: DateOnly.nullable().default(null) }))
  .max(20)
  .default([])
/** Batches as a document has them. */
export const Batches = z.array(
  z.object({ code: z.string(), expiresOn: DateOnly.nullable(), quantity: z.string() }),
)

export const ExpiryAsk = z.strictObject({
  branchId: Id.optional(),
  /** Up to and with this last day of sale. */
  until: DateOnly.optional(),
})
export type ExpiryAsk = z.output<typeof ExpiryAsk>

const ExpiryRow = z.strictObject({
  branchId: Id,
  branch: z.string(),
  sku: z.string(),
  name: z.string(),
  batch: z.string(),
  expiresOn: DateOnly,
  /** Days from today of the branch to the last day of sale; below zero where it has passed. */
  days: z.int(),
  quantity: z.string(),
  state: z.enum(['expired', 'sellable']),
})
export type ExpiryRow = z.output<typeof ExpiryRow>
export const expiryReport: Report<ExpiryRow> = {
  texts: 'retail:expiry',
  name: 'retail-expiry',
  columns: [
    { key: 'branch', isGroup: true },
    { key: 'expiresOn', kind: 'date' },
    { key: 'days', kind: 'number' },
    { key: 'sku' },
    { key: 'name', isHead: true },
    { key: 'batch' },
    { key: 'quantity', kind: 'number' },
    { key: 'state', kind: 'value' },
  ],
}

/** Batches in stock by their last day of sale, on the branch's calendar. */
export const retailExpiry = reportReads({
  path: '/posretail/report',
  name: 'expiry',
  permission: 'view_retail_stock',
  input: ExpiryAsk,
  output: z.strictObject({ rows: z.array(ExpiryRow) }),
})
