import { allowedActions, decide as decideOn } from '#kit/domain/document.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { isTakenFrom } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { daysBefore, requestDays, settledDays } from '../proofs/proofs.domain.ts'
import { resetWorkflow } from '../proofs/resets.domain.ts'
import * as factors from '../proofs/proofs.queries.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import * as users from '../users/users.queries.ts'
import { tellAdministrators, tellOwner } from '../users/telling.server.ts'
import { changeableUser, readVisibleUser } from '../users/users.server.ts'
import { factorResets, type UserFactors } from './factor-resets.contract.ts'
import { barOf, effectFrom, stateAt, waitingHours } from './factor-resets.domain.ts'
import * as queries from './factor-resets.queries.ts'

const { rows } = queries

export const factorResetsRouter = serve(factorResets, {
  ofUser,
  ask,
  approve: (ctx) => decide(ctx, 'approve'),
  reject: (ctx) => decide(ctx, 'reject', ctx.input.note),
})

type Row = Awaited<ReturnType<typeof rows.get>>

/** The row as it is now, and what this person may do with it. */
function presented(row: Row, actor: Actor, now: Date, isBarred: boolean) {
  const seen = { ...row, state: stateAt(row, now) }
  const can = allowedActions(resetWorkflow, seen, actor).filter((act) => act === 'reject' || !isBarred)
  return { ...seen, can }
}

async function ofUser({ db, input, actor, now }: Ctx<{ id: string }>): Promise<UserFactors> {
  const user = await readVisibleUser(db, actor, input.id)
  const held = await factors.factorsOf(db, user.id)
  const last = await queries.lastOf(db, user.id)
  const state = last && stateAt(last, now)
  const isOpen = state === 'pending' || state === 'approved'
  const mayAsk = user.id !== actor.userId && actor.permissions.has('reset_second_factors')
  const bar = mayAsk && held.length > 0 ? await barTo(db, actor, user, now) : null
  return {
    factors: held,
    recoveryLeft: await factors.codesLeft(db, user.id),
    isRequired: (await factors.demandOf(db, user.id)).isRequired,
    reset: last && (isOpen || state === 'expired') ? presented(last, actor, now, bar !== null) : null,
    canAsk: mayAsk && held.length > 0 && !isOpen && bar === null,
    bar,
  }
}

type Subject = { id: string; state: string }

/**
 * Why this person neither asks for a reset of a user nor approves one. It takes a second factor of one's own that is no longer new,
 * on an account that is not either, and a user who hears of it and can still cancel it.
 */
async function barTo(db: Db, actor: Actor, user: Subject, now: Date): Promise<UserFactors['bar']> {
  if (user.state !== 'active') return 'RESET_OF_LOCKED'
  if (await users.isEmailMoved(db, user.id, daysBefore(now, settledDays))) return 'RESET_EMAIL_NEW'
  return barOf(await queries.standing(db, actor.userId), now)
}

async function refuseBarred(db: Db, actor: Actor, user: Subject, now: Date): Promise<void> {
  const bar = await barTo(db, actor, user, now)
  if (bar === 'RESET_OF_LOCKED') throw new Refusal('RESET_OF_LOCKED', {}, { kind: 'conflict' })
  if (bar) throw new Refusal(bar, { days: settledDays })
}

async function ask(ctx: Ctx<{ id: string; reason: string }>) {
  const { db, input, actor, now } = ctx
  const asked = { state: null, userId: input.id, askedById: actor.userId }
  const { next } = decideOn(resetWorkflow, asked, { act: 'ask' }, { actor, now })
  const user = await changeableUser(db, actor, input.id)
  const held = await factors.lockUser(db, user.id)
  if (!(await factors.hasFactor(db, user.id))) throw new Refusal('FACTOR_NOT_THERE')
  if (await factors.openReset(db, user.id, now)) throw new Refusal('RESET_PENDING', {}, { kind: 'conflict' })
  await refuseBarred(db, actor, held, now)
  await queries.expire(db, user.id, daysBefore(now, requestDays))
  await rows.insert(db, {
    ...next,
    userId: user.id,
    reason: input.reason,
    askedById: actor.userId,
    askedBy: actor.name,
    askedAt: now.toISOString(),
  })
  const values = { by: actor.name, reason: input.reason }
  await tellOwner(db, ctx, user, 'resetAsked', values)
  await tellAdministrators(db, ctx, user, 'resetPending', values, actor.userId)
  return replyMessage(ctx, 'resetAsked')
}

