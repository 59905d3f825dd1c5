import { serve } from '#kit/server/module.server.ts'
import { companyRows } from '#modules/organisation/public.server.ts'
import { refuseUnknown } from '../providers/known.server.ts'
import { type PurposeCodeDraft, purposeCodes } from './purposes.contract.ts'
import type { purposes } from './purposes.domain.ts'
import * as queries from './purposes.queries.ts'

export const purposeCodesRouter = serve(
  purposeCodes,
  companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.get,
    presenter: () => (row: queries.PurposeCodeRow) => ({
      ...row,
      purpose: row.purpose as (typeof purposes)[number],
    }),
    store: async (db, draft: PurposeCodeDraft) => {
      await refuseUnknown(db, draft.providerId)
      return draft
    },
  }),
)
