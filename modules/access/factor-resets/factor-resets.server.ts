import { allowedActions, nextState } from '#kit/domain/workflow.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import * as factors from '../proofs/proofs.queries.ts'
import { tellPeople, tellPerson } from '../factors/telling.server.ts'
import { endSessions, holdersOf } from '../sessions/sessions.server.ts'
import { changeableUser, shownUser } from '../users/users.server.ts'
import { factorResets, type UserFactors } from './factor-resets.contract.ts'
import { resetWorkflow } from './factor-resets.domain.ts'
import * as queries from './factor-resets.queries.ts'

const { rows } = queries

export const factorResetsRouter = serve(factorResets, {
  ofUser,
  ask,
  approve: (ctx) => decide(ctx, 'approve'),
  reject: (ctx) => decide(ctx, 'reject', ctx.input.note),
})

type Row = Awaited<ReturnType<typeof rows.get>>
const presented = (row: Row, actor: Actor) => ({ ...row, can: allowedActions(resetWorkflow, row, actor) })

async function ofUser({ db, input, actor }: Ctx<{ id: string }>): Promise<UserFactors> {
  const user = await shownUser(db, actor, input.id)
  const held = await factors.factorsOf(db, user.id)
  const pending = await queries.pendingOf(db, user.id)
  const isOther = user.id !== actor.userId
  return {
    factors: held,
    recoveryLeft: await factors.codesLeft(db, user.id),
    isRequired: (await factors.demandOf(db, user.id)).isRequired,
    reset: pending ? presented(pending, actor) : null,
    canAsk: isOther && held.length > 0 && !pending && actor.permissions.has('reset_second_factors'),
  }
}

async function ask(ctx: Ctx<{ id: string; reason: string }>) {
  const { db, input, actor, now } = ctx
  if (input.id === actor.userId) throw new Refusal('NOT_YOURSELF')
  const user = await changeableUser(db, actor, input.id)
  await factors.lockUser(db, user.id)
  if (!(await factors.hasFactor(db, user.id))) throw new Refusal('FACTOR_NOT_THERE')
  if (await queries.pendingOf(db, user.id)) throw new Refusal('RESET_PENDING', {}, { kind: 'conflict' })
  await rows.insert(db, {
    userId: user.id,
    reason: input.reason,
    askedById: actor.userId,
    askedBy: actor.name,
    askedAt: now.toISOString(),
  })
  await tellPerson(db, ctx, user, 'resetAsked', { by: actor.name, reason: input.reason })
  const others = (await holdersOf(db, ['reset_second_factors'])).map(({ userId }) => userId)
  const approvers = others.filter((id) => id !== actor.userId && id !== user.id)
  await tellPeople(db, approvers, 'resetPending', {
    by: actor.name,
    name: user.fullName,
    reason: input.reason,
  })
  return done(ctx, 'resetAsked')
}

type Key = { id: string; version: number }

async function decide(ctx: Ctx<Key>, action: 'approve' | 'reject', note = '') {
  const { db, input, actor, now } = ctx
  const { id, version } = input
  const before = await rows.lock(db, { id, version })
  const user = await changeableUser(db, actor, before.userId)
  const state = nextState(resetWorkflow, before, action, actor, note)
  const decision = {
    state,
    note,
    decidedById: actor.userId,
    decidedBy: actor.name,
    decidedAt: now.toISOString(),
  }
  const row = await rows.update(db, { id, version }, decision)
  if (state === 'approved') {
    await resetFactors(db, user.id, 'second factor reset', now)
    await tellPerson(db, ctx, user, 'resetDone', { by: actor.name, asked: before.askedBy })
  } else await tellPerson(db, ctx, user, 'resetRejected', { by: actor.name })
  return presented(row, actor)
}

/** The same by the operator, for a company whose only administrator has lost it; answers how many factors there were. */
export async function resetByOperator(db: Db, userId: string, now: Date): Promise<number> {
  await queries.closePending(db, userId, 'Agio', now)
  return resetFactors(db, userId, 'second factor reset by the operator', now)
}

/** Takes away all that a user has beside the password, and ends the sessions. */
async function resetFactors(db: Db, userId: string, why: string, now: Date): Promise<number> {
  await factors.lockUser(db, userId)
  const count = await factors.forgetAll(db, userId)
  await endSessions(db, { userId }, why, now)
  return count
}
