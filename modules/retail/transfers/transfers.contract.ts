import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant, line, lines } from '#kit/contract/shapes.contract.ts'
import { transferCalls, TransferDetail } from '#modules/inventory/transfers/transfers.contract.ts'
import { UnitFields } from '#modules/inventory/units/units.contract.ts'
import { goodsTransferWorkflow, rightToManage } from './transfers.domain.ts'

/** From a store or counter to another; a null counter is the store of the branch. */
export const GoodsTransferDraft = z.strictObject({
  fromBranchId: Id,
  fromCounterId: Id.nullable().default(null),
  toBranchId: Id,
  toCounterId: Id.nullable().default(null),
  bag: line(40).default(''),
  carrier: line(100).default(''),
  expectedAt: Instant.nullable().default(null),
  note: lines(500).default(''),
  lines: z
    .array(z.strictObject({ itemId: Id, quantity: z.string().regex(/^[1-9]\d{0,7}$/), ...UnitFields }))
    .min(1)
    .max(300),
})
export type GoodsTransferDraft = z.output<typeof GoodsTransferDraft>

const path = '/posretail/inventorytransfer'

/** The calls of stock's transfers, of goods. */
export const goodsTransfers = {
  ...transferCalls({
    path,
    workflow: goodsTransferWorkflow,
    view: 'view_retail_stock',
    manage: rightToManage,
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: rightToManage,
    input: GoodsTransferDraft,
    output: TransferDetail,
  }),
}
