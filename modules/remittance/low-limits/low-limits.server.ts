import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { companyRows, exponentOf } from '#modules/organisation/public.server.ts'
import { refuseUnknown } from '../providers/known.server.ts'
import { sayIfLow } from '../queue/queue.server.ts'
import { type LowLimitDraft, lowLimits } from './low-limits.contract.ts'
import * as queries from './low-limits.queries.ts'

const kept = companyRows({
  rows: queries.rows,
  list: queries.list,
  get: queries.get,
  presenter: () => (row: queries.LowLimitRow) => ({
    ...row,
    amount: new Exact(row.amount).toFixed(exponentOf(row.currency)),
  }),
  store: async (db, draft: LowLimitDraft) => {
    await refuseUnknown(db, draft.providerId)
    return draft
  },
})

/** A balance that a limit makes low is said at once, and no longer where the limit is lowered, moved or gone. */
const judged =
  <I extends { id?: string; providerId?: string }, O>(act: (ctx: Ctx<I>) => Promise<O>) =>
  async (ctx: Ctx<I>): Promise<O> => {
    const { id, providerId } = ctx.input
    const before = id === undefined ? undefined : await queries.get(ctx.db, id)
    const done = await act(ctx)
    for (const one of new Set([before?.providerId, providerId])) if (one) await sayIfLow(ctx, one)
    return done
  }

export const lowLimitsRouter = serve(lowLimits, {
  ...kept,
  create: judged(kept.create),
  update: judged(kept.update),
  delete: judged(kept.delete),
  enable: judged(kept.enable),
  disable: judged(kept.disable),
})
