// Long because a count is read and written with its takes and their lines at one place.
import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { type Piece, type StockKind, stockOf } from '../items/items.domain.ts'
import { noUnits, storedUnits, type Units } from '../units/units.domain.ts'
import { type CountKind, kindsOf } from './counts.domain.ts'
import { sumOfLast } from '../differences/differences.queries.ts'
import type { PendingCount } from '../differences/differences.domain.ts'

const plain = rowsOf('inventory.count')
export const rows = {
  ...plain,
  /** With its branch: what is found out of it then, nobody changes. */
  async lock(db: Db, key: { id: string; version: number }) {
    const row = await plain.lock(db, key)
    await holdBranch(db, row)
    return row
  },
}

const columns = {
  kind: 'k.kind',
  state: 'k.state',
  branchId: 'k.branchId',
  counterId: 'k.counterId',
  dayId: 'k.dayId',
  businessDate: 'k.businessDate',
  createdAt: 'k.createdAt',
}

/** Who counted, in the order in which they did. */
const takers = sql<string[]>`array(select t.author_id from inventory.count_take t
  where t.company_id = k.company_id and t.count_id = k.id order by t.take)`
/** Who counted last. */
const taker = sql<string>`coalesce((select t.author from inventory.count_take t
  where t.company_id = k.company_id and t.count_id = k.id order by t.take desc limit 1), k.author)`
/** Whose drawer it was that was taken over with the count `s`: as much as who counted it, they have a part in what it found. */
const takenFrom = sql`select d.taken_from_id from inventory.day d
  where d.company_id = s.company_id and d.id = s.day_id and s.kind = 'opening' and d.taken_from_id is not null`
/** Who took the counts that it supersedes, and whose drawer it was at that one or at them. */
const earlierTakers = sql<string[]>`array(select t.author_id from inventory.count_take t
  join inventory.count s on s.company_id = t.company_id and s.id = t.count_id
  where s.company_id = k.company_id and s.superseded_by_id = k.id
  union select d.taken_from_id from inventory.count s cross join lateral (${takenFrom}) d
  where s.company_id = k.company_id and (s.id = k.id or s.superseded_by_id = k.id))`
/** The largest difference that was found at any take, of it or of those that it supersedes. */
const largest = sql<string>`(select coalesce(max(t.variance), 0)::text from inventory.count_take t
  join inventory.count s on s.company_id = t.company_id and s.id = t.count_id
  where s.company_id = k.company_id and (s.id = k.id or s.superseded_by_id = k.id))`
/** The largest difference on which is decided with it: its own, and those of the counts that it supersedes. */
const decided = sql<string>`(select coalesce(max(s.variance), 0)::text from inventory.count s
  where s.company_id = k.company_id and (s.id = k.id or s.superseded_by_id = k.id))`

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
    .select([
      sql<string | null>`trim_scale(k.variance)::text`.as('variance'),
      sql<string[]>`coalesce(k.category_ids, '{}')`.as('categoryIds'),
      takers.as('takers'),
      taker.as('taker'),
    ])
    .select([
      sumOfLast(sql`greatest(-l.value, 0)`).as('short'),
      sumOfLast(sql`greatest(l.value, 0)`).as('over'),
    ])
    .select([earlierTakers.as('earlierTakers'), largest.as('largest'), decided.as('decided')])
    .$narrowType<{ branchName: string }>()

/** Of a drawer whoever may see the counter, of a vault or store whoever may see the branch. */
export const list = (holds: StockKind) => (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    named(db)
      .where('k.kind', 'in', kindsOf(holds))
      .where((eb) =>
        eb.or([
          withinScope(scope, 'counterIds', 'k.counterId'),
          withinScope(scope, 'branchIds', 'k.branchId'),
        ]),
      ),
    input,
    { columns, place: 'k.branchId', order: ['createdAt-desc'], tie: 'k.id' },
  )

