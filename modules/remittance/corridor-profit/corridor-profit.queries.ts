import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { subjectType } from '../order-rows/orders.domain.ts'
import { prefundEvents } from '../prefunds/prefunds.domain.ts'
import { differenceType } from '../statement-differences/statement-differences.domain.ts'

/** What a line is to the profit of an order. */
export type Share = 'cost' | 'fee' | 'gain' | 'margin' | 'owed'

interface Ask {
  /** Which ledgers the shares are posted to. */
  ledgers: readonly { accountId: string; share: Share }[]
  from: string
  to: string
  branchId: string | undefined
}

export interface Earned {
  providerId: string
  provider: string
  country: string | null
  method: string | null
  currency: string | null
  orders: number
  sends: string
  margin: string
  fee: string
  cost: string
  gain: string
}

const moved = [prefundEvents.accepted.code, prefundEvents.returned.code]
/** What a partner takes or gives back for no order is its cost; its other moves are of treasury. */
const ofNoOrder = ['prefundMove', differenceType]

/** What orders and their partners brought between two business dates by the books, by corridor; costs are below zero. */
export async function listEarned(db: Db, scope: Scope, { ledgers, from, to, branchId }: Ask) {
  const earned = (share: Share) => sql`coalesce(-sum(l.amount) filter (where g.share = ${share}), 0)::text`
  const isMoved = sql`g.share = 'owed' and l.event = any(${moved}::text[])`
  const { rows } = await sql<Earned>`
    with g as materialized (select * from unnest(${ledgers.map(({ accountId }) => accountId)}::uuid[],
      ${ledgers.map(({ share }) => share)}::text[]) g (account_id, share))
    select p.id as provider_id, p.name as provider, o.country, o.method, o.currency,
      coalesce(sum(sign(l.amount)) filter (where ${isMoved}), 0)::int as orders,
      coalesce(sum(l.amount) filter (where ${isMoved}), 0)::text as sends,
      ${earned('margin')} as margin, ${earned('fee')} as fee, ${earned('cost')} as cost, ${earned('gain')} as gain
    from ledger.source_line_read l
    join g on g.account_id = l.account_id
    left join remittance.payout_order o on l.source_type = ${subjectType} and o.company_id = l.company_id and o.id = l.source_id
    left join remittance.prefund_move m on l.source_type = 'prefundMove' and m.company_id = l.company_id and m.id = l.source_id
    left join remittance.statement_difference d
      on l.source_type = ${differenceType} and d.company_id = l.company_id and d.id = l.source_id
    join remittance.provider p on p.company_id = l.company_id and p.id = coalesce(o.provider_id, m.provider_id, d.provider_id)
    where l.company_id = kit.company() and l.business_date between ${from} and ${to}
      and (l.source_type = ${subjectType} or (l.source_type = any(${ofNoOrder}::text[]) and g.share = 'cost'))
      and ${withinScope(scope, 'branchIds', 'l.branchId')} and (${branchId ?? null}::uuid is null or l.branch_id = ${branchId ?? null})
    group by p.id, p.name, o.country, o.method, o.currency
    order by o.country nulls last, o.method, p.name, o.currency, p.id`.execute(db)
  return rows
}
