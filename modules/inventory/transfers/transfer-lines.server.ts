import { Exact } from '#kit/domain/decimals.domain.ts'
import { type FieldFault, notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { heldAt } from '#modules/ledger/public.server.ts'
import { branchRows, counterRows } from '#modules/organisation/public.server.ts'
import { faultsOf, type Line, type Piece, type StockItem } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import { piecesAt } from '../pieces/pieces.server.ts'
import { limitValue, worthOf } from '../worth/worth.server.ts'
import type { Receipt, TransferDraft } from './transfers.contract.ts'
import * as queries from './transfers.queries.ts'

/** What is sent, each item once. */
export type Load = readonly { item: StockItem; quantity: string; pieces: readonly Piece[] }[]

const at = (field: string, code: string, data = {}): FieldFault => ({ field, code, data })
const refuse = ([first, ...rest]: FieldFault[]) => {
  if (first) throw new Refusal(first.code, first.data, { fields: [first, ...rest] })
}

/**
 * The lines of a transfer that is to be made, after its places and lines were found to be in order and to lie there: each line is held
 * against what the lines before it leave. `value`: at the sender's cost; `limitValue`: that or the mid rates, whichever is more.
 */
export async function checkedLoad(
  { db }: Pick<Ctx, 'db'>,
  draft: Pick<TransferDraft, 'fromBranchId' | 'fromCounterId' | 'lines' | 'toBranchId' | 'toCounterId'>,
) {
  await checkPlaces(db, draft)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  // An item may stand in several lines: each is looked at by itself, and they are added up.
  refuse(draft.lines.flatMap((line, index) => faultsOf([line], known).map((fault) => moved(fault, index))))
  const place = { branchId: draft.fromBranchId, counterId: draft.fromCounterId }
  refuse(await missingAt(db, place, draft.lines))
  const lines = mergedLines(draft.lines, known)
  const { costs, exponent } = await worthOf(
    db,
    place.branchId,
    lines.map(({ item }) => item),
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
export async function checkPlaces(
  db: Db,
  draft: Pick<TransferDraft, 'fromBranchId' | 'fromCounterId' | 'toBranchId' | 'toCounterId'>,
): Promise<void> {
  const { fromBranchId, fromCounterId, toBranchId, toCounterId } = draft
  const sides = [
    { branchId: fromBranchId, counterId: fromCounterId, side: 'from' },
    { branchId: toBranchId, counterId: toCounterId, side: 'to' },
  ] as const
  if (fromBranchId === toBranchId && fromCounterId === toCounterId) refuse([at('toCounterId', 'SAME_PLACE')])
  for (const { branchId, counterId, side } of sides) {
    if (!(await branchRows.get(db, branchId)).isEnabled) refuse([at(`${side}BranchId`, 'PLACE_DISABLED')])
    if (counterId === null) continue
    const counter = await counterRows.get(db, counterId)
    if (counter.branchId !== branchId) refuse([at(`${side}CounterId`, 'OTHER_BRANCH')])
    if (!counter.isEnabled) refuse([at(`${side}CounterId`, 'PLACE_DISABLED')])
  }
}

/** What does not lie at a place of these lines, each at the line with which it is too much. */
async function missingAt(
  db: Db,
  place: { branchId: string; counterId: string | null },
  lines: readonly Line[],
): Promise<FieldFault[]> {
  const held = new Map((await heldAt(db, place)).map((one) => [one.itemId, one]))
  const drawers = await piecesAt(db, place)
  const asked = new Map<string, { quantity: string; pieces: Map<string, number> }>()
  return lines.flatMap(({ itemId, quantity, pieces }, index) => {
    const before = asked.get(itemId) ?? { quantity: '0', pieces: new Map<string, number>() }
    const sum = new Exact(before.quantity).plus(quantity)
    asked.set(itemId, { ...before, quantity: sum.toFixed() })
    const there = held.get(itemId)
    const available = new Exact(there?.onHand ?? 0).minus(there?.reserved ?? 0)
    if (sum.greaterThan(available)) {
      const data = { asked: sum.toFixed(), available: available.toFixed(), itemId }
      return [at(`lines.${index}.quantity`, 'MORE_THAN_AVAILABLE', data)]
    }
    const drawer = drawers.get(itemId)
    for (const piece of drawer ? pieces : []) {
      const key = `${piece.kind} ${piece.faceValue}`
      const count = (before.pieces.get(key) ?? 0) + piece.count
      before.pieces.set(key, count)
      const there = drawer?.countOf(piece) ?? 0
      if (count > there)
        return [
          at(`lines.${index}.pieces`, 'PIECES_NOT_HELD', {
            face: piece.faceValue,
            asked: count,
            held: there,
          }),
        ]
    }
    return []
  })
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
    return { item, quantity, pieces: own.every((line) => line.pieces.length > 0) ? [...pieces.values()] : [] }
  })
}

/** What a transfer carries. */
export async function loadOf(db: Db, id: string): Promise<Load> {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  return (await queries.linesOf(db, [id])).map(({ itemId, quantity, pieces }) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    return { item, quantity, pieces }
  })
}

/**
 * What was counted of a load: what arrived of each item, and the field of the first that is not as it was sent; undefined where all
 * are. Throws for what was not sent, and for more of it than was: that is kept apart, and taken in by an adjustment.
 */
export async function countedLoad({ db, input }: Pick<Ctx<Receipt>, 'db' | 'input'>, load: Load) {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  refuse(faultsOf(input.lines, known))
  const sent = new Map(load.map((line) => [line.item.id, line]))
  refuse(
    input.lines.flatMap(({ itemId, quantity }, index) => {
      const line = sent.get(itemId)
      if (!line) return [at(`lines.${index}.itemId`, 'NOT_SENT')]
      return new Exact(quantity).greaterThan(line.quantity)
        ? [at(`lines.${index}.quantity`, 'MORE_THAN_SENT')]
        : []
    }),
  )
  const counted = new Map(input.lines.map((line) => [line.itemId, line.quantity]))
  const missing = load.find(({ item }) => !counted.has(item.id))
  if (missing) refuse([at('lines', 'NOT_COUNTED', { code: missing.item.code })])
  const index = input.lines.findIndex(
    ({ itemId, quantity }) => !new Exact(quantity).equals(sent.get(itemId)?.quantity ?? 0),
  )
  return {
    arrived: load
      .map(({ item }) => ({ item, quantity: counted.get(item.id) ?? '0' }))
      .filter(({ quantity }) => !new Exact(quantity).isZero()),
    differing: index < 0 ? undefined : `lines.${index}.quantity`,
  }
}
