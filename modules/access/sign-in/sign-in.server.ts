import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { type Db, inCompany, type Tx } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { barOf } from '#kit/server/pipeline.server.ts'
import { permissionKinds } from '#kit/contract/endpoint.contract.ts'
import { currentCompany, tree } from '#modules/organisation/public.server.ts'
import { reachable } from '#modules/organisation/structure/structure.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { daysOfSelves } from '../selves/selves.server.ts'
import * as sessions from '../sessions/sessions.queries.ts'
import { endSessions, reach } from '../sessions/sessions.server.ts'
import * as credentials from '../passwords/credentials.queries.ts'
import { secretMatches } from '../passwords/hash.server.ts'
import { fullStep, tooManyAttempts } from '../passwords/passwords.server.ts'
import { demandOf } from '../proofs/proofs.queries.ts'
import { type Login, type LoginDraft, signIn, signInCodes } from './sign-in.contract.ts'
import * as queries from './sign-in.queries.ts'
import {
  accessTokens,
  accessTokenSeconds,
  hashMatches,
  hashOf,
  newSecret,
  readTicket,
  successorSecret,
  type Ticket,
  writeTicket,
} from '../sessions/tokens.server.ts'
import type * as z from 'zod'

export const signInRouter = serve(signIn, { login, logout, refresh, checkActive })

const second = 1000
const graceForLostReply = 10 * second
const refreshTokenLife = 12 * 3600 * second
// However busy: NIST SP 800-63B, 2.2.3.
const sessionLife = 30 * 24 * 3600 * second
// Every refused sign-in takes a multiple of this, so that a clock tells a stranger nothing.
const refusalStep = 250

function login(ctx: Ctx<z.output<typeof LoginDraft>>): Promise<Login> {
  return withVerifiedUser(ctx, async (user) => {
    if (await inCompany(user.companyId, () => asksMore(ctx.db, user.id))) {
      await credentials.discountAttempt(ctx.db, ctx.input.username, ctx.address)
      throw secondStepRequired()
    }
    await credentials.recordSuccess(ctx.db, ctx.input.username, ctx.address)
    return ctx.actAs(toPerson(user), async (tx) => {
      const answer = await open(ctx, tx, user.id, fingerprintSecrets(user))
      // Added while the password was being judged.
      if (await asksMore(tx, user.id)) throw secondStepRequired()
      return answer
    })
  })
}

/** Whether the password is not enough: the person has a second factor, or must have one. */
async function asksMore(db: Db, userId: string): Promise<boolean> {
  const { hasFactor, isRequired } = await demandOf(db, userId)
  return hasFactor || isRequired
}

export type Known = NonNullable<Awaited<ReturnType<typeof credentials.credential>>>
export const toPerson = ({ companyId, id, fullName }: Known) => ({ companyId, userId: id, name: fullName })
const wrong = () => new Refusal(signInCodes.refused)
const secondStepRequired = () => new Refusal(signInCodes.secondStepRequired)

/** Password and PIN as they are now: what was judged by them holds as long as this is the same. */
export const fingerprintSecrets = ({ passwordHash, pinHash }: Pick<Known, 'passwordHash' | 'pinHash'>) =>
  hashOf(`${passwordHash} ${pinHash ?? ''}`)

/** Does `work` for the user to whom password and PIN belong. Each refusal takes the same time, and of a known user it is in the audit. */
export async function withVerifiedUser<T>(
  ctx: Ctx<z.output<typeof LoginDraft>>,
  work: (user: Known) => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const { db, input } = ctx
  const found = await credentials.findUserName(db, input.username)
  const user = await inCompany(found?.companyId, () =>
    found ? credentials.credential(db, found.userId) : Promise.resolve(undefined),
  )
  try {
    return await work(await judge(ctx, user, found?.companyId))
  } catch (error) {
    if (user && error instanceof Refusal) await ctx.auditRefusal(toPerson(user), error.code)
    // Without the name: it may be a password that was typed into the wrong field.
    else if (error instanceof Refusal)
      ctx.log.warn({ address: ctx.address, code: error.code }, 'sign-in of an unknown name refused')
    await fullStep(started, refusalStep)
    throw error
  }
}

/** The user, if password and PIN are theirs; throws the refusal that a stranger is shown. The attempt stays counted. */
async function judge(
  { db, input, address }: Ctx<z.output<typeof LoginDraft>>,
  user: Known | undefined,
  companyId: string | undefined,
): Promise<Known> {
  const minutes = await credentials.attempt(db, input.username, address, companyId)
  if (minutes !== null) throw tooManyAttempts(minutes)
  const knows = await secretMatches(user?.passwordHash, input.password)
  if (!user || !knows || user.state !== 'active') throw wrong()
  if (user.pinHash) {
    if (!input.pin) {
      await credentials.discountAttempt(db, input.username, address)
      throw new Refusal(signInCodes.pinRequired)
    }
    if (!(await secretMatches(user.pinHash, input.pin))) throw wrong()
  }
  return user
}

/** Opens the session, unless the user was locked or a secret changed while it was being judged. */
export async function open(
  ctx: Pick<Ctx, 'address' | 'userAgent' | 'now' | 'services'>,
  tx: Tx,
  userId: string,
  judged: string,
): Promise<Login> {
  const user = await credentials.lockCredential(tx, userId)
  if (user?.state !== 'active' || fingerprintSecrets(user) !== judged) throw wrong()
  const { address, userAgent, now, services } = ctx
  const sid = await queries.openSession(tx, { userId: user.id, address, userAgent }, now)
  return {
    userInfo: {
      firstName: user.firstName,
      lastName: user.lastName,
      tokenType: 'Bearer' as const,
      ...(await issue(ctx, tx, user.companyId, sid)),
    },
    ...(await placeOf(tx, sid, [...(await services.absent(user.companyId)).keys()])),
  }
}

