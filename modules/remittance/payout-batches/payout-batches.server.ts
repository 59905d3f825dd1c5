import { createHash, randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows, businessDate, exponentOf, requireVisible } from '#modules/organisation/public.server.ts'
import { fileOf } from '../batch-files/files.server.ts'
import { readResults } from '../batch-files/results.server.ts'
import {
  addItems,
  itemsOf,
  removeItem,
  rows as batchRows,
  takeQueued,
} from '../batch-items/batch-items.queries.ts'
import { type BatchFormat, type BatchState, batchWorkflow } from '../batch-items/batch-workflow.domain.ts'
import { batchType } from '../batch-items/following.server.ts'
import { find as findOrders, lockOrder, type OrderRow } from '../order-rows/orders.queries.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import { valueDayOf } from '../providers/cut-off.domain.ts'
import { partnerDay } from '../providers/providers.domain.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { takeImplied } from '../queue/implied.server.ts'
import { hashOf } from '../queue/queue.server.ts'
import { type PayoutBatchDraft, payoutBatches, type TakeOut } from './payout-batches.contract.ts'
import * as queries from './payout-batches.queries.ts'

type Row = queries.BatchRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const batchDocuments = documents({
  type: batchType,
  home: '/remittance/batch-management',
  workflow: batchWorkflow,
  table: batchRows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId, closedById }: Row) => [authorId, ...(closedById ? [closedById] : [])],
  turns: {
    table: 'remittance.payoutBatch',
    places: { branchIds: ['branchId'] },
    makers: ['authorId', 'closedById'],
    acts: { approve: { as: 'release', isAwaited: true } },
  },
  present,
})
export const batchAnswers = batchDocuments.answers
type Detail = Awaited<ReturnType<typeof batchDocuments.getById>>

export const payoutBatchesRouter = serve(payoutBatches, {
  ...batchDocuments.lists(queries.list, 'remittance:batches', {
    number: 'text',
    provider: 'text',
    count: 'number',
    currency: 'text',
    total: 'number',
    state: 'value',
    valueDay: 'text',
    format: 'value',
    branch: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: whole(batchDocuments.getById),
  create: whole(batchDocuments.make('create', prepare)),
  collect: whole(batchDocuments.act('collect', collect)),
  takeOut: whole(batchDocuments.act<Ctx<TakeOut>>('takeOut', takeOut)),
  close: whole(batchDocuments.act('close', close)),
  reopen: whole(batchDocuments.act('reopen', () => Promise.resolve({ closedById: null }))),
  approve: whole(batchDocuments.act('approve', refuseChanged)),
  reject: whole(batchDocuments.act('reject', () => Promise.resolve({ closedById: null }))),
  send: whole(batchDocuments.act('send', send)),
  cancel: whole(batchDocuments.act('cancel', (ctx, row) => empty(ctx, row))),
  file: async ({ db, actor, input }) => fileOf(db, refuseUnapproved(await seen(db, actor, input.id))),
  readResults,
})

async function present(_ctx: Reading, rows: readonly Row[]) {
  return Promise.resolve(
    rows.map((row) => ({
      ...row,
      state: row.state as BatchState,
      format: row.format as BatchFormat,
      total: new Exact(row.total).toFixed(exponentOf(row.currency)),
      createdAt: new Date(row.createdAt).toISOString(),
    })),
  )
}

/** A handler whose answer is the batch with its items. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => {
    const one = await act(ctx)
    const [row] = await queries.find(ctx.db, [one.id])
    const items = (await itemsOf(ctx.db, one.id)).map((item) => ({
      ...item,
      gets: new Exact(item.gets).toFixed(),
      settles: new Exact(item.settles ?? 0).toFixed(exponentOf(one.currency)),
    }))
    return { ...one, hash: row?.hash ?? '', items }
  }
}

async function seen(db: Db, { scope }: Pick<Ctx['actor'], 'scope'>, id: string): Promise<Row> {
  const [row] = await queries.find(db, [id])
  if (!row || (scope !== 'all' && !scope.branchIds.includes(row.branchId))) throw notFound()
  return row
}

/** What the partner reads is in nobody's hands before a second person has let it go. */
function refuseUnapproved(row: Row): Row {
  if (['open', 'closed', 'cancelled'].includes(row.state)) throw new Refusal('BATCH_NOT_APPROVED')
  return row
}

async function prepare(ctx: Ctx<PayoutBatchDraft>) {
  const { db, input, actor, now } = ctx
  const provider = await providerRows.find(db, input.providerId)
  if (!provider) throw refuseField('providerId', 'PROVIDER_UNKNOWN')
  if (provider.channel !== 'file') throw refuseField('providerId', 'PROVIDER_IS_CALLED')
  const prefund = await findPrefund(db, provider.id)
  if (!prefund) throw refuseField('providerId', 'PREFUND_MISSING')
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, prefund.branchId))
  const today = await businessDate(db, branch.id, now)
  const row = {
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branch.id, branch.code, Number(today.slice(0, 4))),
    providerId: provider.id,
    branchId: branch.id,
    format: input.format,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async () => {
      const [made] = await queries.find(db, [row.id])
      if (made) await batchRows.update(db, made, await collect(ctx, made))
    },
  }
}

