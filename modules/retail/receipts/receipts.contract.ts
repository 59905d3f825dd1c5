import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, line, required, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Price } from '../items/items.contract.ts'

export const ReceiptDraft = z.strictObject({
  branchId: Id,
  supplier: required(80),
  invoice: line(60).default(''),
  lines: z
    .array(z.strictObject({ itemId: Id, quantity: z.string().regex(/^[1-9]\d{0,7}$/), cost: Price }))
    .min(1)
    .max(300),
})
export type ReceiptDraft = z.output<typeof ReceiptDraft>

const Receipt = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(['posted']),
  branchId: Id,
  branch: z.string(),
  supplier: z.string(),
  invoice: z.string(),
  businessDate: DateOnly,
  value: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Receipt = z.output<typeof Receipt>

const ReceiptDetail = z.object({
  ...Receipt.shape,
  lines: z.array(
    z.object({ itemId: Id, sku: z.string(), name: z.string(), quantity: z.string(), cost: z.string() }),
  ),
  history: z.array(DocumentEvent),
})
export type ReceiptDetail = z.output<typeof ReceiptDetail>

const columns = {
  number: 'String',
  branchId: 'Guid',
  supplier: 'String',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/inventoryadjustment'
const permission = 'view_retail_stock' as const

export const goodsReceipts = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(Receipt),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: ReceiptDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_retail_stock',
    input: ReceiptDraft,
    output: ReceiptDetail,
    movesValue: true,
  }),
}
