import { replaceRights } from '#kit/domain/workflow.domain.ts'
import { rightToDecide, transferWorkflow } from '#modules/inventory/transfers/transfers.domain.ts'

export const rightToManage = 'manage_retail_stock'

/** Goods go between stores and counters as money goes between vaults and drawers. */
export const goodsTransferWorkflow = replaceRights(transferWorkflow, {
  manage_transfers: rightToManage,
  [rightToDecide]: rightToManage,
})