export const find = (holds: StockKind) => (db: Db, ids: readonly string[]) =>
  named(db)
    .where('k.kind', 'in', kindsOf(holds))
    .where('k.id', 'in', [...ids])
    .execute()
export type CountRow = Awaited<ReturnType<ReturnType<typeof find>>>[number]

const none = sql`${JSON.stringify(noUnits)}::jsonb`

/** The takes of a count, the last one first, each with its lines. */
export async function takesOf(db: Db, countId: string) {
  const takes = await db
    .selectFrom('inventory.countTake')
    .select(['take', 'authorId', 'author', 'takenAt', sql<string>`trim_scale(variance)::text`.as('variance')])
    .where('countId', '=', countId)
    .orderBy('take', 'desc')
    .execute()
  const lines = await db
    .selectFrom('inventory.countLine')
    .select(['take', 'itemId'])
    .select([
      sql<string | null>`trim_scale(counted)::text`.as('counted'),
      sql<string>`trim_scale(expected)::text`.as('expected'),
      // Of what was not counted nothing is known, and nothing differs.
      sql<string>`trim_scale(coalesce(counted - expected, 0))::text`.as('difference'),
      sql<string>`trim_scale(value)::text`.as('value'),
      sql<Piece[]>`pieces`.as('pieces'),
      sql<Units>`coalesce(units, ${none})`.as('units'),
      sql<Units>`coalesce(expected_units, ${none})`.as('expectedUnits'),
    ])
    .where('countId', '=', countId)
    .orderBy('position')
    .execute()
  return takes.map((one) => ({ ...one, lines: lines.filter(({ take }) => take === one.take) }))
}

interface NewTake {
  countId: string
  take: number
  authorId: string
  author: string
  takenAt: string
  variance: string
}
interface TakenLine {
  itemId: string
  counted: string | null
  pieces: readonly Piece[]
  expected: string
  value: string
  units: Units
  expectedUnits: Units
}

export async function insertTake(db: Db, take: NewTake, lines: readonly TakenLine[]): Promise<void> {
  await db.insertInto('inventory.countTake').values(take).execute()
  const of = { countId: take.countId, take: take.take }
  if (lines.length > 0)
    await db
      .insertInto('inventory.countLine')
      .values(
        lines.map(({ pieces, units, expectedUnits, ...line }, index) => ({
          ...of,
          ...line,
          position: index + 1,
          pieces: JSON.stringify(pieces),
          units: storedUnits(units),
          expectedUnits: storedUnits(expectedUnits),
        })),
      )
      .execute()
}

/** What was left blank is none of a count that is handed in. */
export const forgetBlanks = (db: Db, countId: string) =>
  db.deleteFrom('inventory.countLine').where('countId', '=', countId).where('counted', 'is', null).execute()

/** What a draft says is forgotten, so that it can say something else. */
export const clearTakes = (db: Db, countId: string) =>
  db.deleteFrom('inventory.countTake').where('countId', '=', countId).execute()

interface Place {
  branchId: string
  counterId: string | null
}
/** Where what is counted: in one branch lie the money of its vault and the goods of its store. */
type Counted = Place & { kind: CountKind }
const alike = (one: Counted) => kindsOf(stockOf(one).holds)

/**
 * Of two who count in a branch, one is compared after the other, and nobody begins or decides a count there meanwhile: what one
 * person posts or accepts adds up over its places.
 */
