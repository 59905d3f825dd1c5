import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { businessDate, counterRows, reaches } from '#modules/organisation/public.server.ts'
import { refuseOff } from '../policy/policy.server.ts'
import { unitsOf } from '../batches/batches.domain.ts'
import { proposeSale } from '../batches/batches.server.ts'
import { averagesAt, countShort } from '../stock/stock.server.ts'
import { pricedBasket } from '../pricing/basket.server.ts'
import type { PriceAsk } from './sales.contract.ts'
import { belowCostOf } from '../pricing/pricing.domain.ts'
import { gatesOfSale } from './sales.domain.ts'

type Priced = Awaited<ReturnType<typeof pricedBasket>>

/** How far a discount and what is sold below cost reach. */
export async function excessOf(db: Db, branchId: string, { lines, discountPercent, decimals }: Priced) {
  const averages = await averagesAt(db, branchId, lines)
  return { percent: discountPercent, belowCost: belowCostOf(lines, averages, decimals) }
}

/** What a basket would come to: for the screen, before anything is written. */
export async function price({ db, input, actor, now }: Ctx<PriceAsk>) {
  const { branchId, counterId } = input
  const isHere = counterId === undefined || (await counterRows.find(db, counterId))?.branchId === branchId
  if (!isHere || !reaches(actor.scope, { branchId, counterId: counterId ?? null })) throw notFound()
  await refuseOff(db)
  const day = await businessDate(db, branchId, now)
  const { lines, discount } = input
  const priced = await pricedBasket(db, { lines, discount }, { branchId, day, acceptsPrices: true })
  const excess = await excessOf(db, branchId, priced)
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const cashUnit = local?.cashUnit ?? '0.01'
  const { lines: _lines, ...totals } = priced.totals
  const short = await countShort(db, { branchId, counterId: counterId ?? null }, priced.lines)
  const wanted = priced.lines.map((line, at) => ({ ...line, isBatch: priced.isBatch[at] ?? false }))
  const proposed = await proposeSale(db, { branchId, today: day }, wanted)
  return {
    ...totals,
    inCash: new Exact(totals.total)
      .dividedBy(cashUnit)
      .toDecimalPlaces(0)
      .times(cashUnit)
      .toFixed(priced.decimals),
    taxBy: priced.taxBy,
    asks: gatesOfSale(excess, actor, { percent: '0', belowCost: '0' }),
    lines: priced.lines.map(
      (
        {
          kind: _kind,
          isIncluded: _isIncluded,
          taxes: _taxes,
          principalId: _principalId,
          commission: _commission,
          ...line
        },
        at,
      ) => ({
        ...line,
        batches: proposed[at] ?? [],
        short: priced.isBatch[at]
          ? new Exact(line.quantity).minus(unitsOf(proposed[at] ?? [])).toFixed()
          : (short[at] ?? '0'),
      }),
    ),
  }
}
