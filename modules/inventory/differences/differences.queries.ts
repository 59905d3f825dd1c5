import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { aloneDays, type Taken } from './differences.domain.ts'

interface Alone {
  branchId: string
  businessDate: string
  /** Somebody, and all who count as them. */
  by: readonly string[]
}

/** What somebody has posted in a branch in the days up to a business date by handing in, with nobody to decide on it. */
export async function sumPostedAlone(db: Db, { branchId, businessDate, by }: Alone): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(k.variance), 0)::text as sum from inventory.count k
    where k.company_id = kit.company() and k.state = 'processed' and k.reason = '' and k.branch_id = ${branchId}
      and k.business_date > ${businessDate}::date - ${aloneDays}::int
      and (k.ended_by_id = any(${[...by]}::uuid[]) or exists (select from inventory.count_take t
        where t.company_id = k.company_id and t.count_id = k.id and t.author_id = any(${[...by]}::uuid[])))`.execute(
    db,
  )
  return rows[0]?.sum ?? '0'
}

interface Moved {
  branchId: string
  /** Null: the vault of the branch. */
  counterId: string | null
  itemIds: readonly string[]
  by: readonly string[]
}

/** Whether one of these people has moved one of these items to or from a place since others counted it there, alone or by a transfer. */
export async function haveMoved(db: Db, { branchId, counterId, itemIds, by }: Moved): Promise<boolean> {
  const isOurs = (column: string) => sql`${sql.ref(column)} = any(${[...by]}::uuid[])`
  const isHere = (end: 'from' | 'to') =>
    sql`${sql.ref(`t.${end}_branch_id`)} = ${branchId} and ${sql.ref(`t.${end}_counter_id`)} is not distinct from ${counterId}`
  const { rows } = await sql<{ is: boolean }>`
    with moved (item_id, at) as (
      select l.item_id, greatest(case when ${isOurs('a.author_id')} then a.created_at end,
          case when ${isOurs('a.reversed_by_id')} then a.reversed_at end)
      from inventory.adjustment a
      join inventory.adjustment_line l on l.company_id = a.company_id and l.adjustment_id = a.id
      where a.company_id = kit.company() and a.kind = 'float' and a.branch_id = ${branchId}
        and (a.from_counter_id is not distinct from ${counterId} or a.to_counter_id is not distinct from ${counterId})
        and (${isOurs('a.author_id')} or ${isOurs('a.reversed_by_id')})
      union all
      select l.item_id, greatest(t.sent_at, t.received_at)
      from inventory.transfer t
      join inventory.transfer_line l on l.company_id = t.company_id and l.transfer_id = t.id
      where t.company_id = kit.company() and t.sent_at is not null and ((${isHere('from')}) or (${isHere('to')}))
        and (${isOurs('t.author_id')} or ${isOurs('t.sender_id')} or ${isOurs('t.receiver_id')}))
    select exists (
      select from moved m
      cross join lateral (select coalesce(max(k.compared_at), '-infinity') as at from inventory.count k
        join inventory.count_line n on n.company_id = k.company_id and n.count_id = k.id and n.item_id = m.item_id
        where k.company_id = kit.company() and k.state = 'processed' and k.branch_id = ${branchId}
          and k.counter_id is not distinct from ${counterId}
          and not exists (select from inventory.count_take t where t.company_id = k.company_id and t.count_id = k.id
            and ${isOurs('t.author_id')})) last
      where m.item_id = any(${[...itemIds]}::uuid[]) and m.at > last.at
    ) as is`.execute(db)
  return rows[0]?.is ?? false
}

/** What the counts that one supersedes have found, the first one first, where a drawer was taken over with them; of whoever had it. */
export async function listTakenOver(db: Db, countId: string): Promise<(Taken & { itemId: string })[]> {
  const { rows } = await sql<Taken & { itemId: string }>`
    select l.item_id, trim_scale(l.counted - l.expected)::text as difference, d.taken_from_id as employee_id
    from inventory.count s
    join inventory.day d on d.company_id = s.company_id and d.id = s.day_id and d.taken_from_id is not null
    join inventory.count_line l on l.company_id = s.company_id and l.count_id = s.id and l.counted is not null
      and l.take = (select max(t.take) from inventory.count_take t where t.company_id = s.company_id and t.count_id = s.id)
    where s.company_id = kit.company() and s.superseded_by_id = ${countId} and s.kind = 'opening'
    order by s.created_at, s.id, l.position`.execute(db)
  return rows
}

/** What each person has accepted of differences that others found since an instant, by branch. */
export async function acceptedSince(db: Db, since: string) {
  const { rows } = await sql<{ id: string; branchId: string; endedById: string; sum: string }>`
    select k.id, k.branch_id, k.ended_by_id, (select max(s.variance) from inventory.count s
      where s.company_id = k.company_id and (s.id = k.id or s.superseded_by_id = k.id))::text as sum
    from inventory.count k
    where k.company_id = kit.company() and k.state = 'processed' and k.reason <> '' and k.ended_at > ${since}`.execute(
    db,
  )
  return rows
}

/** What the last take of the count `k` of a statement has found of something of its lines `l`. */
export const sumOfLast = (
  value: RawBuilder<unknown>,
) => sql<string>`(select coalesce(trim_scale(sum(${value})), 0)::text
  from inventory.count_line l where l.company_id = k.company_id and l.count_id = k.id and l.take = (
    select max(t.take) from inventory.count_take t where t.company_id = k.company_id and t.count_id = k.id))`