export const holdBranch = (db: Db, { branchId }: Pick<Place, 'branchId'>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('count ' || ${branchId}, 0))`.execute(db)

export interface PendingRow extends PendingCount {
  id: string
  version: number
}

/** The counts of a place that wait for a second person, but one; each with what its last take found. */
export async function pendingAt(db: Db, count: Counted, butId: string): Promise<PendingRow[]> {
  const { rows: found } = await sql<PendingRow>`
    select k.id, k.version, ${decided} as variance, ${takers} || ${earlierTakers} as takers,
      (select coalesce(json_agg(json_build_object('itemId', l.item_id, 'difference', trim_scale(l.counted - l.expected)::text)), '[]')
        from inventory.count_line l where l.company_id = k.company_id and l.count_id = k.id and l.take = (
          select max(t.take) from inventory.count_take t where t.company_id = k.company_id and t.count_id = k.id)) as lines
    from inventory.count k
    where k.company_id = kit.company() and k.state = 'submitted' and k.branch_id = ${count.branchId}
      and k.counter_id is not distinct from ${count.counterId} and k.kind = any(${alike(count)}::text[])
      and k.id <> ${butId} order by k.id`.execute(db)
  return found
}

/** What a count that is superseded has superseded itself belongs to the new one too: it is decided there. */
export const reassignSuperseded = (db: Db, fromId: string, toId: string) =>
  db
    .updateTable('inventory.count')
    .set({ supersededById: toId })
    .where('supersededById', '=', fromId)
    .execute()

/** The counts that one supersedes, the latest first. */
export const listSuperseded = (db: Db, id: string) =>
  db
    .selectFrom('inventory.count')
    .select(['id', 'kind', 'state', 'businessDate', 'createdAt', 'author'])
    .select(sql<string>`trim_scale(variance)::text`.as('variance'))
    .where('supersededById', '=', id)
    .orderBy('createdAt', 'desc')
    .execute()

/** Whether a difference of a place was posted since then. */
export async function wasPostedSince(db: Db, count: Counted, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('inventory.count')
    .select('id')
    .where('branchId', '=', count.branchId)
    .where('counterId', 'is not distinct from', count.counterId)
    .where('kind', 'in', alike(count))
    .where('state', '=', 'processed')
    .where('variance', '<>', '0')
    .where('endedAt', '>=', since)
    .executeTakeFirst()
  return found !== undefined
}

export const unfinished = ['draft', 'confirming', 'recount'] as const

/**
 * Whether a count of this place has been begun and is not handed in for good. The count with which a day ends is none such: it
 * is made again by whoever closes, and keeps nobody from counting meanwhile.
 */
export async function isGoingOn(db: Db, count: Counted): Promise<boolean> {
  const found = await db
    .selectFrom('inventory.count')
    .select('id')
    .where('branchId', '=', count.branchId)
    .where('counterId', 'is not distinct from', count.counterId)
    .where('kind', 'in', alike(count))
    .where('kind', '<>', 'closing')
    .where('state', 'in', unfinished)
    .executeTakeFirst()
  return found !== undefined
}

/** How many counts in the middle of a day have been begun and not finished. */
export async function countUnfinished(db: Db, dayId: string): Promise<number> {
  const { n } = await db
    .selectFrom('inventory.count')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('dayId', '=', dayId)
    .where('kind', '=', 'intraday')
    .where('state', 'in', unfinished)
    .executeTakeFirstOrThrow()
  return n
}

/** The count with which a day begins or ends, where it has to be made once more. */
export const recountOf = (db: Db, dayId: string, kind: 'closing' | 'opening') =>
  db
    .selectFrom('inventory.count')
    .selectAll()
    .where('dayId', '=', dayId)
    .where('kind', '=', kind)
    .where('state', '=', 'recount')
    .forUpdate()
    .executeTakeFirst()

/** What was counted last at a counter or in a vault, and when: the notes and coins of each item. */
export async function lastCounted(
  db: Db,
  { branchId, counterId }: { branchId: string; counterId: string | null },
) {
  const count = await db
    .selectFrom('inventory.count')
    .select(['id', 'endedAt'])
    .where('branchId', '=', branchId)
    .where('counterId', 'is not distinct from', counterId)
    .where('kind', '<>', 'store')
    .where('state', '=', 'processed')
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!count?.endedAt) return undefined
  const [last] = await takesOf(db, count.id)
  // What was counted lay there then, however much later it was decided on.
  return { at: last?.takenAt ?? count.endedAt, lines: last?.lines ?? [] }
}
