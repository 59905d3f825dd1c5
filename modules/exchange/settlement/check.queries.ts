import { sql } from 'kysely'
import { lookAt, type Looks } from '#modules/ledger/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { profitLooks, reported } from '../profit/profit.queries.ts'
import { settledEvent, settledEvents } from './settlement.domain.ts'

const looks: Looks = {
  'a deal that changed hands is posted once, and nothing else is': sql`
    select coalesce(s.id, e.source_id)::text as name, s.entry_id is distinct from e.entry_id as wrong
    from (select id, entry_id from exchange.settlement where company_id = kit.company()) s
    full join (
      select distinct source_id, entry_id from ledger.moved_read
      where company_id = kit.company() and source_type = 'deal' and event = ${settledEvent.code}
    ) e on e.source_id = s.id`,
  'what came back is posted back': sql`
    select s.id::text as name, count(e.entry_id) <> 1 as wrong from exchange.settlement s
    left join (select distinct entry_id from ledger.moved_read where company_id = kit.company()) e on e.entry_id = s.reversal_id
    where s.company_id = kit.company() and s.reversal_id is not null group by s.id`,
  'stock moved as the lines of the deal say, and had cost that': sql`
    select concat_ws(' ', coalesce(d.settlement_id, m.source_id), coalesce(d.item_id, m.item_id)) as name,
      (d.quantity, d.worth) is distinct from (m.quantity, m.worth) as wrong
    from (
      select settlement_id, item_id, sum(case side when 'buy' then quantity else -quantity end) as quantity,
        sum(case side when 'buy' then amount else -cost end) as worth
      from exchange.deal_line where company_id = kit.company() and settlement_id is not null group by 1, 2
    ) d full join (
      select source_id, item_id, sum(quantity) as quantity, sum(amount) as worth from ledger.moved_read
      where company_id = kit.company() and source_type = 'deal' and event = ${settledEvent.code} and item_id is not null group by 1, 2
    ) m on m.source_id = d.settlement_id and m.item_id = d.item_id`,
  'profit of deals is what the accounts of gain and loss say': sql`
    with item as (select distinct item_id, currency_id from exchange.deal_line where company_id = kit.company())
    select concat_ws(' ', coalesce(p.business_date, j.business_date), coalesce(p.branch_id, j.branch_id),
        coalesce(p.currency_id, j.currency_id)) as name, coalesce(p.gain, 0) <> coalesce(j.gain, 0) as wrong
    from (
      select business_date, branch_id, currency_id,
        sum(case side when 'sell' then amount - cost else 0 end + corrected) as gain from (${reported}) r group by 1, 2, 3
    ) p full join (
      select g.business_date, g.branch_id, coalesce(i.currency_id, g.item_id) as currency_id, sum(g.gain) as gain
      from ledger.gain_read g left join item i on i.item_id = g.item_id
      where g.company_id = kit.company() and g.event = any(${[...settledEvents]}) group by 1, 2, 3
    ) j on j.business_date = p.business_date and j.branch_id = p.branch_id and j.currency_id = p.currency_id`,
  'of a settled deal everything changed hands, of an open one nothing': sql`
    select d.id::text as name, case d.state
        when 'settled' then l.handed <> l.all_of_it or l.all_of_it = 0
        when 'reversed' then l.back <> l.handed
        when 'partiallySettled' then l.handed + p.handed = 0
        else l.handed + p.handed <> 0 end as wrong
    from exchange.deal d
    cross join lateral (select count(*) as all_of_it, count(settlement_id) as handed, count(reversed_on) as back
      from exchange.deal_line where company_id = d.company_id and deal_id = d.id) l
    cross join lateral (select count(settlement_id) as handed
      from exchange.deal_payment where company_id = d.company_id and deal_id = d.id) p
    where d.company_id = kit.company()`,
  'a deal that passed has no gate open, and none was opened by who made it': sql`
    select d.id::text as name, bool_or(g.state = 'open' and (d.state in ('pending', 'reversed')
        -- What was handed over waits for a reversal, or for the old rate of its rest.
        or d.state in ('partiallySettled', 'settled') and g.kind not in ('reversal', 'rest')))
      or bool_or(g.decided_by_id = d.maker_id) as wrong
    from exchange.deal d join approvals.gate_read g
      on g.company_id = d.company_id and g.subject_type = 'deal' and g.subject_id = d.id
    where d.company_id = kit.company() group by d.id`,
  'what is held of a deal elsewhere is of one that is there': sql`
    select concat_ws(' ', h.held, h.subject_id) as name, d.id is null as wrong
    from (
      select 'gate' as held, company_id, subject_id from approvals.gate_read where company_id = kit.company() and subject_type = 'deal'
      union select 'fee', company_id, subject_id from charges.fee_read where company_id = kit.company() and subject_type = 'deal'
      union select 'route', company_id, subject_id from approvals.route_read where company_id = kit.company() and subject_type = 'deal'
    ) h left join exchange.deal d on d.company_id = h.company_id and d.id = h.subject_id`,
  'each deal with a number holds that number': sql`
    select coalesce(d.number, n.number) as name, d.id is distinct from n.deal_id as wrong
    from (select * from exchange.deal where company_id = kit.company() and number is not null) d
    full join (select * from exchange.deal_number where company_id = kit.company()) n
      on n.company_id = d.company_id and n.branch_id = d.branch_id and n.number = d.number`,
  'numbers of deals follow one another without a gap': sql`
    select concat_ws(' ', s.branch_id, s.year) as name,
      count(distinct d.number) <> s.last or max(right(d.number, 6)::int) is distinct from s.last as wrong
    from organisation.number_series_read s
    left join exchange.deal d on d.company_id = s.company_id and d.branch_id = s.branch_id
      and d.number like '%-' || s.year || '-______'
    where s.company_id = kit.company() and s.kind = 'deal' group by s.branch_id, s.year, s.last`,
}

/** Not looked at where deals are posted by value: no line has a quantity or a cost. */
const ofStock = [
  'stock moved as the lines of the deal say, and had cost that',
  'profit of deals is what the accounts of gain and loss say',
]

/** Looks at whether deals and books say the same, in the company of the connection. */
export async function lookAtDeals(db: Db) {
  const all: Looks = { ...looks, ...profitLooks }
  const isKept = await keepsStock(db)
  return lookAt(
    db,
    Object.fromEntries(Object.entries(all).filter(([what]) => isKept || !ofStock.includes(what))),
  )
}
