import type { Db } from '#kit/server/database.server.ts'
import { type Holder, holdersOf } from '#modules/access/public.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { sumAcceptedToday } from './differences.server.ts'
import { tellOfCount } from '../telling/telling.server.ts'
import { differenceWithin } from './differences.domain.ts'

interface Waiting {
  id: string
  branchId: string
  /** Null: the vault of the branch. */
  counterId: string | null
  takers: readonly string[]
  earlierTakers: readonly string[]
  /** The largest difference on which is decided with it, in local currency. */
  decided: string
}

/** Who may decide on the differences of some counts, for each of these: nobody who counted, and nobody above their limit. */
export async function decidersOf(db: Db, now: Date): Promise<(count: Waiting) => Holder[]> {
  const holders = await holdersOf(db, ['perform_counts'])
  const accepted = new Map<string, ReadonlyMap<string, string>>()
  for (const one of holders) accepted.set(one.userId, await sumAcceptedToday({ db, actor: one, now }))
  return (count) =>
    holders.filter(
      (one) =>
        !isAmong([...count.takers, ...count.earlierTakers], one) &&
        mayActAt(one, count) &&
        differenceWithin(one, count.decided, accepted.get(one.userId)?.get(count.branchId)) === undefined,
    )
}

/**
 * Whoever may decide on a count that was submitted hears of it at once. Where nobody may, those do who count there or could give
 * somebody the right to.
 */
export async function tellDeciders(db: Db, count: Waiting, by: { name: string }, now: Date): Promise<void> {
  const deciders = (await decidersOf(db, now))(count)
  if (deciders.length > 0)
    return tellOfCount(
      db,
      count,
      by,
      'decide',
      deciders.map(({ userId }) => userId),
    )
  const others = (await holdersOf(db, ['perform_counts', 'manage_roles'])).filter(
    (one) =>
      one.permissions.has('manage_roles') ||
      (mayActAt(one, count) && one.permissions.has('view_expected_count')),
  )
  await tellOfCount(
    db,
    count,
    by,
    'nobody',
    others.map(({ userId }) => userId),
  )
}
