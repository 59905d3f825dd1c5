import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { Piece } from '../items/items.domain.ts'

export const rows = rowsOf('inventory.adjustment')

const columns = {
  kind: 'a.kind',
  state: 'a.state',
  branchId: 'a.branchId',
  fromCounterId: 'a.fromCounterId',
  toCounterId: 'a.toCounterId',
  businessDate: 'a.businessDate',
  createdAt: 'a.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('inventory.adjustment as a')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'a.companyId').onRef('b.branchId', '=', 'a.branchId'),
    )
    .leftJoin('organisation.counterNameRead as f', (join) =>
      join.onRef('f.companyId', '=', 'a.companyId').onRef('f.counterId', '=', 'a.fromCounterId'),
    )
    .leftJoin('organisation.counterNameRead as t', (join) =>
      join.onRef('t.companyId', '=', 'a.companyId').onRef('t.counterId', '=', 'a.toCounterId'),
    )
    .selectAll('a')
    .select(['b.name as branchName', 'f.name as fromCounter', 't.name as toCounter'])
    .select(sql<string>`trim_scale(a.value)::text`.as('value'))
    .$narrowType<{ branchName: string }>()

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'a.branchId')), input, {
    columns,
    place: 'a.branchId',
    order: ['createdAt-desc'],
    tie: 'a.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('a.id', 'in', [...ids])
    .execute()
export type AdjustmentRow = Awaited<ReturnType<typeof find>>[number]

export const linesOf = (db: Db, id: string) =>
  db
    .selectFrom('inventory.adjustmentLine')
    .select(['itemId'])
    .select([
      sql<string>`trim_scale(quantity)::text`.as('quantity'),
      sql<string>`trim_scale(value)::text`.as('value'),
      sql<Piece[]>`pieces`.as('pieces'),
    ])
    .where('adjustmentId', '=', id)
    .orderBy('position')
    .execute()

/** Notes and coins that floats have brought to a counter since then, and taken from it; of those that said by which. */
export const listFloatedSince = async (db: Db, counterId: string, since: string) => {
  const found = await db
    .selectFrom('inventory.adjustment as a')
    .innerJoin('inventory.adjustmentLine as l', (join) =>
      join.onRef('l.companyId', '=', 'a.companyId').onRef('l.adjustmentId', '=', 'a.id'),
    )
    .select(['l.itemId', 'a.toCounterId', sql<Piece[]>`l.pieces`.as('pieces')])
    .where('a.kind', '=', 'float')
    .where('a.state', '=', 'posted')
    .where('a.createdAt', '>', since)
    .where((eb) => eb.or([eb('a.toCounterId', '=', counterId), eb('a.fromCounterId', '=', counterId)]))
    .execute()
  return found.map(({ itemId, pieces, toCounterId }) => ({ itemId, pieces, isIn: toCounterId === counterId }))
}

/** Of two openings or reversals of one person, each finds what the other has added up to. */
export const holdOpenings = (db: Db, selves: ReadonlySet<string>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('opening ' || id, 0))
    from (select id from unnest(${[...selves]}::text[]) id order by id) one`.execute(db)

/**
 * What each person has put into the vault of a branch as its beginning since then, or taken back, in what limits are asked for; what
 * was requested is theirs who approved it, and what nobody knew the worth of counts for nothing.
 */
export async function sumOpened(
  db: Db,
  { branchId, since }: { branchId: string; since: string },
): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ userId: string; sum: string }>`
    with own as (select * from inventory.adjustment
      where company_id = kit.company() and kind = 'opening' and branch_id = ${branchId})
    select user_id, sum(limit_value)::text as sum from (
      select coalesce(decided_by_id, author_id) as user_id, limit_value from own
        where state in ('posted', 'reversed') and coalesce(decided_at, created_at) > ${since}
      union all select reversed_by_id, limit_value from own where reversed_at > ${since}) done
    where limit_value is not null group by user_id`.execute(db)
  return new Map(found.map(({ userId, sum }) => [userId, sum]))
}

/** How many openings of these branches, dated by then, wait for approval, by branch. */
export async function countRequestedUpTo(
  db: Db,
  branchIds: readonly string[],
  to: string,
): Promise<{ branchId: string; count: number }[]> {
  return db
    .selectFrom('inventory.adjustment')
    .select(['branchId', sql<number>`count(*)::int`.as('count')])
    .where('state', '=', 'requested')
    .where('businessDate', '<=', to)
    .where(sql<boolean>`branch_id = any(${[...branchIds]}::uuid[])`)
    .groupBy('branchId')
    .execute()
}

interface NewLine {
  item: { id: string }
  quantity: string
  value: string
  pieces: readonly Piece[]
}

export const addLines = (db: Db, adjustmentId: string, lines: readonly NewLine[]) =>
  db
    .insertInto('inventory.adjustmentLine')
    .values(
      lines.map(({ item, quantity, value, pieces }, index) => ({
        adjustmentId,
        position: index + 1,
        itemId: item.id,
        quantity,
        value,
        pieces: JSON.stringify(pieces),
      })),
    )
    .execute()
