import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { inDrawers, type Keeping } from '../accounts/accounts.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

/** What can be handed out of each item: on hand and not promised, in the branches in reach. What is on its way is not counted. */
export async function available(db: Db, scope: Scope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledger.holding as h')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'h.companyId').onRef('a.id', '=', 'h.accountId'),
    )
    .select(['h.itemId', sql<string>`trim_scale(sum(h.on_hand - h.reserved))::text`.as('quantity')])
    .where('a.keeps', 'in', inDrawers)
    .where(sql<SqlBool>`${withinScope(scope, 'branchIds', 'h.branchId')}`)
    .groupBy('h.itemId')
    .execute()
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]))
}

/**
 * What one unit of each item in stock has cost on average, in the pools of one branch or over all of them; of what is not in
 * stock nothing.
 */
export async function averageCosts(db: Db, branchId?: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledger.pool')
    .select(['itemId', sql<string>`round(sum(value) / sum(quantity), 12)::text`.as('cost')])
    .where('kind', '=', 'notes')
    .$if(branchId !== undefined, (query) => query.where('branchId', '=', branchId ?? ''))
    .groupBy('itemId')
    .having(sql<SqlBool>`sum(quantity) > 0 and sum(value) > 0`)
    .execute()
  return new Map(rows.map(({ itemId, cost }) => [itemId, cost]))
}

/** What lies in the pools of an item, in branches, on its way from them, at banks or with partners, over the branches in reach. */
export interface Pooled {
  itemId: string
  kind: 'bank' | 'notes' | 'partner' | 'transit'
  quantity: string
  value: string
}

/** The pools of notes, of what is on its way, and of what banks and partners hold, of one branch or of all in reach; none that is empty. */
export async function listPools(
  db: Db,
  scope: Scope,
  { branchId }: { branchId?: string | undefined },
): Promise<Pooled[]> {
  const { rows } = await sql<Pooled>`
    select p.item_id, p.kind, trim_scale(sum(p.quantity))::text as quantity,
      trim_scale(sum(p.value))::text as value
    from ledger.pool p
    where p.company_id = kit.company() and p.kind in ('notes', 'transit', 'bank', 'partner') and (p.quantity <> 0 or p.value <> 0)
      and ${withinScope(scope, 'branchIds', 'p.branchId')}
      and (${branchId ?? null}::uuid is null or p.branch_id = ${branchId ?? null})
    group by 1, 2`.execute(db)
  return rows
}

/** A drawer, or the vault of a branch. */
export interface Place {
  branchId: string
  counterId: string | null
}

export interface Held {
  itemId: string
  onHand: string
  reserved: string
}

/** Holds what lies at a place until the transaction ends: nothing moves there. */
export const freeze = (db: Db, { branchId, counterId }: Place) =>
  sql`select h.id from ledger.holding h where h.company_id = kit.company() and h.branch_id = ${branchId}
    and h.counter_id is not distinct from ${counterId} and h.holder_id is null order by h.id for update`.execute(
    db,
  )

