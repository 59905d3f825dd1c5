import type * as z from 'zod'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Db, inCompany, type Tx } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { cancelReset } from '../factor-resets/factor-resets.server.ts'
import { enrol, offerEnrolment } from '../factors/enrol.server.ts'
import { tellPerson } from '../factors/telling.server.ts'
import { tooManyAttempts } from '../passwords/passwords.server.ts'
import { kindsOf, offerOf, requestOptions, siteOf } from '../proofs/passkeys.server.ts'
import type { NewFactor, Proof } from '../proofs/proofs.contract.ts'
import { mostWrong, wrongBeforeTold } from '../proofs/proofs.domain.ts'
import * as steps from '../proofs/proofs.queries.ts'
import { prove } from '../proofs/prove.server.ts'
import type { Login, LoginDraft } from './sign-in.contract.ts'
import * as credentials from '../passwords/credentials.queries.ts'
import { fingerprintSecrets, type Known, open, withVerifiedUser, toPerson } from './sign-in.server.ts'
import { hashMatches, hashOf, newSecret, readTicket, writeTicket } from '../sessions/tokens.server.ts'
import { secondStep } from './second-step.contract.ts'

export const secondStepRouter = serve(secondStep, { begin, verify, enrol: addFirst })

function begin(ctx: Ctx<z.output<typeof LoginDraft>>) {
  const { db, input, address, services, now } = ctx
  return withVerifiedUser(ctx, async (user) => {
    // Neither right nor wrong yet: to forget the failures here would let the codes be guessed for ever.
    await credentials.discountAttempt(db, input.username, address)
    return ctx.actAs(toPerson(user), async (tx) => {
      const held = await steps.factorsOf(tx, user.id)
      if (held.length === 0) return beginEnrolment(tx, user, ctx)
      const passkey = (await requestOptions(siteOf(services), held)) ?? null
      const asked = { challenge: passkey?.challenge ?? null, secret: null }
      const ticket = await newTicket(tx, user, asked, now)
      return {
        ticket,
        kinds: kindsOf(held, passkey !== null),
        passkey: passkey && { ...passkey },
        site: offerOf(services),
        enrolment: null,
      }
    })
  })
}

/** The first factor of somebody who must have one: nothing but this can be done with the ticket. */
async function beginEnrolment(tx: Tx, user: Known, { services, now }: Ctx) {
  if (!(await steps.demandOf(tx, user.id)).isRequired) throw new Refusal('STEP_NOT_ASKED')
  const { asked, offer } = await offerEnrolment(tx, user, user.companyId, services)
  return {
    ticket: await newTicket(tx, user, asked, now),
    kinds: [],
    passkey: null,
    site: offer.site,
    enrolment: offer,
  }
}

async function newTicket(
  tx: Tx,
  user: Known,
  asked: { challenge: string | null; secret: string | null },
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const step = { ...asked, userId: user.id, ticketHash: hashOf(secret), judged: fingerprintSecrets(user) }
  return writeTicket({ companyId: user.companyId, id: await steps.openStep(tx, step, now), secret })
}

const expired = () => new Refusal('STEP_EXPIRED')

function verify(ctx: Ctx<{ ticket: string; proof: Proof }>): Promise<Login> {
  const { input, services, now } = ctx
  return withTicket(
    ctx,
    input.ticket,
    async (tx, { companyId, id }, { challenge, judged }) => {
      await prove(tx, { companyId, userId: id, challenge, services, now }, input.proof)
      if (input.proof.kind === 'recovery')
        await tellPerson(tx, ctx, await steps.lockUser(tx, id), 'recoveryUsed')
      await cancelReset(tx, ctx, id)
      return open(ctx, tx, id, judged ?? '')
    },
    input.proof.kind,
  )
}

function addFirst(ctx: Ctx<{ ticket: string; factor: NewFactor }>) {
  const { input, services, now } = ctx
  return withTicket(ctx, input.ticket, async (tx, { companyId, id }, { challenge, secret, judged }) => {
    const user = await steps.lockUser(tx, id)
    // Whoever has one shows that: a ticket that was given before it was added must not add another.
    if (await steps.hasFactor(tx, id)) throw expired()
    const who = { companyId, userId: id, challenge, secret, services, now }
    const recoveryCodes = await enrol(tx, who, input.factor)
    await tellPerson(tx, ctx, user, 'factorAdded', { factor: input.factor.name })
    return { login: await open(ctx, tx, id, judged ?? ''), recoveryCodes }
  })
}

type Step = NonNullable<Awaited<ReturnType<typeof steps.takeStep>>>

/**
 * Does `work` once for whoever holds the ticket, and counts it as an attempt until it has succeeded: for the address, and of a
 * `guess` for the user, whose password is known. What is refused gives the ticket back; a refusal is in the audit.
 */
async function withTicket<T>(
  ctx: Ctx,
  text: string,
  work: (tx: Tx, user: Known, step: Step) => Promise<T>,
  guess?: Proof['kind'],
): Promise<T> {
  const { db, address, now } = ctx
  const ticket = readTicket(text)
  if (!ticket) throw expired()
  const { companyId, id, secret } = ticket
  const user = await inCompany(companyId, async () => {
    const step = await steps.findStep(db, id)
    const isTheirs = step?.ticketHash && hashMatches(step.ticketHash, secret)
    const found = isTheirs ? await credentials.credential(db, step.userId) : undefined
    // With another password the ticket opens nothing: that it is still tried counts against nobody.
    return found && step?.judged === fingerprintSecrets(found) ? found : undefined
  })
  if (!user) throw expired()
  let wrong: number | undefined
  try {
    const minutes = await credentials.attempt(db, user.userName, address, companyId)
    if (minutes !== null) throw tooManyAttempts(minutes)
    if (guess) wrong = await countGuess(db, user, guess)
    const answer = await ctx.actAs(toPerson(user), async (tx) => {
      const step = await steps.takeStep(tx, id, now)
      if (!step) throw expired()
      return work(tx, user, step)
    })
    await credentials.recordSuccess(db, user.userName, address)
    if (guess) await inCompany(companyId, () => steps.clearSteps(db, user.id))
    return answer
  } catch (error) {
    if (error instanceof Refusal) {
      await ctx.auditRefusal(toPerson(user), error.code)
      await tellWrong(ctx, user, wrong)
    }
    throw error
  }
}

/** The count of guesses in a row with this one; refuses a code of an app, which alone is short enough to be guessed, after too many. */
async function countGuess(db: Db, user: Known, guess: Proof['kind']): Promise<number | undefined> {
  const count = await inCompany(user.companyId, () => steps.countStep(db, user.id))
  if (count === undefined && guess === 'totp')
    throw new Refusal('CODES_BLOCKED', { most: mostWrong }, { kind: 'tooMany' })
  return count
}

/** A person who enters wrong codes knows the password: the user is told, and once more when no code is judged any longer. */
async function tellWrong(ctx: Ctx, user: Known, wrong: number | undefined): Promise<void> {
  if (wrong !== wrongBeforeTold && wrong !== mostWrong) return
  const what = wrong === mostWrong ? 'codesBlocked' : 'wrongCodes'
  await inCompany(user.companyId, () =>
    ctx.db.transaction().execute((tx) => tellPerson(tx, ctx, user, what, { count: String(wrong) })),
  )
}
