import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('remittance.provider')

const columns = { code: 'p.code', name: 'p.name', isEnabled: 'p.isEnabled', createdAt: 'p.createdAt' }

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('remittance.provider as p').selectAll('p'), input, {
    columns,
    order: ['name-asc'],
    tie: 'p.id',
  })

/** Partners that are switched on. */
export const listEnabled = (db: Db) =>
  db.selectFrom('remittance.provider').selectAll().where('isEnabled', '=', true).orderBy('name').execute()
export type ProviderRow = Awaited<ReturnType<typeof listEnabled>>[number]

/** Whether a partner has rates, orders or a balance: it is switched off then and never removed. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  const { rows: found } = await sql<{ isUsed: boolean }>`
    select exists (select from remittance.payout_rate where company_id = kit.company() and provider_id = ${id})
      or exists (select from remittance.payout_order where company_id = kit.company() and provider_id = ${id})
      or exists (select from remittance.prefund where company_id = kit.company() and provider_id = ${id})
      or exists (select from remittance.inward where company_id = kit.company() and provider_id = ${id})
      or exists (select from remittance.payout_batch where company_id = kit.company() and provider_id = ${id})
      or exists (select from remittance.partner_event where company_id = kit.company() and provider_id = ${id}) as is_used`.execute(
    db,
  )
  return found[0]?.isUsed === true
}

/** The currency of a partner's balance, which it keeps for good; undefined without one. */
export async function currencyOfBalance(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('remittance.prefund as f')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'f.companyId').onRef('p.id', '=', 'f.providerId'),
    )
    .select('p.settlementCurrency')
    .where('p.id', '=', id)
    .executeTakeFirst()
  return found?.settlementCurrency
}

/** Partners as parties of the journal, by their ids. */
export async function namesOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('remittance.provider')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map((one) => [one.id, one]))
}
