import { sql } from 'kysely'
import type { Selectable, Updateable } from 'kysely'
import type { DB } from '#db/types.ts'
import { notFound, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import type { CompanyDraft } from './company.contract.ts'

export type CompanyRow = Selectable<DB['organisation.company']> & { id: string }

const named = (row: Selectable<DB['organisation.company']>): CompanyRow => ({ ...row, id: row.companyId })

// Many ask for it in one transaction, of which it is the same company all along.
const known = new WeakMap<Db, Promise<CompanyRow>>()

/** The company of the connection; in a transaction as it was when it was first asked for, or changed, there. */
export function current(db: Db): Promise<CompanyRow> {
  if (!db.isTransaction) return read(db)
  const found = known.get(db) ?? read(db)
  known.set(db, found)
  return found
}

const read = remember(async (db) => {
  const row = await db.selectFrom('organisation.company').selectAll().executeTakeFirst()
  if (!row) throw notFound()
  return named(row)
})

export async function update(
  db: Db,
  key: { id: string; version: number },
  values: Updateable<DB['organisation.company']>,
): Promise<CompanyRow> {
  const row = await db
    .updateTable('organisation.company')
    .set({ ...values, version: key.version + 1 })
    .where('companyId', '=', key.id)
    .where('version', '=', key.version)
    .returningAll()
    .executeTakeFirst()
  known.delete(db)
  if (row) return named(row)
  const isThere = await db
    .selectFrom('organisation.company')
    .select('companyId')
    .where('companyId', '=', key.id)
    .executeTakeFirst()
  throw isThere ? staleVersion() : notFound()
}

/** A new company; the connection must already be set to its id. */
export async function insert(db: Db, draft: CompanyDraft): Promise<CompanyRow> {
  const row = await db
    .insertInto('organisation.company')
    .values(draft)
    .returningAll()
    .executeTakeFirstOrThrow()
  return named(row)
}

/** Every company, for what an operator does in each. */
export async function companies(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id, name from organisation.companies()`.execute(db)
  return rows
}