type Key = { id: string; version: number }

async function decide(ctx: Ctx<Key>, action: 'approve' | 'reject', note = '') {
  const { db, input, actor, now } = ctx
  const { id, version } = input
  const before = await rows.lock(db, { id, version })
  // An administrator who may decide at all may stop it, also where they may not change its user.
  const user =
    action === 'approve'
      ? await changeableUser(db, actor, before.userId)
      : await factors.lockUser(db, before.userId)
  const seen = { ...before, state: stateAt(before, now) }
  const { state } = decideOn(resetWorkflow, seen, { act: action, note }, { actor, now }).next
  if (action === 'approve') await refuseBarred(db, actor, user, now)
  const row = await rows.update(
    db,
    { id, version },
    {
      state,
      note,
      decidedById: actor.userId,
      decidedBy: actor.name,
      decidedAt: now.toISOString(),
      ...(state === 'approved' ? { takesEffectAt: effectFrom(now) } : {}),
    },
  )
  const what = state === 'approved' ? 'Approved' : 'Rejected'
  const values = { by: actor.name, asked: before.askedBy, hours: String(waitingHours) }
  await tellOwner(db, ctx, user, `reset${what}`, values)
  await tellAdministrators(db, ctx, user, `othersReset${what}`, values, actor.userId)
  return presented(row, actor, now, false)
}

/** Does every five minutes what was approved long enough ago. */
export const resetJob: Job = {
  name: 'access.takeResets',
  cron: '*/5 * * * *',
  run: async (_payload, { services: { db, now }, log }) => {
    for (const { id: companyId } of await companies(db))
      await inCompany(companyId, async () => {
        for (const { id, version } of await queries.due(db, now())) {
          const who = { companyId, userId: null, name: 'Agio' }
          try {
            await runAct(db, who, 'factorreset.takeEffect', (tx) => takeEffect(tx, { id, version }, now()))
          } catch (error) {
            // Such as one that was rejected in this moment: the others do not wait for it.
            log.warn({ err: error, id, companyId }, 'a reset of a second factor did not take effect')
          }
        }
      })
  },
}

async function takeEffect(db: Db, key: Key, now: Date): Promise<void> {
  const { userId, state, askedBy, decidedBy } = await rows.lock(db, key)
  const act = resetWorkflow.actions.takeEffect
  // Rejected meanwhile.
  if (!isTakenFrom(act, state)) return
  const user = await factors.lockUser(db, userId)
  if (user.state !== 'active') {
    await factors.closeReset(db, userId, 'cancel', { id: null, name: 'Agio' }, now)
    return
  }
  await rows.update(db, key, { state: act.to })
  await resetFactors(db, userId, 'second factor reset', now)
  // Nobody asks, so nobody's language is known.
  const told = { now, language: 'en' } as const
  const values = { by: decidedBy ?? '', asked: askedBy }
  await tellOwner(db, told, user, 'resetDone', values)
  await tellAdministrators(db, told, user, 'othersResetDone', values)
}

/** A user who has just shown the factor has not lost it: a reset of it that is open is cancelled, and all who knew of it are told. */
export async function cancelReset(db: Db, ctx: Pick<Ctx, 'language' | 'now'>, userId: string): Promise<void> {
  if (!(await factors.openReset(db, userId, ctx.now))) return
  const user = await factors.lockUser(db, userId)
  const asked = await factors.closeReset(db, userId, 'cancel', { id: userId, name: user.fullName }, ctx.now)
  const values = { asked: asked.join(', ') }
  await tellOwner(db, ctx, user, 'resetCancelled', values)
  await tellAdministrators(db, ctx, user, 'othersResetCancelled', values)
}

/** The same by the operator, at once, for a company whose only administrator has lost it; answers how many factors there were. */
export async function resetByOperator(db: Db, userId: string, now: Date): Promise<number> {
  await factors.closeReset(db, userId, 'override', { id: null, name: 'Agio' }, now)
  return resetFactors(db, userId, 'second factor reset by the operator', now)
}

/** Takes away all that a user has beside the password, and ends the sessions. */
async function resetFactors(db: Db, userId: string, why: string, now: Date): Promise<number> {
  await factors.lockUser(db, userId)
  const count = await factors.forgetAll(db, userId)
  await users.setHeldSince(db, userId, now)
  await endSessions(db, { userId }, why, now)
  return count
}
