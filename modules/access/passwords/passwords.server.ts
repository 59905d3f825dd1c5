import { setTimeout as pause } from 'node:timers/promises'
import type * as z from 'zod'
import { provenSeconds } from '#kit/contract/endpoint.contract.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { sendMail } from '#kit/server/mail.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { hasFactor } from '../proofs/proofs.queries.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import { hashSecret, secretMatches } from './hash.server.ts'
import {
  type ChangePassword,
  type ForgotPassword,
  passwords,
  type ResetPassword,
} from './passwords.contract.ts'
import { refuseWeak } from './rules.server.ts'
import * as queries from './credentials.queries.ts'
import { hashMatches, hashOf, newSecret, readTicket, writeTicket } from '../sessions/tokens.server.ts'

export const passwordsRouter = serve(passwords, {
  forgotPassword,
  validateResetToken,
  resetPassword,
  changePassword,
})

const linkMinutes = 30
const answerTakes = 300

/** Waits until the next multiple of `step` milliseconds since `started`: what took longer does not show in the time, even under load. */
export const fullStep = (started: number, step: number): Promise<void> =>
  pause(step - ((performance.now() - started) % step))

async function forgotPassword(ctx: Ctx<z.output<typeof ForgotPassword>>) {
  const started = performance.now()
  for (const found of await queries.findEmail(ctx.db, ctx.input.email)) await mailLink(ctx, found)
  await fullStep(started, answerTakes)
  return replyMessage(ctx, 'resetLinkSent')
}

async function mailLink(ctx: Ctx, { companyId, userId }: queries.Found): Promise<void> {
  const { db, language, now, services } = ctx
  const seen = await inCompany(companyId, () => queries.credential(db, userId))
  if (seen?.state !== 'active') return
  await ctx.actAs({ companyId, userId, name: seen.fullName }, async (tx) => {
    const user = await queries.lockCredential(tx, userId)
    if (user?.state !== 'active' || !(await queries.mayMailLink(tx, userId, now))) return
    const secret = newSecret()
    const id = await queries.addResetToken(tx, userId, hashOf(secret), now, linkMinutes)
    const link = `${services.publicUrl}/reset-password?token=${writeTicket({ companyId, id, secret })}`
    const data = { name: user.fullName, userName: user.userName, link, minutes: linkMinutes }
    await sendMail(tx, {
      to: user.email,
      subject: text(language, 'mails.reset.subject', data),
      body: text(language, 'mails.reset.body', data),
    })
  })
}

const badLink = () => new Refusal('RESET_LINK_INVALID')

async function validateResetToken(ctx: Ctx<{ token: string }>) {
  const ticket = readTicket(ctx.input.token)
  if (!ticket) throw badLink()
  await inCompany(ticket.companyId, () =>
    ctx.db.transaction().execute((tx) => spendable(tx, ticket, ctx.now)),
  )
  return replyMessage(ctx, 'resetLinkValid')
}

/** The unspent, unexpired row behind a reset link. */
async function spendable(tx: Tx, ticket: { id: string; secret: string }, now: Date) {
  const token = await queries.lockResetToken(tx, ticket.id)
  if (!token || !hashMatches(token.tokenHash, ticket.secret)) throw badLink()
  if (Date.parse(token.expiresAt) <= now.getTime()) throw badLink()
  return token
}

async function resetPassword(ctx: Ctx<z.output<typeof ResetPassword>>) {
  const { db, input, now } = ctx
  const ticket = readTicket(input.token)
  if (!ticket) throw badLink()
  if (input.password !== input.confirmPassword) throw mismatch('confirmPassword')
  const seen = await inCompany(ticket.companyId, () =>
    db.transaction().execute(async (tx) => {
      const { userId } = await spendable(tx, ticket, now)
      return queries.credential(tx, userId)
    }),
  )
  if (seen?.state !== 'active') throw badLink()
  await inCompany(ticket.companyId, () => refuseWeak(db, input.password, seen, 'password'))
  const passwordHash = await hashSecret(input.password)
  await ctx.actAs({ companyId: ticket.companyId, userId: seen.id, name: seen.fullName }, async (tx) => {
    await spendable(tx, ticket, now)
    await queries.setSecrets(tx, seen.id, { passwordHash }, now)
    await endSessions(tx, { userId: seen.id }, 'password reset', now)
  })
  return replyMessage(ctx, 'passwordReset')
}

async function changePassword(ctx: Ctx<z.output<typeof ChangePassword>>) {
  const { db, input, actor, address, now } = ctx
  if (input.companyId !== actor.companyId || input.userId !== actor.userId)
    throw new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
  if (input.newPassword !== input.newPasswordRepeat) throw mismatch('newPasswordRepeat')
  const user = await queries.credential(db, actor.userId)
  if (!user) throw new Refusal('SESSION_EXPIRED', {}, { kind: 'unauthenticated' })
  if (Math.abs(actor.provenFor) > provenSeconds && (await hasFactor(db, actor.userId)))
    throw new Refusal('STEP_UP_REQUIRED', {}, { kind: 'forbidden' })
  // A stolen session must not become a way to guess the password: the attempts count as sign-ins do.
  const minutes = await queries.attempt(db, user.userName, address, actor.companyId)
  if (minutes !== null) throw tooManyAttempts(minutes)
  if (!(await secretMatches(user.passwordHash, input.currentPassword))) {
    await ctx.auditRefusal(actor, 'PASSWORD_WRONG')
    throw wrongPassword()
  }
  await queries.recordSuccess(db, user.userName, address)
  await refuseWeak(db, input.newPassword, user, 'newPassword')
  const passwordHash = await hashSecret(input.newPassword)
  await ctx.actAs(actor, async (tx) => {
    // An administrator, or a link, may have set another meanwhile.
    const held = await queries.lockCredential(tx, user.id)
    if (held?.passwordHash !== user.passwordHash) throw wrongPassword()
    await queries.setSecrets(tx, user.id, { passwordHash }, now)
    await endSessions(tx, { userId: user.id, except: actor.sessionId }, 'password changed', now)
  })
  return replyMessage(ctx, 'passwordChanged')
}

/** Signing in, or showing that one knows the password, is blocked from this address. */
export const tooManyAttempts = (minutes: number) =>
  new Refusal('SIGN_IN_BLOCKED', { minutes: Math.max(1, minutes) }, { kind: 'tooMany' })

const fault = (field: string, code: string) =>
  new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field, code }] })
const mismatch = (field: string) => fault(field, 'PASSWORD_MISMATCH')
const wrongPassword = () => fault('currentPassword', 'PASSWORD_WRONG')
