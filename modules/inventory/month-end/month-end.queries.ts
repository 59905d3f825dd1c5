import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { unfinished } from '../counts/counts.queries.ts'

/** How many counts of these branches, up to a day, are begun or wait for a decision. */
export async function countOpen(db: Db, branchIds: readonly string[], to: string): Promise<number> {
  const { n } = await db
    .selectFrom('inventory.count')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('branchId', 'in', branchIds)
    .where('state', 'in', [...unfinished, 'submitted'])
    // A difference of the last day is not one of the next month because it was counted again there.
    .where(
      sql<SqlBool>`least(business_date, (select min(s.business_date) from inventory.count s
        where s.company_id = count.company_id and s.superseded_by_id = count.id)) <= ${to}::date`,
    )
    .executeTakeFirstOrThrow()
  return n
}

/** Those of these branches whose vault was counted in these days. */
export async function listCountedVaults(
  db: Db,
  { branchIds, from, to }: { branchIds: readonly string[]; from: string; to: string },
): Promise<Set<string>> {
  const found = await db
    .selectFrom('inventory.count')
    .select('branchId')
    .distinct()
    .where('branchId', 'in', branchIds)
    .where('kind', '=', 'vault')
    .where('state', '=', 'processed')
    .where('businessDate', '>=', from)
    .where('businessDate', '<=', to)
    .execute()
  return new Set(found.map(({ branchId }) => branchId))
}
