import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { countActs, countDocumentsOf, countHandlers } from '#modules/inventory/public.server.ts'
import { type GoodsCountDraft, goodsCounts } from './counts.contract.ts'
import { goodsCountWorkflow, rightToCountGoods } from './counts.domain.ts'

const documents = countDocumentsOf({
  holds: 'goods',
  home: '/pos-retail/audit-or-count',
  workflow: goodsCountWorkflow,
  right: rightToCountGoods,
})
const handlers = countHandlers(documents, countActs(documents), 'goods')

/** A store is no counter, and is counted whole. */
const drafted = ({ db, actor, now, input }: Ctx<GoodsCountDraft>) => ({
  db,
  actor,
  now,
  input: { ...input, counterId: null, isFull: true },
})

export const goodsCountsRouter = serve(goodsCounts, {
  ...handlers,
  create: (ctx) => handlers.create(drafted(ctx)),
  createAndProcess: (ctx) => handlers.createAndProcess(drafted(ctx)),
})
export const goodsCountAnswers = documents.answers
