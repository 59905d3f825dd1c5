import { Exact } from '#kit/domain/decimals.domain.ts'
import { hourIn } from './reports.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { text } from '#kit/server/texts.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney, modeNames } from '#modules/currencies/public.server.ts'
import { stockByPlace } from '#modules/ledger/public.server.ts'
import {
  branchRegions,
  branchRows,
  calendarOf,
  currentCompany,
  exponentOf,
  reaches,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { sumsByPrincipal } from '../principals/owed.queries.ts'
import { goodsOf } from '../stock/stock.queries.ts'
import {
  goodsMovementReport,
  goodsMovements,
  goodsReport,
  goodsStock,
  marginReport,
  type MarginRow,
  type MovementRow,
  type PeriodAsk,
  personReport,
  principalReport,
  type PersonRow,
  type PrincipalRow,
  retailMargin,
  retailPersonReport,
  retailPrincipalReport,
  retailSalesReport,
  retailTaxReport,
  type SalesAsk,
  salesReport,
  type SalesRow,
  type StockAsk,
  type StockRow,
  taxReport,
  type TaxRow,
} from './reports.contract.ts'
import * as queries from './reports.queries.ts'

type Asked<I> = Pick<Ctx<I>, 'actor' | 'db' | 'input' | 'language'>
interface Answer<Row> {
  local: string
  rows: Row[]
  isCut: boolean
}
/** Rows that a screen shows of a list of movements. */
const most = 2000

export const salesReportRouter = serve(retailSalesReport, {
  list: salesBy,
  export: (ctx) => filed(ctx, salesReport, salesBy),
})
export const taxReportRouter = serve(retailTaxReport, {
  list: taxByRate,
  export: (ctx) => filed(ctx, taxReport, taxByRate),
})
export const personReportRouter = serve(retailPersonReport, {
  list: byPerson,
  export: (ctx) => filed(ctx, personReport, byPerson),
})
export const principalReportRouter = serve(retailPrincipalReport, {
  list: byPrincipal,
  export: (ctx) => filed(ctx, principalReport, byPrincipal),
})
export const marginRouter = serve(retailMargin, {
  list: margins,
  export: (ctx) => filed(ctx, marginReport, margins),
})
export const goodsMovementsRouter = serve(goodsMovements, {
  list: (ctx) => moves(ctx, most),
  export: (ctx) => filed(ctx, goodsMovementReport, (asked) => moves(asked, null)),
})
export const goodsStockRouter = serve(goodsStock, {
  list: stock,
  export: async (ctx) => {
    const { rows, local } = await stock(ctx)
    return reportSheet(ctx, goodsReport, { rows, titles: { local } })
  },
})

/** A report of a period as a workbook. */
async function filed<I extends PeriodAsk, Row>(
  ctx: Ctx<I>,
  report: Parameters<typeof reportSheet<Row>>[1],
  rowsOf: (ctx: Asked<I>) => Promise<Answer<Row>>,
) {
  const { rows, local } = await rowsOf(ctx)
  const period = `${ctx.input.from}-${ctx.input.to}`
  return reportSheet(ctx, report, { rows, period, titles: { local } })
}

/** What of the company is asked for; throws where days are turned round, or a branch is not there for this person. */
async function reachOf({
  db,
  actor,
  input: { from, to, branchId },
}: Asked<PeriodAsk>): Promise<queries.Reach> {
  if (branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  return { scope: actor.scope, from, to, branchId }
}

const answered = async <Row>(db: Db, rows: Row[], isCut = false): Promise<Answer<Row>> => ({
  local: (await currentCompany(db)).localCurrency,
  rows,
  isCut,
})

async function salesBy(ctx: Asked<SalesAsk>): Promise<Answer<SalesRow>> {
  const { db, input } = ctx
  const [reach, money] = [await reachOf(ctx), await localMoney(db)]
  if (input.by === 'mode') {
    const names = await modeNames(db, 'payment')
    const rows = (await queries.sumsByMode(db, reach)).map(({ modeId, total }) => ({
      name: modeId === null ? text(ctx.language, 'messages.setOff') : (names.get(modeId) ?? ''),
      quantity: null,
      discount: null,
      net: null,
      tax: null,
      total: money(total),
    }))
    return answered(db, rows)
  }
  const rows = input.by === 'hour' ? await byHour(db, reach) : await queries.sumsBy(db, input.by, reach)
  return answered(
    db,
    rows.map((row) => ({
      name: row.name,
      quantity: row.quantity,
      discount: row.discount && money(row.discount),
      net: row.net && money(row.net),
      tax: row.tax && money(row.tax),
      total: money(row.total),
    })),
  )
}

/** By the hour of the day where the branch is. */
async function byHour(db: Db, reach: queries.Reach): Promise<queries.Sum[]> {
  const { timeZone, places } = await calendarOf(db)
  const hours = Map.groupBy(await queries.sumsByQuarter(db, reach), ({ branchId, at }) =>
    hourIn(places[branchId] ?? timeZone, at),
  )
  const sum = (rows: readonly queries.Sum[], key: 'discount' | 'net' | 'quantity' | 'tax' | 'total') =>
    rows.reduce((all, row) => all.plus(row[key] ?? 0), new Exact(0)).toFixed()
  return [...hours]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, rows]) => ({
      name,
      quantity: sum(rows, 'quantity'),
      discount: sum(rows, 'discount'),
      net: sum(rows, 'net'),
      tax: sum(rows, 'tax'),
      total: sum(rows, 'total'),
    }))
}

