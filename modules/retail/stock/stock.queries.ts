import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** Goods with their SKU, their name and how they are told apart: all, or those of these categories and of what stands under them. */
export async function listGoods(db: Db, categoryIds: readonly string[]) {
  const { rows } = await sql<{
    id: string
    sku: string
    name: string
    isEnabled: boolean
    tracking: string
  }>`
    with recursive chosen (id) as (
      select unnest(${[...categoryIds]}::uuid[])
      union select c.id from retail.category c join chosen on c.company_id = kit.company() and c.parent_id = chosen.id)
    select id, sku, name, is_enabled, tracking from retail.item where company_id = kit.company() and kind = 'goods' and (${categoryIds.length === 0} or category_id in (select id from chosen)) order by name, id`.execute(
    db,
  )
  return rows
}

export interface StockSetting {
  itemId: string
  sku: string
  name: string
  category: string
  reorderLevel: string | null
}

/** The goods that a branch may have, with when they are ordered again there. */
export async function goodsOf(db: Db, branchId: string): Promise<StockSetting[]> {
  const { rows } = await sql<StockSetting>`
    select i.id as item_id, i.sku, i.name, coalesce(c.name, '') as category,
      trim_scale(coalesce(s.reorder_level, i.reorder_level))::text as reorder_level
    from retail.item i
    left join retail.category c on c.company_id = i.company_id and c.id = i.category_id
    left join retail.branch_item s on s.company_id = i.company_id and s.item_id = i.id and s.branch_id = ${branchId}
    where i.company_id = kit.company() and i.kind = 'goods' order by i.name, i.id`.execute(db)
  return rows
}
