import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  counterRows,
  currentCompany,
  exponentOf,
  refuseDecimals,
} from '#modules/organisation/public.server.ts'
import { find as findItems } from '../items/items.queries.ts'
import type { BatchPart } from '../batches/batches.domain.ts'
import {
  checkBatches,
  dateBatches,
  pickBatches,
  receiveBatches,
  removeBatches,
} from '../batches/batches.server.ts'
import { checkSerials, receiveSerials, refuseKnown, removeSerials } from '../serials/serials.server.ts'
import { refuseAtSoldOutLine } from '../stock/sold-out.server.ts'
import { averagesAt } from '../stock/stock.server.ts'
import { type AdjustmentDraft, goodsAdjustments } from './adjustments.contract.ts'
import {
  adjustmentEvents,
  adjustmentLines,
  type AdjustmentState,
  adjustmentWorkflow,
  incoming,
  type Reason,
  supplied,
  valueOf,
} from './adjustments.domain.ts'
import * as queries from './adjustments.queries.ts'

type Row = queries.AdjustmentRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const adjustmentDocuments = documents({
  type: 'goodsAdjustment',
  home: '/pos-retail/adjustments',
  workflow: adjustmentWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ branch: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: {
    limit: {
      limit: 'adjustment_value',
      value: ({ value }: Row) => value,
      alone: { acts: ['create'], states: ['posted'] },
    },
  },
  present: async ({ db }, rows) => {
    const money = await localMoney(db)
    return rows.map((row) => ({
      ...row,
      state: row.state as AdjustmentState,
      reason: row.reason as Reason,
      value: money(row.value),
      createdAt: new Date(row.createdAt).toISOString(),
    }))
  },
})
export const adjustmentAnswers = adjustmentDocuments.answers
type Detail = Awaited<ReturnType<typeof adjustmentDocuments.getById>>

