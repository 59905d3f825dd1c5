import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { addEvents, eventsBeside, rebuildEvents } from './event-flows.queries.ts'
import { addStock, rebuildStock, stockBeside } from './stock-days.queries.ts'

/** A seal up to which the balances go. */
export interface Mark {
  number: string
  hash: Buffer
}

/** Tells which entries were sealed, in the transaction of the seal: each once. Null: all that are sealed, anew. */
export const entriesSealed = hook<{ entryIds: readonly string[] | null }, void>('ledger.entriesSealed')

const markOf = async (db: Db): Promise<Mark | undefined> =>
  db.selectFrom('ledger.balancedTo').select(['number', 'hash']).executeTakeFirst()

const isSame = (one: Mark | undefined, other: Mark | undefined) =>
  one === undefined || other === undefined
    ? one === other
    : one.number === other.number && one.hash.equals(other.hash)

/**
 * Adds entries to the balances of their days as a seal takes them up, each once: `before` is the seal before it. Where the balances
 * go up to another (a chain that was restored or made anew), they are made anew of all that is sealed.
 */
export async function addSealed(
  db: Db,
  entries: readonly { id: string; at: string }[],
  { before, seal }: { before: Mark | undefined; seal: Mark },
): Promise<void> {
  const isNext = isSame(await markOf(db), before)
  if (isNext) await add(db, entries)
  else await rebuild(db)
  await entriesSealed.ask(db, { entryIds: isNext ? entries.map(({ id }) => id) : null })
  await sql`insert into ledger.balanced_to (number, hash) values (${seal.number}, ${seal.hash})
    on conflict (company_id) do update set number = excluded.number, hash = excluded.hash`.execute(db)
}

/** What lines moved of each account in each branch and day. */
const moved = (lines: RawBuilder<unknown>) => sql`
  select account_id, branch_id, business_date, coalesce(sum(amount) filter (where amount > 0), 0) as debit,
    coalesce(-sum(amount) filter (where amount < 0), 0) as credit
  from (${lines}) l group by 1, 2, 3`

const addDays = (db: Db, lines: RawBuilder<unknown>) =>
  sql`
  insert into ledger.day_balance (account_id, business_date, branch_id, counter_id, item_id, holder_id, party_type, party_id,
    quantity, value)
  select account_id, business_date, branch_id, counter_id, item_id, holder_id, party_type, party_id, coalesce(sum(quantity), 0),
    sum(amount)
  from (${lines}) l group by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict on constraint day_balance_key do update
    set quantity = day_balance.quantity + excluded.quantity, value = day_balance.value + excluded.value`.execute(
    db,
  )

async function add(db: Db, entries: readonly { id: string; at: string }[]): Promise<void> {
  const lines = sql`
    select l.* from unnest(${entries.map(({ at }) => at)}::timestamptz[], ${entries.map(({ id }) => id)}::uuid[]) e (at, id)
    cross join lateral (
      select * from ledger.line l where l.company_id = kit.company() and l.at = e.at and l.entry_id = e.id offset 0) l`
  await addDays(db, lines)
  await addStock(db, lines)
  await addEvents(db, lines)
  // A day that is new begins with what its account came to before it; then it and all later ones take up what was moved.
  await sql`
    insert into ledger.account_day (account_id, branch_id, business_date, debit, credit, closing)
    select g.*, coalesce((select p.closing from ledger.account_day p
      where p.company_id = kit.company() and p.account_id = g.account_id and p.branch_id = g.branch_id
        and p.business_date < g.business_date
      order by p.business_date desc limit 1), 0)
    from (${moved(lines)}) g
    on conflict (company_id, account_id, branch_id, business_date) do update
      set debit = account_day.debit + excluded.debit, credit = account_day.credit + excluded.credit`.execute(
    db,
  )
  await sql`
    update ledger.account_day d set closing = d.closing + m.moved
    from (
      select o.account_id, o.branch_id, o.business_date, sum(g.debit - g.credit) as moved
      from (${moved(lines)}) g join ledger.account_day o on o.company_id = kit.company() and o.account_id = g.account_id
        and o.branch_id = g.branch_id and o.business_date >= g.business_date
      group by 1, 2, 3
    ) m
    where d.company_id = kit.company() and d.account_id = m.account_id and d.branch_id = m.branch_id
      and d.business_date = m.business_date`.execute(db)
}

