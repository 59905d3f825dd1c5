import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { cancelReset } from '../factor-resets/factor-resets.server.ts'
import { tellPerson } from '../factors/telling.server.ts'
import { secretMatches } from '../passwords/hash.server.ts'
import { kindsOf, offerOf, requestOptions, siteOf } from '../proofs/passkeys.server.ts'
import { mostWrong } from '../proofs/proofs.domain.ts'
import * as factors from '../proofs/proofs.queries.ts'
import { prove } from '../proofs/prove.server.ts'
import { countProof, markProved } from '../sessions/sessions.queries.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import * as credentials from '../passwords/credentials.queries.ts'
import { fingerprintSecrets, type Known } from '../sign-in/sign-in.server.ts'
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
  const { db, actor } = ctx
  const user = await credentials.credential(db, actor.userId)
  if (!user) throw ended()
  // A stolen session must not become a way to guess, nor to keep the owner out of another one: each counts for itself.
  const wrong = await countProof(db, actor.sessionId)
  if (wrong === undefined || wrong > mostWrong) throw ended()
  try {
    await judge(ctx, user)
  } catch (error) {
    if (error instanceof Refusal && wrong === mostWrong) await endGuessed(ctx, user)
    throw error
  }
  return replyMessage(ctx, 'proved')
}

const ended = () => new Refusal('SESSION_EXPIRED', {}, { kind: 'unauthenticated' })

/** So many wrong proofs are no slip: the session ends, and its owner is told. */
async function endGuessed(ctx: Ctx, user: Known): Promise<void> {
  const { db, actor, now } = ctx
  await db.transaction().execute(async (tx) => {
    await endSessions(tx, { sessionId: actor.sessionId }, 'too many wrong proofs', now)
    await tellPerson(tx, ctx, user, 'sessionGuessed', { count: String(mostWrong) })
  })
}

/** Marks the session as proved, or throws why not. */
async function judge(ctx: Ctx<{ proof: OwnProof }>, user: Known): Promise<void> {
  const { input, actor } = ctx
  const { proof } = input
  const isKnown = proof.kind === 'password' && (await secretMatches(user.passwordHash, proof.password))
  if (proof.kind === 'password' && !isKnown) throw new Refusal('PASSWORD_WRONG')
  await ctx.actAs(actor, async (tx) => {
    const { companyId, userId, sessionId } = actor
    // Nobody changes the password, or adds a factor, while this one is judged.
    const held = await credentials.lockCredential(tx, userId)
    if (proof.kind === 'password') {
      const isStill =
        held &&
        fingerprintSecrets(held) === fingerprintSecrets(user) &&
        !(await factors.hasFactor(tx, userId))
      if (!isStill) throw new Refusal('FACTOR_WRONG')
    } else {
      const asked = await factors.takeAsked(tx, sessionId, 'prove', ctx.now)
      const { now, services } = ctx
      await prove(tx, { companyId, userId, challenge: asked?.challenge ?? null, now, services }, proof)
      if (proof.kind === 'recovery')
        await tellPerson(tx, ctx, await factors.lockUser(tx, userId), 'recoveryUsed')
      await cancelReset(tx, ctx, userId)
    }
    await markProved(tx, sessionId)
  })
}
