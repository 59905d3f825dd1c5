import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import { currentCompany, formatAmountIn } from '#modules/organisation/public.server.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'
import type { LimitType } from '../roles/roles.domain.ts'
import { holdersOf, type Person } from '../sessions/sessions.server.ts'

interface Asked {
  type: LimitType
  /** In local currency, with what this person and their selves have done before where that counts; null where nobody knows what it is worth. */
  amountFor: (person: Pick<Person, 'selves'>) => string | null
  /** The right to the act; `isFor`: which of those who hold it may act here. */
  permission: PermissionCode
  isFor: (person: Person) => boolean
}

/**
 * OVER_LIMIT where this person's limit does not cover an act, or OVER_LIMIT_ASK with the roles of those whose limit does; of
 * what nobody knows the worth of, WORTH_UNKNOWN and WORTH_UNKNOWN_ASK.
 */
export async function aboveLimit(
  db: Db,
  actor: Pick<Actor, 'limits' | 'selves'>,
  { type, amountFor, permission, isFor }: Asked,
): Promise<Refusal | undefined> {
  const limit = actor.limits.get(type)
  const amount = amountFor(actor)
  if (covers(limit, amount)) return undefined
  const able = (await holdersOf(db, [permission])).filter(
    (one) => isFor(one) && covers(one.limits.get(type), amountFor(one)),
  )
  const roles = [...new Set(able.flatMap((one) => one.roles))].toSorted()
  const held = formatAmountIn((await currentCompany(db)).localCurrency, limit ?? '0')
  const code = amount === null ? 'WORTH_UNKNOWN' : 'OVER_LIMIT'
  return roles.length > 0
    ? new Refusal(`${code}_ASK`, { limit: held, roles: roles.join(', ') })
    : new Refusal(code, { limit: held })
}
