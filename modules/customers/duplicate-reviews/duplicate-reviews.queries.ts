import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('customers.duplicateReview')

const columns = { id: 'r.id', state: 'r.state', customerName: 'c.name', askedAt: 'r.askedAt' }

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
    .select(sql<(string | null)[]>`array[c.registered_by_id, o.registered_by_id]`.as('registrarIds'))

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['askedAt-desc'], tie: 'r.id' })

export const get = (db: Db, id: string) => named(db).where('r.id', '=', id).executeTakeFirst()

/**
 * The customers who may be the same person as the one of a column, itself among them: pairs that nobody has decided to be different, and
 * what hangs together by them.
 */
export const samePerson = (column: string) => sql<string[]>`array(
  with recursive same (id) as (
    select ${sql.ref(column)}
    union
    select case r.customer_id when s.id then r.other_id else r.customer_id end
    from same s join customers.duplicate_review r on r.company_id = kit.company() and r.state <> 'different'
      and (r.customer_id = s.id or r.other_id = s.id)
  ) select id from same order by id)`

interface Asker {
  reason: string
  askedById: string | null
  askedBy: string
  askedAt: string
}

/** Of these others, those whom nobody has said or decided to be different from a customer. */
export async function unreviewed(db: Db, customerId: string, otherIds: readonly string[]): Promise<string[]> {
  if (otherIds.length === 0) return []
  const { rows: found } = await sql<{ id: string }>`
    select o.id from unnest(${[...otherIds]}::uuid[]) o (id)
    where not exists (select from customers.duplicate_review r where r.company_id = kit.company() and r.state <> 'same'
      and least(r.customer_id, r.other_id) = least(o.id, ${customerId}::uuid)
      and greatest(r.customer_id, r.other_id) = greatest(o.id, ${customerId}::uuid))`.execute(db)
  return found.map(({ id }) => id)
}

/** Opens a review for each pair; one that was decided to be the same is open again. Answers their ids. */
export async function open(
  db: Db,
  pairs: readonly { customerId: string; otherId: string }[],
  { reason, askedById, askedBy, askedAt }: Asker,
): Promise<string[]> {
  if (pairs.length === 0) return []
  const { rows: made } = await sql<{ id: string }>`
    insert into customers.duplicate_review as r (customer_id, other_id, reason, asked_by_id, asked_by, asked_at)
    select p.customer_id, p.other_id, ${reason}, ${askedById}::uuid, ${askedBy}, ${askedAt}::timestamptz
    from unnest(${pairs.map((one) => one.customerId)}::uuid[], ${pairs.map((one) => one.otherId)}::uuid[])
      p (customer_id, other_id)
    on conflict (company_id, least(customer_id, other_id), greatest(customer_id, other_id)) do update
      set state = 'open', reason = excluded.reason, asked_by_id = excluded.asked_by_id, asked_by = excluded.asked_by,
        asked_at = excluded.asked_at, decided_by_id = null, decided_by = '', decided_at = null, note = '',
        version = r.version + 1
      where r.state = 'same'
    returning id`.execute(db)
  return made.map(({ id }) => id)
}

/** Who looks the same as one of these new individuals, by name and date of birth. */
export async function lookingLike(db: Db, ids: readonly string[]) {
  const { rows: found } = await sql<{ customerId: string; otherId: string }>`
    select n.id as "customerId", o.id as "otherId"
    from customers.customer n join customers.customer o on o.company_id = n.company_id and o.look = n.look
      and o.customer_type = 1 and o.merged_into is null and o.id <> n.id
    where n.id = any(${[...ids]}::uuid[]) and n.customer_type = 1 and n.look <> ''
      and (o.id < n.id or not o.id = any(${[...ids]}::uuid[]))`.execute(db)
  return found
}

/** Two customers became one: what was open about them is decided by that. */
export const closeMerged = (db: Db, id: string, otherId: string, by: { name: string; at: string }) =>
  sql`update customers.duplicate_review set state = 'same', decided_by = ${by.name}, decided_at = ${by.at}, version = version + 1
    where company_id = kit.company() and state = 'open'
      and least(customer_id, other_id) = least(${id}::uuid, ${otherId}::uuid)
      and greatest(customer_id, other_id) = greatest(${id}::uuid, ${otherId}::uuid)`.execute(db)
