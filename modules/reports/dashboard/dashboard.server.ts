import { Exact } from '#kit/domain/decimals.domain.ts'
import { dayIn } from '#kit/domain/periods.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import {
  exponentOf,
  flagCodeOf,
  subCurrencyRows,
  readTradedCurrencies,
} from '#modules/currencies/public.server.ts'
import { listAwaiting } from '#modules/exchange/public.server.ts'
import { onHand } from '#modules/ledger/public.server.ts'
import { currentCompany, tree } from '#modules/organisation/public.server.ts'
import { ratesFor } from '#modules/rates/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { type Dashboard, dashboard } from './dashboard.contract.ts'
import * as queries from './dashboard.queries.ts'

/** So many days tell what is sold on an average one. */
const span = 7
const levels = ['company', 'region', 'branch', 'counter'] as const

export const dashboardRouter = serve(dashboard, { get })

async function get(ctx: Ctx<Record<string, never>>): Promise<Dashboard> {
  const { db, actor, now } = ctx
  const { permissions } = actor
  const { timeZone, localCurrency } = await currentCompany(db)
  const { sumsOf, gainsOf } = summing(exponentOf(localCurrency))
  // Where deals post value alone what was sold has no cost.
  const knowsGain = permissions.has('view_expected_gain') && (await keepsStock(db))
  const dayOf = (at: Date) => dayIn(timeZone, at)
  const daysAgo = (days: number) => dayOf(new Date(now.getTime() - days * 86_400_000))
  const [date, before] = [dayOf(now), daysAgo(1)]
  const reach = await reachOf(db, actor)
  const maySee = permissions.has('view_transactions') || permissions.has('create_transactions')

  const volumes = maySee ? await queries.volumes(db, reach, [date, before]) : []
  const today = volumes.filter(({ businessDate }) => businessDate === date)
  const former = volumes.filter(({ businessDate }) => businessDate === before)
  const sold = maySee ? await queries.sumSoldSince(db, reach, daysAgo(span)) : []
  const mayCount = permissions.has('view_stock')
  // Somebody at a counter sees what runs out there, and not how much there is.
  const seesStock = mayCount || (actor.workspace.counterId !== null && maySee)
  const stock = seesStock ? await stockOf(db, reach) : new Map<string, string>()
  const { gates, pending, oldest } = maySee
    ? await queries.countWaiting(db, reach)
    : { gates: [], pending: null, oldest: null }
  const count = (kind: string) => (maySee ? (gates.find((gate) => gate.kind === kind)?.count ?? 0) : null)
  const positions = await positionsOf(ctx, stock, sold, { mayCount, knowsLow: seesStock && maySee, maySee })
  return {
    level: levels[actor.workspace.type],
    localCurrency,
    businessDate: date,
    today: maySee ? { ...sumsOf(today), gain: knowsGain ? gainsOf(today) : null } : null,
    before: maySee ? sumsOf(former) : null,
    hours: maySee ? await queries.hours(db, reach, date, timeZone) : [],
    branches: today.map(({ branchId, name, deals, buy, sell, fee }) => ({
      branchId,
      name,
      deals,
      buy,
      sell,
      fee,
    })),
    waiting: {
      mine: (await listAwaiting(ctx)).size,
      authorization: count('authorization'),
      limit: count('limit'),
      rba: count('rba'),
      pending,
      oldest,
    },
    positions,
  }
}

/** Where the person works is what they look at, within what they may see. */
async function reachOf(db: Db, { scope, workspace }: Actor): Promise<queries.Reach> {
  const { counterId, branchId, regionId } = workspace
  if (counterId !== null) return { scope, counterId, branchIds: null }
  if (branchId !== null) return { scope, counterId, branchIds: [branchId] }
  if (regionId === null) return { scope, counterId, branchIds: null }
  const { branches } = await tree(db)
  return {
    scope,
    counterId,
    branchIds: branches.filter((one) => one.regionId === regionId).map(({ id }) => id),
  }
}

type Volume = Awaited<ReturnType<typeof queries.volumes>>[number]
type Figure = 'buy' | 'sell' | 'fee' | 'dealing' | 'holding' | 'realised'

/** Sums over branches, with the decimals of the local currency. */
function summing(exponent: number) {
  const sum = (rows: readonly Volume[], key: Figure) =>
    rows.reduce((total, row) => total.plus(row[key]), new Exact(0)).toFixed(exponent)
  return {
    sumsOf: (rows: readonly Volume[]) => ({
      deals: rows.reduce((total, { deals }) => total + deals, 0),
      buy: sum(rows, 'buy'),
      sell: sum(rows, 'sell'),
      fee: sum(rows, 'fee'),
    }),
    gainsOf: (rows: readonly Volume[]) => ({
      dealing: sum(rows, 'dealing'),
      holding: sum(rows, 'holding'),
      realised: sum(rows, 'realised'),
    }),
  }
}

/** What lies there by currency: parts of a currency with a stock of their own are added to it. */
async function stockOf(db: Db, { scope, ...place }: queries.Reach) {
  const currencies = new Set((await readTradedCurrencies(db)).map(({ id }) => id))
  const stock = new Map<string, string>()
  for (const [itemId, quantity] of await onHand(db, scope, place)) {
    const id = currencies.has(itemId) ? itemId : (await subCurrencyRows.find(db, itemId))?.currencyId
    if (id !== undefined) stock.set(id, new Exact(stock.get(id) ?? 0).plus(quantity).toFixed())
  }
  return stock
}

/** Currencies that are there or were sold, with their rates; the local one first, then by value. */
async function positionsOf(
  { db, actor, language }: Ctx<unknown>,
  stock: ReadonlyMap<string, string>,
  sold: readonly { currencyId: string; quantity: string }[],
  { mayCount, knowsLow, maySee }: Record<'mayCount' | 'knowsLow' | 'maySee', boolean>,
) {
  const branchId = actor.workspace.branchId
  const { rates } = await ratesFor(
    db,
    { branchId, customerType: 0, customerId: null, amount: null },
    language,
  )
  const currencies = await readTradedCurrencies(db)
  const local = currencies.find(({ isLocal }) => isLocal)
  const daily = new Map(
    sold.map(({ currencyId, quantity }) => [currencyId, new Exact(quantity).dividedBy(span)]),
  )
  const positions = currencies
    .filter(({ id }) => stock.has(id) || daily.has(id))
    .map(({ id, code, isLocal, exponent, quoteUnit }) => {
      const rate = rates.find(({ currencyId }) => currencyId === id)
      const quantity = new Exact(stock.get(id) ?? 0)
      const mid = isLocal ? '1' : (rate?.mid ?? null)
      const value = mid === null ? null : quantity.times(mid).dividedBy(isLocal ? 1 : quoteUnit)
      const soldDaily = daily.get(id) ?? new Exact(0)
      return {
        currencyId: id,
        code,
        flagCode: flagCodeOf(code),
        isLocal,
        quantity: mayCount ? quantity.toFixed(exponent) : null,
        value: mayCount ? (value?.toFixed(local?.exponent ?? 2) ?? null) : null,
        quoteUnit,
        mid: isLocal ? null : mid,
        buy: rate?.buy ?? null,
        sell: rate?.sell ?? null,
        soldDaily: maySee ? soldDaily.toFixed(0) : null,
        isLow: knowsLow && quantity.lessThan(soldDaily),
      }
    })
    .toSorted((a, b) => Number(b.isLocal) - Number(a.isLocal) || Number(b.value ?? 0) - Number(a.value ?? 0))
  return positions
}