/** What lies at a place, each item once: money, or what accounts of these kinds keep; all of it, or these items. */
export async function listHeldAt(
  db: Db,
  { branchId, counterId }: Place,
  keeps: readonly Keeping[] = inDrawers,
  itemIds?: readonly string[],
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select h.item_id, trim_scale(sum(h.on_hand))::text as on_hand, trim_scale(sum(h.reserved))::text as reserved
    from ledger.holding h join ledger.account a on a.company_id = h.company_id and a.id = h.account_id
    where h.company_id = kit.company() and h.branch_id = ${branchId} and h.counter_id is not distinct from ${counterId}
      and a.keeps = any(${[...keeps]}::text[])
      and ${itemIds ? sql`h.item_id = any(${[...itemIds]}::uuid[])` : sql`true`}
    group by h.item_id having sum(h.on_hand) <> 0 or sum(h.reserved) <> 0`.execute(db)
  return rows
}

/** Whether something was moved at a place after an instant. */
export async function hasMoved(db: Db, { branchId, counterId }: Place, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('ledger.line')
    .select('entryId')
    .where('branchId', '=', branchId)
    .where('counterId', 'is not distinct from', counterId)
    .where('holderId', 'is', null)
    .where('quantity', 'is not', null)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What a branch holds of each item in its cost pools, and what that cost. */
export const costsAt = (db: Db, branchId: string) =>
  db
    .selectFrom('ledger.pool')
    .select(['itemId', 'quantity', 'value'])
    .where('kind', '=', 'notes')
    .where('branchId', '=', branchId)
    .execute()

/** What a branch holds of goods that are sold, all or these, and what that cost. */
export const goodsAt = (db: Db, branchId: string, itemIds?: readonly string[]) =>
  db
    .selectFrom('ledger.pool')
    .select(['itemId', 'quantity', 'value'])
    .where('kind', '=', 'retail')
    .where('branchId', '=', branchId)
    .$if(itemIds !== undefined, (query) => query.where('itemId', 'in', [...(itemIds ?? [])]))
    .execute()

export interface StockLine extends Place {
  branchName: string
  counterName: string | null
  itemId: string
  onHand: string
  reserved: string
  /** Of one unit, on average over the branch; of local money nothing. */
  cost: string | null
  /** In local currency. */
  value: string
}

/**
 * What lies where, in the branches and counters in reach: branch by branch, its vault or store before its counters; money, or what
 * accounts of these kinds keep. Values have `exponent` decimals; over all places of a branch, in reach or not, they add up to what
 * its pool of the item has cost.
 */
export async function stockByPlace(
  db: Db,
  scope: Scope,
  {
    branchId,
    exponent,
    keeps = inDrawers,
  }: { branchId: string | undefined; exponent: number; keeps?: readonly Keeping[] },
): Promise<StockLine[]> {
  const { rows } = await sql<StockLine>`
    select * from (
    select h.branch_id, b.name as branch_name, h.counter_id, c.name as counter_name, h.item_id,
      trim_scale(sum(h.on_hand))::text as on_hand, trim_scale(sum(h.reserved))::text as reserved,
      case when p.quantity <> 0 then round(p.value / p.quantity, 8)::text end as cost,
      case when p.item_id is null then trim_scale(sum(h.on_hand))
        when p.quantity = 0 then 0
        else round(sum(sum(h.on_hand)) over places * p.value / p.quantity, ${exponent}::int)
          - round((sum(sum(h.on_hand)) over places - sum(h.on_hand)) * p.value / p.quantity, ${exponent}::int) end::text as value
    from ledger.holding h
    join ledger.account a on a.company_id = h.company_id and a.id = h.account_id and a.keeps = any(${[...keeps]}::text[])
    join organisation.branch_name_read b on b.company_id = h.company_id and b.branch_id = h.branch_id
    left join organisation.counter_name_read c on c.company_id = h.company_id and c.counter_id = h.counter_id
    left join ledger.pool p on a.keeps <> 'cash' and p.kind = a.keeps and p.company_id = h.company_id and p.branch_id = h.branch_id and p.item_id = h.item_id
    where h.company_id = kit.company() and (${branchId ?? null}::uuid is null or h.branch_id = ${branchId ?? null})
    group by 1, 2, 3, 4, 5, p.item_id, p.quantity, p.value
    having sum(h.on_hand) <> 0 or sum(h.reserved) <> 0
    window places as (partition by h.branch_id, h.item_id order by h.counter_id nulls first rows unbounded preceding)
    ) s
    where ${withinScope(scope, 'branchIds', 's.branchId')} or ${withinScope(scope, 'counterIds', 's.counterId')}
    order by branch_name, branch_id, counter_id is not null, counter_name, counter_id`.execute(db)
  return rows
}

/** How many of these counters have something in their drawers. */
export async function countFilled(db: Db, counterIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('ledger.holding')
    .select(sql<number>`count(distinct counter_id)::int`.as('n'))
    .where(sql<SqlBool>`counter_id = any(${[...counterIds]}::uuid[])`)
    .where('onHand', '<>', '0')
    .executeTakeFirstOrThrow()
  return n
}

/** Those of these branches in whose vaults something lies. */
export async function listFilledVaults(db: Db, branchIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger.holding')
    .select('branchId')
    .distinct()
    .where(sql<SqlBool>`branch_id = any(${[...branchIds]}::uuid[])`)
    .where('counterId', 'is', null)
    .where('holderId', 'is', null)
    .where('onHand', '<>', '0')
    .execute()
  return rows.map(({ branchId }) => branchId)
}

/** What lies in the drawers and safes in reach, by item; only at one counter, or in some branches, where that is said. */
export async function onHand(
  db: Db,
  scope: Scope,
  { counterId, branchIds }: { counterId: string | null; branchIds: readonly string[] | null },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledger.holding as h')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'h.companyId').onRef('a.id', '=', 'h.accountId'),
    )
    .select(['h.itemId', sql<string>`trim_scale(sum(h.on_hand))::text`.as('quantity')])
    .where('a.keeps', 'in', inDrawers)
    .where(({ or, and, eb }) =>
      or([
        withinScope(scope, 'counterIds', 'h.counterId'),
        and([eb('h.counterId', 'is', null), withinScope(scope, 'branchIds', 'h.branchId')]),
      ]),
    )
    .$if(counterId !== null, (all) => all.where('h.counterId', '=', counterId))
    .$if(branchIds !== null, (all) => all.where('h.branchId', 'in', [...(branchIds ?? [])]))
    .groupBy('h.itemId')
    .execute()
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]))
}
