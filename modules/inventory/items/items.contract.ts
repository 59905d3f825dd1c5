import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { denominationKinds } from '#modules/currencies/iso/units.domain.ts'

/** Units of an item: not below zero, at most 14 digits before the point and 4 after it, as they are kept. */
export const Quantity = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)
/** As `Quantity`, and above zero. */
export const Amount = Quantity.refine((value) => /[1-9]/.test(value))

export const Piece = z.strictObject({
  kind: z.enum(denominationKinds),
  faceValue: Amount,
  count: z.int().min(0).max(1_000_000),
})

const StockItem = z.object({
  id: Id,
  code: z.string(),
  currencyId: Id,
  flagCode: z.string(),
  exponent: z.int(),
  quoteUnit: z.int(),
  isLocal: z.boolean(),
  isEnabled: z.boolean(),
  /** Of goods. */
  name: z.string().optional(),
  denominations: z.array(z.object({ kind: z.enum(denominationKinds), faceValue: z.string() })),
})

export const stockItems = {
  /** What can lie in a drawer, the local currency first, then in the order of the company; where it is asked, then goods. */
  listSelection: read({
    path: '/posinventory/management/listItems',
    permission: 'signedIn',
    input: z.strictObject({ withGoods: z.stringbool().default(false) }),
    output: z.array(StockItem),
  }),
}
