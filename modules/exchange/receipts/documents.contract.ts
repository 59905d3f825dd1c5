import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { ById } from '#kit/contract/shapes.contract.ts'
import { namedDeals } from '../deals/deals.contract.ts'
import { receiptPapers } from './receipts.domain.ts'

const path = '/postransaction/manage'
const permission = ['create_transactions', 'export_transactions'] as const
const Print = ById.extend({
  paper: z.enum(receiptPapers).default('roll80'),
  /** Of the receipt, whatever the screen speaks; receipts are in English and Traditional Chinese. */
  language: z.string().max(10).default('en'),
})

/** A deal on paper; who takes it away is in the audit. */
export const dealDocuments = namedDeals({
  /** The receipt; of a deal that was reversed or ended, its void. */
  print: write({
    path: `${path}/print`,
    kind: 'PRINT',
    permission,
    input: Print,
    output: z.unknown(),
    download: true,
  }),
  printQuote: write({
    path: `${path}/printQuote`,
    kind: 'PRINT',
    permission,
    input: Print,
    output: z.unknown(),
    download: true,
  }),
})
