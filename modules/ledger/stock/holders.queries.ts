import { sql } from 'kysely'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'

/** A bank account as the journal knows it: a ledger of its own, or what it holds in one that keeps foreign money. */
export interface Held {
  accountId: string
  /** Null: all lines of the ledger. */
  holderId: string | null
}

const ofHeld = ({
  accountId,
  holderId,
}: Held) => sql`l.company_id = kit.company() and l.account_id = ${accountId}
  and (${holderId}::uuid is null or l.holder_id = ${holderId})`

/** Whether anything was posted to it. */
export async function isPostedTo(db: Db, held: Held): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ledger.line l where ${ofHeld(held)}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** So much of a currency, and what it is worth in local currency. */
export interface Balance {
  quantity: string
  value: string
}

/** What each of these holds in the pools of money at banks, over all branches; one that never held anything is left out. */
export async function listHeldBy(db: Db, holderIds: readonly string[]): Promise<Map<string, Balance>> {
  const { rows } = await sql<Balance & { holderId: string }>`
    select holder_id, trim_scale(sum(quantity))::text as quantity, trim_scale(sum(value))::text as value
    from ledger.pool where company_id = kit.company() and kind = 'bank' and holder_id = any(${[...holderIds]}::uuid[])
    group by 1`.execute(db)
  return new Map(rows.map(({ holderId, ...balance }) => [holderId, balance]))
}

/** What it came to before a day. */
export async function sumHeldBefore(db: Db, held: Held, day: string): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select trim_scale(coalesce(sum(l.quantity), 0))::text as quantity, trim_scale(coalesce(sum(l.amount), 0))::text as value
    from ledger.line l where ${ofHeld(held)} and l.business_date < ${day}`.execute(db)
  return rows[0] ?? { quantity: '0', value: '0' }
}

export interface HeldLine {
  entryId: string
  position: number
  businessDate: string
  branchName: string
  /** When it was posted. */
  at: string
  event: string
  sourceType: string
  sourceId: string
  /** The entry whose mirror it is. */
  reversesId: string | null
  note: string
  author: string
  partyType: string | null
  partyId: string | null
  quantity: string | null
  amount: string
}

/** Its lines in a period, and those of earlier days that were posted after `late`, by day and in the order of posting; at most so many. */
export async function listHeldLines(
  db: Db,
  held: Held,
  { from, to, most, late }: { from: string; to: string; most: number; late?: string | null },
): Promise<HeldLine[]> {
  const own = sql`select * from ledger.line l where ${ofHeld(held)}`
  const earlier = late
    ? sql`union all (${own} and l.business_date < ${from} and l.business_date <= ${to} and l.at > ${late})`
    : sql``
  const { rows } = await sql<HeldLine>`
    select l.entry_id, l.position, l.business_date, b.name as branch_name, l.at, e.event,
      e.source_type, e.source_id, e.reverses_id, e.note, e.author, l.party_type,
      l.party_id, trim_scale(l.quantity)::text as quantity, trim_scale(l.amount)::text as amount
    from (
      select * from ((${own} and l.business_date between ${from} and ${to}) ${earlier}) l
      order by l.business_date, l.at, l.entry_id, l.position limit ${most}
    ) l
    join ledger.entry e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id
    join organisation.branch_name_read b on b.company_id = l.company_id and b.branch_id = l.branch_id
    order by l.business_date, l.at, l.entry_id, l.position`.execute(db)
  return rows
}

/** A balance with a partner or at a bank: by the books, what it has cost, and what of it is promised. */
export interface PromisedBalance extends Balance {
  reserved: string
}

/** What partners hold for the company, by partner; one that never held anything is left out. */
export const balancesOfPartners = (db: Db, providerIds: readonly string[]) =>
  balancesOf(db, 'partner', providerIds)

/** What lies in accounts of foreign money, by account; one that never held anything is left out. */
export const balancesAtBanks = (db: Db, accountIds: readonly string[]) => balancesOf(db, 'bank', accountIds)

async function balancesOf(
  db: Db,
  kind: 'bank' | 'partner',
  holderIds: readonly string[],
): Promise<Map<string, PromisedBalance>> {
  const { rows } = await sql<PromisedBalance & { holderId: string }>`
    select p.holder_id, trim_scale(sum(p.quantity))::text as quantity, trim_scale(sum(p.value))::text as value,
      trim_scale(coalesce((select sum(h.reserved) from ledger.holding h
        where h.company_id = kit.company() and h.holder_id = p.holder_id), 0))::text as reserved
    from ledger.pool p
    where p.company_id = kit.company() and p.kind = ${kind} and p.holder_id = any(${[...holderIds]}::uuid[])
    group by p.holder_id`.execute(db)
  return new Map(rows.map(({ holderId, ...balance }) => [holderId, balance]))
}

/** What moved at a partner's balance in a period, and what it was before. */
export async function heldLinesOfPartner(
  db: Db,
  providerId: string,
  period: { from: string; to: string; most: number },
): Promise<{ before: string; lines: HeldLine[] }> {
  const { rows } = await sql<{ accountId: string }>`
    select distinct account_id from ledger.holding where company_id = kit.company() and holder_id = ${providerId}`.execute(
    db,
  )
  // A balance whose ledger was changed has moved in more than one.
  const all = await Promise.all(
    rows.map(async ({ accountId }) => {
      const held = { accountId, holderId: providerId }
      const before = await sumHeldBefore(db, held, period.from)
      return { before: before.quantity, lines: await listHeldLines(db, held, period) }
    }),
  )
  const place = ({ businessDate, at, entryId }: HeldLine) => `${businessDate} ${at} ${entryId}`
  const lines = all
    .flatMap((one) => one.lines)
    .toSorted((a, b) => place(a).localeCompare(place(b)) || a.position - b.position)
    .slice(0, period.most)
  return { before: all.reduce((sum, { before }) => sum.plus(before), new Exact(0)).toFixed(), lines }
}