/** All orders of the partner that are lined up come into the batch; none is in two. */
async function collect(ctx: Reading, row: Row) {
  const { db } = ctx
  const found = await findInOrder(db, await takeQueued(db, row.providerId))
  for (const order of found) await takeImplied(ctx, order, 'batch', { values: { batchId: row.id } })
  if (found.length > 0)
    await addItems(
      db,
      row.id,
      found.map(({ id, reference }) => ({ orderId: id, reference })),
    )
  return sums(db, row)
}

async function findInOrder(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const found = new Map((await findOrders(db, ids)).map((order) => [order.id, order]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** How many are in it, and what the partner takes for them, its fee too. */
async function sums(db: Db, { id }: Row) {
  const items = await itemsOf(db, id)
  const total = items.reduce((sum, item) => sum.plus(item.settles ?? 0).plus(item.partnerFee), new Exact(0))
  return { count: items.length, total: total.toFixed() }
}

async function takeOut(ctx: Ctx<TakeOut>, row: Row) {
  await release(ctx, row, [ctx.input.orderId])
  return sums(ctx.db, row)
}

async function release(ctx: Reading, { id }: Row, orderIds: readonly string[]) {
  for (const orderId of orderIds) {
    await lockOrder(ctx.db, orderId)
    const [order] = await findOrders(ctx.db, [orderId])
    if (order?.batchId !== id) throw notFound()
    await takeImplied(ctx, order, 'unbatch', { values: { batchId: null } })
    await removeItem(ctx.db, id, orderId)
  }
}

/** Its orders are lined up again. */
async function empty(ctx: Reading, row: Row) {
  const items = await itemsOf(ctx.db, row.id)
  await release(
    ctx,
    row,
    items.map(({ orderId }) => orderId),
  )
  return { count: 0, total: '0' }
}

/** What is in it now, as one hash: who approves it approves this and nothing else. */
async function contentOf(db: Db, row: Row): Promise<string> {
  const orders = await findInOrder(
    db,
    (await itemsOf(db, row.id)).map(({ orderId }) => orderId),
  )
  const lines = orders.map((order) => hashOf(order, order.reference))
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

async function close({ db, actor, now }: Reading, row: Row) {
  const held = (await itemsOf(db, row.id)).find(({ isHeld }) => isHeld)
  if (held) throw new Refusal('BATCH_ITEM_HELD', { number: held.number })
  const provider = await providerRows.get(db, row.providerId)
  const day = partnerDay({ ...provider, holidays: provider.holidays as unknown as string[] })
  return {
    ...(await sums(db, row)),
    hash: await contentOf(db, row),
    valueDay: valueDayOf(day, now) ?? null,
    closedById: actor.userId,
  }
}

/** Nothing in it has changed since it was closed; BATCH_CHANGED. */
async function refuseChanged({ db }: Reading, row: Row) {
  if ((await contentOf(db, row)) !== row.hash) throw new Refusal('BATCH_CHANGED')
  return {}
}

/** Its orders are sent: from here on only the partner says what becomes of them. */
async function send(ctx: Reading, row: Row) {
  const { db, now } = ctx
  await refuseChanged(ctx, row)
  for (const { orderId } of await itemsOf(db, row.id)) {
    await lockOrder(db, orderId)
    const [order] = await findOrders(db, [orderId])
    if (!order) throw notFound()
    await takeImplied(ctx, order, 'send', {
      values: {
        sentAt: now.toISOString(),
        sentHash: hashOf(order, order.reference),
        sendings: order.sendings + 1,
      },
    })
  }
  return {}
}
