import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { mapping } from '#modules/ledger/public.server.ts'
import { branchRows, currentCompany, requireVisible } from '#modules/organisation/public.server.ts'
import type { Method } from '../recipients/fields.domain.ts'
import {
  corridorProfit,
  type CorridorProfitAsk,
  corridorProfitReport,
  type CorridorProfitRow,
} from './corridor-profit.contract.ts'
import { listEarned, type Share } from './corridor-profit.queries.ts'

export const corridorProfitRouter = serve(corridorProfit, {
  list: earned,
  export: async (ctx) => {
    const { rows, local } = await earned(ctx)
    const { from, to } = ctx.input
    return reportSheet(ctx, corridorProfitReport, { rows, period: `${from}_${to}`, titles: { local } })
  },
})

/** Where two parts share a ledger, its lines are of the first of them here. */
const shares: readonly [part: string, share: Share][] = [
  ['remittanceMargin', 'margin'],
  ['fee', 'fee'],
  ['partnerCost', 'cost'],
  ['realisedGain', 'gain'],
  ['realisedLoss', 'gain'],
  ['remittancePayable', 'owed'],
]

async function earned({ db, actor, input }: Pick<Ctx<CorridorProfitAsk>, 'actor' | 'db' | 'input'>) {
  const { from, to, branchId } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  if (branchId !== undefined) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const [money, mapped] = [await localMoney(db), await mapping(db)]
  const ledgers = new Map(
    shares
      .toReversed()
      .flatMap(([part, share]) =>
        mapped.filter((one) => one.part === part).map(({ accountId }) => [accountId, share] as const),
      ),
  )
  const rows = await listEarned(db, actor.scope, {
    ledgers: [...ledgers].map(([accountId, share]) => ({ accountId, share })),
    from,
    to,
    branchId,
  })
  return {
    local: (await currentCompany(db)).localCurrency,
    rows: rows.map(({ sends, margin, fee, cost, gain, ...row }): CorridorProfitRow => ({
      ...row,
      method: row.method as Method | null,
      sends: money(sends),
      margin: money(margin),
      fee: money(fee),
      cost: money(cost),
      gain: money(gain),
      profit: money(Exact.sum(margin, fee, cost, gain).toFixed()),
    })),
  }
}
