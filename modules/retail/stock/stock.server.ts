import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { goodsAt } from '#modules/ledger/public.server.ts'

/** What one unit of each item in the store of a branch has cost on average; of what is not there nothing. */
export const averagesAt = async (db: Db, branchId: string): Promise<Map<string, string>> =>
  new Map(
    (await goodsAt(db, branchId)).flatMap(({ itemId, quantity, value }) =>
      new Exact(quantity).greaterThan(0)
        ? [[itemId, new Exact(value).dividedBy(quantity).toFixed()] as const]
        : [],
    ),
  )
