import type { Ctx } from '#kit/server/context.server.ts'
import { reverse } from '#modules/ledger/public.server.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { adjustmentEvents } from './adjustments.domain.ts'
import { aboveOpening, aboveOwn } from './adjustment-limits.server.ts'
import { othersPlace } from './own-places.server.ts'
import type { AdjustmentRow } from './adjustments.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/** What is asked of the person who reverses what was posted. */
export async function judgeReversal(ctx: Acting, row: AdjustmentRow) {
  const { kind, branchId, limitValue } = row
  const above = await (kind === 'opening'
    ? aboveOpening(ctx, branchId, limitValue)
    : aboveOwn(ctx, row, () => limitValue))
  return { above, ofOthers: await othersPlace(ctx, row) }
}

/** Posts the mirror of what was posted wrong. */
export async function postReversal(
  { db, actor, now, input: { note = '' } }: Acting & { input: { note?: string | undefined } },
  { id, kind, branchId, fromCounterId, toCounterId, businessDate: undone }: AdjustmentRow,
) {
  const counterIds = [fromCounterId, toCounterId]
  const businessDate = await moveDate(db, { branchId, counterIds, undone }, now)
  const source = { type: 'adjustment', id }
  await reverse({ db, actor, now }, { source, event: adjustmentEvents[kind], businessDate, note })
  return { reversedAt: now.toISOString(), reversedById: actor.userId, reversedBy: actor.name, reason: note }
}
