import { randomUUID } from 'node:crypto'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { writeAudit } from '#kit/server/audit.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Authenticate } from '#kit/server/pipeline.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { reaches } from '#modules/organisation/public.server.ts'
import { tooManyAttempts } from '../passwords/passwords.server.ts'
import { createAuthenticate as ofSessions, loadHoldings, reach } from '../sessions/sessions.server.ts'
import { attempt } from '../passwords/credentials.queries.ts'
import { hashMatches, keyPrefix, readKey } from '../sessions/tokens.server.ts'
import { forPrograms } from './keys.domain.ts'
import * as queries from './keys.queries.ts'

// As of sessions: a key that is revoked, or whose owner loses a role, is out within a second on every server.
const trustedFor = 500
const kept = 10_000
const minute = 60_000

interface Known {
  row: queries.Held
  actor: Actor
}

/** Turns access tokens and keys into actors: `agio_…` is a key, anything else the token of a session. */
export function createAuthenticate(db: Db, secret: Buffer, now: () => Date): Authenticate {
  const ofSession = ofSessions(db, secret)
  const ofKey = keyAuthenticator(db, now)
  return Object.assign(
    (token: string, fresh = false, address = '') =>
      token.startsWith(keyPrefix) ? ofKey(token, fresh, address) : ofSession(token, fresh),
    { forget: ofSession.forget },
  )
}

function keyAuthenticator(db: Db, now: () => Date) {
  const known = new Map<string, { until: number; found: Promise<Known> }>()
  const calls = new Map<string, { since: number; count: number }>()

  /** Counts a call of a key; throws KEY_LIMIT above what it may in a minute, which the audit hears of once. */
  async function count({ id, callsPerMinute, ...row }: queries.Held, address: string): Promise<void> {
    const at = performance.now()
    const before = calls.get(id)
    const window = before && at - before.since < minute ? before : { since: at, count: 0 }
    if (calls.size > kept) calls.clear()
    calls.set(id, window)
    window.count += 1
    if (window.count <= callsPerMinute) return
    if (window.count === callsPerMinute + 1) await note(db, { ...row, id }, address, 'KEY_LIMIT')
    const retryAfter = Math.ceil((window.since + minute - at) / 1000)
    throw new Refusal('KEY_LIMIT', { most: callsPerMinute }, { kind: 'tooMany', retryAfter })
  }

  return async (text: string, fresh: boolean, address: string): Promise<Actor> => {
    const at = performance.now()
    const cached = known.get(text)
    const found = !fresh && cached && cached.until > at ? cached.found : look(db, text, address, now())
    if (known.size > kept) known.clear()
    if (found !== cached?.found) {
      known.set(text, { until: at + trustedFor, found })
      // What was refused is judged, and counted, each time.
      found.catch(() => known.delete(text))
    }
    const { row, actor } = await found
    await count(row, address)
    return actor
  }
}

/** The actor behind a key. Throws why it is not accepted; its owner's company finds that in the audit. */
async function look(db: Db, text: string, address: string, now: Date): Promise<Known> {
  const ticket = readKey(text)
  const row = ticket && (await inCompany(ticket.companyId, () => queries.findKey(db, ticket.id)))
  const refusal = !row || !hashMatches(row.keyHash, ticket.secret) ? 'KEY_UNKNOWN' : faultOf(row, now)
  if (!row || refusal) return refuse(db, row, address, refusal ?? 'KEY_UNKNOWN')
  return inCompany(row.companyId, async () => {
    const actor = await actorOf(db, row)
    if (await queries.markUsed(db, row.id, address, now)) await note(db, row, address)
    return { row, actor }
  })
}

const faultOf = ({ revokedAt, expiresAt, isOrphan }: queries.Held, now: Date) =>
  revokedAt !== null
    ? 'KEY_REVOKED'
    : Date.parse(expiresAt) <= now.getTime()
      ? 'KEY_EXPIRED'
      : isOrphan
        ? 'KEY_WITHOUT_OWNER'
        : undefined

/**
 * Counts a wrong key for the address it came from, as sign-in counts wrong passwords. A right one is always let in: nobody guesses 256
 * bits, and nobody shuts others out by wrong ones.
 */
async function refuse(db: Db, row: queries.Held | undefined, address: string, code: string): Promise<never> {
  const minutes = await inCompany(undefined, () => attempt(db, 'api key', address, undefined))
  if (minutes !== null) throw tooManyAttempts(minutes)
  if (row) await note(db, row, address, code)
  throw new Refusal(code, {}, { kind: 'unauthenticated' })
}

/** Writes down the use of a key, or with `code` that it was refused. */
const note = (
  db: Db,
  { id, companyId, userId, name }: Pick<queries.Held, 'id' | 'companyId' | 'userId' | 'name'>,
  address: string,
  code?: string,
): Promise<void> =>
  inCompany(companyId, () =>
    writeAudit(
      db,
      { companyId, userId, name, sessionId: id },
      {
        act: 'apikey.use',
        kind: 'VIEW',
        outcome: code === undefined ? 'done' : 'refused',
        code,
        traceId: randomUUID(),
        address,
      },
    ),
  )

const programs: ReadonlySet<string> = new Set(forPrograms)

/** A key as it acts: with what was allowed to it and its owner still holds, at its counter while that is open and its owner's. */
async function actorOf(db: Db, row: queries.Held): Promise<Actor> {
  const { person: owner } = await loadHoldings(db, { userId: row.ownerId, mark: row.mark })
  const isThere = row.counterId !== null && reaches(owner.assigned, row)
  const { regionId, branchId, counterId } = isThere ? row : nowhere
  const assigned = await reach(db, isThere ? [{ ...nowhere, type: workspaceTypes.Counter, counterId }] : [])
  return {
    userId: row.userId,
    selves: new Set([row.userId]),
    companyId: row.companyId,
    sessionId: row.id,
    name: row.name,
    isProgram: true,
    provenFor: Infinity,
    permissions: new Set(
      [...withImplied(row.permissions)].filter((code) => programs.has(code) && owner.permissions.has(code)),
    ),
    baseRoles: new Set(),
    limits: new Map(),
    assigned,
    scope: assigned,
    workspace: { type: workspaceTypes.Counter, regionId, branchId, counterId },
  }
}

const nowhere = { regionId: null, branchId: null, counterId: null }
