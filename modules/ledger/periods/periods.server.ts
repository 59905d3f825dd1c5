import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnly, actOnWhole, branchRows, seeOnly } from '#modules/organisation/public.server.ts'
import { type PeriodLockDraft, periodLocks } from './periods.contract.ts'
import * as queries from './periods.queries.ts'

export const periodLocksRouter = serve(periodLocks, {
  list: ({ db, actor }) => queries.all(db, actor.scope),
  update,
})

/** Locks or lifts while nobody posts: whoever has begun to is waited for, whoever comes later meets the lock. */
async function update({ db, input, actor, now, services }: Ctx<PeriodLockDraft>) {
  const { branchId, lockedTo, reason } = input
  if (branchId === null) actOnWhole(actor.assigned)
  else {
    seeOnly(actor.scope, 'branchIds', await branchRows.get(db, branchId))
    actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
  }
  const timeZone = await services.timeZone(actor.companyId)
  if (lockedTo !== null && lockedTo >= new Intl.DateTimeFormat('en-CA', { timeZone }).format(now))
    throw new Refusal('LOCK_AHEAD', {}, { fields: [{ field: 'lockedTo', code: 'LOCK_AHEAD' }] })
  await queries.holdPosting(db)
  await queries.set(db, { branchId, lockedTo, reason, author: actor.name, changedAt: now.toISOString() })
  return queries.all(db, actor.scope)
}
