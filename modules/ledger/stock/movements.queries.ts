import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

/** What stock is added up by: what moves within one of these neither comes in nor goes out. */
export type StockLevel = 'branch' | 'company' | 'place'

export interface StockAsk {
  level: StockLevel
  branchId?: string | undefined
  itemId?: string | undefined
}

/** Of a company both are null; of a branch the counter is, and of its vault too. What is on its way lies nowhere. */
interface Unit {
  branchId: string | null
  counterId: string | null
  isTransit: boolean
  itemId: string
}

const unitOf = (level: StockLevel) =>
  level === 'company'
    ? sql`null::uuid as branch_id, null::uuid as counter_id, false as is_transit`
    : sql`case when a.keeps <> 'transit' then l.branch_id end as branch_id,
        case when ${level === 'place'} and a.keeps <> 'transit' then l.counter_id end as counter_id,
        a.keeps = 'transit' as is_transit`

const kept = sql`join ledger.account a on a.company_id = kit.company() and a.id = l.account_id
  and a.keeps in ('cash', 'notes', 'transit')`

const asked = (scope: Scope, { branchId, itemId }: StockAsk) => sql`l.item_id is not null
  and ${withinScope(scope, 'branchIds', 'l.branchId')}
  and (${branchId ?? null}::uuid is null or l.branch_id = ${branchId ?? null})
  and (${itemId ?? null}::uuid is null or l.item_id = ${itemId ?? null})`

export interface Kept extends Unit {
  quantity: string
  value: string
}

/** What was in stock, and on its way, by the end of so many days after a business date; what it cost, in local currency. */
export async function readStockAt(
  db: Db,
  scope: Scope,
  ask: StockAsk & { date: string; after: -1 | 0 },
): Promise<Kept[]> {
  const date = sql`(${ask.date}::date + ${ask.after}::int)`
  // The last week that was over by then, or the last one there is; what came later is added day by day, and what is not sealed.
  const { rows } = await sql<Kept>`
    with w as materialized (
      select max(s.week) as week from ledger.stock_week s where s.company_id = kit.company()
        and s.week < date_trunc('week', ${date} + 1)::date
    )
    select branch_id, counter_id, is_transit, item_id, trim_scale(sum(quantity))::text as quantity, trim_scale(sum(value))::text as value
    from (
      select ${unitOf(ask.level)}, l.item_id, l.quantity, l.value
      from (
        select s.account_id, s.branch_id, s.counter_id, s.item_id, s.quantity, s.value
        from ledger.stock_week s where s.company_id = kit.company() and s.week = (select week from w)
        union all
        select d.account_id, d.branch_id, d.counter_id, d.item_id, d.quantity, d.value
        from ledger.day_balance d where d.company_id = kit.company() and d.business_date <= ${date}
          and d.business_date > (select coalesce(week + 6, '-infinity') from w) and d.account_id = any(array(
            select k.id from ledger.account k where k.company_id = kit.company() and k.keeps in ('cash', 'notes', 'transit')))
        union all
        select t.account_id, t.branch_id, t.counter_id, t.item_id, coalesce(t.quantity, 0), t.amount
        from ledger.tail_line t where t.business_date <= ${date}
      ) l ${kept} where ${asked(scope, ask)}
    ) u group by 1, 2, 3, 4 having sum(quantity) <> 0 or sum(value) <> 0`.execute(db)
  return rows
}

interface Period {
  /** Business dates, both inclusive. */
  from: string
  to: string
}

/** What each entry moved between two business dates, added up over what it is asked by; what stays within it is left out. */
const moved = (scope: Scope, ask: Period & StockAsk, lines = sql`ledger.line`) => sql`
  select u.at, u.entry_id, u.branch_id, u.counter_id, u.is_transit, u.item_id, sum(u.quantity) as quantity, sum(u.amount) as value
  from (
    select ${unitOf(ask.level)}, l.at, l.entry_id, l.item_id, coalesce(l.quantity, 0) as quantity, l.amount
    from ${lines} l ${kept}
    where l.company_id = kit.company() and l.business_date between ${ask.from} and ${ask.to} and ${asked(scope, ask)}
  ) u group by 1, 2, 3, 4, 5, 6 having sum(u.quantity) <> 0 or sum(u.amount) <> 0`

export interface Movement extends Unit {
  event: string
  isIn: boolean
  quantity: string
  value: string
}

/** What came in and went out between two business dates, by what happened. */
export async function listMovedBetween(db: Db, scope: Scope, ask: Period & StockAsk): Promise<Movement[]> {
  const isOfDays = ask.level === 'branch' || (ask.level === 'company' && scope === 'all' && !ask.branchId)
  const { rows } = await sql<Movement>`
    select m.branch_id, m.counter_id, m.is_transit, m.item_id, m.event, m.is_in,
      trim_scale(sum(m.quantity))::text as quantity, trim_scale(sum(m.value))::text as value
    from (${isOfDays ? flowsIn(scope, ask) : flowsOf(moved(scope, ask))}) m
    group by 1, 2, 3, 4, 5, 6 order by is_in desc, m.event`.execute(db)
  return rows
}