export const adjustmentsRouter = serve(goodsAdjustments, {
  ...adjustmentDocuments.lists(queries.list, 'retail:adjustments', {
    number: 'text',
    reason: 'value',
    branch: 'text',
    counter: 'text',
    supplier: 'text',
    invoice: 'text',
    value: 'number',
    state: 'value',
    businessDate: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: whole(adjustmentDocuments.getById),
  create: whole(adjustmentDocuments.make('create', prepare)),
  approve: whole(adjustmentDocuments.act('approve', booked)),
  reject: whole(adjustmentDocuments.act('reject')),
  cancel: whole(adjustmentDocuments.act('cancel')),
})

/** A handler whose answer is the document with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function withLines({ db }: Reading, one: Detail) {
  const money = await localMoney(db)
  const lines = (await queries.linesOf(db, one.id)).map((line) => ({
    ...line,
    quantity: new Exact(line.quantity).toFixed(),
    cost: money(line.cost),
    batches: line.batches as BatchPart[],
  }))
  return { ...one, lines }
}

async function prepare(ctx: Ctx<AdjustmentDraft>) {
  const { db, input, actor, now } = ctx
  const { lines, ...head } = input
  await check(ctx)
  const { code } = await branchRows.get(db, head.branchId)
  const date = await businessDate(db, head.branchId, now)
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  const row = {
    ...head,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, head.branchId, code, Number(date.slice(0, 4))),
    value: valueOf(head.reason, lines, { averages: await averagesAt(db, head.branchId, lines), decimals }),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async (state: string) => {
      await queries.addLines(db, row.id, lines)
      if (state !== 'posted') return
      const [made] = await queries.find(db, [row.id])
      if (made) await queries.rows.update(db, made, await booked(ctx, made))
    },
  }
}

/** Posts an adjustment on the day of its branch, or on the open one of its counter; of what goes out its lines learn what it had cost. */
async function booked(ctx: Reading, row: Row) {
  const { db, now } = ctx
  const { id, branchId, counterId } = row
  const reason = row.reason as Reason
  const lines = await queries.linesOf(db, id)
  const date =
    counterId === null
      ? await businessDate(db, branchId, now)
      : (await dealingDay(db, branchId, counterId, now)).businessDate
  await moveTracked(ctx, row, lines)
  const entry = await refuseAtSoldOutLine(lines, () =>
    post(ctx, {
      event: reason === 'receipt' ? adjustmentEvents.receipt : adjustmentEvents.other,
      source: { type: 'goodsAdjustment', id },
      businessDate: date,
      branchId,
      lines: adjustmentLines(reason, { branchId, counterId }, lines),
    }),
  )
  if (incoming.includes(reason)) return { businessDate: date }
  const costs = lines.map((_, at) => new Exact(entry.moved[at] ?? 0).negated().toFixed())
  await queries.setCosts(db, id, costs)
  const value = costs.reduce((sum, cost) => sum.plus(cost), new Exact(0)).toFixed()
  return { businessDate: date, value }
}

/** Serials and batches come in or go out with the goods that they are; lines learn which batches went out. */
async function moveTracked(ctx: Reading, row: Row, lines: Awaited<ReturnType<typeof queries.linesOf>>) {
  const { db } = ctx
  const { id, branchId } = row
  const reason = row.reason as Reason
  const given = lines.map((line) => ({
    ...line,
    isBatch: line.tracking === 'batch',
    batches: line.batches as BatchPart[],
  }))
  if (reason === 'receipt' || reason === 'opening') {
    await receiveSerials(ctx, row, lines, reason)
    const dated = await dateBatches(db, given)
    await receiveBatches(
      db,
      branchId,
      given.map(({ itemId }, at) => ({ itemId, batches: dated[at] ?? [] })),
    )
    return queries.setBatches(db, id, dated)
  }
  await removeSerials(ctx, row, lines, reason)
  const picked = await pickBatches(db, { branchId, today: null }, given)
  await removeBatches(
    db,
    branchId,
    given.map(({ itemId }, at) => ({ itemId, batches: picked[at] ?? [] })),
  )
  return queries.setBatches(db, id, picked)
}

/** Only goods lie in stock, and those kept by serial or batch in the store; a cost has the decimals of local money, and a supplier is named where one is on the other side. */
async function check({ db, input }: Ctx<AdjustmentDraft>): Promise<void> {
  const { branchId, counterId, lines, reason, supplier } = input
  if (counterId !== null && (await counterRows.find(db, counterId))?.branchId !== branchId)
    throw refuseField('counterId', 'COUNTER_OTHER_BRANCH')
  if (supplied.includes(reason) && supplier === '') throw refuseField('supplier', 'SUPPLIER_MISSING')
  await refuseDecimals(db, Object.fromEntries(lines.map(({ cost }, at) => [`lines.${at}.cost`, cost])))
  const given = lines.findIndex(({ cost }) => !incoming.includes(reason) && !new Exact(cost).isZero())
  if (given >= 0) throw refuseField(`lines.${given}.cost`, 'COST_NOT_GIVEN')
  const ids = lines.map(({ itemId }) => itemId)
  const items = new Map((await findItems(db, ids)).map((item) => [item.id, item]))
  const at = ids.findIndex((id) => items.get(id)?.kind !== 'goods')
  if (at >= 0) throw refuseField(`lines.${at}.itemId`, 'ITEM_NOT_STOCKED')
  const trackingOf = (itemId: string) => items.get(itemId)?.tracking
  const tracked = ids.findIndex((id) => trackingOf(id) !== 'quantity')
  if (counterId !== null && tracked >= 0) throw refuseField(`lines.${tracked}.itemId`, 'TRACKED_AT_COUNTER')
  checkSerials(lines.map((line) => ({ ...line, isSerial: trackingOf(line.itemId) === 'serial' })))
  const batched = lines.map((line) => ({ ...line, isBatch: trackingOf(line.itemId) === 'batch' }))
  checkBatches(batched, { isNeeded: incoming.includes(reason) })
  if (!incoming.includes(reason)) return
  await refuseKnown(db, lines)
  await dateBatches(db, batched)
}
