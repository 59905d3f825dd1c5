import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney, modeNames } from '#modules/currencies/public.server.ts'
import { nameBasket } from '#modules/exchange/public.server.ts'
import { openGates } from '#modules/approvals/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { branchRows, businessDate, counterRows } from '#modules/organisation/public.server.ts'
import { refuseOff } from '../policy/policy.server.ts'
import { refuseAtSoldOutLine } from '../stock/sold-out.server.ts'
import type { NamedBatch } from '../batches/batches.domain.ts'
import { pickBatches, removeBatches } from '../batches/batches.server.ts'
import { checkStock, holdSerials, releaseSerials, sellSerials } from '../serials/serials.server.ts'
import { type Asked, pricedBasket } from './basket.server.ts'
import { listDeals, settleDeal } from './deals.server.ts'
import { localTerms, paymentsFor } from './paid.server.ts'
import { excessOf, price } from './priced.server.ts'
import { type Park, type SaleDraft, sales, type Settle } from './sales.contract.ts'
import { gatesOfSale, goodsOf, saleEvent, saleLines, type SaleState, saleWorkflow } from './sales.domain.ts'
import * as queries from './sales.queries.ts'
import { applicationTypes } from '#modules/applications.domain.ts'

type Row = queries.SaleRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Settling = Ctx<Settle & { note?: string | undefined }>

const saleDocuments = documents({
  type: 'retailSale',
  home: '/pos-retail/sales',
  workflow: saleWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: ({ number, name }: Row) => number || name,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: {
    discount: {
      limit: 'retail_discount',
      value: ({ discountPercent }: Row) => discountPercent,
      isAsked: ({ discountPercent }: Row) => !new Exact(discountPercent).isZero(),
    },
    belowCost: {
      limit: 'below_cost',
      value: ({ belowCost }: Row) => belowCost,
      isAsked: ({ belowCost }: Row) => !new Exact(belowCost).isZero(),
    },
  },
  facts: async ({ db }, rows) => {
    const waiting = rows.filter(({ state }) => state === 'waiting').map(({ id }) => id)
    const gates = await openGates(db, 'retailSale', waiting)
    return ({ id }) => ({ open: (gates.get(id) ?? []).map(({ kind }) => kind) })
  },
  present,
})
export const saleAnswers = saleDocuments.answers
type Detail = Awaited<ReturnType<typeof saleDocuments.getById>>

