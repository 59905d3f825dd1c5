import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Entry } from '../posting/posting.queries.ts'
import type { SettledLine } from '../posting/posting.domain.ts'

/** The companies, of all, that have entries without a seal. */
export async function unsealed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ledger.unsealed() id`.execute(db)
  return rows.map(({ id }) => id)
}

/** One seal of a company at a time. */
export const holdChain = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ledger seal ' || kit.company()::text, 0))`.execute(db)

/** Below this transaction everything is committed. */
export async function horizon(db: Db): Promise<string> {
  const { rows } = await sql<{
    xmin: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db)
  return rows[0]?.xmin ?? '0'
}

/** Committed entries without a seal, in the order of their transactions. */
export async function waiting(db: Db, most: number): Promise<{ id: string; leaf: Buffer }[]> {
  const { rows } = await sql<{ id: string; leaf: Buffer }>`
    select e.id, e.leaf from ledger.entry e
    where e.company_id = kit.company() and e.xact >= ledger.horizon(kit.company())
      and not exists (select from ledger.sealed s where s.company_id = kit.company() and s.entry_id = e.id)
    order by e.xact, e.id limit ${most}`.execute(db)
  return rows
}

export interface Seal {
  number: string
  entries: number
  hash: Buffer
}

/** The last seal of the chain. */
export const lastSeal = (db: Db): Promise<Seal | undefined> =>
  db
    .selectFrom('ledger.seal')
    .select(['number', 'entries', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const seals = (db: Db): Promise<Seal[]> =>
  db.selectFrom('ledger.seal').select(['number', 'entries', 'hash']).orderBy('number').execute()

export async function addSeal(
  db: Db,
  seal: { number: string; hash: Buffer; horizon: string; sealedAt: string },
  ids: readonly string[],
): Promise<void> {
  await db
    .insertInto('ledger.seal')
    .values({ ...seal, entries: ids.length })
    .execute()
  await sql`insert into ledger.sealed (entry_id, number, position)
    select id, ${seal.number}, n from unnest(${[...ids]}::uuid[]) with ordinality t (id, n)`.execute(db)
}

export type StoredEntry = Entry & { lines: SettledLine[] }

type Row = Omit<StoredEntry, 'lines'> & {
  lines: (Omit<SettledLine, 'poolSeq'> & { poolSeq: string | null })[]
}

/** The entries of one seal, whole, in their order. */
export async function entriesOf(db: Db, number: string): Promise<StoredEntry[]> {
  const { rows } = await sql<Row>`
    select e.id, e.at, e.business_date, e.branch_id, e.event, e.source_type, e.source_id, e.reverses_id, e.reverses_at, e.note,
      e.author_id, e.author, e.leaf,
      (select coalesce(json_agg(json_build_object('accountId', l.account_id, 'branchId', l.branch_id, 'counterId', l.counter_id,
        'itemId', l.item_id, 'modeId', l.mode_id, 'quantity', l.quantity::text, 'amount', l.amount::text,
        'poolSeq', l.pool_seq::text) order by l.position), '[]')
       from ledger.line l where l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id) as lines
    from ledger.sealed s join ledger.entry e on e.company_id = s.company_id and e.id = s.entry_id
    where s.company_id = kit.company() and s.number = ${number} order by s.position`.execute(db)
  return rows.map(({ lines, ...entry }) => ({
    ...entry,
    lines: lines.map((line) => ({ ...line, poolSeq: line.poolSeq === null ? null : BigInt(line.poolSeq) })),
  }))
}

/** Entries that no seal holds, of those that some seal should. */
export async function forgotten(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from ledger.entry e where e.company_id = kit.company() and e.xact < ledger.horizon(kit.company())
      and not exists (select from ledger.sealed s where s.company_id = kit.company() and s.entry_id = e.id)`.execute(
    db,
  )
  return Number(rows[0]?.n ?? 0)
}
