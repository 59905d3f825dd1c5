import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { transferHandlers } from '#modules/inventory/public.server.ts'
import { type GoodsTransferDraft, goodsTransfers } from './transfers.contract.ts'
import { goodsTransferWorkflow } from './transfers.domain.ts'

const { handlers, answers } = transferHandlers({
  holds: 'goods',
  home: '/pos-retail/transfers',
  workflow: goodsTransferWorkflow,
})
const { takeOver: _, create, ...others } = handlers

/** Goods lie in stores, and are no notes. */
const drafted = ({ db, actor, now, input }: Ctx<GoodsTransferDraft>) => ({
  db,
  actor,
  now,
  input: {
    ...input,
    fromCounterId: null,
    toCounterId: null,
    requestId: null,
    insuredValue: null,
    lines: input.lines.map((line) => ({ ...line, pieces: [] })),
  },
})

export const goodsTransfersRouter = serve(goodsTransfers, {
  ...others,
  create: (ctx) => create(drafted(ctx)),
})
export const goodsTransferAnswers = answers
