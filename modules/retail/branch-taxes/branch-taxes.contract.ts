import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Id, Version, Versioned } from '#kit/contract/shapes.contract.ts'

export const BranchTaxDraft = z.strictObject({
  /** Null: as the company. */
  taxId: Id.nullable().default(null),
})
export type BranchTaxDraft = z.output<typeof BranchTaxDraft>

const BranchTax = z.object({
  /** Of the branch. */
  id: Id,
  version: Version,
  branchId: Id,
  branch: z.string(),
  taxId: Id.nullable(),
  tax: z.string().nullable(),
  /** What items have there that say nothing else, and who says so. */
  holds: z.string().nullable(),
  setBy: z.enum(['branch', 'company']).nullable(),
})
export type BranchTax = z.output<typeof BranchTax>

const columns = { branchId: 'Guid', taxId: 'Guid' } as const satisfies Columns
const path = '/posretail/branchtaxsetting'

export const branchTaxes = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'view_retail_items',
    input: listQuery(columns),
    output: pageOf(BranchTax),
    columns,
  }),
  getById: read({
    path: `${path}/getById`,
    permission: 'view_retail_items',
    input: ById,
    output: BranchTax,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'manage_retail_items',
    input: z.strictObject({ ...Versioned.shape, ...BranchTaxDraft.shape }),
    output: BranchTax,
  }),
}
