import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { inDrawers } from '../accounts/accounts.domain.ts'
import { daysBeside, daysBesideIn } from '../balances/balances.queries.ts'
import { promises } from './check.domain.ts'

export interface Look {
  what: string
  /** How many were looked at. */
  seen: number
  /** Those that are wrong, the first few told. */
  wrong: number
  examples: string[]
}

/** What is promised, each with a query that answers a row for everything it looked at: its name, and whether it is wrong. */
export type Looks = Record<string, RawBuilder<unknown>>

/** The lines that have moved a pool, with its kind. */
const pooledLines = sql`
  select l.branch_id, a.keeps as kind, l.holder_id, l.item_id, l.pool_seq, l.quantity, l.amount from ledger.line l
  join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
  where l.company_id = kit.company() and l.pool_seq is not null`
const samePool = sql`l.branch_id = p.branch_id and l.kind = p.kind and l.item_id = p.item_id
  and coalesce(l.holder_id, l.branch_id) = coalesce(p.holder_id, p.branch_id)`

const looks: Looks = {
  'entries balance in each branch': sql`
    select e.id::text as name, coalesce(sum(l.amount), 1) <> 0 as wrong from ledger.entry e
    left join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
    where e.company_id = kit.company() group by e.id, l.branch_id`,
  'what branches owe one another is even': sql`
    select concat_ws(' ', l.one, l.other) as name, sum(l.amount) <> 0 as wrong from (
      select least(l.branch_id, l.party_id) as one, greatest(l.branch_id, l.party_id) as other, l.amount from ledger.line l
      where l.company_id = kit.company() and l.party_type = 'branch'
    ) l group by l.one, l.other`,
  'lines belong to an entry': sql`
    select l.entry_id::text as name, e.id is null as wrong from ledger.line l
    left join ledger.entry e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id
    where l.company_id = kit.company()`,
  'every event of a source is posted once': sql`
    select e.source_id || ' ' || e.event as name, count(*) <> 1 or count(p.entry_id) <> 1 as wrong from ledger.entry e
    left join ledger.posted p on p.company_id = e.company_id and p.source_id = e.source_id and p.event = e.event and p.entry_id = e.id
    where e.company_id = kit.company() group by e.source_id, e.event`,
  'holdings are the sum of their lines': sql`
    select concat_ws(' ', h.branch_id, h.counter_id, h.item_id) as name, h.on_hand is distinct from l.quantity as wrong
    from (select * from ledger.holding where company_id = kit.company()) h
    full join (
      select branch_id, counter_id, account_id, item_id, holder_id, sum(quantity) as quantity from ledger.line
      join ledger.account a on a.company_id = line.company_id and a.id = line.account_id and a.keeps is not null
      where line.company_id = kit.company() and quantity is not null group by 1, 2, 3, 4, 5
    ) l on l.branch_id = h.branch_id and l.account_id = h.account_id and l.item_id = h.item_id
      and coalesce(l.counter_id, l.branch_id) = coalesce(h.counter_id, h.branch_id)
      and coalesce(l.holder_id, l.branch_id) = coalesce(h.holder_id, h.branch_id)`,
  'pools are the sum of their lines': sql`
    select concat_ws(' ', p.branch_id, p.kind, p.holder_id, p.item_id) as name,
      (p.quantity, p.value, p.seq) is distinct from (coalesce(l.quantity, 0), coalesce(l.value, 0), coalesce(l.seq, 0)) as wrong
    from (select * from ledger.pool where company_id = kit.company()) p
    full join (
      select branch_id, kind, holder_id, item_id, sum(quantity) as quantity, sum(amount) as value, count(*) as seq
      from (${pooledLines}) l group by 1, 2, 3, 4
    ) l on ${samePool}`,
  'the lines of a pool follow one another': sql`
    select concat_ws(' ', branch_id, kind, holder_id, item_id) as name,
      bool_or(pool_seq <> row_number) or bool_or(quantity = 0 and value <> 0) as wrong
    from (
      select branch_id, kind, holder_id, item_id, pool_seq, row_number() over w,
        sum(quantity) over w as quantity, sum(amount) over w as value
      from (${pooledLines}) l window w as (partition by branch_id, kind, holder_id, item_id order by pool_seq)
    ) l group by branch_id, kind, holder_id, item_id`,
  'a sub-ledger has no line of nobody': sql`
    select l.entry_id::text as name, l.party_id is null as wrong from ledger.line l
    join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.party is not null
    where l.company_id = kit.company()`,
  'nothing is below zero, and nothing is worth something': sql`
    select concat_ws(' ', branch_id, kind, holder_id, item_id) as name,
      (not may_be_negative and (quantity < 0 or value < 0)) or (quantity = 0 and value <> 0) as wrong
    from ledger.pool where company_id = kit.company()
    union all
    select concat_ws(' ', branch_id, counter_id, item_id), not may_be_negative and (on_hand < reserved or on_hand < 0)
    from ledger.holding where company_id = kit.company()`,
  'what is promised is the sum of the promises': sql`
    select h.id::text as name, h.reserved <> coalesce(sum(r.quantity), 0) as wrong from ledger.holding h
    left join ledger.reservation r on r.company_id = h.company_id and r.holding_id = h.id
    where h.company_id = kit.company() group by h.id, h.reserved`,
  'stock in the accounts is stock in the pools': sql`
    select concat_ws(' ', l.branch_id, l.kind, l.holder_id, l.item_id) as name, l.quantity is distinct from p.quantity as wrong from (
      select h.branch_id, a.keeps as kind, h.holder_id, h.item_id, sum(h.on_hand) as quantity from ledger.holding h
      join ledger.account a on a.company_id = h.company_id and a.id = h.account_id and a.keeps <> 'cash'
      where h.company_id = kit.company() group by 1, 2, 3, 4
    ) l full join (select * from ledger.pool where company_id = kit.company()) p on ${samePool}`,
  'balances of the days are the sums of what is sealed': daysBeside,
}

