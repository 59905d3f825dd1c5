import type { Db } from '#kit/server/database.server.ts'
import { taxAt } from '../branch-taxes/branch-taxes.queries.ts'
import { lineageOf } from '../categories/categories.domain.ts'
import { all as categoriesOf } from '../categories/categories.queries.ts'
import { narrowest } from '../taxes/taxes.domain.ts'
import { all as taxesOf } from '../taxes/taxes.queries.ts'

interface Taxed {
  taxId: string | null
  categoryId: string | null
}

/** Which tax items have in a branch, and who says so: the item there, the item, its category, the branch or the company. */
export async function taxingAt(db: Db, branchId: string) {
  const taxes = new Map((await taxesOf(db)).map((tax) => [tax.id, tax]))
  const categories = new Map((await categoriesOf(db)).map((one) => [one.id, one]))
  const company = [...taxes.values()].find(({ isDefault }) => isDefault)?.id ?? null
  const branch = await taxAt(db, branchId)
  return (item: Taxed, branchItem: string | null) => {
    const category = lineageOf(categories, item.categoryId).find(({ taxId }) => taxId !== null)?.taxId ?? null
    const named = narrowest({ branchItem, item: item.taxId, category, branch, company })
    const tax = named && taxes.get(named.taxId)
    return tax && { tax, from: named.by }
  }
}
