import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('ledger.taxCode')
export type TaxCodeRow = Awaited<ReturnType<typeof rows.get>>

const columns = {
  code: 't.code',
  name: 't.name',
  direction: 't.direction',
  isEnabled: 't.isEnabled',
  createdAt: 't.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('ledger.taxCode as t').selectAll('t'), input, {
    columns,
    order: ['code-asc'],
    tie: 't.id',
  })

/** All of them by code, switched off or not. */
export const all = (db: Db) => db.selectFrom('ledger.taxCode').selectAll().orderBy('code').execute()

/** Whether a line of an entry is taxed by it, and whether a ledger proposes it. */
export async function usesOf(db: Db, id: string): Promise<{ isTaxed: boolean; isProposed: boolean }> {
  const { rows: found } = await sql<{ isTaxed: boolean; isProposed: boolean }>`
    select exists (select from ledger.manual_entry_line l where l.company_id = kit.company() and l.tax_code_id = ${id}) as is_taxed,
      exists (select from ledger.account a where a.company_id = kit.company() and a.tax_code_id = ${id}) as is_proposed`.execute(
    db,
  )
  return found[0] ?? { isTaxed: false, isProposed: false }
}
