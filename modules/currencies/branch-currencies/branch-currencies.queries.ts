import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'

/** Which branches do not trade which currencies. */
export const exclusions = remember((db) =>
  db.selectFrom('currencies.branchExclusion').select(['branchId', 'currencyId']).execute(),
)

export async function setTraded(
  db: Db,
  branchIds: readonly string[],
  currencyId: string,
  isTraded: boolean,
): Promise<void> {
  if (isTraded)
    await db
      .deleteFrom('currencies.branchExclusion')
      .where('currencyId', '=', currencyId)
      .where('branchId', 'in', [...branchIds])
      .execute()
  else
    await sql`insert into currencies.branch_exclusion (branch_id, currency_id)
      select unnest(${[...branchIds]}::uuid[]), ${currencyId} on conflict do nothing`.execute(db)
}
