import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('bank.transfer')

const columns = {
  number: 't.number',
  kind: 't.kind',
  state: 't.state',
  fromAccountId: 't.fromAccountId',
  toAccountId: 't.toAccountId',
  sentDate: 't.sentDate',
  createdAt: 't.createdAt',
}

const all = (db: Db) => db.selectFrom('bank.transfer as t').selectAll('t')
export type TransferRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    all(db).where(({ or }) =>
      or([
        withinScope(scope, 'branchIds', 't.fromBranchId'),
        withinScope(scope, 'branchIds', 't.toBranchId'),
      ]),
    ),
    input,
    { columns, place: 't.branchId', order: ['createdAt-desc'], tie: 't.id' },
  )

export const find = (db: Db, ids: readonly string[]) =>
  all(db)
    .where('t.id', 'in', [...ids])
    .execute()
