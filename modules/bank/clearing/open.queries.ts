import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { openingEvent } from '../accounts/accounts.domain.ts'
import { fallen, type Since } from './matches.queries.ts'

/** A bank account as its items are read. */
export interface ClearedAccount {
  id: string
  ledgerId: string
  currencyId: string
  isLocal: boolean
}

/** What is read of an account: until a day, and since the last reconciliation before it that is processed. */
export interface Extent {
  account: ClearedAccount
  to: string
  since: Since | undefined
}

/** A line of the journal at a bank account. */
export interface HeldItem {
  entryId: string
  position: number
  businessDate: string
  at: string
  event: string
  sourceId: string
  reversesId: string | null
  note: string
  partyType: string | null
  partyId: string | null
  /** In the currency of the account; money out is negative. */
  amount: string
}

/** What an account began with is no item of it. */
export const openings: readonly string[] = [openingEvent.code, `${openingEvent.code}.reversed`]

/** Lines at an account without what it began with: of an extent, or of some entries and what they reverse or were reversed by. */
function held(
  { account, since }: Extent,
  entryIds: readonly string[] | null,
  more = sql``,
): RawBuilder<unknown> {
  const lines = (of: RawBuilder<unknown>) => sql`
    select l.at, l.entry_id, l.position, l.business_date ${more} from ledger.line_read l
    where l.company_id = kit.company() and l.account_id = ${account.ledgerId}
      and ${account.isLocal ? sql`l.amount <> 0` : sql`l.holder_id = ${account.id} and l.quantity <> 0`} and ${of}
      and l.entry_id not in (select e.id from ledger.entry_read e where e.company_id = kit.company() and e.event = any(${[...openings]}))`
  if (entryIds) {
    const ids = sql`any(${[...entryIds]}::uuid[])`
    return lines(sql`(l.at, l.entry_id) in (
      select e.at, e.id from ledger.entry_read e where e.company_id = kit.company() and e.id = ${ids}
      union select r.at, r.id from ledger.entry_read r where r.company_id = kit.company() and r.reverses_id = ${ids}
      union select o.at, o.id from ledger.entry_read r join ledger.entry_read o on o.company_id = r.company_id and o.id = r.reverses_id
        where r.company_id = kit.company() and r.id = ${ids})`)
  }
  if (!since) return lines(sql`true`)
  return sql`${lines(sql`l.business_date >= ${since.openFrom}`)}
    union all ${lines(sql`l.business_date < ${since.openFrom} and l.at > ${since.late}`)}`
}

/** Matches of an account that hold. */
const holding = ({ account }: Extent) =>
  sql`m.company_id = kit.company() and m.account_id = ${account.id} and m.id not in (${fallen(account.id)})`

// Full joins are hashed whatever the planner believes, and of tables that grew a moment ago it believes that they are empty: a nested
// loop over thousands on both sides would take minutes.
const unsettled = (extent: Extent) => sql`
  cleared as (select i.entry_id as settled_id, i.position as settled_at from bank.match_item i
    join bank.line_match m on m.company_id = i.company_id and m.id = i.match_id where ${holding(extent)}),
  both_sides as materialized (
    select * from held h full join cleared c on c.settled_id = h.entry_id and c.settled_at = h.position),
  rest as not materialized (select at, entry_id, position, business_date from both_sides
    where entry_id is not null and settled_id is null)`

// Of a few entries each is looked up.
const unsettledOfFew = (extent: Extent) => sql`
  rest as materialized (select h.* from held h where not exists (select from bank.match_item i
    join bank.line_match m on m.company_id = i.company_id and m.id = i.match_id
    where i.company_id = kit.company() and i.entry_id = h.entry_id and i.position = h.position and ${holding(extent)}))`

