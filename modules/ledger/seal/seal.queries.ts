import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Entry } from '../posting/posting.queries.ts'
import { instant } from './audit.queries.ts'
import type { KeptLine } from '../posting/leaf.server.ts'

/** The companies, of all, that have entries or an audit without a seal. */
export async function listUnsealed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger.unsealed() id union select id from kit.companies_to_seal() id`.execute(db)
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
export async function listWaiting(db: Db, most: number): Promise<{ id: string; at: string; leaf: Buffer }[]> {
  const { rows } = await sql<{ id: string; at: string; leaf: Buffer }>`
    select e.id, ${instant(sql`e.at`)} as at, e.leaf from ledger.entry e
    where e.company_id = kit.company() and e.xact >= ledger.horizon(kit.company())
      and not exists (select from ledger.sealed s where s.company_id = kit.company() and s.entry_id = e.id)
    order by e.xact, e.id limit ${most}`.execute(db)
  return rows
}

export interface Seal {
  number: string
  /** What it goes over: entries of the journal, or rows of the audit. */
  what: 'journal' | 'audit'
  size: number
  horizon: string
  sealedAt: string
  hash: Buffer
}

const chain = (db: Db) =>
  db
    .selectFrom('ledger.seal')
    .select(['number', 'size', 'hash'])
    .select(sql<Seal['what']>`what`.as('what'))
    .select([
      sql<string>`horizon::text`.as('horizon'),
      sql<string>`${instant(sql`sealed_at`)}`.as('sealedAt'),
    ])

/** The last seal of the chain. */
export const lastSeal = (db: Db): Promise<Seal | undefined> =>
  chain(db).orderBy('number', 'desc').limit(1).executeTakeFirst()

/** The last seal over the journal. */
export const lastOfJournal = (db: Db): Promise<Seal | undefined> =>
  chain(db).where('what', '=', 'journal').orderBy('number', 'desc').limit(1).executeTakeFirst()

/** How many seals, and entries that they hold, are in memory at a time. */
const inMemory = { seals: 500, entries: 5000 }

export interface Walked extends Seal {
  /** The hash of the seal before; none before the first. */
  before: Buffer | null
  /** What it holds of the journal. */
  rows: SealedRow[]
}

/** The chain in its order with what its seals hold of the journal, a seal at a time: whole, or the seals of these numbers. */
export async function* walk(db: Db, only?: readonly string[], most = inMemory): AsyncGenerator<Walked> {
  let last = '0'
  for (let at = 0; ; at += most.seals) {
    const page = await chain(db)
      .select(
        sql<Buffer | null>`(select b.hash from ledger.seal b
          where b.company_id = kit.company() and b.number = seal.number - 1)`.as('before'),
      )
      .where(
        only
          ? sql<SqlBool>`number = any(${only.slice(at, at + most.seals)}::bigint[])`
          : sql<SqlBool>`number > ${last}`,
      )
      .orderBy('number')
      .limit(most.seals)
      .execute()
    for (const some of inParts(page, most.entries)) {
      const numbers = some.filter(({ what }) => what === 'journal').map(({ number }) => number)
      const rows = Map.groupBy(await rowsOf(db, numbers), ({ number }) => number)
      for (const seal of some) yield { ...seal, rows: rows.get(seal.number) ?? [] }
    }
    if (only ? at + most.seals >= only.length : page.length < most.seals) return
    last = page.at(-1)?.number ?? last
  }
}

/** Seals in their order in parts, each of so few entries as are read at once. */
function* inParts<S extends Seal>(seals: readonly S[], most: number): Generator<S[]> {
  let part: S[] = []
  let entries = 0
  for (const seal of seals) {
    if (part.length > 0 && entries + seal.size > most) {
      yield part
      ;[part, entries] = [[], 0]
    }
    part.push(seal)
    entries += seal.size
  }
  if (part.length > 0) yield part
}

/** The seals from one to another. */
export const sealsBetween = (db: Db, { first, last }: { first: string; last: string }): Promise<Seal[]> =>
  chain(db).where('number', '>=', first).where('number', '<=', last).orderBy('number').execute()

export const addSeal = (db: Db, seal: Seal) => db.insertInto('ledger.seal').values(seal).execute()

export async function addEntries(
  db: Db,
  seal: Pick<Seal, 'number'>,
  rows: readonly { entryId: string; hash: Buffer }[],
): Promise<void> {
  await sql`insert into ledger.sealed (entry_id, number, position, hash)
    select id, ${seal.number}, n, hash
    from unnest(${rows.map(({ entryId }) => entryId)}::uuid[], ${rows.map(({ hash }) => hash)}::bytea[])
      with ordinality t (id, hash, n)`.execute(db)
}

/** A row of a seal with what it seals; no entry where that is not there any more. */
export interface SealedRow {
  /** Of its seal. */
  number: string
  entryId: string
  position: number
  hash: Buffer
  entry: (Entry & { lines: KeptLine[] }) | null
}

type Row = Omit<SealedRow, 'entry'> &
  Omit<Entry, 'id'> & { id: string | null; lines: (Omit<KeptLine, 'poolSeq'> & { poolSeq: string | null })[] }

/** What these seals hold, whole, in its order. */
export async function rowsOf(db: Db, numbers: readonly string[]): Promise<SealedRow[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<Row>`
    select s.number, s.entry_id, s.position, s.hash, e.company_id, e.id, ${instant(sql`e.at`)} as at, e.xact::text as xact, e.business_date, e.branch_id, e.event, e.source_type, e.source_id, e.reverses_id,
      ${instant(sql`e.reverses_at`)} as reverses_at, e.note, e.author_id, e.author, e.words_salt, e.words_hash, e.leaf_version, e.leaf,
      (select coalesce(json_agg(json_build_object('position', l.position, 'businessDate', l.business_date::text, 'accountId', l.account_id, 'branchId', l.branch_id, 'counterId', l.counter_id,
        'itemId', l.item_id, 'modeId', l.mode_id, 'holderId', l.holder_id, 'partyType', l.party_type, 'partyId', l.party_id, 'quantity', l.quantity::text, 'amount', l.amount::text,
        'poolSeq', l.pool_seq::text) order by l.position), '[]')
       from ledger.line l where l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id) as lines
    from ledger.sealed s left join ledger.entry e on e.company_id = s.company_id and e.id = s.entry_id
    where s.company_id = kit.company() and s.number = any(${[...numbers]}::bigint[]) order by s.number, s.position`.execute(
    db,
  )
  return rows.map(({ number, entryId, position, hash, id, lines, ...entry }) => ({
    number,
    entryId,
    position,
    hash,
    entry: id === null ? null : { ...entry, id, lines: lines.map(lineOf) },
  }))
}
const lineOf = ({ poolSeq, ...line }: Row['lines'][number]): KeptLine => ({
  ...line,
  poolSeq: poolSeq === null ? null : BigInt(poolSeq),
})

/** The entry that the first line of none names, or the first that is sealed under a seal that is gone. */
export async function findStray(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    (select l.entry_id as id from ledger.line l where l.company_id = kit.company() and not exists (
      select from ledger.entry e where e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id)
    order by l.at, l.entry_id limit 1)
    union all
    (select s.entry_id from ledger.sealed s where s.company_id = kit.company()
      and not exists (select from ledger.seal c where c.company_id = s.company_id and c.number = s.number)
    order by s.number, s.position limit 1)
    union all
    (select s.ids[1] from ledger.sealed_audit s where s.company_id = kit.company()
      and not exists (select from ledger.seal c where c.company_id = s.company_id and c.number = s.number)
    order by s.number limit 1)`.execute(db)
  return rows[0]?.id
}

/** The first entry that no seal holds, of those, or those of some days, that some seal should. */
export async function findOmittedEntry(
  db: Db,
  days?: { from: string; to: string },
): Promise<string | undefined> {
  const { from = '-infinity', to = 'infinity' } = days ?? {}
  const { rows } = await sql<{ id: string }>`
    select e.id from ledger.entry e where e.company_id = kit.company() and e.xact < ledger.horizon(kit.company())
      and e.business_date between ${from} and ${to}
      and not exists (select from ledger.sealed s where s.company_id = kit.company() and s.entry_id = e.id)
    order by e.xact, e.id limit 1`.execute(db)
  return rows[0]?.id
}
