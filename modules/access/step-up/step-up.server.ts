import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { cancelReset } from '../factor-resets/factor-resets.server.ts'
import { secretMatches } from '../passwords/hash.server.ts'
import { tooManyAttempts } from '../passwords/passwords.server.ts'
import { kindsOf, offerOf, requestOptions, siteOf } from '../proofs/passkeys.server.ts'
import * as factors from '../proofs/proofs.queries.ts'
import { prove } from '../proofs/prove.server.ts'
import { markProved } from '../sessions/sessions.queries.ts'
import * as queries from '../sign-in/sign-in.queries.ts'
import { judgedOf } from '../sign-in/sign-in.server.ts'
import { type OwnProof, stepUp } from './step-up.contract.ts'

export const stepUpRouter = serve(stepUp, { begin, prove: proveAgain })

async function begin({ db, actor: { userId, sessionId }, services, now }: Ctx) {
  const held = await factors.factorsOf(db, userId)
  const site = offerOf(services)
  if (held.length === 0) return { kinds: ['password' as const], passkey: null, site }
  const passkey = (await requestOptions(siteOf(services), held)) ?? null
  const asked = { challenge: passkey?.challenge ?? null, secret: null }
  await factors.keepAsked(db, { ...asked, userId, sessionId, purpose: 'prove' }, now)
  return { kinds: kindsOf(held, passkey !== null), passkey: passkey && { ...passkey }, site }
}

async function proveAgain(ctx: Ctx<{ proof: OwnProof }>) {
  const { db, input, actor, address } = ctx
  const user = await queries.credential(db, actor.userId)
  if (!user) throw new Refusal('SESSION_EXPIRED', {}, { kind: 'unauthenticated' })
  // A stolen session must not become a way to guess: the attempts count as those of a sign-in do.
  const minutes = await queries.attemptSecondStep(db, user.userName, address, actor.companyId)
  if (minutes !== null) throw tooManyAttempts(minutes)
  const { proof } = input
  const isKnown = proof.kind === 'password' && (await secretMatches(user.passwordHash, proof.password))
  if (proof.kind === 'password' && !isKnown) throw new Refusal('PASSWORD_WRONG')
  await ctx.actAs(actor, async (tx) => {
    const { companyId, userId, sessionId } = actor
    // Nobody changes the password, or adds a factor, while this one is judged.
    const held = await queries.heldCredential(tx, userId)
    if (proof.kind === 'password') {
      const isStill = held && judgedOf(held) === judgedOf(user) && !(await factors.hasFactor(tx, userId))
      if (!isStill) throw new Refusal('FACTOR_WRONG')
    } else {
      const asked = await factors.takeAsked(tx, sessionId, 'prove', ctx.now)
      const { now, services } = ctx
      await prove(tx, { companyId, userId, challenge: asked?.challenge ?? null, now, services }, proof)
      await cancelReset(tx, ctx, userId)
    }
    await markProved(tx, sessionId)
  })
  await queries.secondStepSucceeded(db, user.userName, address)
  return done(ctx, 'proved')
}