async function taxByRate(ctx: Asked<PeriodAsk>): Promise<Answer<TaxRow>> {
  const money = await localMoney(ctx.db)
  const found = await queries.taxSums(ctx.db, await reachOf(ctx))
  const shown = (rate: string) => `${new Exact(rate).times(100).toFixed()}%`
  return answered(
    ctx.db,
    found.map(({ rates, net, tax }) => ({
      rates: rates.map(shown).join(' + '),
      net: money(net),
      tax: money(tax),
    })),
  )
}

async function byPerson(ctx: Asked<PeriodAsk>): Promise<Answer<PersonRow>> {
  const money = await localMoney(ctx.db)
  const found = await queries.personSums(ctx.db, await reachOf(ctx))
  return answered(
    ctx.db,
    found.map((row) => ({ ...row, discount: money(row.discount), returned: money(row.returned) })),
  )
}

async function byPrincipal(ctx: Asked<PeriodAsk>): Promise<Answer<PrincipalRow>> {
  const money = await localMoney(ctx.db)
  const { from, to, ...reach } = await reachOf(ctx)
  const found = await sumsByPrincipal(ctx.db, reach, { from, to })
  return answered(
    ctx.db,
    found.map(({ code, name, ...row }) => ({
      code,
      name,
      opening: money(row.opening),
      total: money(row.total),
      commission: money(row.net),
      tax: money(row.tax),
      owed: money(row.owed),
      settled: money(row.settled),
      closing: money(row.closing),
    })),
  )
}

async function margins(ctx: Asked<PeriodAsk>): Promise<Answer<MarginRow>> {
  const money = await localMoney(ctx.db)
  const found = await queries.marginSums(ctx.db, await reachOf(ctx))
  return answered(
    ctx.db,
    found.map(({ net, cost, ...row }) => {
      const margin = new Exact(net).minus(cost)
      return {
        ...row,
        net: money(net),
        cost: money(cost),
        margin: money(margin.toFixed()),
        share: new Exact(net).isZero() ? null : margin.dividedBy(net).toDecimalPlaces(4).toFixed(),
      }
    }),
  )
}

async function moves(ctx: Asked<PeriodAsk>, limit: number | null): Promise<Answer<MovementRow>> {
  const money = await localMoney(ctx.db)
  const found = await queries.movements(ctx.db, await reachOf(ctx), limit === null ? null : limit + 1)
  const rows = limit === null ? found : found.slice(0, limit)
  return answered(
    ctx.db,
    rows.map((row) => ({ ...row, value: money(row.value) })),
    rows.length < found.length,
  )
}

/** The branches in reach, item by item and place by place: what is there, or of the whole branch is to be ordered again. */
async function stock({ db, actor, input }: Asked<StockAsk>): Promise<Answer<StockRow>> {
  const { branchId, below } = input
  if (branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const money = await localMoney(db)
  const branches = (await branchRegions(db)).filter(
    ({ id }) => (branchId === undefined || id === branchId) && reaches(actor.scope, { branchId: id }),
  )
  const exponent = exponentOf((await currentCompany(db)).localCurrency)
  const lying = await stockByPlace(db, actor.scope, { branchId, exponent, keeps: ['retail'] })
  const placed = Map.groupBy(lying, (one) => `${one.branchId} ${one.itemId}`)
  const rows: StockRow[] = []
  for (const { id, name: branch } of branches)
    for (const item of await goodsOf(db, id)) {
      const here = placed.get(`${id} ${item.itemId}`) ?? []
      const whole = here.reduce((sum, { onHand }) => sum.plus(onHand), new Exact(0))
      const isLow = item.reorderLevel !== null && whole.lessThanOrEqualTo(item.reorderLevel)
      if (below && !isLow) continue
      const places = below && here.length === 0 ? [nowhere] : here
      rows.push(
        ...places.map(({ counterId, counterName: counter, onHand: quantity, cost, value }) => ({
          ...item,
          branchId: id,
          branch,
          counterId,
          counter,
          quantity,
          cost: cost && new Exact(cost).toFixed(),
          value: money(value),
        })),
      )
    }
  return answered(db, rows)
}

/** What is to be ordered again and lies nowhere is missing in the store. */
const nowhere = { counterId: null, counterName: null, onHand: '0', cost: null, value: '0' }