/** The lines of all entries that a seal holds. */
const sealedLines = sql`
  select l.* from ledger.entry e
  join ledger.sealed s on s.company_id = e.company_id and s.entry_id = e.id
  join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
  where e.company_id = kit.company()`

const closings = sql`
  select g.account_id, g.branch_id, g.business_date, g.debit, g.credit,
    sum(g.debit - g.credit) over (partition by g.account_id, g.branch_id order by g.business_date) as closing
  from (${moved(sealedLines)}) g`

async function rebuild(db: Db): Promise<void> {
  await sql`delete from ledger.day_balance where company_id = kit.company()`.execute(db)
  await sql`delete from ledger.account_day where company_id = kit.company()`.execute(db)
  await addDays(db, sealedLines)
  await sql`insert into ledger.account_day (account_id, branch_id, business_date, debit, credit, closing)
    select * from (${closings}) c`.execute(db)
  await rebuildStock(db, sealedLines)
  await rebuildEvents(db, sealedLines)
}

const place = sql.raw(
  'account_id, business_date, branch_id, counter_id, item_id, holder_id, party_type, party_id',
)

/** Every day of what is sealed, by place, beside what is stored of it. Both are whole: one statement sees one moment. */
export const daysBeside: RawBuilder<unknown> = sql`
  select coalesce(r.name, s.name) as name, (r.quantity, r.value) is distinct from (s.quantity, s.value) as wrong
  from (
    select concat_ws(' ', 'day', ${place}) as name, coalesce(sum(quantity), 0) as quantity, sum(amount) as value
    from (${sealedLines}) l group by ${place}
  ) r full join (
    select concat_ws(' ', 'day', ${place}) as name, quantity, value from ledger.day_balance where company_id = kit.company()
  ) s on s.name = r.name
  union all
  select concat_ws(' ', 'account', coalesce(r.account_id, s.account_id), coalesce(r.branch_id, s.branch_id),
      coalesce(r.business_date, s.business_date)),
    (r.debit, r.credit, r.closing) is distinct from (s.debit, s.credit, s.closing)
  from (${closings}) r
  full join (select * from ledger.account_day where company_id = kit.company()) s
    on s.account_id = r.account_id and s.branch_id = r.branch_id and s.business_date = r.business_date
  union all ${stockBeside(sealedLines)}
  union all ${eventsBeside(sealedLines)}`

/** The same of some days of some branches, which a month is looked at by. */
export const daysBesideIn = ({
  branchIds,
  from,
  to,
}: {
  branchIds: readonly string[]
  from: string
  to: string
}): RawBuilder<unknown> => {
  const here = sql`l.company_id = kit.company() and l.branch_id = any(${[...branchIds]}::uuid[])
    and l.business_date between ${from} and ${to}`
  return sql`
    select concat_ws(' ', coalesce(r.account_id, s.account_id), coalesce(r.business_date, s.business_date)) as name,
      r.value is distinct from s.value as wrong
    from (
      select l.account_id, l.branch_id, l.business_date, sum(l.amount) as value from ledger.line l
      where ${here} and l.entry_id not in (select entry_id from ledger.unsealed_read)
      group by 1, 2, 3
    ) r full join (
      select l.account_id, l.branch_id, l.business_date, l.debit - l.credit as value from ledger.account_day l where ${here}
    ) s on s.account_id = r.account_id and s.branch_id = r.branch_id and s.business_date = r.business_date`
}

/** The branches in reach, or one of them. */
const branchesIn = (scope: Scope, branchId: string | undefined) => sql`
  select b.branch_id from organisation.branch_name_read b
  where b.company_id = kit.company() and ${withinScope(scope, 'branchIds', 'b.branchId')}
    and (${branchId ?? null}::uuid is null or b.branch_id = ${branchId ?? null})`

