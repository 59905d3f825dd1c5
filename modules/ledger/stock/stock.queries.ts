import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

/** What can be handed out of each item: on hand and not promised, in the branches in reach. What is on its way is not counted. */
export async function available(db: Db, scope: Scope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledger.holding as h')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'h.companyId').onRef('a.id', '=', 'h.accountId'),
    )
    .select(['h.itemId', sql<string>`trim_scale(sum(h.on_hand - h.reserved))::text`.as('quantity')])
    .where('a.keeps', 'in', ['cash', 'pool'])
    .where(sql<SqlBool>`${withinScope(scope, 'branchIds', 'h.branchId')}`)
    .groupBy('h.itemId')
    .execute()
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]))
}

/** What one unit of each item in stock has cost on average, over all branches; of what is not in stock nothing. */
export async function averageCosts(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledger.pool')
    .select(['itemId', sql<string>`round(sum(value) / sum(quantity), 12)::text`.as('cost')])
    .groupBy('itemId')
    .having(sql<SqlBool>`sum(quantity) > 0 and sum(value) > 0`)
    .execute()
  return new Map(rows.map(({ itemId, cost }) => [itemId, cost]))
}
