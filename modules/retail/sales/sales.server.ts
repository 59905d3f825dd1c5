import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { enabledModes, localMoney, modeNames, traded } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { goodsAt, post } from '#modules/ledger/public.server.ts'
import { branchRows, businessDate, counterRows } from '#modules/organisation/public.server.ts'
import { type Asked, pricedBasket } from './basket.server.ts'
import { type Paid, paidBy } from './payment.domain.ts'
import { type Park, type SaleDraft, sales, type Settle } from './sales.contract.ts'
import {
  belowCostOf,
  isSalePart,
  saleEvent,
  saleLines,
  type SaleState,
  saleWorkflow,
} from './sales.domain.ts'
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
  present,
})
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
  cancel: whole(saleDocuments.act('cancel')),
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
    price: money(line.price),
    gross: money(line.gross),
    discount: money(line.discount),
    net: money(line.net),
    tax: money(line.tax),
    total: money(line.total),
  }))
  const payments = (await queries.paymentsOf(db, one.id)).map(({ modeId, tendered, amount }) => ({
    modeId,
    mode: modes.get(modeId) ?? '',
    tendered: money(tendered),
    amount: money(amount),
  }))
  return { ...one, lines, payments }
}

/** A handler whose answer is the sale with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

const sumsOf = ({ totals }: Awaited<ReturnType<typeof pricedBasket>>) => ({
  discount: totals.discount,
  net: totals.net,
  tax: totals.tax,
  total: totals.total,
})

async function prepare({ db, input, actor, now }: Ctx<SaleDraft>) {
  const { id, branchId, counterId, name } = input
  if ((await counterRows.find(db, counterId))?.branchId !== branchId)
    throw new Refusal(
      'COUNTER_OTHER_BRANCH',
      {},
      { fields: [{ field: 'counterId', code: 'COUNTER_OTHER_BRANCH' }] },
    )
  const day = await businessDate(db, branchId, now)
  const priced = await pricedBasket(db, input, { day, acceptsPrices: false })
  return {
    row: {
      id,
      branchId,
      counterId,
      name,
      taxBy: 'line',
      ...sumsOf(priced),
      createdAt: now.toISOString(),
      authorId: actor.userId,
      author: actor.name,
    },
    write: () => queries.setLines(db, id, priced.lines),
  }
}

async function rewrite({ db, input, now }: Ctx<Park>, row: Row) {
  const day = await businessDate(db, row.branchId, now)
  const priced = await pricedBasket(db, input, { day, acceptsPrices: false })
  await queries.setLines(db, row.id, priced.lines)
  return { name: input.name, ...sumsOf(priced) }
}

/** The basket as it is sold now: priced and taxed by the open day of the counter. */
async function soldNow({ db, input, now }: Settling, row: Row) {
  const { businessDate: day } = await dealingDay(db, row.branchId, row.counterId, now)
  const asked: Asked[] = (await queries.linesOf(db, row.id)).map(({ itemId, quantity, price }) => ({
    itemId,
    quantity: new Exact(quantity).toFixed(),
    price: new Exact(price).toFixed(),
  }))
  const { acceptsPrices } = input
  return {
    day,
    ...(await pricedBasket(db, { lines: asked, discount: row.discount }, { day, acceptsPrices })),
  }
}

/** How far the discount and what is sold below cost reach: what the limits of a person are asked for. */
async function judged(ctx: Settling, row: Row) {
  const { lines, discountPercent, decimals } = await soldNow(ctx, row)
  const pools = await goodsAt(ctx.db, row.branchId)
  const averages = new Map(
    pools.flatMap(({ itemId, quantity, value }) =>
      new Exact(quantity).isPositive() && !new Exact(quantity).isZero()
        ? [[itemId, new Exact(value).dividedBy(quantity).toFixed()] as const]
        : [],
    ),
  )
  return { discountPercent, belowCost: belowCostOf(lines, averages, decimals) }
}

async function settle(ctx: Settling, row: Row) {
  const { db, input, now } = ctx
  const sold = await soldNow(ctx, row)
  const { payments, rounding } = await paymentsFor(ctx, sold.totals.total)
  const local = (await traded(db)).find(({ isLocal }) => isLocal)
  const { branchId, counterId } = row
  const entry = await orAtItsLine(sold.lines, () =>
    post(ctx, {
      event: saleEvent,
      source: { type: 'retailSale', id: row.id },
      businessDate: sold.day,
      branchId,
      lines: saleLines({
        branchId,
        counterId,
        localItemId: local?.id ?? '',
        lines: sold.lines,
        payments,
        rounding,
      }),
    }),
  )
  // The lines of the posting begin with those of the basket.
  const costs = sold.lines.map(({ kind }, at) =>
    kind === 'goods' ? new Exact(entry.moved[at] ?? 0).negated().toFixed() : '0',
  )
  await queries.setLines(db, row.id, sold.lines, costs)
  await queries.addPayments(
    db,
    row.id,
    payments.map(({ modeId, amount }, at) => ({
      modeId,
      amount,
      tendered: input.payments[at]?.amount ?? amount,
    })),
  )
  const { code } = await branchRows.get(db, branchId)
  return {
    ...sumsOf(sold),
    rounding,
    businessDate: sold.day,
    settledAt: now.toISOString(),
    number: await queries.numberOf(db, branchId, code, Number(sold.day.slice(0, 4))),
  }
}

/** What each payment comes to; throws at the payment that cannot be. */
async function paymentsFor({ db, input }: Settling, total: string) {
  const modes = new Map(
    (await enabledModes(db)).filter(({ side }) => side === 'payment').map((mode) => [mode.id, mode]),
  )
  const local = (await traded(db)).find(({ isLocal }) => isLocal)
  const asked = input.payments.map(({ modeId, amount }, at) => {
    const kind = modes.get(modeId)?.kind
    const part = kind ? partOfMode(kind, { side: 'payment', isLocal: true }) : null
    if (!isSalePart(part))
      throw new Refusal(
        'MODE_NOT_TAKEN',
        {},
        { fields: [{ field: `payments.${at}.modeId`, code: 'MODE_NOT_TAKEN' }] },
      )
    return { modeId, part, amount, isCash: part === 'cash' }
  })
  const paid = paidBy(total, asked, { cashUnit: local?.cashUnit ?? '0.01', decimals: local?.exponent ?? 2 })
  if ('code' in paid) throw unpaid(paid)
  return {
    rounding: paid.rounding,
    payments: asked.map(({ modeId, part }, at) => ({ modeId, part, amount: paid.amounts[at] ?? '0' })),
  }
}

function unpaid({ at, code }: Exclude<ReturnType<typeof paidBy>, Paid>): Refusal {
  const options = { fields: [{ field: `payments.${at}.amount`, code }] }
  if (code === 'MORE_THAN_DUE') return new Refusal('MORE_THAN_DUE', {}, options)
  return code === 'PAID_TOO_LITTLE'
    ? new Refusal('PAID_TOO_LITTLE', {}, options)
    : new Refusal('NOT_PAYABLE_IN_CASH', {}, options)
}

/** What is sold out is said at its line, with how much there is. */
async function orAtItsLine<T>(lines: readonly { itemId: string }[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INSUFFICIENT_STOCK') throw error
    const { itemId, available } = error.data
    const at = lines.findLastIndex((line) => line.itemId === itemId)
    const data = { available: new Exact(String(available)).toFixed() }
    throw new Refusal('SOLD_OUT', data, {
      fields: [{ field: `lines.${at}.quantity`, code: 'SOLD_OUT', data }],
    })
  }
}
