import { Exact } from '#kit/domain/decimals.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { companyRows } from '#modules/organisation/public.server.ts'
import { type PayoutBaseRateDraft, payoutBaseRates } from './base-rates.contract.ts'
import * as queries from './base-rates.queries.ts'

export const payoutBaseRatesRouter = serve(
  payoutBaseRates,
  companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.get,
    presenter: () => (row: queries.PayoutBaseRateRow) => ({ ...row, rate: new Exact(row.rate).toFixed() }),
    store: (_db, draft: PayoutBaseRateDraft) => draft,
  }),
)
