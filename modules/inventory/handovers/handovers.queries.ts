import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('inventory.handover')

/** Who had opened the day, and who counted at its end. */
const tellers = sql<string[]>`array(select d.opened_by_id union
  select t.author_id from inventory.count k
  join inventory.count_take t on t.company_id = k.company_id and t.count_id = k.id
  where k.company_id = d.company_id and k.day_id = d.id and k.kind = 'closing' and k.state <> 'cancelled')`

/** The next day is begun, and its drawer is to be counted once more. */
const isCounted = sql<boolean>`exists (select from inventory.day n
  where n.company_id = h.company_id and n.counter_id = h.counter_id and n.state = 'opening' and h.state = 'waiting')`

const named = (db: Db) =>
  db
    .selectFrom('inventory.handover as h')
    .innerJoin('inventory.day as d', (join) =>
      join.onRef('d.companyId', '=', 'h.companyId').onRef('d.id', '=', 'h.dayId'),
    )
    .innerJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'h.companyId').onRef('c.counterId', '=', 'h.counterId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'h.companyId').onRef('b.branchId', '=', 'h.branchId'),
    )
    .selectAll('h')
    .select(['c.name as counterName', 'b.name as branchName', 'd.businessDate'])
    .select([tellers.as('tellerIds'), isCounted.as('isCounted')])
    .$narrowType<{ counterName: string; branchName: string }>()

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('h.id', 'in', [...ids])
    .execute()
export type HandoverRow = Awaited<ReturnType<typeof find>>[number]

export const waitingAt = (db: Db, counterId: string) =>
  named(db).where('h.counterId', '=', counterId).where('h.state', '=', 'waiting').executeTakeFirst()

/** What waits for this person, or is waited for by them. */
export const listWaitingOf = (db: Db, userId: string) =>
  named(db)
    .where('h.state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('h.toId', '=', userId), eb('h.authorId', '=', userId)]))
    .execute()

/** The last day of a counter, with whose it was and whether its money went to the vault, where it is closed. */
export const lastClosedAt = (db: Db, counterId: string) =>
  db
    .with('last', (with_) =>
      with_
        .selectFrom('inventory.day')
        .selectAll()
        .where('counterId', '=', counterId)
        .orderBy('openedAt', 'desc')
        .limit(1),
    )
    .selectFrom('last as d')
    .select(['d.id', 'd.branchId', 'd.counterId', 'd.openedById', tellers.as('tellerIds')])
    .select(
      sql<boolean>`exists (select from inventory.transfer t
        where t.company_id = d.company_id and t.day_id = d.id)`.as('isAtVault'),
    )
    .where('d.state', '=', 'closed')
    .executeTakeFirst()

/** The handovers by which a day ended and began, as they are signed on its report. */
export async function listSigned(db: Db, dayId: string) {
  const { rows: found } = await sql<{
    dayId: string
    author: string
    createdAt: string
    toName: string
    endedAt: string
  }>`select day_id, author, created_at, to_name, ended_at from inventory.handover
    where company_id = kit.company() and state = 'accepted' and ${dayId} in (day_id, next_day_id)
    order by created_at`.execute(db)
  return found
}