/** What entries moved, by what happened. */
const flowsOf = (entries: RawBuilder<unknown>) => sql`
  select m.branch_id, m.counter_id, m.is_transit, m.item_id, e.event, (m.quantity, m.value) > (0, 0) as is_in, m.quantity, m.value
  from (${entries}) m join ledger.entry e on e.company_id = kit.company() and e.at = m.at and e.id = m.entry_id`

/** The same from what is kept of each day, of branches or of the whole company, and what is not sealed yet. */
const flowsIn = (scope: Scope, ask: Period & StockAsk) => sql`
  select case when not f.is_transit then f.branch_id end as branch_id, null::uuid as counter_id, f.is_transit, f.item_id, f.event,
    f.is_in, sum(f.quantity) as quantity, sum(f.value) as value
  from ledger.stock_flow f
  where f.company_id = kit.company() and f.business_date between ${ask.from} and ${ask.to}
    and (f.branch_id is null) = ${ask.level === 'company'}
    and (${ask.level === 'company'} or ${withinScope(scope, 'branchIds', 'f.branchId')})
    and (${ask.branchId ?? null}::uuid is null or f.branch_id = ${ask.branchId ?? null})
    and (${ask.itemId ?? null}::uuid is null or f.item_id = ${ask.itemId ?? null})
  group by 1, 2, 3, 4, 5, 6
  union all ${flowsOf(moved(scope, ask, sql`ledger.tail_line`))}`

interface Documented {
  entryId: string
  at: string
  businessDate: string
  event: string
  sourceId: string
  author: string
}

/** Each movement between two business dates with its document, in the order of posting: at most so many. */
export async function movementsBetween(
  db: Db,
  scope: Scope,
  ask: Period & StockAsk,
  most: number | null,
): Promise<(Documented & Kept)[]> {
  const { rows } = await sql<Documented & Kept>`
    with moved as (${moved(scope, ask)})
    select m.branch_id, m.counter_id, m.is_transit, m.item_id, trim_scale(m.quantity)::text as quantity,
      trim_scale(m.value)::text as value, m.entry_id, m.at, e.business_date, e.event, e.source_id, e.author
    from moved m join ledger.entry e on e.company_id = kit.company() and e.at = m.at and e.id = m.entry_id
    order by m.at, m.entry_id, m.is_transit, m.counter_id nulls first limit ${most}`.execute(db)
  return rows
}

export interface SourceMove {
  sourceId: string
  itemId: string
  event: string
  isTransit: boolean
  quantity: string
  value: string
}

/** What the postings of these documents moved of what is kept in places and on its way, by event and item. */
export async function listMovedBySource(db: Db, sourceIds: readonly string[]): Promise<SourceMove[]> {
  if (sourceIds.length === 0) return []
  const { rows } = await sql<SourceMove>`
    select e.source_id, l.item_id, e.event, a.keeps = 'transit' as is_transit,
      trim_scale(sum(coalesce(l.quantity, 0)))::text as quantity, trim_scale(sum(l.amount))::text as value
    from ledger.entry e join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id ${kept}
    where e.company_id = kit.company() and e.source_id = any(${[...sourceIds]}::uuid[]) and l.item_id is not null
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

export interface PoolStep extends Documented {
  quantity: string
  value: string
  /** Of the pool, after it. */
  afterQuantity: string
  afterValue: string
}

/**
 * How the pool of notes of an item in a branch came to what it is, in the order of posting: what each entry between two business
 * dates moved, and the pool after it. What moves between places of the branch leaves the pool as it is, and is left out.
 */
export async function poolSteps(
  db: Db,
  { branchId, itemId, from, to }: Period & { branchId: string; itemId: string },
): Promise<PoolStep[]> {
  const { rows } = await sql<PoolStep>`
    with steps as (
      select l.at, l.entry_id, min(l.business_date) as business_date, max(l.pool_seq) as seq, sum(l.quantity) as quantity, sum(l.amount) as value
      from ledger.line l ${kept} and a.keeps = 'notes'
      where l.company_id = kit.company() and l.branch_id = ${branchId} and l.item_id = ${itemId} and l.pool_seq is not null
      group by 1, 2
    ), pool as (
      select s.*, sum(s.quantity) over w as after_quantity, sum(s.value) over w as after_value
      from steps s window w as (order by s.seq, s.at, s.entry_id)
    )
    select p.entry_id, p.at, p.business_date, e.event, e.source_id, e.author,
      trim_scale(p.quantity)::text as quantity, trim_scale(p.value)::text as value,
      trim_scale(p.after_quantity)::text as after_quantity, trim_scale(p.after_value)::text as after_value
    from pool p join ledger.entry e on e.company_id = kit.company() and e.at = p.at and e.id = p.entry_id
    where p.business_date between ${from} and ${to} and (p.quantity <> 0 or p.value <> 0)
    order by p.seq, p.at, p.entry_id`.execute(db)
  return rows
}
