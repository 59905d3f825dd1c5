import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { TaxShare } from '#modules/ledger/public.server.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('bank.expense')

const columns = {
  number: 'e.number',
  state: 'e.state',
  branchId: 'e.branchId',
  payeeId: 'e.payeeId',
  businessDate: 'e.businessDate',
  dueDate: 'e.dueDate',
  createdAt: 'e.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('bank.expense as e')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'e.companyId').onRef('b.branchId', '=', 'e.branchId'),
    )
    .innerJoin('bank.payee as p', (join) =>
      join.onRef('p.companyId', '=', 'e.companyId').onRef('p.id', '=', 'e.payeeId'),
    )
    .selectAll('e')
    .select(['b.name as branch', 'p.name as payee'])
    .$narrowType<{ branch: string }>()
export type ExpenseRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'e.branchId')), input, {
    columns,
    place: 'e.branchId',
    order: ['createdAt-desc'],
    tie: 'e.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('e.id', 'in', [...ids])
    .execute()

/** What is owed to a payee, the first that is due first. */
export const open = (db: Db, scope: Scope, payeeId: string) =>
  named(db)
    .where('e.payeeId', '=', payeeId)
    .where('e.state', '=', 'posted')
    .whereRef('e.paid', '<', 'e.total')
    .where(withinScope(scope, 'branchIds', 'e.branchId'))
    .orderBy('e.dueDate')
    .orderBy('e.number')
    .execute()

export interface ExpenseLine {
  ledgerId: string
  description: string
  amount: string
  taxRate: string
  net: string
  tax: string
}

export const linesOf = (db: Db, expenseId: string) =>
  db
    .selectFrom('bank.expenseLine')
    .select(['ledgerId', 'description', 'amount', 'taxRate', 'net', 'tax'])
    .where('expenseId', '=', expenseId)
    .orderBy('position')
    .execute()

export const addLines = (db: Db, expenseId: string, lines: readonly ExpenseLine[]) =>
  db
    .insertInto('bank.expenseLine')
    .values(lines.map((line, at) => ({ ...line, expenseId, position: at + 1 })))
    .execute()

export const removeLines = (db: Db, expenseId: string) =>
  db.deleteFrom('bank.expenseLine').where('expenseId', '=', expenseId).execute()

/** These expenses, locked in one order. */
export const lockAll = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('bank.expense')
    .select(['id', 'state', 'payeeId', 'branchId', 'total', 'paid', 'number'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/** So much more of an expense is paid, or less below zero. */
export const addPaid = (db: Db, id: string, amount: string) =>
  db
    .updateTable('bank.expense')
    .set({ paid: sql<string>`paid + ${amount}::numeric`, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

export interface Aged {
  payeeId: string
  payee: string
  days: number
  open: string
}

/** What was owed at the end of a day, by payee and by how many days it was overdue. */
export async function listOwedAt(db: Db, scope: Scope, day: string): Promise<Aged[]> {
  const { rows: found } = await sql<Aged>`
    select e.payee_id, p.name as payee, (${day}::date - e.due_date)::int as days,
      trim_scale(e.total - coalesce(s.paid, 0))::text as open
    from bank.expense e
    join bank.payee p on p.company_id = e.company_id and p.id = e.payee_id
    left join lateral (
      select sum(l.amount) as paid from bank.payment_line l
      join bank.payment y on y.company_id = l.company_id and y.id = l.payment_id
      where l.company_id = e.company_id and l.expense_id = e.id and (y.state = 'posted' or y.reversed_on > ${day})
        and y.business_date <= ${day}
    ) s on true
    where e.company_id = kit.company() and (e.state = 'posted' or e.reversed_on > ${day}) and e.business_date <= ${day}
      and e.total > coalesce(s.paid, 0) and ${withinScope(scope, 'branchIds', 'e.branchId')}
    order by p.name, e.payee_id, e.due_date`.execute(db)
  return found
}

/** At which rates these expenses are taxed. */
export async function taxSharesOf(db: Db, ids: readonly string[]): Promise<TaxShare[]> {
  const { rows: found } = await sql<TaxShare>`
    select l.expense_id as source_id, trim_scale(l.tax_rate)::text as rate, trim_scale(sum(l.net))::text as base,
      trim_scale(sum(l.tax))::text as tax
    from bank.expense_line l
    where l.company_id = kit.company() and l.expense_id = any(${[...ids]}::uuid[]) and l.tax_rate <> 0
    group by l.expense_id, l.tax_rate`.execute(db)
  return found
}
