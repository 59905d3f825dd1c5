import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery } from '#kit/contract/list.contract.ts'
import { Choice, Code, DateOnly, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { taxKinds } from './taxes.domain.ts'

const Rate = z.string().regex(/^(0(\.\d{1,8})?|1)$/)

export const TaxDraft = z.strictObject({
  code: Code,
  name: requiredLine(80),
  kind: z.enum(taxKinds),
  /** Prices contain it, where an item does not say otherwise. */
  isIncluded: z.boolean().default(true),
  /** The rates from a day on, compounded in their order. */
  versions: z
    .array(z.strictObject({ validFrom: DateOnly, rates: z.array(Rate).min(1).max(3) }))
    .max(50)
    .default([]),
  /** Holds wherever nothing narrower names another. */
  isDefault: z.boolean().default(false),
})
export type TaxDraft = z.output<typeof TaxDraft>

export const Tax = z.object({
  ...storedShape(TaxDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Tax = z.output<typeof Tax>

const columns = {
  code: 'String',
  name: 'String',
  kind: 'select',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/tax'
const permission = 'manage_retail_taxes'

export const taxes = {
  ...crud({ path, permission, row: Tax, draft: TaxDraft, columns }),
  ...toggles({ path, permission, row: Tax }),
  listSelection: read({ path: `${path}/listSelection`, permission: 'signedIn', output: z.array(Choice) }),
  export: read({
    path: `${path}/export`,
    method: 'POST',
    permission: 'view_retail_taxes',
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
}
