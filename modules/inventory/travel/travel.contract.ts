import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { Booked } from '../reports/reports.contract.ts'
import { transferStates } from '../transfers/transfers.domain.ts'
import { bands } from './travel.domain.ts'

const path = '/posinventory/report'
const permission = 'view_transfers' as const
const sum = { kind: 'number', isSummed: true } as const

const Carried = {
  transferId: Id,
  number: z.string(),
  state: z.enum(transferStates),
  from: z.string(),
  to: z.string(),
  bag: z.string(),
  carrier: z.string(),
  itemId: Id,
  code: z.string(),
  flagCode: z.string(),
}

const BranchTransferRow = z.strictObject({
  ...Carried,
  sentDate: DateOnly,
  receivedDate: DateOnly.nullable(),
  /** Null for who is to count it blind, as the value. */
  quantity: z.string().nullable(),
  value: z.string().nullable(),
  /** What was counted where it arrived. */
  received: z.string().nullable(),
  /** What was counted, less what was sent. */
  difference: z.string().nullable(),
  onWay: z.string().nullable(),
})
export type BranchTransferRow = z.output<typeof BranchTransferRow>
export const branchTransferReport: Report<BranchTransferRow> = {
  texts: 'inventory:branchTransfers',
  name: 'branch-transfers',
  columns: [
    { key: 'sentDate', kind: 'date' },
    { key: 'number', isHead: true },
    { key: 'from' },
    { key: 'to' },
    { key: 'code' },
    { key: 'quantity', kind: 'number' },
    { key: 'value', ...sum },
    { key: 'receivedDate', kind: 'date' },
    { key: 'received', kind: 'number' },
    { key: 'difference', kind: 'number' },
    { key: 'onWay', kind: 'number' },
    { key: 'state', kind: 'value' },
    { key: 'bag', only: 'workbook' },
    { key: 'carrier', only: 'workbook' },
  ],
}
export const BranchTransferAsk = z.strictObject({
  /** At either end. */
  branchId: Id.optional(),
  itemId: Id.optional(),
  from: DateOnly,
  to: DateOnly,
})
/** Each line of what branches sent one another between two business dates: what left, what came, what differs; specification 001, 2.2. */
export const branchTransfers = reportReads({
  path,
  name: 'branchTransfers',
  permission,
  input: BranchTransferAsk,
  output: z.strictObject({
    local: z.string(),
    rows: z.array(BranchTransferRow),
    isCut: z.boolean(),
    booked: Booked,
  }),
})

const TransitRow = z.strictObject({
  ...Carried,
  sentAt: Instant,
  expectedAt: Instant.nullable(),
  isOverdue: z.boolean(),
  /** Whole days since it left. */
  days: z.int(),
  quantity: z.string().nullable(),
  /** What it cost, in the band of its days; null in the others, and for who is to count it blind. */
  ...(Object.fromEntries(bands.map((band) => [band, z.string().nullable()])) as Record<
    (typeof bands)[number],
    z.ZodNullable<z.ZodString>
  >),
})
export type TransitRow = z.output<typeof TransitRow>
export const transitReport: Report<TransitRow> = {
  texts: 'inventory:transitAgeing',
  name: 'transit-ageing',
  columns: [
    { key: 'number', isHead: true },
    { key: 'from' },
    { key: 'to' },
    { key: 'carrier' },
    { key: 'sentAt', kind: 'dateTime' },
    { key: 'expectedAt', kind: 'dateTime' },
    { key: 'code' },
    { key: 'quantity', kind: 'number' },
    ...bands.map((key) => ({ key, ...sum })),
    { key: 'state', kind: 'value' },
  ],
}
/** What is on its way now, by how long it has been. */
export const transitAgeing = reportReads({
  path,
  name: 'transitAgeing',
  permission,
  input: z.strictObject({ branchId: Id.optional() }),
  output: z.strictObject({ local: z.string(), rows: z.array(TransitRow), booked: Booked }),
})
