import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { stockByPlace } from '#modules/ledger/public.server.ts'
import { branchRows, currentCompany, requireVisible } from '#modules/organisation/public.server.ts'
import { items } from '../items/items.server.ts'
import { type Stock, stock, stockReport } from './stock.contract.ts'

export const stockRouter = serve(stock, { list, export: exported })

type At = Ctx<{ branchId?: string | undefined }>

async function list({ db, input: { branchId }, actor }: At): Promise<Stock> {
  if (branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const { localCurrency: local } = await currentCompany(db)
  const known = new Map((await items(db)).map((item, index) => [item.id, { item, index }]))
  const exponent = exponentOf(local)
  const places = Map.groupBy(
    await stockByPlace(db, actor.scope, { branchId, exponent }),
    (line) => `${line.branchId} ${line.counterId}`,
  )
  const lines = [...places.values()].flatMap((place) =>
    place
      .flatMap((line) => {
        const found = known.get(line.itemId)
        return found ? [{ ...line, ...found }] : []
      })
      .toSorted((a, b) => a.index - b.index)
      .map(({ item: { code, flagCode, exponent: decimals }, index: _index, ...line }) => ({
        ...line,
        code,
        flagCode,
        exponent: decimals,
        available: new Exact(line.onHand).minus(line.reserved).toFixed(),
        value: new Exact(line.value).toFixed(exponent),
      })),
  )
  const total = lines.reduce((sum, { value }) => sum.plus(value), new Exact(0)).toFixed(exponent)
  return { local, lines, total }
}

async function exported(ctx: At) {
  const { lines, local } = await list(ctx)
  return reportSheet(ctx, stockReport, { rows: lines, titles: { local } })
}
