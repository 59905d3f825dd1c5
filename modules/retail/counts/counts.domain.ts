import { replaceRights } from '#kit/domain/workflow.domain.ts'
import { countWorkflow, rightToCount } from '#modules/inventory/counts/counts.domain.ts'

export const rightToCountGoods = 'manage_retail_stock'

/** The store of a branch is counted as drawers are: blind, once more above the tolerance, and above the limit decided by another. */
export const goodsCountWorkflow = replaceRights(countWorkflow, { [rightToCount]: rightToCountGoods })
