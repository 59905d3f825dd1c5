import type * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { screenText } from '#kit/server/texts.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { listMovedBySource } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { checkAsk, periodOf } from '../reports/reports.server.ts'
import { type VarianceAsk, countVariances, varianceReport, type VarianceRow } from './variances.contract.ts'
import { type CountFound, isBookedAs, varianceOf } from './variances.domain.ts'
import * as queries from './variances.queries.ts'

type Asked = Pick<Ctx<z.output<typeof VarianceAsk>>, 'actor' | 'db' | 'input' | 'language'>

export const countVariancesRouter = serve(countVariances, {
  list: variances,
  export: async (ctx) => {
    const { rows, local } = await variances(ctx)
    return reportSheet(ctx, varianceReport, { rows, period: periodOf(ctx.input), titles: { local } })
  },
})

async function variances(ctx: Asked) {
  const { db, actor, input, language } = ctx
  await checkAsk(ctx, input, new Map())
  const rows = await queries.countsBetween(db, actor.scope, input)
  const moves = Map.groupBy(
    await listMovedBySource(
      db,
      rows.map(({ id }) => id),
    ),
    ({ sourceId }) => sourceId,
  )
  const vault = screenText(language, 'inventory:stock', 'vault') ?? ''
  const counts = rows.map((row): CountFound & { branch: string } => ({
    id: row.id,
    isWaiting: row.state === 'submitted',
    personId: row.personId,
    person: row.person,
    branchId: row.branchId,
    branch: row.branch,
    place: `${row.branch} · ${row.counter ?? vault}`,
    date: row.businessDate,
    variance: row.variance,
    found: row.found,
    booked: moves.get(row.id) ?? [],
  }))
  const money = await localMoney(db)
  const groups = Map.groupBy(counts, ({ id, personId, branchId }) =>
    input.personId ? id : `${personId} ${branchId}`,
  )
  const shown = [...groups.values()].flatMap((own): VarianceRow[] => {
    const [first] = own
    if (!first) return []
    const { short, over, net, waiting, ...many } = varianceOf(own)
    return [
      {
        personId: first.personId,
        person: first.person,
        branchId: first.branchId,
        place: input.personId ? first.place : first.branch,
        countId: input.personId ? first.id : null,
        date: input.personId ? first.date : null,
        ...many,
        short: money(short),
        over: money(over),
        net: money(net),
        waiting: money(waiting),
      },
    ]
  })
  const net = shown.reduce((total, row) => total.plus(row.net), new Exact(0)).toFixed()
  return {
    local: (await currentCompany(db)).localCurrency,
    rows: shown,
    booked: { value: money(net), agrees: counts.every(isBookedAs) },
  }
}
