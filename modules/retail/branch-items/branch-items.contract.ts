import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Price } from '../items/items.contract.ts'
import { taxSayers } from '../taxes/taxes.domain.ts'

/** What differs of an item in a branch; what is null is as elsewhere. */
export const BranchItemDraft = z.strictObject({
  branchId: Id,
  itemId: Id,
  taxId: Id.nullable().default(null),
  price: Price.nullable().default(null),
  reorderLevel: z
    .string()
    .regex(/^\d{1,9}$/)
    .nullable()
    .default(null),
})
export type BranchItemDraft = z.output<typeof BranchItemDraft>

const BranchItem = z.object({
  ...storedShape(BranchItemDraft),
  id: Id,
  version: Version,
  branch: z.string(),
  sku: z.string(),
  item: z.string(),
  tax: z.string().nullable(),
  /** The tax that holds, and who says so. */
  holds: z.string().nullable(),
  setBy: z.enum(taxSayers).nullable(),
  /** Whether it is sold there. */
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type BranchItem = z.output<typeof BranchItem>

const columns = {
  branchId: 'Guid',
  sku: 'String',
  item: 'String',
  taxId: 'Guid',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/branchitemsetting'
const permission = 'manage_retail_items'

export const branchItems = {
  ...crud({ path, permission, row: BranchItem, draft: BranchItemDraft, columns }),
  ...toggles({ path, permission, row: BranchItem }),
}
