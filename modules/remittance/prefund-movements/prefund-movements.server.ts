import type * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { screenText } from '#kit/server/texts.server.ts'
import { heldLinesOfPartner, numbersOfSources } from '#modules/ledger/public.server.ts'
import { exponentOf } from '#modules/organisation/public.server.ts'
import { getPrefund } from '../prefunds/prefunds.server.ts'
import {
  prefundMovements,
  type PrefundMovementsAsk,
  prefundMovementsReport,
} from './prefund-movements.contract.ts'

const most = 2000

export const prefundMovementsRouter = serve(prefundMovements, {
  list: movements,
  export: async (ctx) => {
    const { rows, currency } = await movements(ctx)
    const named = rows.map((row) => ({
      ...row,
      event:
        screenText(ctx.language, 'ledger:journal', `values.event.${row.event.replaceAll('.', '_')}`) ??
        row.event,
    }))
    const { from, to } = ctx.input
    return reportSheet(ctx, prefundMovementsReport, {
      rows: named,
      period: `${from}_${to}`,
      titles: { currency },
    })
  },
})

async function movements({
  db,
  actor,
  input,
}: Pick<Ctx<z.output<typeof PrefundMovementsAsk>>, 'actor' | 'db' | 'input'>) {
  const { prefundId, from, to } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  const { currency, providerId } = await getPrefund({ db, actor }, prefundId)
  const size = (amount: InstanceType<typeof Exact>) => amount.toFixed(exponentOf(currency))
  const { before, lines } = await heldLinesOfPartner(db, providerId, { from, to, most: most + 1 })
  const shown = lines.slice(0, most)
  const numbers = await numbersOfSources(
    db,
    shown.map(({ sourceId }) => sourceId),
  )
  let balance = new Exact(before)
  const rows = shown.map(({ entryId, position, businessDate, event, note, author, quantity, sourceId }) => {
    const moved = new Exact(quantity ?? 0)
    balance = balance.plus(moved)
    return {
      entryId,
      position,
      businessDate,
      event,
      sourceNumber: numbers.get(sourceId) ?? null,
      note,
      author,
      moneyIn: moved.isNegative() ? null : size(moved),
      moneyOut: moved.isNegative() ? size(moved.negated()) : null,
      balance: size(balance),
    }
  })
  return {
    currency,
    opening: size(new Exact(before)),
    closing: size(balance),
    isCut: lines.length > most,
    rows,
  }
}
