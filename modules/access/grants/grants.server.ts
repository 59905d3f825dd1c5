import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { beyond, type Limit } from '../roles/roles.domain.ts'
import * as queries from '../roles/roles.queries.ts'

interface Powers {
  permissions: Iterable<string>
  limits: Iterable<Limit>
}

/** Nobody hands on what they do not hold; `field` is the input to point at. */
export function refuseBeyond(actor: Actor, { permissions, limits }: Powers, field: string): void {
  const codes = beyond(actor, permissions, limits)
  if (codes.length > 0)
    throw new Refusal('CANNOT_GRANT', { codes }, { fields: [{ field, code: 'NOT_HELD', data: { codes } }] })
}

/** Nobody changes a person or role that is mightier than they are: it would be a way around the rule above. */
export function refuseMightier(actor: Actor, { permissions, limits }: Powers): void {
  const codes = beyond(actor, permissions, limits)
  if (codes.length > 0) throw new Refusal('OUTRANKED', { codes })
}

const waysIn = ['manage_users', 'manage_roles'] as const

/** After a change: whoever made it must still hold what gives the company back its way in. */
export async function refuseLastWayIn(db: Db, actor: Actor): Promise<void> {
  const left = withImplied(await queries.permissionsOf(db, actor.userId))
  const lost = waysIn.filter((code) => actor.permissions.has(code) && !left.has(code))
  if (lost.length > 0) throw new Refusal('LAST_WAY_IN', { codes: lost })
}

/** All that these roles give together. */
export async function powersOf(db: Db, roleIds: readonly string[]): Promise<Powers> {
  const found = await queries.withLimits(db, roleIds)
  return {
    permissions: found.flatMap(({ permissions }) => permissions),
    limits: found.flatMap(({ limits }) => limits),
  }
}
