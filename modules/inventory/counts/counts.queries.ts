import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { Piece } from '../items/items.domain.ts'

export const rows = rowsOf('inventory.count')

const columns = {
  kind: 'k.kind',
  state: 'k.state',
  branchId: 'k.branchId',
  counterId: 'k.counterId',
  dayId: 'k.dayId',
  businessDate: 'k.businessDate',
  createdAt: 'k.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('inventory.count as k')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'k.companyId').onRef('b.branchId', '=', 'k.branchId'),
    )
    .leftJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'k.companyId').onRef('c.counterId', '=', 'k.counterId'),
    )
    .selectAll('k')
    .select(['b.name as branchName', 'c.name as counterName'])
    .select(sql<string | null>`trim_scale(k.variance)::text`.as('variance'))
    .$narrowType<{ branchName: string }>()

/** Of a drawer whoever may see the counter, of a vault whoever may see the branch. */
export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    named(db).where((eb) =>
      eb.or([withinScope(scope, 'counterIds', 'k.counterId'), withinScope(scope, 'branchIds', 'k.branchId')]),
    ),
    input,
    { columns, order: ['createdAt-desc'], tie: 'k.id' },
  )

export const get = (db: Db, id: string) => named(db).where('k.id', '=', id).executeTakeFirst()

export const linesOf = (db: Db, id: string) =>
  db
    .selectFrom('inventory.countLine')
    .select('itemId')
    .select([
      sql<string>`trim_scale(counted)::text`.as('counted'),
      sql<string | null>`trim_scale(expected)::text`.as('expected'),
      sql<string | null>`trim_scale(counted - expected)::text`.as('difference'),
      sql<string | null>`trim_scale(value)::text`.as('value'),
      sql<Piece[]>`pieces`.as('pieces'),
    ])
    .where('countId', '=', id)
    .orderBy('position')
    .execute()

/** The lines of a draft are these and no others. */
export async function setLines(
  db: Db,
  countId: string,
  lines: readonly { itemId: string; quantity: string; pieces: readonly Piece[] }[],
): Promise<void> {
  await db.deleteFrom('inventory.countLine').where('countId', '=', countId).execute()
  if (lines.length > 0)
    await db
      .insertInto('inventory.countLine')
      .values(
        lines.map(({ itemId, quantity, pieces }, index) => ({
          countId,
          position: index + 1,
          itemId,
          counted: quantity,
          pieces: JSON.stringify(pieces),
        })),
      )
      .execute()
}

/** What was expected of each line, and what its difference is worth. */
export const setCompared = (
  db: Db,
  countId: string,
  lines: readonly { itemId: string; expected: string; value: string }[],
) =>
  sql`update inventory.count_line l set expected = n.expected, value = n.value
    from unnest(${lines.map((one) => one.itemId)}::uuid[], ${lines.map((one) => one.expected)}::numeric[],
      ${lines.map((one) => one.value)}::numeric[]) n (item_id, expected, value)
    where l.company_id = kit.company() and l.count_id = ${countId} and l.item_id = n.item_id`.execute(db)

interface Place {
  branchId: string
  counterId: string | null
}

/** Of two who count the same place, one is compared after the other. */
export const holdPlace = (db: Db, { branchId, counterId }: Place) =>
  sql`select pg_advisory_xact_lock(hashtextextended('count ' || ${counterId ?? branchId}, 0))`.execute(db)

/** The differences at a place that wait for a second person, by item. */
export async function undecided(db: Db, { branchId, counterId }: Place): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ itemId: string; difference: string }>`
    select l.item_id, sum(l.counted - l.expected)::text as difference
    from inventory.count k join inventory.count_line l on l.company_id = k.company_id and l.count_id = k.id
    where k.company_id = kit.company() and k.state = 'submitted' and k.branch_id = ${branchId}
      and k.counter_id is not distinct from ${counterId} group by l.item_id`.execute(db)
  return new Map(found.map(({ itemId, difference }) => [itemId, difference]))
}

/** How many counts of a day have been begun and not finished. */
export async function drafts(db: Db, dayId: string): Promise<number> {
  const { n } = await db
    .selectFrom('inventory.count')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('dayId', '=', dayId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return n
}

/** What was counted last at a counter, and when: the notes and coins of each item. */
export async function lastCounted(db: Db, counterId: string) {
  const count = await db
    .selectFrom('inventory.count')
    .select(['id', 'endedAt'])
    .where('counterId', '=', counterId)
    .where('state', '=', 'processed')
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!count?.endedAt) return undefined
  const lines = await db
    .selectFrom('inventory.countLine')
    .select(['itemId', 'pieces'])
    .where('countId', '=', count.id)
    .execute()
  return { at: count.endedAt, lines }
}
