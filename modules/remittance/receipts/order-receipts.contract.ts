import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { ById } from '#kit/contract/shapes.contract.ts'
import { receiptPapers } from '#modules/exchange/receipts/receipts.domain.ts'

/** An order on paper; who takes it away is in the audit. */
export const orderReceipts = {
  /** The disclosure before it is paid, the receipt after it, and its void once it is given up. */
  print: write({
    path: '/rmttransaction/print',
    kind: 'PRINT',
    permission: ['create_remittance_orders', 'manage_remittance_orders'],
    input: ById.extend({
      paper: z.enum(receiptPapers).default('roll80'),
      /** Of the receipt, whatever the screen speaks; receipts are in English and Traditional Chinese. */
      language: z.string().max(10).default('en'),
    }),
    output: z.unknown(),
    download: true,
  }),
}
