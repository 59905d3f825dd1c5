import type { Db } from '#kit/server/database.server.ts'
import { type Holder, holdersOf } from '#modules/access/public.server.ts'
import { todayOf } from '#modules/organisation/public.server.ts'
import { gateKindList } from '../gates/gates.domain.ts'
import * as queries from './delegations.queries.ts'

const rightsOf = (kinds: ReturnType<typeof gateKindList.all>) => [
  ...new Set(kinds.map(({ permission }) => permission)),
]

/** The rights to decide on a gate of any document. */
export const deciding = () => rightsOf(gateKindList.all())

/** Those of them that make a role one which two people give. */
export const listGuardedRights = () => rightsOf(gateKindList.all().filter((kind) => !kind.isEveryday))

/**
 * For which principals a delegate may decide now. What each of them holds is their own: a delegate lends nothing on,
 * and a principal who is locked or has lost the right lends nothing at all.
 */
export async function listPrincipals(db: Db, userId: string, now: Date): Promise<Holder[]> {
  const held = await queries.holding(db, { to: userId }, await todayOf({ db, now }))
  if (held.length === 0) return []
  const givers = new Set(held.map(({ delegatorId }) => delegatorId))
  return (await holdersOf(db, deciding())).filter((one) => givers.has(one.userId))
}

/** Who stands in for these people now. */
export const delegatesOf = async (db: Db, userIds: readonly string[], now: Date) =>
  userIds.length === 0 ? [] : queries.holding(db, { givenBy: userIds }, await todayOf({ db, now }))
