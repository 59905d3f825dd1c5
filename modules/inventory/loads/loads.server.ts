import { Exact } from '#kit/domain/decimals.domain.ts'
import { type FieldFault, notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { branchRows, counterRows } from '#modules/organisation/public.server.ts'
import {
  faultsOf,
  type Line,
  money,
  type OfStock,
  type Piece,
  type StockItem,
} from '../items/items.domain.ts'
import { heldOf, itemsOf } from '../items/items.server.ts'
import { piecesAt } from '../pieces/pieces.server.ts'
import { joinUnits, type Units, unitsOf } from '../units/units.domain.ts'
import { limitValue, worthOf } from '../worth/worth.server.ts'

/** From where to where; a null counter is the vault of the branch. */
interface Ends {
  fromBranchId: string
  fromCounterId: string | null
  toBranchId: string
  toCounterId: string | null
}

/** What is sent, each item once. */
export type Load = readonly { item: StockItem; quantity: string; pieces: readonly Piece[]; units: Units }[]

/** A refusal at a field. */
export const refusalAt = (field: string, code: string, data: Record<string, string | number> = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

/**
 * The lines of a transfer that is to be made, after its places and lines were found to be in order and to lie there: each line is held
 * against what the lines before it leave. `value`: at the sender's cost; `limitValue`: that or the mid rates, whichever is more.
 */
export async function checkLoad(
  { db }: Pick<Ctx, 'db'>,
  draft: Ends & { lines: readonly Line[]; dayId?: string },
  of: OfStock = money,
) {
  await checkPlaces(db, draft)
  const known = await itemsOf(db, of)
  // An item may stand in several lines: each is looked at by itself, and they are added up.
  const fields = draft.lines.flatMap((line, index) => faultsOf([line], known).map((one) => moved(one, index)))
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
  const place = { branchId: draft.fromBranchId, counterId: draft.fromCounterId }
  await checkQuantities(db, place, draft.lines, of)
  // The notes of a drawer whose day ends have just been counted.
  if (of.holds === 'money' && draft.dayId === undefined) await checkPieces(db, place, draft.lines)
  const lines = mergedLines(draft.lines, known)
  const { costs, exponent } = await worthOf(
    db,
    place.branchId,
    lines.map(({ item }) => item),
    of,
  )
  const valued = lines.map((line) => {
    const pool = costs.get(line.item.id)
    const isWhole = pool && new Exact(pool.quantity).equals(line.quantity)
    const cost = !pool
      ? 0
      : isWhole
        ? pool.value
        : new Exact(pool.value).times(line.quantity).div(pool.quantity)
    return { ...line, value: line.item.isLocal ? line.quantity : new Exact(cost).toFixed(exponent) }
  })
  const value = valued.reduce((sum, line) => sum.plus(line.value), new Exact(0)).toFixed()
  return { lines, value, limitValue: await limitValue(db, valued) }
}

const moved = ({ field, ...fault }: FieldFault, index: number) => ({
  ...fault,
  field: field.replace(/^lines\.0/, `lines.${index}`),
})

/** Throws at the field of a place that is not there, is switched off, lies in another branch, or is the same as the other. */
export async function checkPlaces(db: Db, draft: Ends): Promise<void> {
  const { fromBranchId, fromCounterId, toBranchId, toCounterId } = draft
  const sides = [
    { branchId: fromBranchId, counterId: fromCounterId, side: 'from' },
    { branchId: toBranchId, counterId: toCounterId, side: 'to' },
  ] as const
  if (fromBranchId === toBranchId && fromCounterId === toCounterId)
    throw refusalAt('toCounterId', 'SAME_PLACE')
  for (const { branchId, counterId, side } of sides) await checkPlace(db, branchId, counterId, side)
}

/** As `checkPlaces`, of one place: its fields are `branchId` and `counterId`, or begin with the name of a side. */
export async function checkPlace(
  db: Db,
  branchId: string,
  counterId: string | null,
  side: 'from' | 'to' | '' = '',
): Promise<void> {
  const field = (name: 'Branch' | 'Counter') => (side === '' ? `${name.toLowerCase()}Id` : `${side}${name}Id`)
  if (!(await branchRows.get(db, branchId)).isEnabled) throw refusalAt(field('Branch'), 'PLACE_DISABLED')
  if (counterId === null) return
  const counter = await counterRows.get(db, counterId)
  if (counter.branchId !== branchId) throw refusalAt(field('Counter'), 'OTHER_BRANCH')
  if (!counter.isEnabled) throw refusalAt(field('Counter'), 'PLACE_DISABLED')
}

/** Throws at the first line with which more is asked of an item than lies at a place unpromised. */
export async function checkQuantities(
  db: Db,
  place: { branchId: string; counterId: string | null },
  lines: readonly { itemId: string; quantity: string }[],
  of: OfStock = money,
): Promise<void> {
  const held = new Map((await heldOf(db, of, place)).map((one) => [one.itemId, one]))
  const quantities = new Map<string, string>()
  for (const [index, { itemId, quantity }] of lines.entries()) {
    const asked = new Exact(quantities.get(itemId) ?? 0).plus(quantity)
    quantities.set(itemId, asked.toFixed())
    const there = held.get(itemId)
    const available = new Exact(there?.onHand ?? 0).minus(there?.reserved ?? 0)
    if (asked.greaterThan(available)) {
      const data = { asked: asked.toFixed(), available: available.toFixed(), itemId }
      throw refusalAt(`lines.${index}.quantity`, 'MORE_THAN_AVAILABLE', data)
    }
  }
}

/** Throws at the first line with which more is asked of the notes and coins of an item than lies at a place unpromised. */
async function checkPieces(
  db: Db,
  place: { branchId: string; counterId: string | null },
  lines: readonly Line[],
): Promise<void> {
  const drawers = await piecesAt(db, place)
  const counts = new Map<string, number>()
  for (const [index, { itemId, pieces }] of lines.entries()) {
    const drawer = drawers.get(itemId)
    for (const piece of drawer ? pieces : []) {
      const key = `${itemId} ${piece.kind} ${piece.faceValue}`
      const count = (counts.get(key) ?? 0) + piece.count
      counts.set(key, count)
      const lying = drawer?.countOf(piece) ?? 0
      if (count > lying) {
        const data = { face: piece.faceValue, asked: count, held: lying }
        throw refusalAt(`lines.${index}.pieces`, 'PIECES_NOT_HELD', data)
      }
    }
  }
}

/** Lines of one item as one. */
function mergedLines(lines: readonly Line[], known: ReadonlyMap<string, StockItem>): Load {
  return [...Map.groupBy(lines, ({ itemId }) => itemId)].map(([itemId, own]) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    const pieces = new Map<string, Piece>()
    for (const piece of own.flatMap((line) => line.pieces)) {
      const key = `${piece.kind} ${new Exact(piece.faceValue).toFixed()}`
      pieces.set(key, { ...piece, count: (pieces.get(key)?.count ?? 0) + piece.count })
    }
    const quantity = own.reduce((sum, line) => sum.plus(line.quantity), new Exact(0)).toFixed()
    return {
      item,
      quantity,
      pieces: own.every((line) => line.pieces.length > 0) ? [...pieces.values()] : [],
      units: joinUnits(own.map(unitsOf)),
    }
  })
}
