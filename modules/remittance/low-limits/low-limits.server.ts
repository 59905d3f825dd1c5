import { Exact } from '#kit/domain/decimals.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { companyRows, exponentOf } from '#modules/organisation/public.server.ts'
import { refuseUnknown } from '../providers/known.server.ts'
import { type LowLimitDraft, lowLimits } from './low-limits.contract.ts'
import * as queries from './low-limits.queries.ts'

export const lowLimitsRouter = serve(
  lowLimits,
  companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.get,
    presenter: () => (row: queries.LowLimitRow) => ({
      ...row,
      amount: new Exact(row.amount).toFixed(exponentOf(row.currency)),
    }),
    store: async (db, draft: LowLimitDraft) => {
      await refuseUnknown(db, draft.providerId)
      return draft
    },
  }),
)
