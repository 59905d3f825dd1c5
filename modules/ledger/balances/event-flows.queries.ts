import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** What these lines moved by what happened, on each day and in each month. */
const flowsOf = (lines: RawBuilder<unknown>) => sql`
  select m.account_id, m.branch_id, s.span, s.since, m.event, sum(m.debit) as debit, sum(m.credit) as credit
  from (
    select l.account_id, l.branch_id, l.business_date, e.event, coalesce(sum(l.amount) filter (where l.amount > 0), 0) as debit,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as credit
    from (${lines}) l
    join ledger.entry e on e.company_id = kit.company() and e.at = l.at and e.id = l.entry_id
    group by 1, 2, 3, 4
  ) m
  cross join lateral (values ('day', m.business_date), ('month', date_trunc('month', m.business_date)::date)) s (span, since)
  group by 1, 2, 3, 4, 5`

/** Adds lines to the days and months of their events, each line once. */
export const addEvents = (db: Db, lines: RawBuilder<unknown>) =>
  sql`
  insert into ledger.event_flow (account_id, branch_id, span, since, event, debit, credit)
  select * from (${flowsOf(lines)}) f
  on conflict on constraint event_flow_key do update
    set debit = event_flow.debit + excluded.debit, credit = event_flow.credit + excluded.credit`.execute(db)

/** Makes them anew from all these lines. */
export async function rebuildEvents(db: Db, lines: RawBuilder<unknown>): Promise<void> {
  await sql`delete from ledger.event_flow where company_id = kit.company()`.execute(db)
  await addEvents(db, lines)
}

const key = sql.raw('account_id, branch_id, span, since, event')

/** All of them as they follow from these lines, beside what is stored. */
export const eventsBeside = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(r.name, s.name) as name, (r.debit, r.credit) is distinct from (s.debit, s.credit) as wrong
  from (select concat_ws(' ', 'event', ${key}) as name, debit, credit from (${flowsOf(lines)}) f) r
  full join (
    select concat_ws(' ', 'event', ${key}) as name, debit, credit from ledger.event_flow where company_id = kit.company()
  ) s on s.name = r.name`
