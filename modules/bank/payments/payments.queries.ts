import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('bank.payment')

const columns = {
  number: 'y.number',
  state: 'y.state',
  branchId: 'y.branchId',
  payeeId: 'y.payeeId',
  accountId: 'y.accountId',
  businessDate: 'y.businessDate',
  createdAt: 'y.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('bank.payment as y')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'y.companyId').onRef('b.branchId', '=', 'y.branchId'),
    )
    .leftJoin('organisation.counterNameRead as k', (join) =>
      join.onRef('k.companyId', '=', 'y.companyId').onRef('k.counterId', '=', 'y.counterId'),
    )
    .innerJoin('bank.payee as p', (join) =>
      join.onRef('p.companyId', '=', 'y.companyId').onRef('p.id', '=', 'y.payeeId'),
    )
    .leftJoin('bank.account as a', (join) =>
      join.onRef('a.companyId', '=', 'y.companyId').onRef('a.id', '=', 'y.accountId'),
    )
    .selectAll('y')
    .select(['b.name as branch', 'k.name as counter', 'p.name as payee', 'a.name as account'])
    .$narrowType<{ branch: string }>()
export type PaymentRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    named(db).where(({ or }) =>
      or([withinScope(scope, 'branchIds', 'y.branchId'), withinScope(scope, 'counterIds', 'y.counterId')]),
    ),
    input,
    { columns, place: 'y.branchId', order: ['createdAt-desc'], tie: 'y.id' },
  )

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('y.id', 'in', [...ids])
    .execute()

export const linesOf = (db: Db, paymentId: string) =>
  db
    .selectFrom('bank.paymentLine as l')
    .innerJoin('bank.expense as e', (join) =>
      join.onRef('e.companyId', '=', 'l.companyId').onRef('e.id', '=', 'l.expenseId'),
    )
    .select(['l.expenseId', 'l.amount', 'e.number', 'e.invoice', 'e.total'])
    .where('l.paymentId', '=', paymentId)
    .orderBy('l.position')
    .execute()

export const addLines = (
  db: Db,
  paymentId: string,
  lines: readonly { expenseId: string; amount: string }[],
) =>
  db
    .insertInto('bank.paymentLine')
    .values(lines.map((line, at) => ({ ...line, paymentId, position: at + 1 })))
    .execute()
