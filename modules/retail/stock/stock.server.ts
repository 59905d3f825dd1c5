import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { goodsItem, type StockItem } from '#modules/inventory/items/items.domain.ts'
import { freeze, goodsAt, listHeldAt } from '#modules/ledger/public.server.ts'
import { addPlaces, splitTaken, type Wanted } from './stock.domain.ts'
import { listGoods } from './stock.queries.ts'

/** What one unit of each of these items in a branch has cost on average, also of what was sold before it came; of what is not there nothing. */
export const averagesAt = async (
  db: Db,
  branchId: string,
  lines: readonly { itemId: string }[],
): Promise<Map<string, string>> =>
  new Map(
    (await goodsAt(db, branchId, idsOf(lines))).flatMap(({ itemId, quantity, value }) =>
      new Exact(quantity).isZero() ? [] : [[itemId, new Exact(value).dividedBy(quantity).toFixed()] as const],
    ),
  )

/** Goods as the documents of stock take them. */
export const goodsAsStock = async (db: Db, categoryIds: readonly string[]): Promise<StockItem[]> =>
  (await listGoods(db, categoryIds)).map(({ sku, ...one }) => goodsItem({ ...one, code: sku }))

/** A counter with the store of its branch; a null counter is the store. */
interface SoldAt {
  branchId: string
  counterId: string | null
}

const idsOf = (lines: readonly { itemId: string }[]) => lines.map(({ itemId }) => itemId)

/** The units of these that lie at a place and are promised to nobody, by item; where more was sold than came it is below zero. */
const listUnpromised = async (
  db: Db,
  place: SoldAt,
  itemIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map(
    (await listHeldAt(db, place, ['retail'], itemIds)).map(({ itemId, onHand, reserved }) => [
      itemId,
      new Exact(onHand).minus(reserved).toFixed(),
    ]),
  )

/** What a counter may sell: what lies there and in the store of its branch; no counter: the store alone. */
async function listSellableAt(
  db: Db,
  { branchId, counterId }: SoldAt,
  itemIds: readonly string[],
): Promise<Map<string, string>> {
  const store = await listUnpromised(db, { branchId, counterId: null }, itemIds)
  const counter = counterId === null ? [] : await listUnpromised(db, { branchId, counterId }, itemIds)
  const sellable = new Map(store)
  for (const [itemId, quantity] of counter) sellable.set(itemId, addPlaces(store.get(itemId), quantity))
  return sellable
}

/** Of each line the units beyond what the counter may sell; lines of one item take of it one after another. */
export async function countShort(db: Db, place: SoldAt, lines: readonly Wanted[]): Promise<string[]> {
  const left = await listSellableAt(db, place, idsOf(lines))
  return lines.map(({ itemId, kind, quantity }) => {
    if (kind !== 'goods') return '0'
    const here = Exact.max(left.get(itemId) ?? 0, 0)
    const after = here.minus(quantity)
    left.set(itemId, after.toFixed())
    return Exact.max(after.negated(), 0).toFixed()
  })
}

/** Units of an item that the counter may sell. */
export const countAvailable = async (db: Db, place: SoldAt, itemId: string): Promise<string> =>
  (await listSellableAt(db, place, [itemId])).get(itemId) ?? '0'

/**
 * The units of each line's goods that come from what lies at a counter, before the store gives the rest. Nothing moves there until the
 * transaction ends.
 */
export async function takeAtCounter(db: Db, place: SoldAt, lines: readonly Wanted[]): Promise<string[]> {
  const itemIds = idsOf(lines)
  if ((await listUnpromised(db, place, itemIds)).size === 0) return []
  await freeze(db, place)
  return splitTaken(lines, await listUnpromised(db, place, itemIds))
}
