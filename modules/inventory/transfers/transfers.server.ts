import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post, release, reserve } from '#modules/ledger/public.server.ts'
import { branchRows, mayActAt, reaches, tree } from '#modules/organisation/public.server.ts'
import { skipsTransit } from '#modules/settings/public.server.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { partAt } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import { checkedLoad, countedLoad, type Load, loadOf } from './transfer-lines.server.ts'
import { type Receipt, type TransferDraft, transfers } from './transfers.contract.ts'
import {
  handedOverLines,
  kindOf,
  lostLines,
  receivedLines,
  returnedLines,
  sentLines,
  transferEvents,
  transferWorkflow,
} from './transfers.domain.ts'
import * as queries from './transfers.queries.ts'
import { checkRequested, followRequest } from '../requests/following.server.ts'

type Row = queries.TransferRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Received = Ctx<Receipt & { note?: string | undefined }>

const ends = ({ fromBranchId, fromCounterId, toBranchId, toCounterId }: Row) => ({
  sender: { branchId: fromBranchId, counterId: fromCounterId },
  receiver: { branchId: toBranchId, counterId: toCounterId },
})

const transferDocuments = documents({
  type: 'transfer',
  home: '/inventory/transfers',
  workflow: transferWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ends,
  name: ({ number }: Row) => number,
  makerIds: ({ authorId, senderId, receiverId, state }: Row) =>
    // On a difference neither the one who sent it decides, nor the one who counted it.
    [authorId, senderId, ...(state === 'differing' ? [receiverId] : [])].filter((id) => id !== null),
  gates: {
    limit: { limit: 'transfer_value', value: ({ limitValue }: Row) => limitValue },
    difference: { limit: 'count_variance', value: ({ difference }: Row) => difference },
  },
  facts: async ({ db }) => {
    const isSkipped = await skipsTransit(db)
    return (row) => ({ isDirect: isSkipped && row.fromBranchId === row.toBranchId })
  },
  follow: (ctx, { requestId }) => followRequest(ctx, requestId),
  present,
})

export const transfersRouter = serve(transfers, {
  list: transferDocuments.list(queries.list),
  getById: async (ctx) => withLines(ctx, await transferDocuments.getById(ctx)),
  places,
  export: exported,
  create: whole(transferDocuments.make('create', prepare)),
  approve: whole(transferDocuments.act('approve', keep)),
  sendToTransit: whole(transferDocuments.act('sendToTransit', send)),
  takeOver: whole(transferDocuments.act('takeOver', takeOver)),
  complete: whole(transferDocuments.act<Received>('complete', receive, differs)),
  recount: whole(transferDocuments.act<Received>('recount', recount, differs)),
  writeOff: whole(transferDocuments.act('writeOff', (ctx, row) => settleDifference(ctx, row, 'writtenOff'))),
  claim: whole(transferDocuments.act('claim', (ctx, row) => settleDifference(ctx, row, 'claimed'))),
  rejectReceipt: whole(transferDocuments.act('rejectReceipt')),
  returnToSender: whole(transferDocuments.act('returnToSender', comeBack)),
  reject: whole(transferDocuments.act('reject', letGo)),
  cancel: whole(transferDocuments.act('cancel', letGo)),
})
export const transferAnswers = transferDocuments.answers

/** Who takes it counts it blind, until it is taken: what was sent is seen where it was sent, and with the right to know. */
const isBlind = (row: Pick<Row, 'fromBranchId' | 'fromCounterId' | 'state'>, { permissions, scope }: Actor) =>
  ['created', 'approved', 'inTransit', 'differing'].includes(row.state) &&
  !permissions.has('view_expected_count') &&
  !reaches(scope, { branchId: row.fromBranchId, counterId: row.fromCounterId })

