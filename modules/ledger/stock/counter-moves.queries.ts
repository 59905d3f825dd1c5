import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** From a moment on, up to another where there is one; both inclusive, unless what was posted as it ended is left out. */
export interface Span {
  from: string
  until: string | null
  isEndLeftOut?: boolean
}

const ofCounter = (
  counterId: string,
  { from, until, isEndLeftOut = false }: Span,
) => sql`l.company_id = kit.company()
  and l.counter_id = ${counterId} and l.at >= ${from}
  and (${until}::timestamptz is null or l.at < ${until} or (l.at = ${until} and not ${isEndLeftOut}))`

export interface CounterMove {
  event: string
  itemId: string
  /** Entries. */
  count: number
  quantityIn: string
  quantityOut: string
}

/** What moved in a drawer, by what happened and by item. */
export async function listMovedAt(db: Db, counterId: string, span: Span): Promise<CounterMove[]> {
  const { rows } = await sql<CounterMove>`
    select e.event, l.item_id, count(distinct l.entry_id)::int as count,
      trim_scale(sum(greatest(l.quantity, 0)))::text as quantity_in,
      trim_scale(sum(greatest(-l.quantity, 0)))::text as quantity_out
    from ledger.line l join ledger.entry e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id
    where ${ofCounter(counterId, span)} and l.quantity is not null
    group by 1, 2 order by min(l.at), 1, 2`.execute(db)
  return rows
}

/** What lay in a drawer at a moment: what lies there now, less what has moved since. */
export async function listHeldSince(db: Db, counterId: string, from: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ itemId: string; quantity: string }>`
    select h.item_id, trim_scale(h.on_hand - coalesce((select sum(l.quantity) from ledger.line l
        where ${ofCounter(counterId, { from, until: null })} and l.item_id = h.item_id), 0))::text as quantity
    from ledger.holding h where h.company_id = kit.company() and h.counter_id = ${counterId}`.execute(db)
  return new Map(rows.map(({ itemId, quantity }) => [itemId, quantity]))
}

/** What the entries of a counter earned, and below zero cost, by account. */
export async function listEarnedAt(
  db: Db,
  counterId: string,
  span: Span,
): Promise<{ accountId: string; amount: string }[]> {
  const { rows } = await sql<{ accountId: string; amount: string }>`
    select l.account_id, trim_scale(-sum(l.amount))::text as amount
    from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
    where l.company_id = kit.company() and l.at >= ${span.from} and (${span.until}::timestamptz is null or l.at <= ${span.until})
      and a.class in ('income', 'expense')
      and (l.at, l.entry_id) in (select l.at, l.entry_id from ledger.line l where ${ofCounter(counterId, span)})
    group by 1, a.code having sum(l.amount) <> 0 order by a.code`.execute(db)
  return rows
}
