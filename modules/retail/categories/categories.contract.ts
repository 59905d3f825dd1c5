import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery } from '#kit/contract/list.contract.ts'
import { Choice, Code, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'

export const CategoryDraft = z.strictObject({
  code: Code,
  name: requiredLine(80),
  parentId: Id.nullable().default(null),
  sortOrder: z.int().min(0).max(9999).default(0),
  taxId: Id.nullable().default(null),
})
export type CategoryDraft = z.output<typeof CategoryDraft>

const Category = z.object({
  ...storedShape(CategoryDraft),
  id: Id,
  version: Version,
  parent: z.string().nullable(),
  tax: z.string().nullable(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Category = z.output<typeof Category>

const columns = {
  code: 'String',
  name: 'String',
  parentId: 'Guid',
  taxId: 'Guid',
  sortOrder: 'Number',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/category'
const permission = 'manage_retail_categories'

export const categories = {
  ...crud({ path, permission, row: Category, draft: CategoryDraft, columns }),
  ...toggles({ path, permission, row: Category }),
  listSelection: read({ path: `${path}/listSelection`, permission: 'signedIn', output: z.array(Choice) }),
  export: read({
    path: `${path}/export`,
    method: 'POST',
    permission: 'view_retail_categories',
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
}
