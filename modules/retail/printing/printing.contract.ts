import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { ById } from '#kit/contract/shapes.contract.ts'
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