async function present({ db, actor, now }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as (typeof transferWorkflow)['initial'],
    kind: kindOf(row),
    value: isBlind(row, actor) ? null : money(row.value),
    insuredValue: row.insuredValue && money(row.insuredValue),
    outcome: row.outcome as 'claimed' | 'writtenOff' | null,
    expectedAt: row.expectedAt && new Date(row.expectedAt).toISOString(),
    isOverdue: row.state === 'inTransit' && row.expectedAt !== null && new Date(row.expectedAt) < now,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

type Detail = Awaited<ReturnType<typeof transferDocuments.getById>>

async function withLines({ db, actor }: Reading, one: Detail) {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const money = await localMoney(db)
  const blind = isBlind(one, actor)
  const lines = (await queries.linesOf(db, [one.id])).flatMap((line) => {
    const item = known.get(line.itemId)
    if (!item) return []
    const { code, flagCode, exponent } = item
    const hidden = { quantity: null, value: null, pieces: [] }
    return [{ ...line, value: money(line.value), code, flagCode, exponent, ...(blind && hidden) }]
  })
  return { ...one, lines }
}

/** A handler whose answer is the document with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function prepare(ctx: Ctx<TransferDraft>) {
  const { db, input, actor, now } = ctx
  const { lines: _lines, ...draft } = input
  const load = await checkedLoad(ctx, input)
  await checkRequested(db, input, load.lines)
  const { code } = await branchRows.get(db, draft.fromBranchId)
  const row = {
    ...draft,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, draft.fromBranchId, code, now.getUTCFullYear()),
    value: load.value,
    limitValue: load.limitValue,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
    senderId: null,
  }
  return {
    row,
    write: async (state: string) => {
      await queries.addLines(
        db,
        row.id,
        load.lines.map(({ item, ...line }) => ({ ...line, itemId: item.id })),
      )
      if (state === 'created') await promise(ctx, row, load.lines)
    },
  }
}

/** Keeps what is to be sent, so that nobody sells what is packed. */
const promise = ({ db }: Reading, row: Pick<Row, 'fromBranchId' | 'fromCounterId' | 'id'>, load: Load) =>
  reserve(
    db,
    { sourceId: row.id, event: transferEvents.sent, expiresAt: null },
    load.map(({ item, quantity }) => ({
      part: partAt(item, row.fromCounterId),
      branchId: row.fromBranchId,
      counterId: row.fromCounterId,
      itemId: item.id,
      quantity,
    })),
  )

async function keep(ctx: Reading, row: Row) {
  await promise(ctx, row, await loadOf(ctx.db, row.id))
}

async function letGo(ctx: Reading, row: Row) {
  await release(ctx.db, row.id)
}

const dateAt = (ctx: Reading, branchId: string, counterId: string | null) =>
  moveDate(ctx.db, { branchId, counterIds: [counterId] }, ctx.now)

const source = ({ id }: Row) => ({ type: 'transfer', id })

async function send(ctx: Ctx<{ note?: string | undefined }>, row: Row) {
  const load = await loadOf(ctx.db, row.id)
  const date = await dateAt(ctx, row.fromBranchId, row.fromCounterId)
  await release(ctx.db, row.id)
  const entry = await post(ctx, {
    event: transferEvents.sent,
    source: source(row),
    businessDate: date,
    branchId: row.fromBranchId,
    note: row.note,
    lines: sentLines(row, load),
  })
  return {
    ...(await keepValues(ctx, row, load, entry.moved)),
    sentDate: date,
    sentAt: ctx.now.toISOString(),
    senderId: ctx.actor.userId,
  }
}

/** What each line has cost, as the books say: every second amount is what came into the other place. */
async function keepValues({ db }: Reading, { id }: Row, load: Load, moved: readonly string[]) {
  const values = load.map((_, index) => new Exact(moved[2 * index + 1] ?? 0).toFixed())
  await queries.setValues(db, id, values)
  return { value: values.reduce((sum, value) => sum.plus(value), new Exact(0)).toFixed() }
}

/** From hand to hand within a branch: what is counted is what was handed over, or nothing moves. */
async function takeOver(ctx: Received, row: Row) {
  const load = await loadOf(ctx.db, row.id)
  const { differing } = await countedLoad(ctx, load)
  if (differing)
    throw new Refusal('COUNT_DIFFERS', {}, { fields: [{ field: differing, code: 'COUNT_DIFFERS' }] })
  const date = await moveDate(
    ctx.db,
    { branchId: row.fromBranchId, counterIds: [row.fromCounterId, row.toCounterId] },
    ctx.now,
  )
  await release(ctx.db, row.id)
  const lines = handedOverLines(row, load)
  const entry = await post(ctx, {
    event: transferEvents.handedOver,
    source: source(row),
    businessDate: date,
    branchId: row.fromBranchId,
    note: row.note,
    lines,
  })
  await queries.setReceived(ctx.db, row.id, ctx.input.lines)
  const values = await keepValues(ctx, row, load, entry.moved)
  const at = ctx.now.toISOString()
  return {
    ...values,
    sentDate: date,
    sentAt: at,
    receivedDate: date,
    receivedAt: at,
    receiverId: ctx.actor.userId,
  }
}

/** Whether what the receiver counted is not what was sent. */
async function differs(ctx: Received, row: Row) {
  return { differs: (await countedLoad(ctx, await loadOf(ctx.db, row.id))).differing !== undefined }
}

async function receive(ctx: Received, row: Row) {
  const date = await dateAt(ctx, row.toBranchId, row.toCounterId)
  // Nothing arrives on a day before it left.
  if (row.sentDate && date < row.sentDate) throw new Refusal('RECEIVED_BEFORE_SENT', { date: row.sentDate })
  const { arrived } = await countedLoad(ctx, await loadOf(ctx.db, row.id))
  if (arrived.length > 0)
    await post(ctx, {
      event: transferEvents.received,
      source: source(row),
      businessDate: date,
      branchId: row.toBranchId,
      note: row.note,
      lines: receivedLines(row, arrived),
    })
  await queries.setReceived(ctx.db, row.id, ctx.input.lines)
  return { receivedDate: date, receivedAt: ctx.now.toISOString(), receiverId: ctx.actor.userId }
}

/** What a second look finds of what was missing is taken in as well; less than before it cannot be. */
async function recount(ctx: Received, row: Row) {
  const before = new Map(
    (await queries.linesOf(ctx.db, [row.id])).map((line) => [line.itemId, line.received ?? '0']),
  )
  const { arrived } = await countedLoad(ctx, await loadOf(ctx.db, row.id))
  const more = arrived.map(({ item, quantity }) => ({
    item,
    quantity: new Exact(quantity).minus(before.get(item.id) ?? 0).toFixed(),
  }))
  if (more.some(({ quantity }) => quantity.startsWith('-'))) throw new Refusal('RECOUNT_BELOW')
  const found = more.filter(({ quantity }) => !new Exact(quantity).isZero())
  if (found.length > 0)
    await post(ctx, {
      event: transferEvents.found,
      source: { type: 'transfer', id: row.id },
      businessDate: await dateAt(ctx, row.toBranchId, row.toCounterId),
      branchId: row.toBranchId,
      note: row.note,
      lines: receivedLines(row, found),
    })
  await queries.setReceived(ctx.db, row.id, ctx.input.lines)
  return { receiverId: ctx.actor.userId }
}

/** What did not arrive is lost, or claimed of the carrier. */
async function settleDifference(
  ctx: Ctx<{ note?: string | undefined }>,
  row: Row,
  outcome: 'claimed' | 'writtenOff',
) {
  const known = new Map((await items(ctx.db)).map((item) => [item.id, item]))
  const missing = (await queries.linesOf(ctx.db, [row.id])).flatMap(({ itemId, quantity, received }) => {
    const item = known.get(itemId)
    const gap = new Exact(quantity).minus(received ?? 0)
    return item && gap.isPositive() && !gap.isZero() ? [{ item, quantity: gap.toFixed() }] : []
  })
  if (missing.length > 0)
    await post(ctx, {
      event: transferEvents.lost,
      source: source(row),
      businessDate: await dateAt(ctx, row.fromBranchId, null),
      branchId: row.fromBranchId,
      note: ctx.input.note ?? '',
      lines: lostLines(row, missing, outcome === 'claimed' ? 'carrierClaim' : 'transitLoss'),
    })
  return { outcome }
}

async function comeBack(ctx: Reading, row: Row) {
  const date = await dateAt(ctx, row.fromBranchId, row.fromCounterId)
  await post(ctx, {
    event: transferEvents.returned,
    source: source(row),
    businessDate: date,
    branchId: row.fromBranchId,
    note: row.note,
    lines: returnedLines(row, await loadOf(ctx.db, row.id)),
  })
  return { receivedDate: date }
}

/** Branch by branch, the vault before its counters; those where the person may act come first. */
async function places({ db, actor }: Reading) {
  const { branches, counters } = await tree(db)
  const all = branches.flatMap(({ id: branchId, name: branch }) => [
    { branchId, branch, counterId: null, counter: null },
    ...counters
      .filter((counter) => counter.branchId === branchId)
      .map(({ id, name }) => ({ branchId, branch, counterId: id, counter: name })),
  ])
  const marked = all.map((place) => ({ ...place, isOwn: mayActAt(actor, place) }))
  return marked.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
}

async function exported(ctx: Ctx<ListInput>) {
  const rows = inParts(ctx, (db, input, last: Row | undefined) =>
    queries.part(db, ctx.actor.scope, input, last?.id),
  )
  return sheet(ctx, {
    name: 'transfers',
    texts: 'transfers',
    place: (row) => row.fromBranchId,
    columns: {
      number: 'text',
      state: 'text',
      fromBranch: 'text',
      fromCounter: 'text',
      toBranch: 'text',
      toCounter: 'text',
      value: (row: Row) => (isBlind(row, ctx.actor) ? null : Number(row.value)),
      bag: 'text',
      carrier: 'text',
      createdAt: 'moment',
      author: 'text',
    },
    rows,
  })
}
