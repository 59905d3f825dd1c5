import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant, line, lines } from '#kit/contract/shapes.contract.ts'
import { transferCalls, TransferDetail } from '#modules/inventory/transfers/transfers.contract.ts'
import { goodsTransferWorkflow, rightToManage } from './transfers.domain.ts'

/** From the store of one branch to that of another. */
export const GoodsTransferDraft = z.strictObject({
  fromBranchId: Id,
  toBranchId: Id,
  bag: line(40).default(''),
  carrier: line(100).default(''),
  expectedAt: Instant.nullable().default(null),
  note: lines(500).default(''),
  lines: z
    .array(z.strictObject({ itemId: Id, quantity: z.string().regex(/^[1-9]\d{0,7}$/) }))
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
