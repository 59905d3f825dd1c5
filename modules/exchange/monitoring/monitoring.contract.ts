import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { listQuery } from '#kit/contract/list.contract.ts'
import { dealColumns, namedDeals } from '../deals/deals.contract.ts'

/** Lists of deals as workbooks; who takes them away is in the audit. */
export const dealExport = namedDeals({
  export: write({
    path: '/postransaction/manage/export',
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
