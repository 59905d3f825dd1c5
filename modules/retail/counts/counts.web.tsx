import { bindContract } from '#kit/web/api.web.ts'
import { countPages } from '#modules/inventory/public.web.tsx'
import { goodsCounts } from './counts.contract.ts'
import { goodsCountWorkflow } from './counts.domain.ts'

export const { CountList, CountPage } = countPages({
  home: '/pos-retail/audit-or-count',
  api: bindContract(goodsCounts),
  workflow: goodsCountWorkflow,
  holds: 'goods',
})