/** What nothing settles, without what was undone before it came to the bank: the keys of its lines. */
const open = (extent: Extent, entryIds: readonly string[] | null) => sql`
  with held as (${held(extent, entryIds)}),
  ${entryIds ? unsettledOfFew(extent) : unsettled(extent)},
  undone as (select r.id, r.reverses_id from ledger.entry_read r
    where r.company_id = kit.company() and r.reverses_id is not null
      and r.reverses_id in (select entry_id from rest) and r.id in (select entry_id from rest)),
  open as (select * from rest where business_date <= ${extent.to}
    and entry_id not in (select id from undone) and entry_id not in (select reverses_id from undone))`

const order = sql`o.business_date, o.at, o.entry_id, o.position`
const amountOf = ({ account }: Extent) => (account.isLocal ? sql`l.amount` : sql`l.quantity`)
/** What keys stand for, as `HeldItem`. */
const told = (extent: Extent) => sql`l.entry_id, l.position, l.business_date, l.at, l.party_type, l.party_id,
  trim_scale(${amountOf(extent)})::text as amount, e.event, e.source_id, e.reverses_id, e.note`
const sources = sql`
  join ledger.line_read l on l.company_id = kit.company() and l.at = o.at and l.entry_id = o.entry_id and l.position = o.position
  join ledger.entry_read e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id`

/** Open items in the order in which they were posted: those of some entries, or some of all; `total` is how many there are. */
export async function listOpen(
  db: Db,
  extent: Extent,
  of: { entryIds?: readonly string[]; offset?: number; limit?: number },
): Promise<{ total: number; items: HeldItem[] }> {
  const limit = of.limit === undefined ? sql`` : sql`limit ${of.limit} offset ${of.offset ?? 0}`
  const own = of.entryIds ? sql`where entry_id = any(${[...of.entryIds]}::uuid[])` : sql``
  const { rows } = await sql<HeldItem & { total: number }>`
    ${open(extent, of.entryIds ?? null)},
    chosen as (select * from open o ${own} order by ${order} ${limit})
    select t.total, c.* from (select count(*)::int as total from open) t
    left join (select ${told(extent)} from chosen o ${sources}) c on true
    order by c.business_date, c.at, c.entry_id, c.position`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total, items: rows.flatMap(({ total: _total, ...row }) => (row.entryId === null ? [] : [row])) }
}

/** Items by the entries that they are of, whatever settles them. */
export async function listHeld(db: Db, extent: Extent, entryIds: readonly string[]): Promise<HeldItem[]> {
  const { rows } = await sql<HeldItem>`
    select ${told(extent)} from (${held(extent, entryIds)}) o ${sources}
    where o.entry_id = any(${[...entryIds]}::uuid[]) order by ${order}`.execute(db)
  return rows
}

/**
 * What the books have until the last day of an extent and the bank had not on that day: the sum. A match is of the day of its last
 * line, without lines of that of its last item; what is left out is so from its own day on.
 */
export async function sumOutstanding(db: Db, extent: Extent): Promise<string> {
  const { account, to } = extent
  const { rows } = await sql<{ sum: string }>`
    with later as (
      select p.match_id from bank.statement_line s
      join bank.match_line p on p.company_id = s.company_id and p.line_id = s.id
      where s.company_id = kit.company() and s.account_id = ${account.id} and s.booked_on > ${to}
      union select i.match_id from bank.match_item i where i.company_id = kit.company() and i.business_date > ${to}
        and not exists (select from bank.match_line p where p.company_id = i.company_id and p.match_id = i.match_id)),
    cleared as (select i.entry_id as settled_id, i.position as settled_at
      from bank.line_match m join bank.match_item i on i.company_id = m.company_id and i.match_id = m.id
      where ${holding(extent)} and (m.kind = 'excluded' or m.id not in (select match_id from later)))
    select trim_scale(coalesce(sum(h.amount) filter (
      where h.business_date <= ${to} and c.settled_id is null), 0))::text as sum
    from (${held(extent, null, sql`, ${amountOf(extent)} as amount`)}) h
    full join cleared c on c.settled_id = h.entry_id and c.settled_at = h.position`.execute(db)
  return rows[0]?.sum ?? '0'
}

