import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer, hook } from '#kit/server/hooks.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { tellPeople } from '../factors/telling.server.ts'
import { findRankRefusal } from '../roles/grants.server.ts'
import { withLimits } from '../roles/roles.queries.ts'
import { widening } from '../roles/roles.server.ts'
import { holdersOf } from '../sessions/sessions.server.ts'
import * as queries from './granting.queries.ts'

/** Asked where a role is given: the rights whose holders decide on what others have made. */
export const decidingRights = hook<null, readonly string[]>('access.decidingRights')

/** Rights of this module with which somebody makes an account, or takes over one, that decides. */
const own = ['manage_users', 'manage_roles', 'reset_second_factors']

const allDeciding = async (db: Db) => new Set([...own, ...(await decidingRights.ask(db, null)).flat()])

/** Which of these roles let their holder decide on what others have made: these are given by two people. */
async function decidingAmong(db: Db, roleIds: readonly string[]) {
  if (roleIds.length === 0) return []
  const rights = await allDeciding(db)
  return (await withLimits(db, roleIds)).filter(({ permissions }) =>
    permissions.some((one) => rights.has(one)),
  )
}

/**
 * Whoever could agree that an account gets roles, or that roles gain what they are here: they might give these themselves, have not
 * asked, and are not the user.
 */
async function secondsFor(
  db: Db,
  actor: Actor,
  user: { id: string; isWithin: (assigned: Actor['assigned']) => boolean } | undefined,
  roles: Parameters<typeof findRankRefusal>[1],
): Promise<string[]> {
  const holders = await holdersOf(db, ['manage_users'])
  return holders
    .filter(
      (one) =>
        one.userId !== user?.id &&
        !isAmong([actor.userId], one) &&
        !isAmong([one.userId], actor) &&
        (user ? user.isWithin(one.assigned) : one.assigned === 'all') &&
        findRankRefusal(one, roles) === undefined,
    )
    .map(({ userId }) => userId)
}

/**
 * Asks a second person for those of the roles with which somebody decides on what others have made, and answers which ones these are:
 * the user does not have them until another agrees. In a company with nobody else who could, nothing is asked.
 */
export async function askForRoles(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  user: { id: string; fullName: string; isWithin: (assigned: Actor['assigned']) => boolean },
  roleIds: readonly string[],
): Promise<string[]> {
  const roles = await decidingAmong(db, roleIds)
  if (roles.length === 0) return []
  const seconds = await secondsFor(db, actor, user, roles)
  if (seconds.length === 0) return []
  const ids = roles.map(({ id }) => id)
  await queries.insertAsked(db, user.id, ids, {
    askedById: actor.userId,
    askedBy: actor.name,
    askedAt: now.toISOString(),
  })
  const values = { by: actor.name, name: user.fullName, roles: roles.map(({ name }) => name).join(', ') }
  await tellPeople(db, seconds, 'roleAsked', values)
  return ids
}

/**
 * Asks a second person for the rights that a role gains with which somebody decides on what others have made: all who hold it would
 * have them by one hand. Answers which ones wait; where nobody else could agree, none. One request waits for a role at a time.
 */
export const requestWidening = answer(widening, async (db, { role, gained, actor, now }) => {
  const rights = await allDeciding(db)
  const permissions = gained.filter((one) => rights.has(one))
  if (permissions.length === 0) return []
  const wider = { permissions: [...role.permissions, ...gained], limits: role.limits }
  const seconds = await secondsFor(db, actor, undefined, [wider])
  if (seconds.length === 0) return []
  if ((await queries.listRequested(db, { widensRoleId: role.id })).length > 0)
    throw new Refusal('ROLE_WIDENING_ASKED', { role: role.name })
  await queries.insertWidening(db, role.id, permissions, {
    askedById: actor.userId,
    askedBy: actor.name,
    askedAt: now.toISOString(),
  })
  await tellPeople(db, seconds, 'roleWidened', { by: actor.name, role: role.name })
  return permissions
})
