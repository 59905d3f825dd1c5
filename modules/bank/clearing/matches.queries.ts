import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

const rows = rowsOf('bank.lineMatch')

/** A match with its lines and its items. */
export interface Match {
  id: string
  kind: 'match' | 'excluded'
  source: 'hand' | 'sure' | 'created' | 'rule'
  reason: string
  author: string
  reconciliationId: string | null
  lines: { lineId: string; amount: string; bookedOn: string }[]
  items: { entryId: string; position: number; amount: string }[]
}

/** A reconciliation that is processed, and what those after it read. */
export interface Since {
  toOn: string
  /** From this day on, and what was posted later than this. */
  openFrom: string
  late: string
}

/** The last reconciliation of an account that was processed for a day before another; undefined where what it left is not known. */
export async function findProcessedBefore(
  db: Db,
  accountId: string,
  day: string,
): Promise<Since | undefined> {
  const { rows: found } = await sql<Since>`
    select to_on, open_from, late from (
      select r.to_on, r.open_from, r.processed_at - interval '1 hour' as late from bank.reconciliation r
      where r.company_id = kit.company() and r.account_id = ${accountId} and r.state = 'processed' and r.to_on < ${day}
      order by r.to_on desc limit 1) last
    where open_from is not null`.execute(db)
  return found[0]
}

/** Matches that were processed until a day, all of whose lines are of that day or before: nothing of theirs can change. */
const isDone = (toOn: string) => sql<boolean>`exists (select from bank.reconciliation r
    where r.company_id = m.company_id and r.id = m.reconciliation_id and r.to_on <= ${toOn})
  and not exists (select from bank.match_line l join bank.statement_line s on s.company_id = l.company_id and s.id = l.line_id
    where l.company_id = m.company_id and l.match_id = m.id and s.booked_on > ${toOn})`

/** Of the items that are read since a reconciliation, by id, those that it and the ones before it have settled. */
export async function listSettledBefore(
  db: Db,
  accountId: string,
  since: (Since & { ids: readonly string[] }) | undefined,
): Promise<Set<string>> {
  if (!since) return new Set()
  const { toOn, openFrom, ids } = since
  const { rows: found } = await sql<{ id: string }>`
    select i.entry_id || ' ' || i.position as id from bank.match_item i
    join bank.line_match m on m.company_id = i.company_id and m.id = i.match_id
    where i.company_id = kit.company() and m.account_id = ${accountId}
      and (i.business_date >= ${openFrom} or i.entry_id = any(${[...ids]}::uuid[])) and ${isDone(toOn)}`.execute(
    db,
  )
  return new Set(found.map(({ id }) => id))
}

/** Matches that no longer hold: what they settle was reversed since, by something that they do not settle too. */
export const fallen = (accountId: string) => sql`
  select m.id from bank.line_match m
  where m.company_id = kit.company() and m.account_id = ${accountId} and m.kind = 'match' and m.reconciliation_id is null
    and exists (select from bank.match_item i
      join ledger.entry_read r on r.company_id = i.company_id and r.reverses_id = i.entry_id
      where i.company_id = m.company_id and i.match_id = m.id)
    and not exists (select from bank.match_item i
      join ledger.entry_read r on r.company_id = i.company_id and r.reverses_id = i.entry_id
      join bank.match_item o on o.company_id = i.company_id and o.match_id = i.match_id and o.entry_id = r.id
      where i.company_id = m.company_id and i.match_id = m.id)`

/** Opens again what matches settle that no longer hold. */
export async function dropFallen(db: Db, accountId: string): Promise<void> {
  await sql`delete from bank.line_match where company_id = kit.company() and id in (${fallen(accountId)})`.execute(
    db,
  )
}

/** The matches of an account with their lines and items; since a reconciliation that is processed, those that are not done by then. */
export const matchesOf = (db: Db, accountId: string, since: Since | undefined): Promise<Match[]> =>
  matchesWhere(db, accountId, since ? sql`not (${isDone(since.toOn)})` : sql`true`)

