import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'
import type { LimitType } from '../roles/roles.domain.ts'
import { holdersOf, type Person } from '../sessions/sessions.server.ts'

interface Asked {
  type: LimitType
  /** In local currency. */
  amount: string
  /** The right to the act; `isFor`: which of those who hold it may act here. */
  permission: PermissionCode
  isFor: (person: Person) => boolean
}

/** Throws OVER_LIMIT where this person's limit does not cover an act, or OVER_LIMIT_ASK with the roles of those whose limit does. */
export async function refuseAbove(
  db: Db,
  actor: Pick<Actor, 'limits'>,
  { type, amount, permission, isFor }: Asked,
): Promise<void> {
  const limit = actor.limits.get(type)
  if (covers(limit, amount)) return
  const able = (await holdersOf(db, [permission])).filter(
    (one) => isFor(one) && covers(one.limits.get(type), amount),
  )
  const roles = [...new Set(able.flatMap((one) => one.roles))].toSorted()
  const held = new Exact(limit ?? '0').toFixed()
  throw roles.length > 0
    ? new Refusal('OVER_LIMIT_ASK', { limit: held, roles: roles.join(', ') })
    : new Refusal('OVER_LIMIT', { limit: held })
}
