import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { ById, Id } from '#kit/contract/shapes.contract.ts'
import { receiptPapers } from '#modules/exchange/receipts/receipts.domain.ts'

const Print = ById.extend({
  paper: z.enum(receiptPapers).default('roll80'),
  /** Of the receipt, whatever the screen speaks; receipts are in English and Traditional Chinese. */
  language: z.string().max(10).default('en'),
})
const printed = { kind: 'PRINT', input: Print, output: z.unknown(), download: true } as const

/** Receipts of sales and returns, on the paper of deals; after the first they are copies. */
export const saleReceipts = {
  print: write({
    path: '/posretail/sale/print',
    permission: 'create_retail_sales',
    ...printed,
  }),
}
export const refundReceipts = {
  print: write({
    path: '/posretail/refund/print',
    permission: 'refund_retail_sales',
    ...printed,
  }),
}

/** A label on its own, as of a roll, or a sheet of A4 with three times eight of them. */
export const labelPapers = ['roll', 'a4'] as const
const PrintLabels = z.strictObject({
  /** Whose price and tax are printed. */
  branchId: Id,
  paper: z.enum(labelPapers).default('roll'),
  labels: z
    .array(z.strictObject({ itemId: Id, copies: z.int().min(1).max(200).default(1) }))
    .min(1)
    .max(50),
})
export type PrintLabels = z.output<typeof PrintLabels>

/** Labels of items: name, price with tax, and barcode. */
export const itemLabels = {
  print: write({
    path: '/posretail/item/label',
    permission: ['manage_retail_items', 'manage_retail_stock'],
    kind: 'PRINT',
    input: PrintLabels,
    output: z.unknown(),
    download: true,
  }),
}
