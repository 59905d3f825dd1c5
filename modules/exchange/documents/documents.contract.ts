import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { listQuery } from '#kit/contract/list.contract.ts'
import { ById } from '#kit/contract/shapes.contract.ts'
import { dealColumns, namedDeals } from '../deals/deals.contract.ts'
import { receiptPapers } from '../receipts/receipts.domain.ts'

const path = '/postransaction/manage'
const permission = ['create_transactions', 'export_transactions'] as const
const Print = ById.extend({
  paper: z.enum(receiptPapers).default('roll80'),
  /** Of the receipt, whatever the screen speaks; receipts are in English and Traditional Chinese. */
  language: z.string().max(10).default('en'),
})

/** A deal on paper, and lists of deals as workbooks; who takes them away is in the audit. */
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
  export: write({
    path: `${path}/export`,
    kind: 'PRINT',
    stepUp: true,
    permission: 'export_transactions',
    input: listQuery(dealColumns).extend({
      list: z.enum(['all', 'pending', 'history', 'cancelled']).default('all'),
    }),
    output: z.unknown(),
    download: true,
  }),
})