/** The lines that a reconciliation has: those that it holds where it is processed, else those until its day that none holds. */
export interface LineExtent {
  accountId: string
  toOn: string
  processedId: string | null
}

export const lineExtentOf = (row: Record<'accountId' | 'id' | 'state' | 'toOn', string>): LineExtent => ({
  accountId: row.accountId,
  toOn: row.toOn,
  processedId: row.state === 'processed' ? row.id : null,
})

/** Lines with what nothing settles of them; one that is left out has nothing left. */
const linesLeft = ({ accountId, toOn, processedId }: LineExtent, lineIds: readonly string[] | null) => sql`
  with own as materialized (select l.* from bank.statement_line l where l.company_id = kit.company()
    and ${
      processedId === null
        ? sql`l.account_id = ${accountId} and l.booked_on <= ${toOn} and not exists (
            select from bank.reconciled_line d where d.company_id = l.company_id and d.line_id = l.id)`
        : sql`l.id in (select d.line_id from bank.reconciled_line d where d.company_id = kit.company()
            and d.reconciliation_id = ${processedId})`
    } ${lineIds ? sql`and l.id = any(${[...lineIds]}::uuid[])` : sql``}),
  settled as (select p.line_id, sum(p.amount) as amount, bool_or(m.kind = 'excluded') as is_excluded
    from own join bank.match_line p on p.company_id = own.company_id and p.line_id = own.id
    join bank.line_match m on m.company_id = p.company_id and m.id = p.match_id
    where m.id not in (${fallen(accountId)}) group by 1),
  lines as (select own.*, case when s.is_excluded then 0 else own.amount - coalesce(s.amount, 0) end as rest
    from own full join settled s on s.line_id = own.id)`

/** A line of a statement with what nothing settles of it. */
export interface LineLeft {
  id: string
  bookedOn: string
  amount: string
  left: string
  text: string
  counterparty: string
  reference: string
  charges: string | null
}

/** Lines by day, some ids of them or some of all; `isOpen` only those of which something is left, or nothing. */
export async function listLines(
  db: Db,
  extent: LineExtent,
  of: { isOpen?: boolean | null; ids?: readonly string[]; offset?: number; limit?: number },
): Promise<{ total: number; lines: LineLeft[] }> {
  const limit = of.limit === undefined ? sql`` : sql`limit ${of.limit} offset ${of.offset ?? 0}`
  const chosen = typeof of.isOpen === 'boolean' ? sql`where (rest <> 0) = ${of.isOpen}` : sql``
  const { rows } = await sql<LineLeft & { total: number }>`
    ${linesLeft(extent, of.ids ?? null)}, chosen as (select * from lines ${chosen})
    select t.total, c.id, c.booked_on, trim_scale(c.amount)::text as amount, trim_scale(c.rest)::text as "left", c.text,
      c.counterparty, c.reference, trim_scale(c.charges)::text as charges
    from (select count(*)::int as total from chosen) t
    left join (select * from chosen order by booked_on, id ${limit}) c on true
    order by c.booked_on, c.id`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total, lines: rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row])) }
}

/** How many lines there are, of how many something is left, and the sums. */
export async function sumLines(db: Db, extent: LineExtent) {
  const { rows } = await sql<{ lineCount: number; openCount: number; linesSum: string; openSum: string }>`
    ${linesLeft(extent, null)}
    select count(*)::int as line_count, count(*) filter (where rest <> 0)::int as open_count,
      trim_scale(coalesce(sum(amount), 0))::text as lines_sum, trim_scale(coalesce(sum(rest), 0))::text as open_sum
    from lines`.execute(db)
  return rows[0] ?? { lineCount: 0, openCount: 0, linesSum: '0', openSum: '0' }
}
