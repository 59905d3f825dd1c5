import { serialOf } from '#modules/inventory/units/units.domain.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type SerialAct, type SerialState } from '../serials/serials.domain.ts'
import * as queries from '../serials/serials.queries.ts'
import {
  type Acting,
  type Line,
  listKeys,
  lockInStock,
  type Mover,
  noteEvents,
  putInStore,
  refuseSerials,
} from '../serials/serials.server.ts'

type Transfer = Mover & { number: string }

/** Packs serials for a transfer: nobody sells them meanwhile. Throws at the line of one that is not there. */
export async function packSerials(ctx: Acting, transfer: Transfer, lines: readonly Line[]): Promise<void> {
  const { number, branchId } = transfer
  const ids = (await lockInStock(ctx, transfer, lines)).map(({ id }) => id)
  if (ids.length === 0) return
  await queries.move(ctx.db, ids, { state: 'packed', branchId, transfer: number })
  await noteEvents(ctx, ids, 'pack', transfer)
}

/** Lets packed serials leave for another store. */
export async function sendSerials(ctx: Acting, transfer: Transfer, lines: readonly Line[]): Promise<void> {
  const { number, branchId } = transfer
  const ids = (await lockInStock(ctx, transfer, lines)).map(({ id }) => id)
  if (ids.length === 0) return
  await queries.move(ctx.db, ids, { state: 'transit', branchId, transfer: number })
  await noteEvents(ctx, ids, 'send', transfer)
}

/** Brings what a transfer has in a state somewhere else; what it has no more stays where it is. */
async function bring(
  ctx: Acting,
  transfer: Transfer,
  keys: readonly string[],
  [from, act, to]: ['packed' | 'transit', SerialAct, SerialState],
) {
  const { number, branchId } = transfer
  const ids = [...(await queries.lock(ctx.db, keys)).values()]
    .filter(({ state, transfer: other }) => state === from && other === number)
    .map(({ id }) => id)
  if (ids.length === 0) return
  await queries.move(ctx.db, ids, { state: to, branchId })
  await noteEvents(ctx, ids, act, transfer)
}

/** Puts back what was packed and is not sent. */
export const unpackSerials = (ctx: Acting, transfer: Transfer, lines: readonly Line[]): Promise<void> =>
  bring(ctx, transfer, listKeys(lines), ['packed', 'unpack', 'stock'])

/** Takes what was sent back into the store that it left. */
export const returnSerials = (ctx: Acting, transfer: Transfer, lines: readonly Line[]): Promise<void> =>
  bring(ctx, transfer, listKeys(lines), ['transit', 'comeBack', 'stock'])

interface Counted extends Line {
  before: Pick<Line, 'serials'>
}
const keysAt = ({ serials }: Pick<Line, 'serials'>) => new Set(serials.map(serialOf))

/** Gives up what did not arrive. */
export const loseSerials = (ctx: Acting, transfer: Transfer, lines: readonly Counted[]): Promise<void> =>
  bring(
    ctx,
    transfer,
    lines.flatMap((line) => [...keysAt(line).difference(keysAt(line.before))]),
    ['transit', 'lose', 'gone'],
  )

/** Takes serials in that were sent here. Throws at the line of one that was not; what arrived before must be there still. */
export async function arriveSerials(
  ctx: Acting,
  transfer: Transfer,
  lines: readonly (Counted & { sent: Pick<Line, 'serials'> })[],
): Promise<void> {
  for (const [at, line] of lines.entries()) {
    const sent = keysAt(line.sent)
    const other = line.serials.find((typed) => !sent.has(serialOf(typed)))
    if (other !== undefined) throw refuseSerials(at, 'SERIAL_NOT_SENT', { serial: other })
    if (!keysAt(line.before).isSubsetOf(keysAt(line))) throw new Refusal('RECOUNT_BELOW')
  }
  await bring(ctx, transfer, listKeys(lines), ['transit', 'arrive', 'stock'])
}

/** Throws at the line of a counted serial that is another item's, was sold, is on its way, or lies in another store by the books. */
export async function refuseOthers(db: Db, branchId: string, lines: readonly Line[]): Promise<void> {
  const keys = listKeys(lines)
  const known = new Map((keys.length > 0 ? await queries.find(db, keys) : []).map((row) => [row.key, row]))
  for (const [at, { itemId, serials }] of lines.entries())
    for (const serial of serials) {
      const row = known.get(serialOf(serial))
      if (!row || (row.state === 'gone' && row.itemId === itemId)) continue
      if (row.itemId !== itemId) throw refuseSerials(at, 'SERIAL_OTHER_ITEM', { serial })
      if (row.state === 'sold') throw refuseSerials(at, 'SERIAL_NOT_IN_STOCK', { serial })
      if (row.state === 'transit') throw refuseSerials(at, 'SERIAL_PACKED', { serial, number: row.transfer })
      if (row.branchId !== branchId)
        throw refuseSerials(at, 'SERIAL_ELSEWHERE', { serial, branch: row.branch })
    }
}

/**
 * What a count has found: serials that the books had there and nobody found are gone, those that were found are there. Throws
 * COUNT_STALE where one of them has moved since.
 */
export async function correctSerials(
  ctx: Acting,
  count: Mover & { takenAt?: string },
  lines: readonly Counted[],
): Promise<void> {
  const { db } = ctx
  const { branchId, takenAt } = count
  const missing = lines.flatMap((line) => [...keysAt(line.before).difference(keysAt(line))])
  const others = lines.flatMap((line) => [...keysAt(line).difference(keysAt(line.before))])
  if (takenAt && (await queries.haveMovedSince(db, [...missing, ...others], takenAt)))
    throw new Refusal('COUNT_STALE')
  const lost = [...(await queries.lock(db, missing)).values()]
    .filter((row) => row.branchId === branchId && ['stock', 'held', 'packed'].includes(row.state))
    .map(({ id }) => id)
  if (lost.length > 0) await queries.move(db, lost, { state: 'gone', branchId })
  await noteEvents(ctx, lost, 'miss', count)
  const found = lines.map((line) => {
    const had = keysAt(line.before)
    return { ...line, serials: line.serials.filter((typed) => !had.has(serialOf(typed))) }
  })
  const known = await queries.lock(db, listKeys(found))
  const fresh = found.flatMap(({ itemId, serials }) =>
    serials
      .filter((typed) => !known.has(serialOf(typed)))
      .map((typed) => ({ id: randomUUIDv7(), itemId, key: serialOf(typed), typed, branchId })),
  )
  if (fresh.length > 0) await queries.add(db, fresh)
  const ids = [...known.values()].map(({ id }) => id)
  await putInStore(db, ids, branchId)
  await noteEvents(ctx, [...fresh.map(({ id }) => id), ...ids], 'find', count)
}
