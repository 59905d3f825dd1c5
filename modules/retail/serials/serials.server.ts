import { serialOf } from '#modules/inventory/units/units.domain.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { businessDate } from '#modules/organisation/public.server.ts'
import { faultsOfSerials, type SerialAct, type SerialLine } from './serials.domain.ts'
import * as queries from './serials.queries.ts'

export type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Row = queries.SerialRow

/** Whose lines move serials: a document of a branch. */
export interface Mover {
  id: string
  branchId: string
  /** Of a transfer. */
  number?: string
}

export interface Line {
  itemId: string
  serials: readonly string[]
}

/** Throws for what is wrong with the serials of lines by themselves, each fault at its line. */
export function checkSerials(lines: readonly SerialLine[]): void {
  const [fault, ...more] = faultsOfSerials(lines)
  if (fault) throw new Refusal(fault.code, fault.data, { fields: [fault, ...more] })
}

/** A refusal at the serials of a line. */
export const refuseSerials = (at: number, code: string, data: Record<string, string>) =>
  refuseField(`lines.${at}.serials`, code, data)

/** The serials of lines as they are compared. */
export const listKeys = (lines: readonly Line[]) => lines.flatMap(({ serials }) => serials.map(serialOf))

/** Locks the serials of lines and looks at each; answers the rows that are there. */
async function lookAtEach(
  db: Ctx['db'],
  lines: readonly Line[],
  look: (row: Row | undefined, line: Line, at: number, typed: string) => void,
): Promise<Row[]> {
  const known = await queries.lock(db, listKeys(lines))
  for (const [at, line] of lines.entries())
    for (const typed of line.serials) look(known.get(serialOf(typed)), line, at, typed)
  return [...known.values()]
}

/** Notes of serials what a document let become of them. */
export async function noteEvents(
  { db, actor, now }: Acting,
  ids: readonly string[],
  act: SerialAct,
  document: Mover,
) {
  if (ids.length === 0) return
  await queries.addEvents(db, ids, {
    at: now.toISOString(),
    act,
    branchId: document.branchId,
    documentId: document.id,
    authorId: actor.userId,
    author: actor.name,
    number: document.number ?? '',
  })
}

/** Throws for serials that are here, or were sold: only what went back to a supplier comes again. */
export const refuseKnown = (db: Ctx['db'], lines: readonly Line[]): Promise<Row[]> =>
  lookAtEach(db, lines, (row, { itemId }, at, typed) => {
    if (row && (row.state !== 'gone' || row.itemId !== itemId))
      throw refuseSerials(at, 'SERIAL_IN_USE', { serial: typed })
  })

/** Takes serials into the store of a branch. */
export async function receiveSerials(
  ctx: Acting,
  document: Mover,
  lines: readonly Line[],
  act: 'opening' | 'receipt',
): Promise<void> {
  const { db } = ctx
  const { branchId } = document
  const known = await refuseKnown(db, lines)
  const keys = new Set(known.map(({ key }) => key))
  const fresh = lines.flatMap(({ itemId, serials }) =>
    serials
      .filter((typed) => !keys.has(serialOf(typed)))
      .map((typed) => ({ id: randomUUIDv7(), itemId, key: serialOf(typed), typed, branchId })),
  )
  if (fresh.length > 0) await queries.add(db, fresh)
  await putInStore(
    db,
    known.map(({ id }) => id),
    branchId,
  )
  await noteEvents(
    ctx,
    [...fresh, ...known].map(({ id }) => id),
    act,
    document,
  )
}

/** Puts serials into the store of a branch, free for whoever buys them. */
export async function putInStore(db: Ctx['db'], ids: readonly string[], branchId: string): Promise<void> {
  if (ids.length > 0) await queries.move(db, ids, { state: 'stock', branchId, saleId: null, heldOn: null })
}

/** Locks serials that lie in the store of a branch; throws at the line of one that is not there, or that another basket holds today. */
export async function lockInStock(
  { db, now }: Pick<Acting, 'db' | 'now'>,
  { id, branchId, number = '' }: Mover,
  lines: readonly Line[],
): Promise<Row[]> {
  if (listKeys(lines).length === 0) return []
  const today = await businessDate(db, branchId, now)
  return lookAtEach(db, lines, (row, { itemId }, at, serial) => {
    if (!row) throw refuseSerials(at, 'SERIAL_UNKNOWN', { serial })
    if (row.itemId !== itemId) throw refuseSerials(at, 'SERIAL_OTHER_ITEM', { serial })
    if (row.state === 'sold' || row.state === 'gone')
      throw refuseSerials(at, 'SERIAL_NOT_IN_STOCK', { serial })
    const isTaken = row.state === 'packed' && row.transfer !== number
    if (isTaken || row.state === 'transit')
      throw refuseSerials(at, 'SERIAL_PACKED', { serial, number: row.transfer })
    if (row.branchId !== branchId) throw refuseSerials(at, 'SERIAL_ELSEWHERE', { serial, branch: row.branch })
    if (row.state === 'held' && row.saleId !== id && (row.heldOn ?? '') >= today)
      throw refuseSerials(at, 'SERIAL_HELD', { serial, name: row.document })
  })
}

