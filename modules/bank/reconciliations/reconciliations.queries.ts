import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('bank.reconciliation')

const columns = {
  number: 'r.number',
  state: 'r.state',
  accountId: 'r.accountId',
  toOn: 'r.toOn',
  createdAt: 'r.createdAt',
}
const all = (db: Db) => db.selectFrom('bank.reconciliation as r').selectAll('r')
export type ReconciliationRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, all(db).where(withinScope(scope, 'branchIds', 'r.branchId')), input, {
    columns,
    place: 'r.branchId',
    order: ['toOn-desc'],
    tie: 'r.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  all(db)
    .where('r.id', 'in', [...ids])
    .execute()

/** The last reconciliation of an account that is processed. */
export const lastOf = (db: Db, accountId: string) =>
  all(db)
    .where('r.accountId', '=', accountId)
    .where('r.state', '=', 'processed')
    .orderBy('r.toOn', 'desc')
    .limit(1)
    .executeTakeFirst()

export const openOf = (db: Db, accountId: string) =>
  all(db)
    .where('r.accountId', '=', accountId)
    .where('r.state', 'in', ['initialised', 'saved'])
    .executeTakeFirst()

/** The lines of an account that no processed reconciliation has, until a day, in order. */
export const linesUntil = (db: Db, accountId: string, to: string) =>
  db
    .selectFrom('bank.statementLine as l')
    .selectAll('l')
    .where('l.accountId', '=', accountId)
    .where('l.bookedOn', '<=', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('bank.reconciledLine as d').select('d.lineId').whereRef('d.lineId', '=', 'l.id')),
      ),
    )
    .orderBy('l.bookedOn')
    .orderBy('l.id')
    .execute()
export type LineRow = Awaited<ReturnType<typeof linesUntil>>[number]

/** The lines of a reconciliation that is processed. */
export const linesOf = (db: Db, reconciliationId: string) =>
  db
    .selectFrom('bank.reconciledLine as d')
    .innerJoin('bank.statementLine as l', (join) =>
      join.onRef('l.companyId', '=', 'd.companyId').onRef('l.id', '=', 'd.lineId'),
    )
    .selectAll('l')
    .where('d.reconciliationId', '=', reconciliationId)
    .orderBy('l.bookedOn')
    .orderBy('l.id')
    .execute()

/** The balance that the latest statement of an account closes with on a day. */
export const closingOn = (db: Db, accountId: string, day: string) =>
  db
    .selectFrom('bank.statement')
    .select('closing')
    .where('accountId', '=', accountId)
    .where('closingOn', '=', day)
    .where('closing', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Holds lines and matches by a reconciliation: they stay, and so do the statements that have them. */
export async function keepProcessed(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  lineIds: readonly string[],
  matchIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < lineIds.length; at += 1000) {
    const part = lineIds.slice(at, at + 1000)
    await db
      .insertInto('bank.reconciledLine')
      .values(part.map((lineId) => ({ lineId, reconciliationId: id })))
      .execute()
    await db
      .updateTable('bank.statement as s')
      .set({ state: 'processed' })
      .where('s.accountId', '=', accountId)
      .where('s.state', '=', 'imported')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('bank.statementSource as o')
            .select('o.lineId')
            .whereRef('o.statementId', '=', 's.id')
            .where('o.lineId', 'in', part),
        ),
      )
      .execute()
  }
  for (let at = 0; at < matchIds.length; at += 1000)
    await db
      .updateTable('bank.lineMatch')
      .set({ reconciliationId: id })
      .where('id', 'in', matchIds.slice(at, at + 1000))
      .execute()
}

/** Accounts of branches whose lines until a day are in no processed reconciliation, by name. */
export const listUnreconciled = (db: Db, branchIds: readonly string[], to: string) =>
  db
    .selectFrom('bank.account as a')
    .select('a.name')
    .where('a.branchId', 'in', [...branchIds])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bank.statementLine as l')
          .select('l.id')
          .whereRef('l.accountId', '=', 'a.id')
          .where('l.bookedOn', '<=', to)
          .where((line) =>
            line.not(
              line.exists(
                line
                  .selectFrom('bank.reconciledLine as d')
                  .select('d.lineId')
                  .whereRef('d.lineId', '=', 'l.id'),
              ),
            ),
          ),
      ),
    )
    .orderBy('a.name')
    .execute()
