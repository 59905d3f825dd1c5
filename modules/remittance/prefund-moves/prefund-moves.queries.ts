import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('remittance.prefundMove')

const columns = {
  number: 'm.number',
  state: 'm.state',
  kind: 'm.kind',
  providerId: 'm.providerId',
  branchId: 'm.branchId',
  businessDate: 'm.businessDate',
  createdAt: 'm.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.prefundMove as m')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'm.companyId').onRef('p.id', '=', 'm.providerId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'm.companyId').onRef('b.branchId', '=', 'm.branchId'),
    )
    .selectAll('m')
    .select(['p.name as provider', 'p.settlementCurrency as currency', 'b.name as branch'])
    .$narrowType<{ branch: string }>()
export type PrefundMoveRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'm.branchId')), input, {
    columns,
    place: 'm.branchId',
    order: ['createdAt-desc'],
    tie: 'm.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('m.id', 'in', [...ids])
    .execute()

/** Takes the next number of a branch's movements of balances. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-PB`, kind: 'prefundMove', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
