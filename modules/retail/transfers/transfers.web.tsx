import { bindContract } from '#kit/web/api.web.ts'
import { transferPages } from '#modules/inventory/public.web.tsx'
import { goodsTransfers } from './transfers.contract.ts'
import { goodsTransferWorkflow } from './transfers.domain.ts'

export const { List, Detail } = transferPages({
  home: '/pos-retail/transfers',
  api: bindContract(goodsTransfers),
  workflow: goodsTransferWorkflow,
  isOfGoods: true,
})
