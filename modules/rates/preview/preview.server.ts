import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { branchRows, requireVisible, tree } from '#modules/organisation/public.server.ts'
import { ratesAt, ratesFor } from '../effective/effective.server.ts'
import { writeAmount } from '../scoped-rates/scoped-rates.server.ts'
import { type PreviewAsk, type Previewed, previewReport, ratePreview } from './preview.contract.ts'
import { reasonsOf } from './preview.domain.ts'

export const ratePreviewRouter = serve(ratePreview, {
  preview,
  export: async (ctx) => reportSheet(ctx, previewReport, { rows: await preview(ctx) }),
})

async function preview({ db, input, actor, language }: Ctx<PreviewAsk>): Promise<Previewed[]> {
  const { branchId } = input
  if (branchId !== null) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const ask = { ...input, customerId: null }
  const { rates, parts, mids } = await (branchId === null
    ? ratesFor(db, ask, language)
    : ratesAt(db, { ...ask, branchId }, language))
  const branches = new Map((await tree(db)).branches.map(({ id, name }) => [id, name]))
  return rates.flatMap(({ inverseBuy: _buy, inverseSell: _sell, ...made }) => {
    const base = mids.get(made.currencyId)
    if (!base) return []
    const { rule, margin, ...sides } = reasonsOf(made, parts(made.currencyId))
    const { rule: by, ...rate } = made
    return {
      ...rate,
      author: base.author,
      publishedAt: base.publishedAt,
      source: base.source,
      madeBy: by.kind,
      scope: rule
        ? {
            isOfCurrency: rule.currencyId !== null,
            branch: rule.branchId && (branches.get(rule.branchId) ?? null),
            customerType: rule.customerType,
            amountFrom: writeAmount(rule.amountFrom),
            amountTo: writeAmount(rule.amountTo),
          }
        : null,
      margin: margin
        ? {
            kind: margin.kind,
            buy: writeAmount(margin.buy) ?? '',
            sell: writeAmount(margin.sell) ?? '',
            pipSize: writeAmount(margin.pipSize),
          }
        : null,
      ...sides,
    }
  })
}
