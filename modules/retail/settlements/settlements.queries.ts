import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('retail.settlement')

const columns = {
  number: 's.number',
  state: 's.state',
  principalId: 's.principalId',
  branchId: 's.branchId',
  until: 's.until',
  createdAt: 's.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.settlement as s')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 's.companyId').onRef('b.branchId', '=', 's.branchId'),
    )
    .innerJoin('retail.principal as p', (join) =>
      join.onRef('p.companyId', '=', 's.companyId').onRef('p.id', '=', 's.principalId'),
    )
    .selectAll('s')
    .select(['b.name as branch', 'p.name as principal'])
    .$narrowType<{ branch: string }>()
export type SettlementRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 's.branchId')), input, {
    columns,
    place: 's.branchId',
    order: ['createdAt-desc'],
    tie: 's.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('s.id', 'in', [...ids])
    .execute()

/** A principal that nobody else settles until the caller's transaction ends. */
export const lockPrincipal = (db: Db, id: string) =>
  db.selectFrom('retail.principal').select(['id']).where('id', '=', id).forUpdate().executeTakeFirst()

export const linesOf = (db: Db, settlementId: string) =>
  db
    .selectFrom('retail.settlementLine as l')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'l.companyId').onRef('b.branchId', '=', 'l.branchId'),
    )
    .select(['l.branchId', 'b.name as branch', 'l.amount'])
    .$narrowType<{ branch: string }>()
    .where('l.settlementId', '=', settlementId)
    .orderBy('b.name')
    .execute()

export const addLines = (
  db: Db,
  settlementId: string,
  lines: readonly { branchId: string; amount: string }[],
) =>
  db
    .insertInto('retail.settlementLine')
    .values(lines.map((line) => ({ ...line, settlementId })))
    .execute()

/** Takes the next number of a branch's settlements. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-P`, kind: 'principalSettlement', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
