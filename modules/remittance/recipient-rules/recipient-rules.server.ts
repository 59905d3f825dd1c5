import { Exact } from '#kit/domain/decimals.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { companyRows } from '#modules/organisation/public.server.ts'
import { refuseCrossed } from '../providers/known.server.ts'
import type { Method } from '../recipients/fields.domain.ts'
import { type RecipientRule, type RecipientRuleDraft, recipientRules } from './recipient-rules.contract.ts'
import * as queries from './recipient-rules.queries.ts'

type Row = Awaited<ReturnType<typeof queries.rows.get>>

export const recipientRulesRouter = serve(
  recipientRules,
  companyRows({
    rows: queries.rows,
    list: queries.list,
    get: queries.rows.find,
    presenter:
      () =>
      ({ minimum, maximum, ...row }: Row) => ({
        ...row,
        minimum: minimum && new Exact(minimum).toFixed(row.decimals),
        maximum: maximum && new Exact(maximum).toFixed(row.decimals),
        method: row.method as Method,
        fields: row.fields as unknown as RecipientRule['fields'],
      }),
    store: (_db, { fields, ...draft }: RecipientRuleDraft) => {
      refuseCrossed(draft)
      return { ...draft, fields: JSON.stringify(fields) }
    },
  }),
)
