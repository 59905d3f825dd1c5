import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { transferHandlers } from '#modules/inventory/public.server.ts'
import { find } from '../items/items.queries.ts'
import { type GoodsTransferDraft, goodsTransfers } from './transfers.contract.ts'
import { goodsTransferWorkflow } from './transfers.domain.ts'

const { handlers, answers } = transferHandlers({
  holds: 'goods',
  home: '/pos-retail/transfers',
  workflow: goodsTransferWorkflow,
})
const { create, ...others } = handlers

/** Goods are no notes. */
const drafted = ({ db, actor, now, input }: Ctx<GoodsTransferDraft>) => ({
  db,
  actor,
  now,
  input: {
    ...input,
    requestId: null,
    insuredValue: null,
    lines: input.lines.map((line) => ({ ...line, pieces: [] })),
  },
})

/** Serials and batches have the store of a branch as their place: they go to no counter. */
async function refuseTracked({ db, input }: Ctx<GoodsTransferDraft>): Promise<void> {
  if (input.fromCounterId === null && input.toCounterId === null) return
  const asked = input.lines.map(({ itemId }) => itemId)
  const tracked = new Set(
    (await find(db, asked)).flatMap((one) => (one.tracking === 'quantity' ? [] : [one.id])),
  )
  const at = asked.findIndex((id) => tracked.has(id))
  if (at >= 0) throw refuseField(`lines.${at}.itemId`, 'TRACKED_AT_COUNTER')
}

export const goodsTransfersRouter = serve(goodsTransfers, {
  ...others,
  create: async (ctx) => {
    await refuseTracked(ctx)
    return create(drafted(ctx))
  },
})
export const goodsTransferAnswers = answers
