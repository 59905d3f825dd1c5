import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('bank.account')

const columns = {
  code: 'a.code',
  name: 'a.name',
  bankName: 'a.bankName',
  number: 'a.number',
  currencyId: 'a.currencyId',
  branchId: 'a.branchId',
  isEnabled: 'a.isEnabled',
  createdAt: 'a.createdAt',
}

/** Its own branch sees it, and every branch what is shared. */
const inReach = (db: Db, scope: Scope) =>
  db
    .selectFrom('bank.account as a')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'a.companyId').onRef('b.branchId', '=', 'a.branchId'),
    )
    .selectAll('a')
    .select('b.name as branch')
    .$narrowType<{ branch: string }>()
    .where((eb: ExpressionBuilder<DB & { a: DB['bank.account'] }, 'a'>) =>
      eb.or([withinScope(scope, 'branchIds', 'a.branchId'), eb('a.isShared', '=', true)]),
    )
export type AccountRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, inReach(db, scope), input, { columns, order: ['code-asc'], tie: 'a.id' })

export const get = (db: Db, scope: Scope, id: string) =>
  inReach(db, scope).where('a.id', '=', id).executeTakeFirst()

/** Those that are not closed. */
export const open = (db: Db, scope: Scope) =>
  inReach(db, scope).where('a.isEnabled', '=', true).orderBy('a.code').execute()

/** Those in foreign money by which a branch deals, its own before what others share, that are not closed; as postings know them. */
export const listForeignAt = (db: Db, branchId: string) =>
  db
    .selectFrom('bank.account')
    .select(['id', 'name', 'ledgerId', 'branchId', 'currencyId', 'isLocal'])
    .where((eb) => eb.or([eb('branchId', '=', branchId), eb('isShared', '=', true)]))
    .where('isLocal', '=', false)
    .where('isEnabled', '=', true)
    .orderBy((eb) => eb('branchId', '=', branchId), 'desc')
    .orderBy('code')
    .execute()

/** Whether a ledger is that of another local account. */
export async function isTaken(db: Db, ledgerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('bank.account')
    .select('id')
    .where('ledgerId', '=', ledgerId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The ledgers that accounts lie on. */
export async function takenLedgers(db: Db): Promise<string[]> {
  const found = await db.selectFrom('bank.account').select('ledgerId').distinct().execute()
  return found.map(({ ledgerId }) => ledgerId)
}

/** Whether a payment or a transfer names an account. */
export async function isNamed(db: Db, id: string): Promise<boolean> {
  const { rows: found } = await sql<{ isNamed: boolean }>`
    select exists (select from bank.payment where company_id = kit.company() and account_id = ${id})
      or exists (select from bank.transfer where company_id = kit.company() and from_account_id = ${id})
      or exists (select from bank.transfer where company_id = kit.company() and to_account_id = ${id}) as is_named`.execute(
    db,
  )
  return found[0]?.isNamed ?? false
}

/** The names of accounts, of whoever's branch. */
export async function namesOf(db: Db): Promise<Map<string, string>> {
  const found = await db.selectFrom('bank.account').select(['id', 'code', 'name']).execute()
  return new Map(found.map(({ id, code, name }) => [id, `${code} ${name}`]))
}

/** Every account with its currency. */
export const listNamed = (db: Db) =>
  db.selectFrom('bank.account').select(['id', 'name', 'currencyId']).execute()
