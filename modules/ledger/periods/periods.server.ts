import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnly, actOnWhole, branchRows, seeOnly, todayOf } from '#modules/organisation/public.server.ts'
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
  seeOnly(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
}

/** Locks or lifts while nobody posts: whoever has begun to is waited for, whoever comes later meets the lock. */
async function update(ctx: Ctx<PeriodLockDraft>) {
  const { db, input, actor, now } = ctx
  const { branchId, lockedTo, reason } = input
  await actIn(ctx, branchId)
  if (lockedTo !== null && lockedTo >= (await todayOf({ db, now })))
    throw new Refusal('LOCK_AHEAD', {}, { fields: [{ field: 'lockedTo', code: 'LOCK_AHEAD' }] })
  await queries.holdPosting(db)
  await queries.set(db, { branchId, lockedTo, reason, author: actor.name, changedAt: now.toISOString() })
  return queries.all(db, actor.scope)
}
