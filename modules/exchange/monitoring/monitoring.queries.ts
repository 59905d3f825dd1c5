import { sql } from 'kysely'
import type { Filter, ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { filteredBy, listPage, listPart } from '#kit/server/list.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { counted, type DealState } from '../workflow/deal-workflow.domain.ts'

const columns = {
  id: 'd.id',
  number: 'd.number',
  state: 'd.state',
  branchId: 'd.branchId',
  counterId: 'd.counterId',
  customerId: 'd.customerId',
  customerName: 'd.customerName',
  businessDate: 'd.businessDate',
  createdAt: 'd.createdAt',
  settledAt: 'd.settledAt',
  submittedAt: 'd.submittedAt',
  currencies: 'd.currencies',
  amount: 'd.amount',
  makerId: 'd.makerId',
}
const rows = { columns, place: 'd.branchId' }
const order = { ...rows, order: ['createdAt-desc'], tie: 'd.id' }

/** Deals that the reader may see, in these states; with what lists show. */
const seen = (db: Db, scope: Scope, states: readonly DealState[] | undefined) => {
  const all = db.selectFrom('exchange.deal as d').where(withinScope(scope, 'counterIds', 'd.counterId'))
  return states ? all.where('d.state', 'in', [...states]) : all
}

const openGates = sql<string[]>`array(select distinct g.kind from approvals.gate_read g
  where g.company_id = d.company_id and g.subject_type = 'deal' and g.subject_id = d.id and g.state = 'open' order by 1)`

/**
 * A question for a currency among those of a deal as one for the texts that have it. There are few of those, and each is found by the
 * index, while deals are a million.
 */
async function byTexts<I extends Pick<ListInput, 'filters'>>(db: Db, input: I): Promise<I> {
  const replaced = async (filter: Filter): Promise<Filter> => {
    if ('filters' in filter)
      return { ...filter, filters: await Promise.all(filter.filters.map((one) => replaced(one))) }
    if (filter.key !== 'currencies' || filter.operator !== 'Contains' || typeof filter.value !== 'string')
      return filter
    const part = filter.value.toUpperCase()
    const texts = await sql<{ text: string }>`
      with recursive texts as (
        (select currencies as text from exchange.deal order by currencies limit 1)
        union all
        select (select d.currencies from exchange.deal d where d.currencies > t.text order by d.currencies limit 1)
        from texts t where t.text is not null
      )
      select text from texts where strpos(upper(text), ${part}) > 0`.execute(db)
    return { ...filter, operator: 'Equals', value: texts.rows.map(({ text }) => text) }
  }
  return { ...input, filters: await Promise.all(input.filters.map((one) => replaced(one))) }
}

export const list = async (
  db: Db,
  scope: Scope,
  states: readonly DealState[] | undefined,
  input: ListInput,
) =>
  listPage(
    db,
    seen(db, scope, states)
      .select([
        'd.id',
        'd.version',
        'd.number',
        'd.state',
        'd.isOnHold',
        'd.branchId',
        'd.counterId',
        'd.customerId',
        'd.customerName',
        'd.customerType',
        'd.businessDate',
        'd.currencies',
        'd.accounts',
        'd.buy',
        'd.sell',
        'd.fee',
        'd.net',
        'd.rounding',
        'd.amount',
        'd.maker',
        'd.createdAt',
        'd.submittedAt',
        'd.settledAt',
        'd.branchName',
        'd.counterName',
      ])
      .select(openGates.as('openGates')),
    await byTexts(db, input),
    order,
  )

/** What a row shows of the parts of its deal. */
export interface RowParts {
  id: string
  traded: { side: 'buy' | 'sell'; code: string; quantity: string; quoteUnit: number; rate: string }[]
  ended: { act: string; by: string; note: string } | null
}

/** What changes hands in the deals of a page, and by which act those that are over ended. */
export async function partsOfRows(db: Db, ids: readonly string[]): Promise<Map<string, RowParts>> {
  const { rows: found } = await sql<RowParts>`
    select d.id,
      (select coalesce(json_agg(json_build_object('side', l.side, 'code', coalesce(l.sub_currency_code, l.currency_code),
        'quantity', trim_scale(l.quantity)::text, 'quoteUnit', l.quote_unit, 'rate', trim_scale(l.rate)::text)
        order by l.position), '[]')
        from exchange.deal_line l where l.company_id = d.company_id and l.deal_id = d.id) as traded,
      (select json_build_object('act', e.act, 'by', e.by_name, 'note', e.note) from exchange.deal_event e
        where e.company_id = d.company_id and e.deal_id = d.id and e.to_state = d.state and e.from_state <> d.state
          and d.state in ('cancelled', 'rejected', 'reversed')
        order by e.position desc limit 1) as ended
    from exchange.deal d where d.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(found.map((one) => [one.id, one]))
}

/** Sums over every page of a list, of deals that go on or are done; what is realised with what deals left that came back. */
export async function sums(db: Db, scope: Scope, input: Pick<ListInput, 'filters' | 'calendar'>) {
  const filtered = await filteredBy(seen(db, scope, undefined) as never, await byTexts(db, input), rows)
  const base = filtered as unknown as ReturnType<typeof seen>
  const isCounted = sql`d.state = any(${[...counted]})`
  const total = await base
    .select([
      sql<string>`count(*) filter (where ${isCounted})`.as('deals'),
      sql<string>`coalesce(sum(d.buy) filter (where ${isCounted}), 0)::text`.as('buy'),
      sql<string>`coalesce(sum(d.sell) filter (where ${isCounted}), 0)::text`.as('sell'),
      sql<string>`coalesce(sum(d.fee) filter (where ${isCounted}), 0)::text`.as('fee'),
      sql<string>`coalesce(sum(d.realised), 0)::text`.as('realised'),
    ])
    .executeTakeFirstOrThrow()
  const currencies = await base
    .where('d.state', 'in', [...counted])
    .innerJoin('exchange.dealLine as l', (join) =>
      join.onRef('l.companyId', '=', 'd.companyId').onRef('l.dealId', '=', 'd.id'),
    )
    .select([
      'l.currencyId',
      'l.currencyCode as code',
      sql<string>`coalesce(sum(l.quantity) filter (where l.side = 'buy'), 0)::text`.as('bought'),
      sql<string>`coalesce(sum(l.quantity) filter (where l.side = 'sell'), 0)::text`.as('sold'),
      sql<string>`coalesce(sum(l.amount) filter (where l.side = 'buy'), 0)::text`.as('buy'),
      sql<string>`coalesce(sum(l.amount) filter (where l.side = 'sell'), 0)::text`.as('sell'),
    ])
    .groupBy(['l.currencyId', 'l.currencyCode'])
    .orderBy('l.currencyCode')
    .execute()
  return { ...total, deals: Number(total.deals), currencies }
}

/** A thousand deals of a list, the latest first, after the one that came last; with what a workbook has of them. */
export async function listForExport(
  db: Db,
  scope: Scope,
  states: readonly DealState[] | undefined,
  input: Pick<ListInput, 'filters' | 'calendar'>,
  last: string | undefined,
) {
  const query = seen(db, scope, states)
    .select(['d.id', 'd.number', 'd.state', 'd.businessDate', 'd.createdAt', 'd.settledAt', 'd.branchId'])
    .select([
      'd.branchName',
      'd.counterName',
      'd.customerName',
      'd.currencies',
      'd.accounts',
      'd.buy',
      'd.sell',
      'd.fee',
      'd.net',
      'd.rounding',
      'd.maker',
    ])
  return listPart(query, await byTexts(db, input), { ...rows, tie: 'd.id' }, last)
}
