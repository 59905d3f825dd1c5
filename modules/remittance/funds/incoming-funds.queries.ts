import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('remittance.incomingFund')

const columns = {
  number: 'f.number',
  state: 'f.state',
  branchId: 'f.branchId',
  accountId: 'f.accountId',
  payer: 'f.payer',
  remark: 'f.remark',
  receivedOn: 'f.receivedOn',
  createdAt: 'f.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('remittance.incomingFund as f')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'f.companyId').onRef('b.branchId', '=', 'f.branchId'),
    )
    .leftJoin('remittance.payoutOrder as o', (join) =>
      join.onRef('o.companyId', '=', 'f.companyId').onRef('o.id', '=', 'f.orderId'),
    )
    .selectAll('f')
    .select(['b.name as branch', 'o.number as order'])
    .$narrowType<{ branch: string }>()
export type IncomingFundRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'f.branchId')), input, {
    columns,
    place: 'f.branchId',
    order: ['createdAt-desc'],
    tie: 'f.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('f.id', 'in', [...ids])
    .execute()

/** Takes the next number of a branch's incoming funds. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-IF`, kind: 'incomingFund', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}

/** So much of a fund stays with the company, whatever becomes of the rest. */
export const keepOfFund = (db: Db, id: string, amount: string) =>
  db
    .updateTable('remittance.incomingFund')
    .set((eb) => ({ kept: eb('kept', '+', amount) }))
    .where('id', '=', id)
    .execute()

/** Orders that await payment, the latest first; so many as a person may look through. */
export const awaiting = (db: Db, scope: Scope) =>
  db
    .selectFrom('remittance.payoutOrder as o')
    .select(['o.id', 'o.number', 'o.customer', 'o.total'])
    .where('o.state', '=', 'awaitingFunds')
    .where('o.isHeld', '=', false)
    .where(withinScope(scope, 'counterIds', 'o.counterId'))
    .orderBy('o.createdAt', 'desc')
    .limit(500)
    .execute()