/** What an account of a branch came to at the end of its last day before one. */
const closingBefore = (accountId: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`
  (select d.closing from ledger.account_day d where d.company_id = kit.company() and d.account_id = ${accountId}
    and d.branch_id = b.branch_id and d.business_date < ${day} order by d.business_date desc limit 1)`

/** What each account comes to over the branches in reach: its last closing in each, and what is not sealed yet. */
export async function balancesNow(db: Db, scope: Scope): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; balance: string }>`
    with b as materialized (${branchesIn(scope, undefined)}), tail as materialized (
      select l.account_id, sum(l.amount) as amount from ledger.tail_line l
      where l.branch_id in (select branch_id from b) group by 1
    )
    select a.id, trim_scale(coalesce((select sum(${closingBefore(sql`a.id`, sql`'infinity'::date`)}) from b), 0)
      + coalesce(t.amount, 0))::text as balance
    from ledger.account a left join tail t on t.account_id = a.id where a.company_id = kit.company()`.execute(
    db,
  )
  return new Map(rows.map(({ id, balance }) => [id, balance]))
}

export interface Ask {
  accountId: string
  branchId?: string | undefined
  /** Only the lines of a party: under which ids they may have been posted. */
  party?: { type: string; ids: readonly string[] } | undefined
  from: string
  to: string
}

/** What an account came to before a day, and up to one. */
export async function balancesAt(
  db: Db,
  scope: Scope,
  ask: Ask,
): Promise<{ opening: string; closing: string }> {
  const { accountId, branchId, party, from, to } = ask
  const ofParty = party
    ? sql`l.party_type = ${party.type} and l.party_id = any(${[...party.ids]}::uuid[])`
    : sql`true`
  const sealed = party
    ? sql`select coalesce(sum(l.value) filter (where l.business_date < ${from}), 0), coalesce(sum(l.value), 0)
        from ledger.day_balance l where l.company_id = kit.company() and l.account_id = ${accountId} and ${ofParty}
          and l.business_date <= ${to} and l.branch_id in (select branch_id from b)`
    : sql`select coalesce(sum(${closingBefore(sql`${accountId}`, sql`${from}::date`)}), 0),
        coalesce(sum(${closingBefore(sql`${accountId}`, sql`${to}::date + 1`)}), 0) from b`
  const { rows } = await sql<{ opening: string; closing: string }>`
    with b as materialized (${branchesIn(scope, branchId)}), s (opening, closing) as (${sealed}), t as (
      select coalesce(sum(l.amount) filter (where l.business_date < ${from}), 0) as opening, coalesce(sum(l.amount), 0) as closing
      from ledger.tail_line l where l.account_id = ${accountId} and l.business_date <= ${to} and ${ofParty}
        and l.branch_id in (select branch_id from b)
    )
    select trim_scale(s.opening + t.opening)::text as opening, trim_scale(s.closing + t.closing)::text as closing
    from s, t`.execute(db)
  return rows[0] ?? { opening: '0', closing: '0' }
}

export interface PartyBalance {
  partyType: string
  partyId: string
  balance: string
}

/** What an account comes to by each party as it was posted, over the branches in reach. */
export async function byParty(
  db: Db,
  scope: Scope,
  { accountId, branchId }: { accountId: string; branchId?: string | undefined },
): Promise<PartyBalance[]> {
  const { rows } = await sql<PartyBalance>`
    with b as materialized (${branchesIn(scope, branchId)})
    select party_type, party_id, trim_scale(sum(value))::text as balance from (
      select l.party_type, l.party_id, l.branch_id, l.value from ledger.day_balance l
      where l.company_id = kit.company() and l.account_id = ${accountId} and l.party_id is not null
      union all
      select l.party_type, l.party_id, l.branch_id, l.amount from ledger.tail_line l
      where l.account_id = ${accountId} and l.party_id is not null
    ) l where l.branch_id in (select branch_id from b) group by 1, 2`.execute(db)
  return rows
}
