import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Piece } from '../items/items.domain.ts'

export const rows = rowsOf('inventory.correction')

const columns = {
  number: 'c.number',
  reason: 'c.reason',
  state: 'c.state',
  branchId: 'c.branchId',
  counterId: 'c.counterId',
  businessDate: 'c.businessDate',
  createdAt: 'c.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('inventory.correction as c')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'c.companyId').onRef('b.branchId', '=', 'c.branchId'),
    )
    .leftJoin('organisation.counterNameRead as k', (join) =>
      join.onRef('k.companyId', '=', 'c.companyId').onRef('k.counterId', '=', 'c.counterId'),
    )
    .selectAll('c')
    .select(['b.name as branchName', 'k.name as counterName'])
    .select([
      sql<string>`trim_scale(c.value)::text`.as('value'),
      sql<string>`trim_scale(c.limit_value)::text`.as('limitValue'),
    ])
    .$narrowType<{ branchName: string }>()
export type CorrectionRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    named(db).where(({ or }) =>
      or([withinScope(scope, 'branchIds', 'c.branchId'), withinScope(scope, 'counterIds', 'c.counterId')]),
    ),
    input,
    { columns, place: 'c.branchId', order: ['createdAt-desc'], tie: 'c.id' },
  )

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('c.id', 'in', [...ids])
    .execute()

export interface LineRow {
  itemId: string
  quantity: string
  pieces: Piece[]
  cost: string | null
}

/** The lines of the newest revision. */
export async function linesOf(db: Db, id: string): Promise<LineRow[]> {
  const { rows: found } = await sql<LineRow>`
    select l.item_id, trim_scale(l.quantity)::text as quantity, l.pieces, trim_scale(l.cost)::text as cost
    from inventory.correction_line l
    join inventory.correction c on c.company_id = l.company_id and c.id = l.correction_id and c.revision = l.revision
    where l.company_id = kit.company() and l.correction_id = ${id} order by l.position`.execute(db)
  return found
}

export const addLines = (
  db: Db,
  key: { correctionId: string; revision: number },
  lines: readonly LineRow[],
) =>
  db
    .insertInto('inventory.correctionLine')
    .values(
      lines.map((line, index) => ({
        ...line,
        ...key,
        position: index + 1,
        pieces: JSON.stringify(line.pieces),
      })),
    )
    .execute()

/** Takes the next number of a branch's adjustments. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-A`, kind: 'adjustment', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
