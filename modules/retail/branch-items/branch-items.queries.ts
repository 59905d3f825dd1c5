import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('retail.branchItem')

const columns = {
  branchId: 's.branchId',
  sku: 'i.sku',
  item: 'i.name',
  taxId: 's.taxId',
  isEnabled: 's.isEnabled',
  createdAt: 's.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.branchItem as s')
    .innerJoin('retail.item as i', (join) =>
      join.onRef('i.companyId', '=', 's.companyId').onRef('i.id', '=', 's.itemId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 's.companyId').onRef('b.branchId', '=', 's.branchId'),
    )
    .leftJoin('retail.tax as t', (join) =>
      join.onRef('t.companyId', '=', 's.companyId').onRef('t.id', '=', 's.taxId'),
    )
    .selectAll('s')
    .select(['b.name as branch', 'i.sku', 'i.name as item', 't.name as tax'])
    .$narrowType<{ branch: string }>()
export type BranchItemRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 's.branchId')), input, {
    columns,
    place: 's.branchId',
    order: ['createdAt-desc'],
    tie: 's.id',
  })

export const get = (db: Db, id: string) => named(db).where('s.id', '=', id).executeTakeFirst()

/** What differs of these items in a branch, by item. */
export async function settingsAt(db: Db, branchId: string, itemIds: readonly string[]) {
  if (itemIds.length === 0) return new Map<string, never>()
  const found = await db
    .selectFrom('retail.branchItem')
    .select(['itemId', 'taxId', 'price', 'isEnabled', 'reorderLevel'])
    .where('branchId', '=', branchId)
    .where('itemId', 'in', [...itemIds])
    .execute()
  return new Map(found.map((one) => [one.itemId, one]))
}