/** What holds lines against pools and quantities: of accounts that a company knows by value only nothing can be compared. */
function stockLooks(isKept: boolean): Looks {
  const compared = isKept ? sql`true` : sql`coalesce(a.keeps <> all (${[...inDrawers]}::text[]), true)`
  return {
    'what has a cost lies in a pool, and nothing else does': sql`
      select l.entry_id::text as name,
        (l.pool_seq is not null) is distinct from coalesce(a.keeps <> 'cash', false) as wrong
      from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
      where l.company_id = kit.company() and ${compared}`,
    'stock is worth in the accounts what it is in the pools': sql`
      select concat_ws(' ', l.branch_id, l.kind, l.holder_id, l.item_id) as name, l.amount is distinct from p.value as wrong from (
        select l.branch_id, a.keeps as kind, l.holder_id, l.item_id, sum(l.amount) as amount from ledger.line l
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.keeps <> 'cash' and ${compared}
        where l.company_id = kit.company() group by 1, 2, 3, 4
      ) l full join (select * from ledger.pool where company_id = kit.company() and seq > 0) p on ${samePool}`,
    'local cash is worth its quantity': sql`
      select l.entry_id::text as name, l.quantity is distinct from l.amount as wrong from ledger.line l
      join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.keeps = 'cash'
      where l.company_id = kit.company() and ${compared}`,
  }
}

/** All looks in the order in which they are told. */
async function looksFor(db: Db): Promise<Looks> {
  const all = { ...looks, ...stockLooks(await keepsStock(db)) }
  return Object.fromEntries(Object.values(promises).map((what) => [what, all[what] as Looks[string]]))
}

/** Looks at everything the books promise, in the company of the connection. */
export const look = async (db: Db): Promise<Look[]> => lookAt(db, await looksFor(db))

/** Looks at some of it, in the order asked. */
export async function looksOf(db: Db, asked: readonly string[]): Promise<Look[]> {
  const all = await looksFor(db)
  return lookAt(db, Object.fromEntries(asked.flatMap((what) => (all[what] ? [[what, all[what]]] : []))))
}

/** What of it is looked at while somebody waits: of stock and promises all, which are few; of entries those that it is told. */
const quick = [
  'nothing is below zero, and nothing is worth something',
  'what is promised is the sum of the promises',
  'stock in the accounts is stock in the pools',
] as const

