import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Looks } from '#modules/ledger/public.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

interface Asked {
  /** Business dates, both inclusive. */
  from: string
  to: string
  branchId: string | null
}

interface Earned {
  branchId: string
  currencyId: string
  lines: number
  bought: string
  sold: string
  buy: string
  sell: string
  cost: string
  dealing: string
  /** Of purchases that came back when they were worth something else. */
  corrected: string
}

/** What the lines of some settlements come to on each day: added as they settled, taken off as they came back. */
function daysOf(isAmong: (entry: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  // The settlements first, and their lines by their keys: whatever is guessed of how many there are.
  const linesOf = (settlements: RawBuilder<unknown>) => sql`
    (select s.company_id, s.deal_id, s.id from exchange.settlement s where s.company_id = kit.company() and ${settlements} offset 0) s
      join exchange.deal_line l on l.company_id = s.company_id and l.deal_id = s.deal_id and l.settlement_id = s.id`
  return sql`
    select business_date, branch_id, currency_id, side, sum(sign)::int as lines, sum(sign * quantity) as quantity,
      sum(sign * amount) as amount, coalesce(sum(sign * cost), 0) as cost, coalesce(sum(sign * dealing), 0) as dealing,
      coalesce(sum(corrected), 0) as corrected
    from (
      select 1 as sign, l.settled_on as business_date, l.branch_id, l.currency_id, l.side, l.quantity, l.amount, l.cost, l.dealing,
        null::numeric as corrected
      from ${linesOf(isAmong(sql`s.entry_id`))}
      union all
      select -1, l.reversed_on, l.branch_id, l.currency_id, l.side, l.quantity, l.amount, l.cost, l.dealing, l.reversal_gain
      from ${linesOf(isAmong(sql`s.reversal_id`))} where l.reversed_on is not null
    ) m group by 1, 2, 3, 4`
}

const unsealed = sql`select u.entry_id from ledger.unsealed_read u`
// As one list of ids, so that each is looked up by its index, whatever is guessed of how many there are.
const ofTail = daysOf((entry) => sql`${entry} = any(array(${unsealed}))`)
const ofSealed = daysOf((entry) => sql`${entry} is not null and ${entry} not in (${unsealed})`)

/** What lines have moved and earned on each day: of the days that are stored, and of what is not sealed yet. */
export const reported = sql`
  select d.business_date, d.branch_id, d.currency_id, d.side, d.lines, d.quantity, d.amount, d.cost, d.dealing, d.corrected
  from exchange.profit_day d where d.company_id = kit.company()
  union all
  select * from (${ofTail}) t`

/** What lines have moved and earned between two business dates, by branch and currency. */
export async function sumEarned(db: Db, scope: Scope, { from, to, branchId }: Asked): Promise<Earned[]> {
  const { rows } = await sql<Earned>`
    select l.branch_id, l.currency_id, sum(l.lines)::int as lines,
      trim_scale(coalesce(sum(l.quantity) filter (where l.side = 'buy'), 0))::text as bought,
      trim_scale(coalesce(sum(l.quantity) filter (where l.side = 'sell'), 0))::text as sold,
      coalesce(sum(l.amount) filter (where l.side = 'buy'), 0)::text as buy,
      coalesce(sum(l.amount) filter (where l.side = 'sell'), 0)::text as sell,
      coalesce(sum(l.cost) filter (where l.side = 'sell'), 0)::text as cost,
      coalesce(sum(l.dealing) filter (where l.side = 'sell'), 0)::text as dealing,
      coalesce(sum(l.corrected), 0)::text as corrected
    from (${reported}) l
    where l.business_date between ${from} and ${to}
      and ${withinScope(scope, 'branchIds', 'l.branchId')} and (${branchId}::uuid is null or l.branch_id = ${branchId})
    group by l.branch_id, l.currency_id`.execute(db)
  return rows
}

/** Adds what was handed over and came back by entries that a seal has taken up; of null all that is sealed, anew. */
export async function addSealed(db: Db, { entryIds }: { entryIds: readonly string[] | null }): Promise<void> {
  if (entryIds === null)
    await sql`delete from exchange.profit_day where company_id = kit.company()`.execute(db)
  const days = entryIds === null ? ofSealed : daysOf((entry) => sql`${entry} = any(${[...entryIds]}::uuid[])`)
  await sql`
    insert into exchange.profit_day (business_date, branch_id, currency_id, side, lines, quantity, amount, cost, dealing, corrected)
    select * from (${days}) m
    on conflict (company_id, business_date, branch_id, currency_id, side) do update
      set lines = profit_day.lines + excluded.lines, quantity = profit_day.quantity + excluded.quantity,
        amount = profit_day.amount + excluded.amount, cost = profit_day.cost + excluded.cost,
        dealing = profit_day.dealing + excluded.dealing, corrected = profit_day.corrected + excluded.corrected`.execute(
    db,
  )
}

/** Every day of what is sealed beside what is stored of it. */
export const profitLooks: Looks = {
  'the profit of the days is the sum of their lines': sql`
    select concat_ws(' ', coalesce(r.business_date, d.business_date), coalesce(r.branch_id, d.branch_id)) as name,
      (r.lines, r.quantity, r.amount, r.cost, r.dealing, r.corrected)
        is distinct from (d.lines, d.quantity, d.amount, d.cost, d.dealing, d.corrected) as wrong
    from (${ofSealed}) r
    full join (select * from exchange.profit_day where company_id = kit.company()) d
      on d.business_date = r.business_date and d.branch_id = r.branch_id and d.currency_id = r.currency_id and d.side = r.side`,
}
