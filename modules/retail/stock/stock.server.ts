import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { goodsItem, type StockItem } from '#modules/inventory/items/items.domain.ts'
import { goodsAt } from '#modules/ledger/public.server.ts'
import { listGoods } from './stock.queries.ts'

/** What one unit of each item in the store of a branch has cost on average; of what is not there nothing. */
export const averagesAt = async (db: Db, branchId: string): Promise<Map<string, string>> =>
  new Map(
    (await goodsAt(db, branchId)).flatMap(({ itemId, quantity, value }) =>
      new Exact(quantity).greaterThan(0)
        ? [[itemId, new Exact(value).dividedBy(quantity).toFixed()] as const]
        : [],
    ),
  )

/** Goods as the documents of stock take them. */
export const goodsAsStock = async (db: Db, categoryIds: readonly string[]): Promise<StockItem[]> =>
  (await listGoods(db, categoryIds)).map(({ sku, ...one }) => goodsItem({ ...one, code: sku }))

interface Wanted {
  itemId: string
  kind: string
  quantity: string
}

/** Of each line the units beyond what is in the store of a branch; lines of one item take of it one after another. */
export async function countShort(db: Db, branchId: string, lines: readonly Wanted[]): Promise<string[]> {
  const left = new Map(
    (await goodsAt(db, branchId)).map(({ itemId, quantity }) => [itemId, new Exact(quantity)]),
  )
  return lines.map(({ itemId, kind, quantity }) => {
    if (kind !== 'goods') return '0'
    const here = left.get(itemId) ?? new Exact(0)
    const after = here.minus(quantity)
    left.set(itemId, after)
    if (!after.isNegative()) return '0'
    return (here.isNegative() ? new Exact(quantity) : after.abs()).toFixed()
  })
}

/** Units of an item in the store of a branch. */
export const countAvailable = async (db: Db, branchId: string, itemId: string): Promise<string> =>
  new Exact((await goodsAt(db, branchId)).find((one) => one.itemId === itemId)?.quantity ?? 0).toFixed()
