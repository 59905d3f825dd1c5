import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery } from '#kit/contract/list.contract.ts'
import { Code, DateOnly, Id, Instant, line, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { Batches } from '../batches/batches.contract.ts'
import { itemKinds, priceModes, soldOuts, taxModes, trackings } from './items.domain.ts'

export const Price = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/)
const optional = <S extends z.ZodType>(shape: S) => shape.nullable().default(null)

const Barcodes = z
  .array(z.strictObject({ code: requiredLine(48), units: z.int().min(1).max(99_999).default(1) }))
  .max(20)

export const ItemDraft = z.strictObject({
  sku: Code,
  name: requiredLine(80),
  kind: z.enum(itemKinds),
  unit: requiredLine(20),
  supplier: line(80).default(''),
  categoryId: optional(Id),
  taxId: optional(Id),
  /** Open: asked at the counter, within bounds where there are any. */
  priceMode: z.enum(priceModes).default('fixed'),
  price: optional(Price),
  leastPrice: optional(Price),
  mostPrice: optional(Price),
  taxMode: z.enum(taxModes).default('asTax'),
  /** Of what is sold for another: the fraction of the price that is ours from a day on, the tax on it included, and whose the rest is. */
  commissions: z
    .array(z.strictObject({ validFrom: DateOnly, rate: z.string().regex(/^(0(\.\d{1,8})?|1)$/) }))
    .max(50)
    .default([]),
  principalId: optional(Id),
  isUndiscounted: z.boolean().default(false),
  asksCustomer: z.boolean().default(false),
  isPrecious: z.boolean().default(false),
  reorderLevel: optional(z.string().regex(/^\d{1,9}$/)),
  tracking: z.enum(trackings).default('quantity'),
  soldOut: z.enum(soldOuts).default('refuse'),
  barcodes: Barcodes.default([]),
})
export type ItemDraft = z.output<typeof ItemDraft>

export const Item = z.object({
  ...storedShape(ItemDraft),
  id: Id,
  version: Version,
  category: z.string().nullable(),
  tax: z.string().nullable(),
  principal: z.string().nullable(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Item = z.output<typeof Item>

const ItemChoice = z.object({
  id: Id,
  name: z.string(),
  sku: z.string(),
  kind: z.enum(itemKinds),
  price: z.string().nullable(),
  priceMode: z.enum(priceModes),
  tracking: z.enum(trackings),
})

const columns = {
  sku: 'String',
  name: 'String',
  kind: 'select',
  categoryId: 'Guid',
  taxId: 'Guid',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/item'
const permission = 'manage_retail_items'

export const items = {
  ...crud({ path, permission, row: Item, draft: ItemDraft, columns }),
  ...toggles({ path, permission, row: Item }),
  /** The item of a barcode, SKU or serial, its price in the branch, and the units for which the code stands. */
  getByBarcode: read({
    path: `${path}/getByBarcode`,
    permission: 'signedIn',
    input: z.strictObject({ code: requiredLine(48), branchId: Id.optional(), counterId: Id.optional() }),
    output: z.object({
      ...ItemChoice.shape,
      units: z.int(),
      /** As it was received, where the code is that of a serial; else empty. */
      serial: z.string(),
      /** Units in the store of the branch, and at the counter that is named; null where none is asked for, or it is not kept in stock. */
      available: z.string().nullable(),
      /** Of what is kept by batch: what may be sold in the branch, first what expires first. */
      batches: Batches,
    }),
  }),
  listSelection: read({ path: `${path}/listSelection`, permission: 'signedIn', output: z.array(ItemChoice) }),
  export: read({
    path: `${path}/export`,
    method: 'POST',
    permission: 'view_retail_items',
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
}
