import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('approvals.delegation')

/** Those in which a user has a part, the latest first. */
export const ofPerson = (db: Db, userId: string) =>
  db
    .selectFrom('approvals.delegation')
    .selectAll()
    .where((eb) => eb.or([eb('delegatorId', '=', userId), eb('delegateId', '=', userId)]))
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()

/** Those that hold on a day: given by these people, or to this one. */
export function holding(db: Db, who: { givenBy: readonly string[] } | { to: string }, day: string) {
  const all = db
    .selectFrom('approvals.delegation')
    .select(['delegatorId', 'delegateId'])
    .where('fromDate', '<=', day)
    .where('toDate', '>=', day)
    .where('endedAt', 'is', null)
  return 'to' in who
    ? all.where('delegateId', '=', who.to).execute()
    : all.where('delegatorId', 'in', [...who.givenBy]).execute()
}
