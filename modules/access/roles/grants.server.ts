import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { listUngrantable, type Limit } from './roles.domain.ts'
import * as queries from './roles.queries.ts'

interface Powers {
  permissions: Iterable<string>
  limits: Iterable<Limit>
}
type Role = { permissions: readonly string[]; limits: readonly Limit[] }

/** Nobody hands on what they do not hold; `field` is the input to point at. */
export function refuseBeyond(actor: Actor, { permissions, limits }: Powers, field: string): void {
  const codes = listUngrantable(actor, permissions, limits)
  if (codes.length > 0)
    throw new Refusal('CANNOT_GRANT', { codes }, { fields: [{ field, code: 'NOT_HELD', data: { codes } }] })
}

/** Nobody changes a person or role that is mightier than they are: it would be a way around the rule above. */
export function findRankRefusal(
  actor: Pick<Actor, 'limits' | 'permissions'>,
  roles: readonly Role[],
): Refusal | undefined {
  const { permissions, limits } = together(roles)
  const codes = listUngrantable(actor, permissions, limits)
  return codes.length > 0 ? new Refusal('OUTRANKED', { codes }) : undefined
}

const waysIn = ['manage_users', 'manage_roles'] as const

/** After a change: the administrator who made it must still hold what gives the company back its way in, and everywhere if they did. */
export async function refuseLastWayIn(db: Db, actor: Actor): Promise<void> {
  const left = withImplied(await queries.permissionsOf(db, actor.userId))
  const lost = waysIn.filter((code) => actor.permissions.has(code) && !left.has(code))
  if (lost.length > 0) throw new Refusal('LAST_WAY_IN', { codes: lost })
  if (actor.assigned === 'all' && !(await queries.worksEverywhere(db, actor.userId)))
    throw refuseField('workspaces', 'LAST_WAY_IN')
}

/** All that these roles give together. */
export const powersOf = async (db: Db, roleIds: readonly string[]): Promise<Powers> =>
  together(await queries.withLimits(db, roleIds))

const together = (roles: readonly Role[]): Powers => ({
  permissions: roles.flatMap(({ permissions }) => permissions),
  limits: roles.flatMap(({ limits }) => limits),
})
