import { type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { owedStates } from '../order-rows/order-workflow.domain.ts'

/** Balances in the books of these branches, by the name of the partner. */
export const listBalancesOf = (db: Db, branchIds: readonly string[]) =>
  db
    .selectFrom('remittance.prefund as f')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'f.companyId').onRef('p.id', '=', 'f.providerId'),
    )
    .select(['f.providerId', 'p.name as provider'])
    .where('f.branchId', 'in', [...branchIds])
    .orderBy('p.name')
    .execute()

/** The numbers of orders of these branches that were paid up to a day and are owed to their customers still, the oldest first. */
export async function listOwed(db: Db, branchIds: readonly string[], paidUpTo: string): Promise<string[]> {
  const found = await db
    .selectFrom('remittance.payoutOrder')
    .select('number')
    .where('branchId', 'in', [...branchIds])
    .where('state', 'in', [...owedStates])
    // An order that is called back is owed again only once the partner gives it back.
    .where((eb) => eb.or([eb('state', '<>', 'cancelRequested'), eb('cost', 'is', null)]))
    .where('isHeld', '=', false)
    .where(sql<SqlBool>`paid_at < ${paidUpTo}::date + 1`)
    .orderBy('paidAt')
    .execute()
  return found.map(({ number }) => number)
}
