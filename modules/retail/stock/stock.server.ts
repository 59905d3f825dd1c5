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
