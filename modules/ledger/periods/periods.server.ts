import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import {
  actOnly,
  actOnWhole,
  branchRows,
  requireVisible,
  todayOf,
} from '#modules/organisation/public.server.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { type PeriodLockDraft, periodLocks } from './periods.contract.ts'
import * as queries from './periods.queries.ts'

export const periodLocksRouter = serve(periodLocks, {
  list: ({ db, actor }) => queries.all(db, actor.scope),
  update,
})

/** Nothing, if the person may act in all of the branch, or of the company; else throws as `actOnly` does. */
export async function actIn(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  branchId: string | null,
): Promise<void> {
  if (branchId === null) return actOnWhole(actor.assigned)
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
}

/**
 * Locks while nobody posts: a posting that has begun is waited for, a later one meets the lock. It never goes back: what is locked
 * is opened by two.
 */
async function update(ctx: Ctx<PeriodLockDraft>) {
  const { db, input, actor, now } = ctx
  const { branchId, lockedTo, reason } = input
  await actIn(ctx, branchId)
  if (lockedTo >= (await todayOf({ db, now }))) throw refuseField('lockedTo', 'LOCK_AHEAD')
  await holdPosting(db)
  const before = await queries.find(db, branchId)
  if (before && lockedTo < before.lockedTo)
    throw refuseField('lockedTo', 'LOCK_BACKWARD', { by: before.author, date: before.lockedTo })
  await queries.set(db, { branchId, lockedTo, reason, author: actor.name, changedAt: now.toISOString() })
  return queries.all(db, actor.scope)
}
