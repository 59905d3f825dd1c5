import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { owedAt } from '../expenses/expenses.queries.ts'
import { ageingReport, payeeAgeing } from './ageing.contract.ts'
import { agedRows, bands } from './ageing.domain.ts'

export const payeeAgeingRouter = serve(payeeAgeing, {
  list: aged,
  export: async (ctx) => {
    const { rows, local } = await aged(ctx)
    return reportSheet(ctx, ageingReport, { rows, period: ctx.input.date, titles: { local } })
  },
})

async function aged({ db, actor, input }: Pick<Ctx<{ date: string }>, 'actor' | 'db' | 'input'>) {
  const money = await localMoney(db)
  const { localCurrency: local } = await currentCompany(db)
  const rows = agedRows(await owedAt(db, actor.scope, input.date)).map((row) => ({
    ...row,
    ...(Object.fromEntries(bands.map((band) => [band, money(row[band])])) as Record<
      (typeof bands)[number],
      string
    >),
    total: money(row.total),
  }))
  return { local, rows }
}
