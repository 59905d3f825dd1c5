import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { pinSettings } from '#kit/server/remembered.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney, modeNames } from '#modules/currencies/public.server.ts'
import type { SetOffDeal } from '#modules/exchange/public.server.ts'
import { openGates } from '#modules/approvals/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRegions, businessDate, counterBranches } from '#modules/organisation/public.server.ts'
import { endWhereUpheld } from '#modules/screening/public.server.ts'
import { refuseOff } from '../policy/policy.server.ts'
import type { NamedBatch } from '../batches/batches.domain.ts'
import { checkStock, holdSerials, releaseSerials } from '../serials/serials.server.ts'
import { pricedBasket } from '../pricing/basket.server.ts'
import { listDeals } from './deals.server.ts'
import { buyerOf } from '../buyers/due-diligence.server.ts'
import { price } from './priced.server.ts'
import {
  askFor,
  clear,
  type JudgedSale,
  judgeSale,
  settle,
  type Settling,
  sumsOf,
} from './settling.server.ts'
import { type Park, type SaleDraft, sales, type Settle } from './sales.contract.ts'
import { type SaleState, saleWorkflow } from './sales.domain.ts'
import * as queries from './sales.queries.ts'
import { applicationTypes } from '#modules/applications.domain.ts'

type Row = queries.SaleRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const saleDocuments = documents({
  type: 'retailSale',
  home: '/pos-retail/sales',
  workflow: saleWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: ({ number, name }: Row) => number || name,
  makerIds: ({ authorId }: Row) => [authorId],
  makerActs: ['park', 'settle'],
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
    rba: {
      limit: 'rba_clearance',
      value: ({ total }: Row) => total,
      isAsked: ({ asksClearance }: Row) => asksClearance,
    },
  },
  facts: async ({ db }, rows) => {
    const waiting = rows.filter(({ state }) => state === 'waiting').map(({ id }) => id)
    const gates = await openGates(db, 'retailSale', waiting)
    return ({ id }) => ({ open: (gates.get(id) ?? []).map(({ kind }) => kind) })
  },
  present,
})
export const saleAnswers = [
  ...saleDocuments.answers,
  endWhereUpheld({
    waiting: queries.waitingFor,
    end: saleDocuments.perform('refuse', async (ctx, row) => (await releaseSerials(ctx, row), {})),
  }),
]

/** Settles a sale by what is owed for goods that come back in the same transaction. */
export const settleSetOff = (ctx: Settling, refund: SetOffDeal) =>
  saleDocuments.perform<Settling, JudgedSale>(
    'settle',
    (asked, row, toState) => settle(asked, row, toState, refund),
    judgeSale,
  )(ctx)

type Detail = Awaited<ReturnType<typeof saleDocuments.getById>>

export const salesRouter = serve(sales, {
  ...saleDocuments.lists(queries.list, 'retail:sales', {
    number: 'text',
    name: 'text',
    branch: 'text',
    counter: 'text',
    businessDate: 'text',
    net: 'number',
    tax: 'number',
    total: 'number',
    customer: 'text',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
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
  settle: whole(
    saleDocuments.act<Ctx<Settle & { note?: string | undefined }>, JudgedSale>('settle', settle, judgeSale),
  ),
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
  reject: whole(saleDocuments.act('reject', () => Promise.resolve(askFor('0', '0')))),
  clear: whole(saleDocuments.act('clear', clear)),
  refuse: whole(saleDocuments.act('refuse', async (ctx, row) => (await releaseSerials(ctx, row), {}))),
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
  const payments = (one.state === 'settled' ? await queries.paymentsOf(db, one.id) : [])
    .filter(({ amount }) => !new Exact(amount).isZero())
    .map(({ modeId, tendered, amount }) => ({
      modeId,
      mode: modes.get(modeId) ?? '',
      tendered: money(tendered),
      amount: money(amount),
    }))
  const { dealId, dealNumber, dealOwed } = one
  const deal = dealId === null ? null : { id: dealId, number: dealNumber ?? '', owed: money(dealOwed ?? '0') }
  const { refundId, refundNumber, refundOwed } = one
  const refund = refundId === null ? null : { id: refundId, number: refundNumber, owed: money(refundOwed) }
  return { ...one, lines, payments, deal, refund }
}

/** A handler whose answer is the sale with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function prepare(ctx: Ctx<SaleDraft>) {
  const { db, input, actor, now } = ctx
  const { id, branchId, counterId, name } = input
  pinSettings(db)
  const counter = (await counterBranches(db)).find(({ id: known }) => known === counterId)
  if (!counter || !(await branchRegions(db)).some(({ id: known }) => known === branchId)) throw notFound()
  if (counter.branchId !== branchId) throw refuseField('counterId', 'COUNTER_OTHER_BRANCH')
  await refuseOff(db)
  const day = await businessDate(db, branchId, now)
  const priced = await pricedBasket(db, input, { branchId, day, acceptsPrices: false })
  const buyer = await buyerOf(db, input.customerId)
  await checkStock(ctx, input, priced.lines)
  return {
    row: {
      id,
      branchId,
      counterId,
      name,
      customerId: buyer?.id ?? null,
      customer: buyer?.name ?? '',
      ...sumsOf(priced),
      createdAt: now.toISOString(),
      authorId: actor.userId,
      author: actor.name,
    },
    write: async () => {
      await queries.setLines(db, id, priced.lines, { isNew: true })
      if (priced.lines.some(({ serials }) => serials.length > 0)) await holdSerials(ctx, input, priced.lines)
    },
  }
}

async function rewrite(ctx: Ctx<Park>, row: Row) {
  const { db, input, now } = ctx
  const day = await businessDate(db, row.branchId, now)
  const priced = await pricedBasket(db, input, { branchId: row.branchId, day, acceptsPrices: false })
  const buyer = await buyerOf(db, input.customerId)
  await queries.setLines(db, row.id, priced.lines)
  await holdSerials(ctx, row, priced.lines)
  return {
    // What another person allowed was another basket.
    name: input.name,
    customerId: buyer?.id ?? null,
    customer: buyer?.name ?? '',
    ...sumsOf(priced),
    allowedPercent: '0',
    allowedBelow: '0',
    isCleared: false,
  }
}
