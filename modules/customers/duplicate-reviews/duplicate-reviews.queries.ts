import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { reviewWorkflow } from './duplicate-reviews.domain.ts'

export const rows = rowsOf('customers.duplicateReview')

const columns = { id: 'r.id', state: 'r.state', customerName: 'c.name', askedAt: 'r.askedAt' }

/** Pairs with the names as they are on the records, and the ids of the customers that these are now: one id where they were merged. */
const named = (db: Db) =>
  db
    .selectFrom('customers.duplicateReview as r')
    .innerJoin('customers.customer as c', (join) =>
      join.onRef('c.companyId', '=', 'r.companyId').onRef('c.id', '=', 'r.customerId'),
    )
    .innerJoin('customers.customer as o', (join) =>
      join.onRef('o.companyId', '=', 'r.companyId').onRef('o.id', '=', 'r.otherId'),
    )
    .selectAll('r')
    .select(['c.name as customerName', 'o.name as otherName', 'c.dateOfBirth'])
    .select([
      sql<string>`coalesce(c.merged_into, c.id)`.as('customerId'),
      sql<string>`coalesce(o.merged_into, o.id)`.as('otherId'),
      sql<
        (string | null)[]
      >`array(select m.registered_by_id from customers.customer m where m.company_id = r.company_id
        and (m.id in (c.id, c.merged_into, o.id, o.merged_into)
          or m.merged_into in (c.id, c.merged_into, o.id, o.merged_into)))`.as('registrarIds'),
    ])

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['askedAt-desc'], tie: 'r.id' })

/** Pairs that nobody has decided on, the oldest first. */
export const listOpen = (db: Db, most: number) =>
  named(db).where('r.state', '=', 'open').orderBy('r.askedAt').limit(most).execute()

export const get = (db: Db, id: string) => named(db).where('r.id', '=', id).executeTakeFirst()

/**
 * The customers who may be the same person as the one of a column, itself among them: pairs that nobody has decided to be different,
 * records that were merged, and whatever is connected by them.
 */
export const samePerson = (column: string) => sql<string[]>`array(
  with recursive same (id) as (
    select ${sql.ref(column)}
    union
    select n.id from same s cross join lateral (
      select case r.customer_id when s.id then r.other_id else r.customer_id end
      from customers.duplicate_review r
      where r.company_id = kit.company() and r.state <> 'different' and (r.customer_id = s.id or r.other_id = s.id)
      union all
      select case m.id when s.id then m.merged_into else m.id end
      from customers.customer m
      where m.company_id = kit.company() and m.merged_into is not null and (m.id = s.id or m.merged_into = s.id)
    ) n (id)
  ) select id from same order by id)`

interface Asker {
  reason: string
  askedById: string | null
  askedBy: string
  askedAt: string
}

/**
 * Of these others, those about whom and a customer nobody has asked yet, counting what was asked about records merged into them.
 * @param again a pair that was decided to be the same is among them: a user says anew that they differ
 */
export async function listUnreviewed(
  db: Db,
  customerId: string,
  otherIds: readonly string[],
  again: boolean,
): Promise<string[]> {
  if (otherIds.length === 0) return []
  const { rows: found } = await sql<{ id: string }>`
    select o.id from unnest(${[...otherIds]}::uuid[]) o (id)
    where not exists (select from customers.customer a, customers.customer b, customers.duplicate_review r
      where a.company_id = kit.company() and (a.id = ${customerId}::uuid or a.merged_into = ${customerId}::uuid)
      and b.company_id = kit.company() and (b.id = o.id or b.merged_into = o.id)
      and r.company_id = kit.company() and (r.state <> 'same' or not ${again})
      and least(r.customer_id, r.other_id) = least(a.id, b.id)
      and greatest(r.customer_id, r.other_id) = greatest(a.id, b.id))`.execute(db)
  return found.map(({ id }) => id)
}

/** Opens a review for each pair; one that was decided to be the same is open again. Answers their ids. */
export async function open(
  db: Db,
  pairs: readonly { customerId: string; otherId: string }[],
  { reason, askedById, askedBy, askedAt }: Asker,
): Promise<string[]> {
  if (pairs.length === 0) return []
  const { from, to } = reviewWorkflow.actions.ask
  const { rows: made } = await sql<{ id: string }>`
    insert into customers.duplicate_review as r (customer_id, other_id, state, reason, asked_by_id, asked_by, asked_at)
    select p.customer_id, p.other_id, ${to}, ${reason}, ${askedById}::uuid, ${askedBy}, ${askedAt}::timestamptz
    from unnest(${pairs.map((one) => one.customerId)}::uuid[], ${pairs.map((one) => one.otherId)}::uuid[])
      p (customer_id, other_id)
    on conflict (company_id, least(customer_id, other_id), greatest(customer_id, other_id)) do update
      set state = excluded.state, reason = excluded.reason, asked_by_id = excluded.asked_by_id, asked_by = excluded.asked_by,
        asked_at = excluded.asked_at, decided_by_id = null, decided_by = '', decided_at = null, note = '',
        version = r.version + 1
      where r.state = any(${from})
    returning id`.execute(db)
  return made.map(({ id }) => id)
}

/** Who looks the same as one of these new individuals, by name and date of birth. */
export async function listLookingAlike(db: Db, ids: readonly string[]) {
  const { rows: found } = await sql<{ customerId: string; otherId: string }>`
    select n.id as "customerId", o.id as "otherId"
    from customers.customer n join customers.customer o on o.company_id = n.company_id and o.look = n.look
      and o.customer_type = 1 and o.merged_into is null and o.id <> n.id
    where n.id = any(${[...ids]}::uuid[]) and n.customer_type = 1 and n.look <> ''
      and (o.id < n.id or not o.id = any(${[...ids]}::uuid[]))`.execute(db)
  return found
}

/** Records were merged into a customer: what is open between any two of them is decided by that. */
export const closeMerged = (db: Db, id: string, by: { name: string; at: string }) => {
  const records = sql`(select m.id from customers.customer m
    where m.company_id = kit.company() and (m.id = ${id}::uuid or m.merged_into = ${id}::uuid))`
  const { from, to } = reviewWorkflow.actions.merge
  return sql`update customers.duplicate_review
    set state = ${to}, decided_by = ${by.name}, decided_at = ${by.at}, version = version + 1
    where company_id = kit.company() and state = any(${from})
      and customer_id in ${records} and other_id in ${records}`.execute(db)
}
