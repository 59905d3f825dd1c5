import { Exact } from '#kit/domain/decimals.domain.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { publish } from '#kit/server/outbox.server.ts'
import type { Authenticate } from '#kit/server/pipeline.server.ts'
import { type Actor, type Scope } from '#modules/actor.domain.ts'
import { branchRegions, counterBranches } from '#modules/organisation/public.server.ts'
import { reachOf, workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { daysOfSelves } from '../selves/selves.server.ts'
import { accessTokens, type Claims } from './tokens.server.ts'
import * as queries from './sessions.queries.ts'

// A session is looked up anew twice a second: a user who is locked or loses a role is out within one, on every server.
const trustedFor = 500
const kept = 20_000

/** Turns access tokens into actors. Answers undefined for a token that is not ours or whose session has ended. */
export function createAuthenticate(db: Db, secret: Buffer): Authenticate {
  const tokens = accessTokens(secret)
  const known = new Map<string, { until: number; actor: Promise<Actor | undefined> }>()
  const verified = new Map<string, { until: number; claims: Claims }>()
  const claimsOf = (token: string, now: number) => {
    const seen = verified.get(token)
    if (seen && seen.until > now) return seen.claims
    const claims = tokens.read(token)
    if (verified.size > kept) verified.clear()
    if (claims) verified.set(token, { until: now + trustedFor, claims })
    return claims
  }
  const authenticate = (token: string, fresh = false) => {
    const now = performance.now()
    const claims = claimsOf(token, now)
    if (!claims) return Promise.resolve(undefined)
    const cached = known.get(claims.sid)
    if (!fresh && cached && cached.until > now) return cached.actor
    if (known.size > kept) known.clear()
    const actor = inCompany(claims.cid, () => load(db, claims.sid))
    known.set(claims.sid, { until: now + trustedFor, actor })
    // A failed look-up must not be remembered: the next request asks again.
    actor.catch(() => known.delete(claims.sid))
    return actor
  }
  return Object.assign(authenticate, { forget: (sessionId: string) => void known.delete(sessionId) })
}

async function load(db: Db, sessionId: string): Promise<Actor | undefined> {
  const row = await queries.find(db, sessionId)
  if (!row) return undefined
  const { person, seatless } = await loadHoldings(db, row)
  return {
    ...person,
    companyId: row.companyId,
    sessionId: row.id,
    name: row.fullName,
    provenFor: row.provenFor,
    scope: person.permissions.has('view_all_workspaces') ? 'all' : person.assigned,
    workspace: row.counterId
      ? {
          type: workspaceTypes.Counter,
          regionId: row.regionId,
          branchId: row.branchId,
          counterId: row.counterId,
        }
      : seatless,
  }
}

export interface Held {
  person: Person
  /** Where the person works without a seat. */
  seatless: Actor['workspace']
  /** In milliseconds: when an account that counted as them may count no more. */
  until: number
}

const heldByUser = new Map<string, { mark: string | null; held: Promise<Held> }>()

/**
 * What a user holds; looked up anew when a role, assignment, branch or counter has changed, which gives another mark, and when an
 * account counts no more as the one who made it.
 */
export async function loadHoldings(
  db: Db,
  { userId, mark }: Pick<queries.SessionRow, 'userId' | 'mark'>,
): Promise<Held> {
  const known = heldByUser.get(userId)
  if (mark !== null && known?.mark === mark) {
    const still = await known.held
    if (still.until > Date.now()) return still
  }
  const held = daysOfSelves(db)
    .then((days) => queries.readHoldings(db, userId, days))
    .then(async (all) => ({
      person: await personOf(db, all),
      seatless: await standing(db, all.assigned),
      until: all.selvesUntil === null ? Infinity : Date.parse(all.selvesUntil),
    }))
  if (heldByUser.size > kept) heldByUser.clear()
  heldByUser.set(userId, { mark, held })
  held.catch(() => heldByUser.delete(userId))
  return held
}

/** What a user may do and where, whether or not they are signed in. */
export type Person = Pick<Actor, 'userId' | 'selves' | 'permissions' | 'baseRoles' | 'limits' | 'assigned'>

const personOf = async (db: Db, held: queries.Holdings): Promise<Person> => ({
  userId: held.userId,
  selves: new Set(held.selves),
  permissions: withImplied(held.permissions),
  baseRoles: new Set(held.baseRoles),
  limits: widest(held.limits),
  assigned: await reach(db, held.assigned),
})

/** A user who holds a permission, and the names of the roles that give it. */
export type Holder = Person & { name: string; roles: readonly string[] }

/** Active users who hold one of these permissions: for who must be told that something waits for them. */
export async function holdersOf(db: Db, permissions: readonly string[]): Promise<Holder[]> {
  const found = await queries.holders(db, permissions, await daysOfSelves(db))
  return Promise.all(
    found.map(async (one) => ({ ...(await personOf(db, one)), name: one.fullName, roles: one.roles })),
  )
}

/** Where a user without a seat works: at the level of the widest assignment, in the one region or branch it names. */
async function standing(db: Db, assigned: queries.Holdings['assigned']): Promise<Actor['workspace']> {
  const type = widestLevel(assigned)
  const nowhere = { type, regionId: null, branchId: null, counterId: null }
  const [only, second] = assigned
  if (!only || second || only.counterId) return nowhere
  const branch = only.branchId && (await branchRegions(db)).find(({ id }) => id === only.branchId)
  return branch
    ? { ...nowhere, regionId: branch.regionId, branchId: branch.id }
    : { ...nowhere, regionId: only.regionId }
}

/** What a user's assignments cover now. */
export async function reach(db: Db, assigned: queries.Holdings['assigned']): Promise<Scope> {
  const needsTree = assigned.some(({ type }) => type !== workspaceTypes.Company)
  if (!needsTree) return reachOf(assigned, [], [])
  return reachOf(assigned, await branchRegions(db), await counterBranches(db))
}

const widestLevel = (assigned: queries.Holdings['assigned']): Actor['workspace']['type'] =>
  assigned.length === 0
    ? workspaceTypes.Company
    : (Math.min(...assigned.map(({ type }) => type)) as Actor['workspace']['type'])

/** Of several roles' limits the widest counts; no amount means unlimited. */
function widest(limits: queries.Holdings['limits']): Actor['limits'] {
  const best = new Map<string, string | 'unlimited'>()
  for (const { type, amount } of limits) {
    const held = best.get(type)
    if (held === 'unlimited') continue
    if (amount === null) best.set(type, 'unlimited')
    else if (held === undefined || new Exact(amount).greaterThan(held)) best.set(type, amount)
  }
  return best
}

// A message holds at most 7 kB.
const perMessage = 100

/** Ends sessions with the caller's transaction; browsers hear of it at once, requests are refused within a second. */
export async function endSessions(
  db: Db,
  who: Parameters<typeof queries.end>[1],
  reason: string,
  now: Date,
): Promise<void> {
  const ended = await queries.end(db, who, reason, now)
  for (let at = 0; at < ended.length; at += perMessage) {
    const sessionIds = ended.slice(at, at + perMessage)
    await publish(db, { topic: 'session-ended', data: { reason }, sessionIds, ends: true })
  }
}