/** Takes serials out of the store for another reason than a sale. */
export async function removeSerials(
  ctx: Acting,
  document: Mover,
  lines: readonly Line[],
  act: 'damaged' | 'expired' | 'ownUse' | 'supplierReturn',
): Promise<void> {
  const ids = (await lockInStock(ctx, document, lines)).map(({ id }) => id)
  if (ids.length === 0) return
  await queries.move(ctx.db, ids, { state: 'gone', branchId: document.branchId, saleId: null, heldOn: null })
  await noteEvents(ctx, ids, act, document)
}

/** Throws for serials that this branch cannot sell now. */
export const checkStock = async (
  ctx: Pick<Acting, 'db' | 'now'>,
  sale: Mover,
  lines: readonly Line[],
): Promise<void> => void (await lockInStock(ctx, sale, lines))

/** Holds the serials of a basket until its day ends, and lets go of those that are not in it any more. */
export async function holdSerials(ctx: Acting, sale: Mover, lines: readonly Line[]): Promise<void> {
  const { db, now } = ctx
  const found = await lockInStock(ctx, sale, lines)
  const kept = new Set(found.map(({ key }) => key))
  await release(
    ctx,
    sale,
    (await queries.heldBy(db, sale.id)).filter((key) => !kept.has(key)),
  )
  if (found.length === 0) return
  const heldOn = await businessDate(db, sale.branchId, now)
  const ids = found.map(({ id }) => id)
  await queries.move(db, ids, { state: 'held', branchId: sale.branchId, saleId: sale.id, heldOn })
  const isNew = ({ state, saleId }: Row) => state !== 'held' || saleId !== sale.id
  await noteEvents(
    ctx,
    found.filter(isNew).map(({ id }) => id),
    'hold',
    sale,
  )
}

/** Lets go of what this basket still holds; what another has sold or holds by now stays where it is. */
async function release(ctx: Acting, sale: Mover, keys: readonly string[]): Promise<void> {
  const ids = [...(await queries.lock(ctx.db, keys)).values()]
    .filter(({ state, saleId }) => state === 'held' && saleId === sale.id)
    .map(({ id }) => id)
  await putInStore(ctx.db, ids, sale.branchId)
  await noteEvents(ctx, ids, 'release', sale)
}

/** Lets go of all that a basket holds. */
export const releaseSerials = async (ctx: Acting, sale: Mover): Promise<void> =>
  release(ctx, sale, await queries.heldBy(ctx.db, sale.id))

/** Sells serials, each of which lies in the store or is held by this basket. */
export async function sellSerials(ctx: Acting, sale: Mover, lines: readonly Line[]): Promise<void> {
  const ids = (await lockInStock(ctx, sale, lines)).map(({ id }) => id)
  if (ids.length === 0) return
  await queries.move(ctx.db, ids, { state: 'sold', branchId: sale.branchId, saleId: sale.id, heldOn: null })
  await noteEvents(ctx, ids, 'sale', sale)
}

/** Throws for serials that this sale was not the last to sell. */
export const refuseUnsold = (db: Ctx['db'], saleId: string, lines: readonly Line[]): Promise<Row[]> =>
  lookAtEach(db, lines, (row, { itemId }, at, serial) => {
    if (row?.state === 'sold' && row.saleId !== saleId)
      throw refuseSerials(at, 'SERIAL_SOLD_LATER', { serial, number: row.document })
    if (row?.state !== 'sold' || row.itemId !== itemId) throw refuseSerials(at, 'SERIAL_NOT_SOLD', { serial })
  })

/** Takes serials back into the store that this sale was the last to sell. */
export async function takeBackSerials(
  ctx: Acting,
  refund: Mover & { saleId: string },
  lines: readonly Line[],
): Promise<void> {
  if (listKeys(lines).length === 0) return
  const ids = (await refuseUnsold(ctx.db, refund.saleId, lines)).map(({ id }) => id)
  await putInStore(ctx.db, ids, refund.branchId)
  await noteEvents(ctx, ids, 'return', refund)
}
