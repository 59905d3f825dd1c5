import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Piece } from '../items/items.domain.ts'
import type { Loaded } from './requests.domain.ts'

export const rows = rowsOf('inventory.request')

const columns = {
  number: 'r.number',
  state: 'r.state',
  fromBranchId: 'r.fromBranchId',
  toBranchId: 'r.toBranchId',
  createdAt: 'r.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('inventory.request as r')
    .innerJoin('organisation.branchNameRead as fb', (join) =>
      join.onRef('fb.companyId', '=', 'r.companyId').onRef('fb.branchId', '=', 'r.fromBranchId'),
    )
    .innerJoin('organisation.branchNameRead as tb', (join) =>
      join.onRef('tb.companyId', '=', 'r.companyId').onRef('tb.branchId', '=', 'r.toBranchId'),
    )
    .leftJoin('organisation.counterNameRead as fc', (join) =>
      join.onRef('fc.companyId', '=', 'r.companyId').onRef('fc.counterId', '=', 'r.fromCounterId'),
    )
    .leftJoin('organisation.counterNameRead as tc', (join) =>
      join.onRef('tc.companyId', '=', 'r.companyId').onRef('tc.counterId', '=', 'r.toCounterId'),
    )
    .selectAll('r')
    .select([
      'fb.name as fromBranch',
      'tb.name as toBranch',
      'fc.name as fromCounter',
      'tc.name as toCounter',
    ])
    .$narrowType<{ fromBranch: string; toBranch: string }>()
export type RequestRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    named(db).where(({ or }) =>
      or([
        withinScope(scope, 'branchIds', 'r.fromBranchId'),
        withinScope(scope, 'branchIds', 'r.toBranchId'),
        withinScope(scope, 'counterIds', 'r.fromCounterId'),
        withinScope(scope, 'counterIds', 'r.toCounterId'),
      ]),
    ),
    input,
    { columns, place: 'r.toBranchId', order: ['createdAt-desc'], tie: 'r.id' },
  )

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('r.id', 'in', [...ids])
    .execute()

interface Line {
  requestId: string
  itemId: string
  quantity: string
  pieces: Piece[]
}

export const linesOf = async (db: Db, ids: readonly string[]): Promise<Line[]> => {
  const { rows: found } = await sql<Line>`
    select request_id, item_id, trim_scale(quantity)::text as quantity, pieces from inventory.request_line
    where company_id = kit.company() and request_id = any(${[...ids]}::uuid[]) order by request_id, position`.execute(
    db,
  )
  return found
}

export const addLines = (
  db: Db,
  requestId: string,
  lines: readonly { itemId: string; quantity: string; pieces: readonly Piece[] }[],
) =>
  db
    .insertInto('inventory.requestLine')
    .values(
      lines.map(({ itemId, quantity, pieces }, index) => ({
        requestId,
        position: index + 1,
        itemId,
        quantity,
        pieces: JSON.stringify(pieces),
      })),
    )
    .execute()

/** What the transfers that fill these requests carry, item by item. */
export async function loadsOf(
  db: Db,
  ids: readonly string[],
): Promise<(Loaded & { requestId: string; id: string; number: string })[]> {
  const { rows: found } = await sql<Loaded & { requestId: string; id: string; number: string }>`
    select t.request_id, t.id, t.number, t.state, l.item_id, trim_scale(l.quantity)::text as quantity,
      trim_scale(l.received)::text as received
    from inventory.transfer t
    join inventory.transfer_line l on l.company_id = t.company_id and l.transfer_id = t.id
    where t.company_id = kit.company() and t.request_id = any(${[...ids]}::uuid[]) order by t.created_at, t.id, l.position`.execute(
    db,
  )
  return found
}

/** Takes the next number of a branch's requests. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-R`, kind: 'request', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