/** A new pair of tokens for a session. */
async function issue(
  { services, now }: Pick<Ctx, 'services' | 'now'>,
  tx: Tx,
  companyId: string,
  sessionId: string,
  secret = newSecret(),
) {
  const id = await queries.addRefreshToken(tx, sessionId, hashOf(secret), now)
  return pairOf(services.secret, sessionId, { companyId, id, secret })
}

const pairOf = (key: Buffer, sessionId: string, ticket: Ticket) => ({
  accessToken: accessTokens(key).sign({ sid: sessionId, cid: ticket.companyId }),
  refreshToken: writeTicket(ticket),
  expiresIn: accessTokenSeconds * 10,
})

/** What the sign-in answer says of the company: permissions, and the places where the user may work. */
async function placeOf(tx: Tx, sessionId: string, absent: string[]) {
  const session = await sessions.find(tx, sessionId)
  if (!session) throw new Error('the session that was just opened is not there')
  const held = await sessions.readHoldings(tx, session.userId, await daysOfSelves(tx))
  const company = await currentCompany(tx)
  const { regions, branches, counters } = reachable(await tree(tx), await reach(tx, held.assigned))
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
  const countersOf = (branchId: string) => counters.filter((counter) => counter.branchId === branchId)
  return {
    company: {
      companyId: company.id,
      companyName: company.name,
      userId: session.userId,
      permissions: [...withImplied(held.permissions)],
      ...(absent.length > 0 && { absent }),
      regions: regions.map(named),
      branches: branches.map(({ id, name }) => ({ id, name, counterIds: countersOf(id).map((c) => c.id) })),
      counters: counters.map(named),
    },
    companyStructure: {
      branches: branches.map(named),
      counters: counters.map(({ id, name, branchId }) => ({ id, name, branchId })),
    },
  }
}

async function refresh(ctx: Ctx<{ refreshToken: string }>) {
  const { db, input, now, services } = ctx
  const refused = () => new Refusal('SESSION_EXPIRED', {}, { kind: 'unauthenticated' })
  const ticket = readTicket(input.refreshToken)
  if (!ticket) throw refused()
  const seen = await inCompany(ticket.companyId, () => queries.lockRefreshToken(db, ticket.id))
  if (!seen || !hashMatches(seen.tokenHash, ticket.secret)) throw refused()
  const who = {
    companyId: ticket.companyId,
    userId: seen.userId,
    name: seen.fullName,
    sessionId: seen.sessionId,
  }
  const issued = await ctx.actAs(who, async (tx) => {
    const token = await queries.lockRefreshToken(tx, ticket.id)
    if (!token || token.endedAt !== null || token.state !== 'active' || token.deletedAt !== null)
      throw refused()
    if (now.getTime() - Date.parse(token.createdAt) > refreshTokenLife) throw refused()
    if (now.getTime() - Date.parse(token.signedInAt) > sessionLife) throw refused()
    const usedBy = queries.userOf(ctx)
    const isLate = token.usedAt !== null && now.getTime() - Date.parse(token.usedAt) > graceForLostReply
    if (isLate || (token.usedAt !== null && token.usedBy !== usedBy)) {
      // Two parties hold the token: nobody can tell which is the thief, so the whole family ends.
      await endSessions(tx, { sessionId: token.sessionId }, 'refresh token used twice', now)
      return 'used twice'
    }
    const secret = successorSecret(services.secret, ticket)
    if (token.usedAt === null) {
      await queries.markUsed(tx, token.id, usedBy, now)
      return issue(ctx, tx, ticket.companyId, token.sessionId, secret)
    }
    // The same successor again: two that both went on would be two living chains, and no theft would ever show.
    const id = await queries.findRefreshToken(tx, token.sessionId, hashOf(secret))
    if (!id) throw refused()
    return pairOf(services.secret, token.sessionId, { companyId: ticket.companyId, id, secret })
  })
  if (issued === 'used twice') {
    await ctx.auditRefusal(who, 'SESSION_EXPIRED')
    throw refused()
  }
  return issued
}

async function logout(ctx: Ctx<{ refreshToken?: string | undefined }>) {
  const { db, input, caller, now } = ctx
  const ticket = readTicket(input.refreshToken ?? '')
  const token = ticket && (await inCompany(ticket.companyId, () => queries.lockRefreshToken(db, ticket.id)))
  if (ticket && token && hashMatches(token.tokenHash, ticket.secret)) {
    const who = {
      companyId: ticket.companyId,
      userId: token.userId,
      name: token.fullName,
      sessionId: token.sessionId,
    }
    await ctx.actAs(who, (tx) => endSessions(tx, token, 'signed out', now))
  } else if (caller) await ctx.actAs(caller, (tx) => endSessions(tx, caller, 'signed out', now))
  return replyMessage(ctx, 'signedOut')
}

async function checkActive({ input, actor, services }: Ctx<{ apis: string[] }>) {
  const absent = await services.absent(actor.companyId)
  const byKey = new Map(services.endpoints.map((endpoint) => [endpoint.path.slice(1), endpoint]))
  return Object.fromEntries(
    input.apis.map((api) => {
      const endpoint = byKey.get(api.replace(/^\//, '').replace(/^api\//, ''))
      return [
        api,
        {
          isActivated:
            endpoint !== undefined &&
            barOf(endpoint, actor) === undefined &&
            !absent.has(endpoint.feature ?? ''),
          permissionType: endpoint ? permissionKinds[endpoint.kind] : null,
        },
      ]
    }),
  )
}
