import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export interface CountRow {
  id: string
  state: string
  personId: string
  person: string
  branchId: string
  branch: string
  counter: string | null
  businessDate: string
  variance: string
  found: { itemId: string; difference: string }[]
}

/**
 * Counts between two business dates that are settled or wait for a second person, with what their last take found and whose that is: of
 * whoever counted last, and of a drawer that was taken over of whoever had it.
 */
export async function countsBetween(
  db: Db,
  scope: Scope,
  ask: {
    from: string
    to: string
    branchId?: string | undefined
    personId?: string | undefined
  },
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select k.id, k.state, p.id as person_id, p.name as person, k.branch_id, b.name as branch, c.name as counter,
      k.business_date, trim_scale(coalesce(k.variance, 0))::text as variance,
      (select coalesce(json_agg(json_build_object('itemId', l.item_id,
          'difference', trim_scale(coalesce(l.counted - l.expected, 0))::text) order by l.position), '[]')
        from inventory.count_line l where l.company_id = k.company_id and l.count_id = k.id and l.take = t.take) as found
    from inventory.count k
    join organisation.branch_name_read b on b.company_id = k.company_id and b.branch_id = k.branch_id
    left join organisation.counter_name_read c on c.company_id = k.company_id and c.counter_id = k.counter_id
    join lateral (select t.take, t.author_id, t.author from inventory.count_take t
      where t.company_id = k.company_id and t.count_id = k.id order by t.take desc limit 1) t on true
    left join inventory.day d on d.company_id = k.company_id and d.id = k.day_id and k.kind = 'opening'
    cross join lateral (select coalesce(d.taken_from_id, t.author_id) as id,
      case when d.taken_from_id is null then t.author else coalesce(
        (select h.author from inventory.handover h where h.company_id = d.company_id and h.counter_id = d.counter_id
          and h.author_id = d.taken_from_id order by h.created_at desc limit 1),
        -- A drawer was of who had opened its day, until another could hand it over.
        (select o.opened_by from inventory.day o where o.company_id = d.company_id and o.counter_id = d.counter_id
          and o.opened_by_id = d.taken_from_id order by o.opened_at desc limit 1)) end as name) p
    where k.company_id = kit.company() and k.state in ('processed', 'submitted') and k.kind <> 'store'
      and k.business_date between ${ask.from} and ${ask.to}
      and (${withinScope(scope, 'branchIds', 'k.branchId')} or ${withinScope(scope, 'counterIds', 'k.counterId')})
      and (${ask.branchId ?? null}::uuid is null or k.branch_id = ${ask.branchId ?? null})
      and (${ask.personId ?? null}::uuid is null or p.id = ${ask.personId ?? null})
    order by p.name, p.id, b.name, k.branch_id, k.business_date, k.created_at, k.id`.execute(db)
  return rows
}
