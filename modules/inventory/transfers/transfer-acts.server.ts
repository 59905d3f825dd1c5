import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { freeze, post, release, reserve } from '#modules/ledger/public.server.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { stockPartAt } from '../items/items.domain.ts'
import { itemsOf } from '../items/items.server.ts'
import { refuseAboveMaximum } from '../limits/limit-checks.server.ts'
import { checkQuantities, type Load } from '../loads/loads.server.ts'
import { countedLoad, loadOf, limitToCarried } from './transfer-lines.server.ts'
import { arriveUnits, carryUnits } from './transfer-units.server.ts'
import type { Receipt } from './transfers.contract.ts'
import {
  documentTypes,
  handedOverLines,
  lostLines,
  receivedLines,
  returnedLines,
  sentLines,
  surplusLines,
  transferEvents,
} from './transfers.domain.ts'
import * as queries from './transfers.queries.ts'

type Row = queries.TransferRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Received = Ctx<Receipt & { note?: string | undefined }>

/** Keeps what is to be sent, so that nobody sells what is packed. Throws MORE_THAN_AVAILABLE for what others have taken meanwhile. */
export async function promise(
  { db }: Reading,
  row: Pick<Row, 'fromBranchId' | 'fromCounterId' | 'holds' | 'id'>,
  load: Load,
) {
  const place = { branchId: row.fromBranchId, counterId: row.fromCounterId }
  await freeze(db, place)
  await checkQuantities(
    db,
    place,
    load.map(({ item, quantity }) => ({ itemId: item.id, quantity })),
    row,
  )
  await reserve(
    db,
    { sourceId: row.id, event: transferEvents.sent, expiresAt: null },
    load.map(({ item, quantity }) => ({
      ...place,
      part: stockPartAt(item, row.fromCounterId),
      itemId: item.id,
      quantity,
    })),
  )
}

export async function keep(ctx: Reading, row: Row) {
  await promise(ctx, row, await loadOf(ctx.db, row))
}

export async function releaseStock(ctx: Reading, row: Row) {
  await release(ctx.db, row.id)
  await carryUnits(ctx, row, 'unpack')
}

const dateAt = (ctx: Reading, branchId: string, counterId: string | null) =>
  moveDate(ctx.db, { branchId, counterIds: [counterId] }, ctx.now)

const source = ({ id, holds }: Row) => ({ type: documentTypes[holds], id })