/** Those that hold and settle something of these lines. */
export async function matchesOfLines(
  db: Db,
  accountId: string,
  lineIds: readonly string[],
): Promise<Match[]> {
  const found = await db
    .selectFrom('bank.matchLine')
    .select('matchId')
    .distinct()
    .where(sql<boolean>`line_id = any(${[...lineIds]}::uuid[])`)
    .execute()
  if (found.length === 0) return []
  const ids = found.map(({ matchId }) => matchId)
  return matchesWhere(db, accountId, sql`m.id = any(${ids}::uuid[]) and m.id not in (${fallen(accountId)})`)
}

export const findMatch = async (db: Db, accountId: string, id: string): Promise<Match | undefined> =>
  (await matchesWhere(db, accountId, sql`m.id = ${id}`))[0]

async function matchesWhere(db: Db, accountId: string, of: RawBuilder<unknown>): Promise<Match[]> {
  const { rows: found } = await sql<Match>`
    select m.id, m.kind, m.source, m.reason, m.author, m.reconciliation_id, coalesce((
        select jsonb_agg(jsonb_build_object('lineId', l.line_id, 'amount', l.amount::text, 'bookedOn', s.booked_on::text)
          order by s.booked_on, s.id)
        from bank.match_line l join bank.statement_line s on s.company_id = l.company_id and s.id = l.line_id
        where l.company_id = m.company_id and l.match_id = m.id), '[]') as lines,
      coalesce((
        select jsonb_agg(jsonb_build_object('entryId', i.entry_id, 'position', i.position, 'amount', i.amount::text))
        from bank.match_item i where i.company_id = m.company_id and i.match_id = m.id), '[]') as items
    from bank.line_match m where m.company_id = kit.company() and m.account_id = ${accountId} and ${of}
    order by m.created_at, m.id`.execute(db)
  return found
}

interface NewMatch {
  accountId: string
  kind: Match['kind']
  source: Match['source']
  reason: string
  createdAt: string
  authorId: string
  author: string
}

/** Keeps a match of parts of lines with items. */
export async function addMatch(
  db: Db,
  { id, ...match }: NewMatch & { id?: string },
  lines: readonly { lineId: string; amount: string }[],
  items: readonly { entryId: string; position: number; amount: string; businessDate: string }[],
): Promise<string> {
  const made = await rows.insert(db, { ...match, ...(id && { id }) })
  if (lines.length > 0)
    await db
      .insertInto('bank.matchLine')
      .values(lines.map((line) => ({ ...line, matchId: made.id })))
      .execute()
  if (items.length > 0)
    await db
      .insertInto('bank.matchItem')
      .values(items.map((item) => ({ ...item, matchId: made.id })))
      .execute()
  return made.id
}

export const dropMatches = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('bank.lineMatch')
    .where('id', 'in', [...ids])
    .where('reconciliationId', 'is', null)
    .execute()

/** What is on its way to an account, sent until a day. */
export const pendingTo = (db: Db, accountId: string, to: string) =>
  db
    .selectFrom('bank.transfer as t')
    .select([
      't.id',
      't.version',
      't.number',
      't.itemId',
      't.amount',
      't.sentDate',
      't.slip',
      't.note',
      't.createdAt',
    ])
    .where('t.toAccountId', '=', accountId)
    .where('t.state', '=', 'inTransit')
    .where('t.sentDate', '<=', to)
    .orderBy('t.sentDate')
    .orderBy('t.id')
    .execute()

/** Of these transfers one whose cheques are good since it arrived. */
export const findArrivedCheques = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('bank.transfer as t')
    .select('t.number')
    .where(sql<boolean>`t.id = any(${[...ids]}::uuid[])`)
    .where('t.kind', '=', 'cheques')
    .where('t.state', '=', 'arrived')
    .executeTakeFirst()