/** Looks at what the books promise of the entries of some days in some branches, and at what lies there now. */
export const lookAtMonth = (
  db: Db,
  { branchIds, from, to }: { branchIds: readonly string[]; from: string; to: string },
): Promise<Look[]> =>
  lookAt(db, {
    'entries of the month balance': sql`
      select l.entry_id::text as name, sum(l.amount) <> 0 as wrong from ledger.line l
      where l.company_id = kit.company() and l.branch_id = any(${[...branchIds]}::uuid[])
        and l.business_date between ${from} and ${to} group by l.at, l.entry_id, l.branch_id`,
    'balances of the days are the sums of what is sealed': daysBesideIn({ branchIds, from, to }),
    ...Object.fromEntries(quick.map((what) => [what, looks[what] as Looks[string]])),
  })

/** Looks at everything that is promised, in the company of the connection. */
export async function lookAt(db: Db, promised: Looks): Promise<Look[]> {
  const found: Look[] = []
  for (const [what, rows] of Object.entries(promised)) {
    const { rows: answers } = await sql<{ seen: string; wrong: string; examples: string[] | null }>`
      select count(*) as seen, count(*) filter (where wrong) as wrong,
        (array_agg(name) filter (where wrong))[1:3] as examples from (${rows}) r`.execute(db)
    const { seen = '0', wrong = '0', examples } = answers[0] ?? {}
    found.push({ what, seen: Number(seen), wrong: Number(wrong), examples: examples ?? [] })
  }
  return found
}

export interface Replayed {
  holdings: number
  pools: number
  /** Balances of days. */
  days: number
  differences: string[]
}

/**
 * Builds holdings, pools and the balances of every day anew from the lines alone, in the order of posting; answers how many there
 * are and which differ from what is stored. One statement sees one moment, so deals may be posted meanwhile.
 */
export async function replay(db: Db): Promise<Replayed> {
  const { rows } = await sql<Replayed>`
    with days as materialized (${daysBeside}), rebuilt_holding as (
      select l.branch_id, l.counter_id, l.account_id, l.item_id, l.holder_id, sum(l.quantity) as on_hand from ledger.line l
      join ledger.account a on a.company_id = l.company_id and a.id = l.account_id and a.keeps is not null
      where l.company_id = kit.company() and l.quantity is not null group by 1, 2, 3, 4, 5
    ), rebuilt_pool as (
      select distinct on (branch_id, kind, holder_id, item_id) branch_id, kind, holder_id, item_id, sum(quantity) over w as quantity,
        sum(amount) over w as value, row_number() over w as seq
      from (${pooledLines}) l window w as (partition by branch_id, kind, holder_id, item_id order by pool_seq)
      order by branch_id, kind, holder_id, item_id, pool_seq desc
    ), stored_holding as (
      select branch_id, counter_id, account_id, item_id, holder_id, on_hand from ledger.holding where company_id = kit.company()
    ), stored_pool as (
      select branch_id, kind, holder_id, item_id, quantity, value, seq from ledger.pool where company_id = kit.company() and seq > 0
    ), differing as (
      select name as what from days where wrong
      union all
      (select 'holding ' || concat_ws(' ', branch_id, counter_id, item_id, on_hand::text) as what
        from (select * from stored_holding except select * from rebuilt_holding) h)
      union all
      (select 'pool ' || concat_ws(' ', branch_id, kind, holder_id, item_id, quantity::text, value::text)
        from (select * from stored_pool except select * from rebuilt_pool) p)
      union all
      select 'the number of holdings'
        where (select count(*) from stored_holding) <> (select count(*) from rebuilt_holding)
      union all
      select 'the number of pools' where (select count(*) from stored_pool) <> (select count(*) from rebuilt_pool)
    )
    select (select count(*) from rebuilt_holding)::int as holdings, (select count(*) from rebuilt_pool)::int as pools,
      (select count(*) from days)::int as days, array(select what from differing) as differences`.execute(db)
  return rows[0] ?? { holdings: 0, pools: 0, days: 0, differences: [] }
}
