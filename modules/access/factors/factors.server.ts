import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import { enrol, offerEnrolment } from './enrol.server.ts'
import { offerOf } from '../proofs/passkeys.server.ts'
import type { NewFactor } from '../proofs/proofs.contract.ts'
import * as queries from '../proofs/proofs.queries.ts'
import { renewRecoveryCodes } from '../proofs/prove.server.ts'
import { factors } from './factors.contract.ts'
import { tellPerson } from './telling.server.ts'

export const factorsRouter = serve(factors, {
  own: async ({ db, actor: { userId }, services }) => ({
    factors: await queries.factorsOf(db, userId),
    recoveryLeft: await queries.codesLeft(db, userId),
    isRequired: (await queries.demandOf(db, userId)).isRequired,
    site: offerOf(services),
  }),
  begin,
  add,
  rename: async (ctx) => {
    const { db, input, actor } = ctx
    if (!(await queries.rename(db, actor.userId, input.id, input.name))) throw notFound()
    return replyMessage(ctx, 'factorRenamed')
  },
  remove,
  renewCodes: async ({ db, actor: { userId }, now }) => {
    await queries.lockUser(db, userId)
    if (!(await queries.hasFactor(db, userId))) throw new Refusal('FACTOR_NONE')
    return { recoveryCodes: await renewRecoveryCodes(db, userId, now) }
  },
})

async function begin({ db, actor, services, now }: Ctx) {
  const { companyId, userId, sessionId } = actor
  const user = await queries.lockUser(db, userId)
  const { asked, offer } = await offerEnrolment(db, user, companyId, services)
  await queries.keepAsked(db, { ...asked, userId, sessionId, purpose: 'enrol' }, now)
  return offer
}

async function add(ctx: Ctx<{ factor: NewFactor }>) {
  const { db, input, actor, services, now } = ctx
  const { companyId, userId, sessionId } = actor
  const asked = await queries.takeAsked(db, sessionId, 'enrol', now)
  if (!asked) throw new Refusal('STEP_EXPIRED')
  const { challenge, secret } = asked
  const who = { companyId, userId, challenge, secret, services, now }
  const recoveryCodes = await enrol(db, who, input.factor)
  // Sessions that were opened by the password alone, or by whoever has a factor that is suspected.
  await endSessions(db, { userId, except: sessionId }, 'second factor added', now)
  await tellPerson(db, ctx, await queries.lockUser(db, userId), 'factorAdded', { factor: input.factor.name })
  return { recoveryCodes }
}

async function remove(ctx: Ctx<{ id: string }>) {
  const { db, input, actor, now } = ctx
  const { userId, sessionId } = actor
  const user = await queries.lockUser(db, userId)
  const gone = await queries.remove(db, userId, input.id)
  if (!gone) throw notFound()
  const { hasFactor, isRequired } = await queries.demandOf(db, userId)
  if (!hasFactor && isRequired) throw new Refusal('FACTOR_REQUIRED')
  if (!hasFactor) await queries.setCodes(db, userId, [], now)
  await endSessions(db, { userId, except: sessionId }, 'second factor removed', now)
  await tellPerson(db, ctx, user, 'factorRemoved', { factor: gone.name })
  return replyMessage(ctx, 'factorRemoved')
}
