import { replaceRights } from '#kit/domain/workflow.domain.ts'
import { rightToDecide, transferWorkflow } from '#modules/inventory/transfers/transfers.domain.ts'

export const rightToManage = 'manage_retail_stock'

/** Goods go from the store of one branch to that of another as money goes between vaults. */
export const goodsTransferWorkflow = replaceRights(transferWorkflow, {
  manage_transfers: rightToManage,
  [rightToDecide]: rightToManage,
})
