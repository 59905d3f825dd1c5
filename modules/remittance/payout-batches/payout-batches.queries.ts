import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

const columns = {
  number: 't.number',
  state: 't.state',
  providerId: 't.providerId',
  branchId: 't.branchId',
  createdAt: 't.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.payoutBatch as t')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 't.companyId').onRef('p.id', '=', 't.providerId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 't.companyId').onRef('b.branchId', '=', 't.branchId'),
    )
    .selectAll('t')
    .select(['p.name as provider', 'p.settlementCurrency as currency', 'b.name as branch'])
    .$narrowType<{ branch: string }>()
export type BatchRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 't.branchId')), input, {
    columns,
    place: 't.branchId',
    order: ['createdAt-desc'],
    tie: 't.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('t.id', 'in', [...ids])
    .execute()

/** Takes the next number of a branch's batches. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-B`, kind: 'payoutBatch', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