export async function send(ctx: Reading, row: Row) {
  const load = await loadOf(ctx.db, row)
  if (row.holds === 'money') await refuseAboveMaximum(ctx.db, row, load, row.id)
  const date = await dateAt(ctx, row.fromBranchId, row.fromCounterId)
  await release(ctx.db, row.id)
  await carryUnits(ctx, row, 'send')
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
export async function takeOver(ctx: Received, row: Row) {
  const load = await loadOf(ctx.db, row)
  const { differing } = await countedLoad(ctx, load, row)
  if (differing)
    throw new Refusal('COUNT_DIFFERS', {}, { fields: [{ field: differing, code: 'COUNT_DIFFERS' }] })
  if (row.holds === 'money') await refuseAboveMaximum(ctx.db, row, load, row.id)
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
export async function differs(ctx: Received, row: Row) {
  return { differs: (await countedLoad(ctx, await loadOf(ctx.db, row), row)).differing !== undefined }
}

export async function receive(ctx: Received, row: Row) {
  const date = await dateAt(ctx, row.toBranchId, row.toCounterId)
  // Nothing arrives on a day before it left.
  if (row.sentDate && date < row.sentDate) throw new Refusal('RECEIVED_BEFORE_SENT', { date: row.sentDate })
  const { arrived } = await countedLoad(ctx, await loadOf(ctx.db, row), row)
  await arriveUnits(ctx, row)
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

/** What a second look finds of what was missing is taken in as well; less than before it cannot be. A surplus was not taken in yet. */
export async function recount(ctx: Received, row: Row) {
  const before = new Map(
    (await queries.linesOf(ctx.db, [row.id])).map((line) => [
      line.itemId,
      limitToCarried(line.quantity, line.received ?? '0'),
    ]),
  )
  const { arrived } = await countedLoad(ctx, await loadOf(ctx.db, row), row)
  const now = new Map(arrived.map(({ item, quantity }) => [item.id, quantity]))
  if ([...before].some(([itemId, quantity]) => new Exact(now.get(itemId) ?? 0).lessThan(quantity)))
    throw new Refusal('RECOUNT_BELOW')
  await arriveUnits(ctx, row)
  const found = arrived
    .map(({ item, quantity }) => ({
      item,
      quantity: new Exact(quantity).minus(before.get(item.id) ?? 0).toFixed(),
    }))
    .filter(({ quantity }) => !new Exact(quantity).isZero())
  if (found.length > 0)
    await post(ctx, {
      event: transferEvents.found,
      source: source(row),
      businessDate: await dateAt(ctx, row.toBranchId, row.toCounterId),
      branchId: row.toBranchId,
      note: row.note,
      lines: receivedLines(row, found),
    })
  await queries.setReceived(ctx.db, row.id, ctx.input.lines)
  return { receiverId: ctx.actor.userId }
}

/** What was counted beside what was sent: `gap` is above zero where it did not arrive, below where more did. */
async function gapsOf({ db }: Reading, row: Row) {
  const known = await itemsOf(db, row)
  return (await queries.linesOf(db, [row.id])).flatMap(({ itemId, quantity, value, received }) => {
    const item = known.get(itemId)
    const gap = new Exact(quantity).minus(received ?? 0)
    const valueAt = new Exact(value).div(quantity).toFixed(12)
    return item && !gap.isZero()
      ? [{ item, isSurplus: gap.isNegative(), quantity: gap.abs().toFixed(), valueAt }]
      : []
  })
}

/**
 * What did not arrive is lost, or claimed of the carrier; what arrived beyond what was sent is cash over of the receiver. Throws
 * NOTHING_TO_CLAIM where nothing is missing.
 */
export async function settleDifference(
  ctx: Ctx<{ note?: string | undefined }>,
  row: Row,
  outcome: 'claimed' | 'writtenOff',
) {
  const gaps = await gapsOf(ctx, row)
  const missing = gaps.filter(({ isSurplus }) => !isSurplus)
  const surplus = gaps.filter(({ isSurplus }) => isSurplus)
  if (outcome === 'claimed' && missing.length === 0) throw new Refusal('NOTHING_TO_CLAIM')
  await carryUnits(ctx, row, 'lose')
  const said = { source: source(row), note: ctx.input.note ?? '' }
  if (missing.length > 0)
    await post(ctx, {
      ...said,
      event: transferEvents.lost,
      businessDate: await dateAt(ctx, row.fromBranchId, null),
      branchId: row.fromBranchId,
      lines: lostLines(row, missing, outcome === 'claimed' ? 'carrierClaim' : 'transitLoss'),
    })
  if (surplus.length > 0)
    await post(ctx, {
      ...said,
      event: transferEvents.surplus,
      businessDate: await dateAt(ctx, row.toBranchId, row.toCounterId),
      branchId: row.toBranchId,
      lines: surplusLines(row, surplus),
    })
  return { outcome }
}

export async function returnToSender(ctx: Reading, row: Row) {
  const date = await dateAt(ctx, row.fromBranchId, row.fromCounterId)
  await carryUnits(ctx, row, 'comeBack')
  await post(ctx, {
    event: transferEvents.returned,
    source: source(row),
    businessDate: date,
    branchId: row.fromBranchId,
    note: row.note,
    lines: returnedLines(row, await loadOf(ctx.db, row)),
  })
  return { receivedDate: date }
}
