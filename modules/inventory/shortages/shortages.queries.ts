import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

export interface BreachRow {
  branchId: string
  counterId: string | null
  itemId: string | null
  kind: 'maximum' | 'minimum'
  since: string
}

export async function breaches(db: Db): Promise<BreachRow[]> {
  const { rows } = await sql<BreachRow>`
    select branch_id, counter_id, item_id, kind, since from inventory.limit_breach where company_id = kit.company()`.execute(
    db,
  )
  return rows
}

/** Opens an alert; answers whether there was none of it. */
export async function open(db: Db, breach: Omit<BreachRow, 'since'>, since: Date): Promise<boolean> {
  const row = await db
    .insertInto('inventory.limitBreach')
    .values({ ...breach, since: since.toISOString() })
    .onConflict((conflict) => conflict.constraint('limit_breach_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const close = (db: Db, { branchId, counterId, itemId, kind }: BreachRow) =>
  db
    .deleteFrom('inventory.limitBreach')
    .where('branchId', '=', branchId)
    .where('counterId', 'is not distinct from', counterId)
    .where('itemId', 'is not distinct from', itemId)
    .where('kind', '=', kind)
    .execute()
