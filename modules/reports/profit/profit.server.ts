import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { sheet } from '#kit/server/tables/sheet.server.ts'
import { allCurrencies, exponentOf, flagCodeOf } from '#modules/currencies/public.server.ts'
import { earned } from '#modules/exchange/public.server.ts'
import { branchRegions, branchRows, currentCompany, seeOnly } from '#modules/organisation/public.server.ts'
import { type ProfitAsk, profitReport, type ProfitRow } from './profit.contract.ts'

export const profitRouter = serve(profitReport, { profitLoss, export: exported })

const money = ['buy', 'sell', 'cost', 'dealing', 'holding', 'realised'] as const

async function profitLoss({ db, actor, input }: Pick<Ctx<ProfitAsk>, 'db' | 'actor' | 'input'>) {
  if (input.from > input.to)
    throw new Refusal('PERIOD_ENDS_BEFORE', {}, { fields: [{ field: 'to', code: 'PERIOD_ENDS_BEFORE' }] })
  if (input.branchId !== null) seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const { localCurrency } = await currentCompany(db)
  const fixed = (amount: { toFixed: (places: number) => string }) => amount.toFixed(exponentOf(localCurrency))
  const codes = new Map((await allCurrencies(db)).map(({ id, code, sortIndex }) => [id, { code, sortIndex }]))
  const names = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
  const rows = (await earned(db, actor.scope, input))
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
        cost: fixed(new Exact(cost)),
        dealing: fixed(new Exact(dealing)),
        holding: fixed(realised.minus(dealing)),
        realised: fixed(realised),
      }
    })
    .toSorted((a, b) => a.branch.localeCompare(b.branch) || a.sortIndex - b.sortIndex)
  const sum = (key: (typeof money)[number]) =>
    fixed(rows.reduce((all, row) => all.plus(row[key]), new Exact(0)))
  const total = {
    lines: rows.reduce((all, row) => all + row.lines, 0),
    buy: sum('buy'),
    sell: sum('sell'),
    cost: sum('cost'),
    dealing: sum('dealing'),
    holding: sum('holding'),
    realised: sum('realised'),
  }
  return { localCurrency, rows: rows.map(({ sortIndex: _place, ...row }) => row), total }
}

async function exported(ctx: Ctx<ProfitAsk>) {
  return sheet(ctx, {
    name: 'profit',
    period: `${ctx.input.from}-${ctx.input.to}`,
    texts: 'profitLoss',
    columns: {
      branch: 'text',
      code: 'text',
      lines: 'number',
      bought: 'number',
      sold: 'number',
      buy: 'number',
      sell: 'number',
      cost: 'number',
      dealing: 'number',
      holding: 'number',
      realised: 'number',
    },
    rows: (await profitLoss(ctx)).rows,
  })
}
