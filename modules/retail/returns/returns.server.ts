import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney, modeNames } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows, businessDate, counterRows, mayActAt } from '#modules/organisation/public.server.ts'
import { holdId } from '../sales/sales.queries.ts'
import type { BatchPart } from '../batches/batches.domain.ts'
import { pickReturnedBatches, listBatchesLeft } from './returned-batches.server.ts'
import { checkReturnedSerials, listSerialsLeft } from './returned-serials.server.ts'
import { linesLeft, portionsOf } from './portions.server.ts'
import { exchange } from './exchange.server.ts'
import { payBack } from './paid-back.server.ts'
import { type Exchange, type RefundDraft, refunds } from './returns.contract.ts'
import { type RefundState, refundWorkflow } from './returns.domain.ts'
import * as queries from './returns.queries.ts'

type Row = queries.RefundRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const refundDocuments = documents({
  type: 'refund',
  home: '/pos-retail/returns',
  workflow: refundWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: {
    limit: {
      limit: 'refund',
      value: ({ total }: Row) => total,
      alone: { acts: ['create'], states: ['approved', 'settled'] },
    },
  },
  present,
})
type Detail = Awaited<ReturnType<typeof refundDocuments.getById>>

export const returnAnswers = refundDocuments.answers

export const returnsRouter = serve(refunds, {
  ...refundDocuments.lists(queries.list, 'retail:returns', {
    number: 'text',
    saleNumber: 'text',
    branch: 'text',
    counter: 'text',
    businessDate: 'text',
    reason: 'text',
    net: 'number',
    tax: 'number',
    total: 'number',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: whole(refundDocuments.getById),
  getReturnable,
  create: async (ctx) => {
    // The same return again, also at once from two tabs, is the one that it has become.
    await holdId(ctx.db, ctx.input.id)
    const [before] = await queries.find(ctx.db, [ctx.input.id])
    return withLines(
      ctx,
      before
        ? await refundDocuments.detail(ctx, before.id)
        : await refundDocuments.make('create', prepare)(ctx),
    )
  },
  approve: whole(refundDocuments.act('approve')),
  reject: whole(refundDocuments.act('reject')),
  settle: whole(refundDocuments.act('settle', payBack)),
  exchange: whole(refundDocuments.act<Ctx<Exchange>>('exchange', exchange)),
  cancel: whole(refundDocuments.act('cancel')),
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as RefundState,
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
    position: line.salePosition,
    sku: line.sku,
    name: line.name,
    unit: line.unit,
    serials: line.serials,
    batches: line.batches as BatchPart[],
    quantity: new Exact(line.quantity).toFixed(),
    price: money(line.price),
    rates: line.rates as string[],
    discount: money(line.discount),
    net: money(line.net),
    tax: money(line.tax),
    owed: money(line.owed),
    total: money(line.total),
  }))
  const payments = (await queries.paymentsOf(db, one.id)).map(({ modeId, amount, isSetOff }) => ({
    modeId,
    mode: modes.get(modeId) ?? '',
    amount: money(amount),
    isSetOff,
  }))
  return { ...one, lines, payments }
}

/** A handler whose answer is the return with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

/** Whoever stands at a counter of the branch finds its receipts, whichever counter sold. */
async function getReturnable({ db, input, actor }: Ctx<{ number: string; counterId: string }>) {
  const sale = await queries.findSale(db, input.number)
  const counter = await counterRows.find(db, input.counterId)
  const isHere = sale && counter?.branchId === sale.branchId
  if (!isHere || !mayActAt(actor, { branchId: sale.branchId, counterId: input.counterId }))
    throw refuseField('number', 'RECEIPT_UNKNOWN')
  const money = await localMoney(db)
  const serials = await listSerialsLeft(db, sale.id)
  const batches = await listBatchesLeft(db, sale.id)
  const lines = (await linesLeft(db, sale.id)).map(({ position, sku, name, quantity, total, left }) => ({
    serials: serials.get(position) ?? [],
    batches: batches.get(position) ?? [],
    position,
    sku,
    name,
    quantity: new Exact(quantity).toFixed(),
    total: money(total),
    left,
  }))
  return {
    saleId: sale.id,
    number: sale.number,
    businessDate: sale.businessDate,
    total: money(sale.total),
    lines,
  }
}

async function prepare({ db, input, actor, now }: Ctx<RefundDraft>) {
  const { id, saleId, counterId, reason } = input
  const sale = await queries.lockSold(db, saleId)
  if (!sale) throw notFound()
  if (sale.state !== 'settled') throw refuseField('saleId', 'NOT_SOLD')
  const { branchId } = sale
  if ((await counterRows.get(db, counterId)).branchId !== branchId)
    throw refuseField('counterId', 'RETURN_OTHER_BRANCH')
  await checkReturnedSerials(db, saleId, input.lines)
  const portions = await portionsOf(db, saleId, input.lines)
  const batches = await pickReturnedBatches(db, saleId, input.lines)
  const lines = portions.map((line, at) => ({ ...line, batches: batches[at] ?? [] }))
  const { code } = await branchRows.get(db, branchId)
  const date = await businessDate(db, branchId, now)
  const sum = (part: 'discount' | 'net' | 'tax' | 'total') =>
    lines.reduce((all, line) => all.plus(line[part]), new Exact(0)).toFixed()
  return {
    row: {
      id,
      number: await queries.numberOf(db, branchId, code, Number(date.slice(0, 4))),
      saleId,
      branchId,
      counterId,
      reason,
      discount: sum('discount'),
      net: sum('net'),
      tax: sum('tax'),
      total: sum('total'),
      createdAt: now.toISOString(),
      authorId: actor.userId,
      author: actor.name,
    },
    write: async () => {
      await queries.addLines(db, { refundId: id, saleId }, lines)
    },
  }
}
