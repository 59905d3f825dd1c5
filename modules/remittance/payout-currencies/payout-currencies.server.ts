import { Exact } from '#kit/domain/decimals.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { companyRows, exponentOf } from '#modules/organisation/public.server.ts'
import { refuseCrossed } from '../providers/known.server.ts'
import { type PayoutCurrencyDraft, payoutCurrencies } from './payout-currencies.contract.ts'
import * as queries from './payout-currencies.queries.ts'

export const payoutCurrenciesRouter = serve(
  payoutCurrencies,
  companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.get,
    presenter:
      () =>
      ({ minimum, maximum, ...row }: queries.PayoutCurrencyRow) => ({
        ...row,
        minimum: minimum && new Exact(minimum).toFixed(exponentOf(row.currency)),
        maximum: maximum && new Exact(maximum).toFixed(exponentOf(row.currency)),
      }),
    store: (_db, draft: PayoutCurrencyDraft) => {
      refuseCrossed(draft)
      return draft
    },
  }),
)