export const salesRouter = serve(sales, {
  list: saleDocuments.list(queries.list),
  getById: whole(saleDocuments.getById),
  create: async (ctx) => {
    // The same basket again, also at once from two tabs, is the sale that it has become.
    await queries.holdId(ctx.db, ctx.input.id)
    const [before] = await queries.find(ctx.db, [ctx.input.id])
    return withLines(
      ctx,
      before ? await saleDocuments.detail(ctx, before.id) : await saleDocuments.make('create', prepare)(ctx),
    )
  },
  park: whole(saleDocuments.act<Ctx<Park & { note?: string | undefined }>>('park', rewrite)),
  settle: whole(saleDocuments.act<Settling>('settle', settle, judged)),
  approveDiscount: whole(
    saleDocuments.act('approveDiscount', (_, row) =>
      Promise.resolve({ allowedPercent: row.discountPercent, discountPercent: '0' }),
    ),
  ),
  approveBelowCost: whole(
    saleDocuments.act('approveBelowCost', (_, row) =>
      Promise.resolve({ allowedBelow: row.belowCost, belowCost: '0' }),
    ),
  ),
  reject: whole(saleDocuments.act('reject', () => Promise.resolve(asked('0', '0')))),
  price,
  listDeals,
  cancel: whole(saleDocuments.act('cancel', async (ctx, row) => (await releaseSerials(ctx, row), {}))),
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    applicationType: applicationTypes.Retail,
    state: row.state as SaleState,
    discount: money(row.discount),
    net: money(row.net),
    tax: money(row.tax),
    total: money(row.total),
    rounding: money(row.rounding),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

async function withLines({ db }: Reading, one: Detail) {
  const [money, modes] = [await localMoney(db), await modeNames(db, 'payment')]
  const lines = (await queries.linesOf(db, one.id)).map((line) => ({
    ...line,
    quantity: new Exact(line.quantity).toFixed(),
    rates: line.rates as string[],
    batches: (line.batches as NamedBatch[]).map((part) => ({ expiresOn: null, ...part })),
    price: money(line.price),
    gross: money(line.gross),
    discount: money(line.discount),
    net: money(line.net),
    tax: money(line.tax),
    owed: money(line.owed),
    total: money(line.total),
  }))
  const payments = (await queries.paymentsOf(db, one.id))
    .filter(({ amount }) => !new Exact(amount).isZero())
    .map(({ modeId, tendered, amount }) => ({
      modeId,
      mode: modes.get(modeId) ?? '',
      tendered: money(tendered),
      amount: money(amount),
    }))
  const { dealId, dealNumber, dealOwed } = one
  const deal = dealId === null ? null : { id: dealId, number: dealNumber ?? '', owed: money(dealOwed ?? '0') }
  return { ...one, lines, payments, deal }
}

/** A handler whose answer is the sale with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

const sumsOf = ({ totals, taxBy }: Pick<Awaited<ReturnType<typeof pricedBasket>>, 'taxBy' | 'totals'>) => ({
  taxBy,
  discount: totals.discount,
  net: totals.net,
  tax: totals.tax,
  total: totals.total,
})

const asked = (discountPercent: string, belowCost: string) => ({ discountPercent, belowCost })

async function prepare(ctx: Ctx<SaleDraft>) {
  const { db, input, actor, now } = ctx
  const { id, branchId, counterId, name } = input
  const counter = await counterRows.find(db, counterId)
  if (!counter || !(await branchRows.find(db, branchId))) throw notFound()
  if (counter.branchId !== branchId) throw refuseField('counterId', 'COUNTER_OTHER_BRANCH')
  await refuseOff(db)
  const day = await businessDate(db, branchId, now)
  const priced = await pricedBasket(db, input, { branchId, day, acceptsPrices: false })
  await checkStock(ctx, input, priced.lines)
  return {
    row: {
      id,
      branchId,
      counterId,
      name,
      ...sumsOf(priced),
      createdAt: now.toISOString(),
      authorId: actor.userId,
      author: actor.name,
    },
    write: async () => {
      await queries.setLines(db, id, priced.lines)
      await holdSerials(ctx, input, priced.lines)
    },
  }
}

async function rewrite(ctx: Ctx<Park>, row: Row) {
  const { db, input, now } = ctx
  const day = await businessDate(db, row.branchId, now)
  const priced = await pricedBasket(db, input, { branchId: row.branchId, day, acceptsPrices: false })
  await queries.setLines(db, row.id, priced.lines)
  await holdSerials(ctx, row, priced.lines)
  // What another person allowed was another basket.
  return { name: input.name, ...sumsOf(priced), allowedPercent: '0', allowedBelow: '0' }
}

/** The basket as it is sold now: priced and taxed by the open day of the counter. */
async function soldNow({ db, input, now }: Settling, row: Row) {
  const { branchId } = row
  const { businessDate: day } = await dealingDay(db, branchId, row.counterId, now)
  const lines: Asked[] = (await queries.linesOf(db, row.id)).map((line) => ({
    itemId: line.itemId,
    quantity: new Exact(line.quantity).toFixed(),
    price: new Exact(line.price).toFixed(),
    serials: line.serials,
    batches: line.batches as NamedBatch[],
  }))
  const { acceptsPrices } = input
  const basket = { lines, discount: row.discount }
  return { day, ...(await pricedBasket(db, basket, { branchId, day, acceptsPrices })) }
}

/** Takes the batches of a basket out of the store: expired is what may not be sold on this day of the branch. */
async function soldBatches(
  { db, now }: Settling,
  { branchId }: Row,
  { lines, isBatch }: Awaited<ReturnType<typeof soldNow>>,
) {
  if (!isBatch.includes(true)) return []
  const today = await businessDate(db, branchId, now)
  const picked = await pickBatches(
    db,
    { branchId, today },
    lines.map((line, at) => ({ ...line, isBatch: isBatch[at] ?? false })),
  )
  await removeBatches(
    db,
    branchId,
    lines.map(({ itemId }, at) => ({ itemId, batches: picked[at] ?? [] })),
  )
  return picked
}

/** At which gates it would wait, and with which figures. */
async function judged(ctx: Settling, row: Row) {
  const excess = await excessOf(ctx.db, row.branchId, await soldNow(ctx, row))
  const allowed = { percent: row.allowedPercent, belowCost: row.allowedBelow }
  return { asks: gatesOfSale(excess, ctx.actor, allowed) }
}

/** Sells the basket; above the limits of the seller, it is pending, with how far it reaches above them. */
async function settle(ctx: Settling, row: Row, toState: string) {
  const { db, input, now } = ctx
  await refuseOff(db)
  const sold = await soldNow(ctx, row)
  if (toState === 'waiting') {
    const excess = await excessOf(db, row.branchId, sold)
    const { asks } = await judged(ctx, row)
    await queries.setLines(db, row.id, sold.lines)
    return {
      ...sumsOf(sold),
      ...asked(
        asks.includes('discount') ? excess.percent : '0',
        asks.includes('belowCost') ? excess.belowCost : '0',
      ),
    }
  }
  const { localItemId } = await localTerms(db)
  const deal = await settleDeal(ctx, row)
  const { payments, rounding } = await paymentsFor(db, input.payments, { total: sold.totals.total, deal })
  const { branchId, counterId } = row
  await sellSerials(ctx, row, sold.lines)
  const batches = await soldBatches(ctx, row, sold)
  const entry = await refuseAtSoldOutLine(sold.lines, () =>
    post(ctx, {
      event: saleEvent,
      source: { type: 'retailSale', id: row.id },
      businessDate: sold.day,
      branchId,
      lines: saleLines({
        branchId,
        counterId,
        localItemId,
        lines: sold.lines.map((line) => ({ ...line, mayGoBelow: sold.mayGoBelow.has(line.itemId) })),
        payments,
        rounding,
        ...(deal && { setOff: deal }),
      }),
    }),
  )
  const goods = goodsOf(sold.lines)
  const costs = sold.lines.map((line) =>
    line.kind === 'goods' ? new Exact(entry.moved[goods.indexOf(line)] ?? 0).negated().toFixed() : '0',
  )
  const kept = sold.lines.map((line, at) => ({ ...line, batches: batches[at] ?? [] }))
  await queries.setLines(db, row.id, kept, costs)
  await queries.addPayments(db, row.id, [
    ...payments.map(({ modeId, amount, tendered }) => ({ modeId, amount, tendered })),
    ...(deal ? [{ modeId: null, amount: deal.owed, tendered: deal.owed }] : []),
  ])
  const { code } = await branchRows.get(db, branchId)
  const number = await queries.numberOf(db, branchId, code, Number(sold.day.slice(0, 4)))
  if (deal) await nameBasket(db, deal.id, number)
  return {
    ...sumsOf(sold),
    ...(deal && { dealId: deal.id, dealNumber: deal.number, dealOwed: deal.owed }),
    rounding,
    businessDate: sold.day,
    settledAt: now.toISOString(),
    number,
  }
}
