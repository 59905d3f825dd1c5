import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { LimitRow } from './limits.domain.ts'

type Scope = Pick<LimitRow, 'branchId' | 'counterId' | 'regionId'>

/** Every limit of the company. */
export async function allRows(db: Db): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select region_id, branch_id, counter_id, item_id, unit, act, trim_scale(minimum)::text as minimum,
      trim_scale(target)::text as target, trim_scale(maximum)::text as maximum, trim_scale(bundle)::text as bundle
    from inventory.stock_limit where company_id = kit.company()`.execute(db)
  return rows
}

const at = (db: Db, { regionId, branchId, counterId }: Scope, itemId: string | null) =>
  db
    .deleteFrom('inventory.stockLimit')
    .where('regionId', 'is not distinct from', regionId)
    .where('branchId', 'is not distinct from', branchId)
    .where('counterId', 'is not distinct from', counterId)
    .where('itemId', 'is not distinct from', itemId)

export const forget = (db: Db, scope: Scope, itemId: string | null) => at(db, scope, itemId).execute()

export const keep = (db: Db, row: LimitRow) => {
  const { unit, act, minimum, target, maximum, bundle } = row
  return db
    .insertInto('inventory.stockLimit')
    .values(row)
    .onConflict((conflict) =>
      conflict.constraint('stock_limit_key').doUpdateSet({ unit, act, minimum, target, maximum, bundle }),
    )
    .execute()
}

/** Nobody else sends to a branch until the transaction ends: two loads are not held against the same room. */
export const holdReceiver = (db: Db, branchId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('stock limit ' || ${branchId}::text, 0))`.execute(db)

interface Coming {
  branchId: string
  counterId: string | null
  itemId: string
  quantity: string
  /** It still lies in another place of the same branch. */
  isWithin: boolean
}

/** What is on its way to places: prepared, sent, or sent back; without one of the transfers, where that is said. */
export async function listComing(db: Db, exceptId: string | null): Promise<Coming[]> {
  const { rows } = await sql<Coming>`
    select case when t.state = 'rejectedReceipt' then t.from_branch_id else t.to_branch_id end as branch_id,
      case when t.state = 'rejectedReceipt' then t.from_counter_id else t.to_counter_id end as counter_id,
      l.item_id, trim_scale(sum(l.quantity))::text as quantity,
      t.from_branch_id = t.to_branch_id and t.state in ('created', 'pending', 'approved') as is_within
    from inventory.transfer t
    join inventory.transfer_line l on l.company_id = t.company_id and l.transfer_id = t.id
    where t.company_id = kit.company() and t.id is distinct from ${exceptId}::uuid
      and t.state in ('created', 'pending', 'approved', 'inTransit', 'rejectedReceipt')
    group by 1, 2, 3, 5`.execute(db)
  return rows
}
