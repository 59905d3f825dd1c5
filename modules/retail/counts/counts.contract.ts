import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { CountDetail, countCalls, Counted } from '#modules/inventory/counts/counts.contract.ts'
import { goodsCountWorkflow, rightToCountGoods } from './counts.domain.ts'

/** The store of a branch: all of it, or some categories with what stands under them. */
const Store = z.strictObject({ branchId: Id, categoryIds: z.array(Id).max(100).default([]) })
export const GoodsCountDraft = z.strictObject({ ...Store.shape, ...Counted.shape })
export type GoodsCountDraft = z.output<typeof GoodsCountDraft>

const path = '/posretail/inventoryaudit'
const view = 'view_retail_stock' as const
const permission = rightToCountGoods
const draft = { permission, input: GoodsCountDraft, output: CountDetail } as const

/** The calls of stock's counts, of goods. */
export const goodsCounts = {
  ...countCalls({ path, workflow: goodsCountWorkflow, view, right: permission }),
  /** The items that lie in the store, without saying how much. */
  itemsAt: read({
    path: `${path}/itemsAt`,
    method: 'POST',
    permission: view,
    input: Store,
    output: z.array(Id),
  }),
  create: write({ path: `${path}/create`, kind: 'CREATE', ...draft }),
  createAndProcess: write({ path: `${path}/createAndProcess`, kind: 'UPDATE', ...draft, movesValue: true }),
}
