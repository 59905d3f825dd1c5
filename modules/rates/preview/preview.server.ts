import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { branchRows, seeOnly, tree } from '#modules/organisation/public.server.ts'
import { ratesAt, ratesFor } from '../effective/effective.server.ts'
import { shownAmount } from '../scoped-rates/scoped-rates.server.ts'
import { type PreviewAsk, type Previewed, ratePreview } from './preview.contract.ts'
import { reasonsOf } from './preview.domain.ts'

export const ratePreviewRouter = serve(ratePreview, { preview, export: exported })

async function preview({ db, input, actor, language }: Ctx<PreviewAsk>): Promise<Previewed[]> {
  const { branchId } = input
  if (branchId !== null) seeOnly(actor.scope, 'branchIds', await branchRows.get(db, branchId))
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
            amountFrom: shownAmount(rule.amountFrom),
            amountTo: shownAmount(rule.amountTo),
          }
        : null,
      margin: margin
        ? {
            kind: margin.kind,
            buy: shownAmount(margin.buy) ?? '',
            sell: shownAmount(margin.sell) ?? '',
            pipSize: shownAmount(margin.pipSize),
          }
        : null,
      ...sides,
    }
  })
}

const columns = [
  'code',
  'quoteUnit',
  'mid',
  'buy',
  'sell',
  'madeBy',
  'kind',
  'marginBuy',
  'marginSell',
] as const

async function exported(ctx: Ctx<PreviewAsk>) {
  const said = (key: string) => text(ctx.language, `messages.ratePreview.${key}`)
  const number = (value: string | null | undefined) => (value ? Number(value) : '')
  const rows = (await preview(ctx)).map(({ code, quoteUnit, mid, buy, sell, madeBy, margin }) => [
    code,
    quoteUnit,
    Number(mid),
    number(buy),
    number(sell),
    said(`made.${madeBy}`),
    margin ? said(`kinds.${margin.kind}`) : '',
    number(margin?.buy),
    number(margin?.sell),
  ])
  return workbook(`rates-${ctx.now.toISOString().slice(0, 10)}`, columns.map(said), rows)
}
