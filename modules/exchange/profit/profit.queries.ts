import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { ProfitAsk } from './profit.contract.ts'

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

/** What lines have moved and earned between two business dates, by branch and currency: added as they settled, taken off as they came back. */
export async function earned(db: Db, scope: Scope, { from, to, branchId }: ProfitAsk): Promise<Earned[]> {
  const here = sql`${withinScope(scope, 'branchIds', 'l.branchId')} and (${branchId}::uuid is null or l.branch_id = ${branchId})`
  const moved = (day: 'settled_on' | 'reversed_on') => sql`
    select l.branch_id, l.currency_id, l.side, count(*) as n, sum(l.quantity) as quantity, sum(l.amount) as amount,
      sum(l.cost) as cost, sum(l.dealing) as dealing,
      ${day === 'reversed_on' ? sql`sum(l.reversal_gain)` : sql`null::numeric`} as corrected
    from exchange.deal_line l
    where l.${sql.ref(day)} between ${from} and ${to} and ${here}
    group by l.branch_id, l.currency_id, l.side`
  const { rows } = await sql<Earned>`
    with moved as (
      select 1 as sign, t.* from (${moved('settled_on')}) t
      union all select -1, t.* from (${moved('reversed_on')}) t
    )
    select branch_id, currency_id, sum(sign * n)::int as lines,
      trim_scale(coalesce(sum(sign * quantity) filter (where side = 'buy'), 0))::text as bought,
      trim_scale(coalesce(sum(sign * quantity) filter (where side = 'sell'), 0))::text as sold,
      coalesce(sum(sign * amount) filter (where side = 'buy'), 0)::text as buy,
      coalesce(sum(sign * amount) filter (where side = 'sell'), 0)::text as sell,
      coalesce(sum(sign * cost) filter (where side = 'sell'), 0)::text as cost,
      coalesce(sum(sign * dealing) filter (where side = 'sell'), 0)::text as dealing,
      coalesce(sum(corrected), 0)::text as corrected
    from moved group by branch_id, currency_id`.execute(db)
  return rows
}
