import type { Db } from '#kit/server/database.server.ts'
import { holdersOf, type Person } from '#modules/access/public.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { branchRows, mayActAt, namesOf } from '#modules/organisation/public.server.ts'

interface Counted {
  id: string
  branchId: string
  /** Null: the vault of the branch. */
  counterId: string | null
  /** Where it is seen, where that is not among the counts of money. */
  page?: string
}

/** The others who may count at a place, and are meant by `asks`, hear that a count is pending with them. `by`: who has just counted. */
export async function tellCounters(
  db: Db,
  count: Counted,
  by: { userId: string; name: string },
  why: 'again' | 'second',
  asks: (person: Person) => boolean,
): Promise<void> {
  const holders = await holdersOf(db, ['perform_counts'])
  const users = holders
    .filter((one) => !isAmong([by.userId], one) && mayActAt(one, count) && asks(one))
    .map(({ userId }) => userId)
  await tellOfCount(db, count, by, why, users)
}

/** These people hear of a count. */
export async function tellOfCount(
  db: Db,
  count: Counted,
  by: { name: string },
  why: 'again' | 'nobody' | 'second',
  users: readonly string[],
): Promise<void> {
  if (users.length === 0) return
  const { name: branch } = await branchRows.get(db, count.branchId)
  const counter = count.counterId === null ? [] : [(await namesOf(db, count.counterId)).counterName]
  await notify(db, {
    to: { users },
    type: why === 'nobody' ? 'ERROR' : 'WARNING',
    text: `counts.${why}`,
    values: { place: [branch, ...counter].join(' · '), name: by.name },
    data: count.page === undefined ? { countId: count.id } : { page: count.page },
  })
}
