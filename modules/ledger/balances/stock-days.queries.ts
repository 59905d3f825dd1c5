import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** What reports over years read: what lay in each place by the end of each week, and what each day moved. */

const place = sql.raw('account_id, branch_id, counter_id, item_id')

/** The lines, of these, of what lies in places and on its way, with what happened. */
const keptOf = (lines: RawBuilder<unknown>) => sql`
  select l.entry_id, l.business_date, date_trunc('week', l.business_date)::date as week, l.account_id, l.branch_id, l.counter_id,
    l.item_id, a.keeps = 'transit' as is_transit, e.event, coalesce(l.quantity, 0) as quantity, l.amount
  from (${lines}) l
  join ledger.account a on a.company_id = kit.company() and a.id = l.account_id and a.keeps in ('cash', 'notes', 'transit')
  join ledger.entry e on e.company_id = kit.company() and e.at = l.at and e.id = l.entry_id
  where l.item_id is not null`

/** What these lines moved on each day, by branch and of the company; `kept` names what `keptOf` answers. */
const flowsOf = (kept: RawBuilder<unknown>) => sql`
  select business_date, branch_id, is_transit, item_id, event, (quantity, value) > (0, 0) as is_in, sum(quantity) as quantity,
    sum(value) as value
  from (
    select entry_id, business_date, branch_id, is_transit, item_id, event, sum(quantity) as quantity, sum(amount) as value
    from ${kept} group by 1, 2, 3, 4, 5, 6
    union all
    select entry_id, business_date, null, false, item_id, event, sum(quantity), sum(amount) from ${kept} group by 1, 2, 5, 6
  ) m where quantity <> 0 or value <> 0 group by 1, 2, 3, 4, 5, 6`

const flowColumns = sql.raw('business_date, branch_id, is_transit, item_id, event, is_in, quantity, value')
const mergeFlows = sql`on conflict on constraint stock_flow_key do update
  set quantity = stock_flow.quantity + excluded.quantity, value = stock_flow.value + excluded.value`

const last = sql`(select max(s.week) from ledger.stock_week s where s.company_id = kit.company())`

/** Adds lines to the weeks and days, each line once. */
export async function addStock(db: Db, lines: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ isNew: boolean | null }>`
    with k as materialized (${keptOf(lines)}), f as (
      insert into ledger.stock_flow (${flowColumns}) select * from (${flowsOf(sql`k`)}) f ${mergeFlows}
    )
    select max(k.week) > ${last} as is_new from k`.execute(db)
  // Weeks that nothing moved in yet begin with what lay there by the end of the last one.
  if (rows[0]?.isNew)
    await sql`
      insert into ledger.stock_week (week, account_id, branch_id, counter_id, item_id, quantity, value)
      select w.week::date, s.account_id, s.branch_id, s.counter_id, s.item_id, s.quantity, s.value
      from ledger.stock_week s
      cross join generate_series(s.week + 7, (select max(k.week) from (${keptOf(lines)}) k), interval '7 days') w (week)
      where s.company_id = kit.company() and s.week = ${last}`.execute(db)
  await sql`
    with k as materialized (
      select week, ${place}, sum(quantity) as quantity, sum(amount) as value from (${keptOf(lines)}) k group by 1, 2, 3, 4, 5
    ), until as (select greatest(max(k.week), ${last}) as week from k)
    insert into ledger.stock_week (week, ${place}, quantity, value)
    select w.week::date, k.account_id, k.branch_id, k.counter_id, k.item_id, sum(k.quantity), sum(k.value)
    from k cross join until cross join lateral generate_series(k.week, until.week, interval '7 days') w (week)
    group by 1, 2, 3, 4, 5
    on conflict on constraint stock_week_key do update
      set quantity = stock_week.quantity + excluded.quantity, value = stock_week.value + excluded.value`.execute(
    db,
  )
}

/** What lay in each place by the end of each week from its first movement to the last of the company. */
const weeksOf = (lines: RawBuilder<unknown>) => sql`
  with moved as materialized (
    select week, ${place}, sum(quantity) as quantity, sum(amount) as value from (${keptOf(lines)}) k group by 1, 2, 3, 4, 5
  ), spread as (
    select w.week::date as week, ${place}, 0 as quantity, 0 as value
    from (select ${place}, min(week) as first from moved group by 1, 2, 3, 4) p
    cross join lateral generate_series(p.first, (select max(week) from moved), interval '7 days') w (week)
    union all select week, ${place}, quantity, value from moved
  )
  select week, ${place}, sum(sum(quantity)) over o as quantity, sum(sum(value)) over o as value
  from spread group by 1, 2, 3, 4, 5 window o as (partition by ${place} order by week)`

/** Makes them anew from all these lines. */
export async function rebuildStock(db: Db, lines: RawBuilder<unknown>): Promise<void> {
  await sql`delete from ledger.stock_flow where company_id = kit.company()`.execute(db)
  await sql`delete from ledger.stock_week where company_id = kit.company()`.execute(db)
  await sql`with k as materialized (${keptOf(lines)})
    insert into ledger.stock_flow (${flowColumns}) select * from (${flowsOf(sql`k`)}) f`.execute(db)
  await sql`insert into ledger.stock_week (week, account_id, branch_id, counter_id, item_id, quantity, value)
    select week, ${place}, quantity, value from (${weeksOf(lines)}) w`.execute(db)
}

/** Both as they follow from these lines beside what is stored. */
export const stockBeside = (lines: RawBuilder<unknown>): RawBuilder<unknown> => {
  const beside = (named: string, made: RawBuilder<unknown>, stored: string, key: RawBuilder<unknown>) => sql`
    select coalesce(r.name, s.name) as name, (r.quantity, r.value) is distinct from (s.quantity, s.value) as wrong
    from (select concat_ws(' ', ${named}::text, ${key}) as name, quantity, value from (${made}) m) r
    full join (
      select concat_ws(' ', ${named}::text, ${key}) as name, quantity, value from ${sql.table(stored)}
      where company_id = kit.company()
    ) s on s.name = r.name`
  const flow = sql.raw('business_date, branch_id, is_transit, item_id, event, is_in')
  return sql`${beside('week', weeksOf(lines), 'ledger.stock_week', sql`week, ${place}`)}
    union all ${beside('flow', sql`with k as materialized (${keptOf(lines)}) ${flowsOf(sql`k`)}`, 'ledger.stock_flow', flow)}`
}
