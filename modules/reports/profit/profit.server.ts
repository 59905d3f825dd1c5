import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { allCurrencies, exponentOf, flagCodeOf, subCurrencyRows } from '#modules/currencies/public.server.ts'
import { sumEarned, settledEvents } from '#modules/exchange/public.server.ts'
import { gainsApartFrom } from '#modules/ledger/public.server.ts'
import {
  branchRegions,
  branchRows,
  currentCompany,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { type ProfitAsk, profitLossReport, profitReport, type ProfitRow } from './profit.contract.ts'

export const profitRouter = serve(profitReport, { profitLoss, export: exported })

const nothing = { lines: 0, bought: '0', sold: '0', buy: '0', sell: '0', cost: '0', dealing: '0' }
const money = ['buy', 'sell', 'cost', 'dealing', 'holding', 'realised'] as const

async function profitLoss({ db, actor, input }: Pick<Ctx<ProfitAsk>, 'db' | 'actor' | 'input'>) {
  if (input.from > input.to) throw refuseField('to', 'PERIOD_ENDS_BEFORE')
  if (input.branchId !== null)
    requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const { localCurrency } = await currentCompany(db)
  const fixed = (amount: { toFixed: (places: number) => string }) => amount.toFixed(exponentOf(localCurrency))
  const isKnown = await keepsStock(db)
  const known = (amount: Parameters<typeof fixed>[0]) => (isKnown ? fixed(amount) : null)
  const codes = new Map((await allCurrencies(db)).map(({ id, code, sortIndex }) => [id, { code, sortIndex }]))
  const names = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
  const deals = await sumEarned(db, actor.scope, input)
  const others = await gainsOfOthers(db, actor.scope, input)
  const sources = [...deals.map((row) => ({ ...row, source: 'deals' as const })), ...others]
  const rows = sources
    .map(({ buy, sell, cost, dealing, corrected, ...row }): ProfitRow & { sortIndex: number } => {
      const { code = '', sortIndex = 0 } = codes.get(row.currencyId) ?? {}
      const realised = new Exact(sell).minus(cost).plus(corrected)
      return {
        ...row,
        branch: names.get(row.branchId) ?? '',
        code,
        flagCode: flagCodeOf(code),
        sortIndex,
        buy: fixed(new Exact(buy)),
        sell: fixed(new Exact(sell)),
        cost: known(new Exact(cost)),
        dealing: known(new Exact(dealing)),
        holding: known(realised.minus(dealing)),
        realised: known(realised),
      }
    })
    .toSorted(
      (a, b) =>
        a.branch.localeCompare(b.branch) || a.sortIndex - b.sortIndex || a.source.localeCompare(b.source),
    )
  const sum = (key: (typeof money)[number]) =>
    rows.reduce((all, row) => all.plus(row[key] ?? 0), new Exact(0))
  const total = {
    lines: rows.reduce((all, row) => all + row.lines, 0),
    buy: fixed(sum('buy')),
    sell: fixed(sum('sell')),
    cost: known(sum('cost')),
    dealing: known(sum('dealing')),
    holding: known(sum('holding')),
    realised: known(sum('realised')),
  }
  return { localCurrency, isKnown, rows: rows.map(({ sortIndex: _place, ...row }) => row), total }
}

/** What was gained and lost on anything but deals; of a part of a currency with a stock of its own, with that currency. */
async function gainsOfOthers(db: Db, scope: Scope, asked: ProfitAsk) {
  const sums = new Map<string, { branchId: string; currencyId: string; gain: string }>()
  for (const { branchId, itemId, gain } of await gainsApartFrom(db, scope, asked, settledEvents)) {
    const currencyId = (await subCurrencyRows.find(db, itemId))?.currencyId ?? itemId
    const key = `${branchId} ${currencyId}`
    const sum = new Exact(sums.get(key)?.gain ?? 0).plus(gain).toFixed()
    sums.set(key, { branchId, currencyId, gain: sum })
  }
  return [...sums.values()].map(({ gain, ...at }) => ({
    ...at,
    ...nothing,
    corrected: gain,
    source: 'other' as const,
  }))
}

async function exported(ctx: Ctx<ProfitAsk>) {
  const { rows } = await profitLoss(ctx)
  return reportSheet(ctx, profitLossReport, { rows, period: `${ctx.input.from}-${ctx.input.to}` })
}
