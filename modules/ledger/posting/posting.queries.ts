import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { PoolKey, PoolState, SettledLine } from './posting.domain.ts'

/** A place of something that is kept. */
export interface HoldingKey {
  branchId: string
  counterId: string | null
  accountId: string
  itemId: string
  holderId: string | null
}

export interface Holding extends HoldingKey {
  id: string
  onHand: string
  reserved: string
  mayBeNegative: boolean
}

/** A pool as it is stored. */
export interface LockedPool extends PoolState, PoolKey {
  id: string
  mayBeNegative: boolean
}

export interface Period {
  /** Up to which day the branch is locked. */
  lockedTo: string | null
  /** The day may be posted into all the same. */
  isUnlocked: boolean
}

export interface Locked {
  holdings: Holding[]
  pools: LockedPool[]
  /** Of each branch that is asked for. */
  periods: Period[]
  /** Which settings hold now. */
  mark: string | null
}

type Answer = Omit<Locked, 'pools'> & {
  pools: (Omit<Locked['pools'][number], 'seq'> & { seq: string })[]
}

/** Nobody locks a period while this transaction posts; its number and its company, which its entries carry. */
export async function holdPeriod(db: Db): Promise<{ xact: string; companyId: string }> {
  const { rows } = await sql<{ xact: string; companyId: string }>`
    select pg_advisory_xact_lock_shared(hashtextextended('ledger period ' || kit.company()::text, 0)),
      pg_current_xact_id()::text as xact, kit.company() as company_id`.execute(db)
  const [held] = rows
  if (!held) throw new Error('A select without a from answers a row')
  return held
}

/** Locks what is there of these holdings and pools, in one order for all, and reads the period locks. */
export async function lock(
  db: Db,
  holdings: readonly HoldingKey[],
  pools: readonly PoolKey[],
  posted?: { branchIds: readonly string[]; businessDate: string; now: Date },
): Promise<Locked> {
  const { branchIds = [], businessDate = null, now } = posted ?? {}
  const { rows } = await sql<Answer>`
    with k as (
      select * from unnest(${holdings.map((one) => one.branchId)}::uuid[], ${holdings.map((one) => one.counterId)}::uuid[],
        ${holdings.map((one) => one.accountId)}::uuid[], ${holdings.map((one) => one.itemId)}::uuid[],
        ${holdings.map((one) => one.holderId)}::uuid[]) k (branch_id, counter_id, account_id, item_id, holder_id)
    ), h as materialized (
      select h.* from ledger.holding h join k on h.branch_id = k.branch_id and h.account_id = k.account_id
        and h.item_id = k.item_id and h.counter_id is not distinct from k.counter_id
        and h.holder_id is not distinct from k.holder_id
      where h.company_id = kit.company() order by h.id for update of h
    ), p as materialized (
      select p.* from ledger.pool p
      join unnest(${pools.map((one) => one.branchId)}::uuid[], ${pools.map((one) => one.kind)}::text[],
        ${pools.map((one) => one.itemId)}::uuid[], ${pools.map((one) => one.holderId)}::uuid[]) w (branch_id, kind, item_id, holder_id)
        on p.branch_id = w.branch_id and p.kind = w.kind and p.item_id = w.item_id and p.holder_id is not distinct from w.holder_id
      where p.company_id = kit.company() order by p.id for update of p
    )
    select
      (select coalesce(json_agg(json_build_object('id', id, 'branchId', branch_id, 'counterId', counter_id,
        'accountId', account_id, 'itemId', item_id, 'holderId', holder_id, 'onHand', on_hand::text, 'reserved', reserved::text,
        'mayBeNegative', may_be_negative)), '[]') from h) as holdings,
      (select coalesce(json_agg(json_build_object('id', id, 'branchId', branch_id, 'kind', kind, 'holderId', holder_id, 'itemId', item_id, 'quantity', quantity::text,
        'value', value::text, 'seq', seq::text, 'mayBeNegative', may_be_negative)), '[]') from p) as pools,
      (select coalesce(json_agg(json_build_object(
        'lockedTo', (select max(locked_to)::text from ledger.period_lock l where l.branch_id is null or l.branch_id = b.id),
        'isUnlocked', exists (select from ledger.period_unlock u
          where u.state = 'open' and u.closes_at > ${now?.toISOString() ?? null}::timestamptz
            and ${businessDate}::date between u.from_date and u.to_date
            and (u.branch_id is null or u.branch_id = b.id)))), '[]')
        from unnest(${[...branchIds]}::uuid[]) b (id)) as periods,
      (select r.mark from kit.revision r where r.company_id = kit.company()) as mark`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A select without a from answers a row')
  return { ...found, pools: found.pools.map((one) => ({ ...one, seq: BigInt(one.seq) })) }
}

export interface Entry {
  companyId: string
  id: string
  at: string
  /** The transaction that wrote it. */
  xact: string
  businessDate: string
  branchId: string
  event: string
  sourceType: string
  sourceId: string
  reversesId: string | null
  reversesAt: string | null
  note: string
  authorId: string | null
  author: string
  /** Null where author and note were erased by law. */
  wordsSalt: Buffer | null
  wordsHash: Buffer
  leafVersion: number
  leaf: Buffer
}

/** Writes the entry with its lines, and what they change of holdings and pools, by one statement. */
export async function write(
  db: Db,
  entry: Entry,
  lines: readonly SettledLine[],
  deltas: readonly (HoldingKey & { id: string | null; quantity: string; mayBeNegative: boolean })[],
  pools: readonly Pick<LockedPool, 'id' | 'mayBeNegative' | 'quantity' | 'seq' | 'value'>[],
): Promise<void> {
  const of = <K extends keyof SettledLine>(key: K) => lines.map((line) => line[key])
  const known = deltas.filter(({ id }) => id !== null)
  const added = deltas.filter(({ id }) => id === null)
  await sql`
    with e as (
      insert into ledger.entry (id, at, business_date, branch_id, event, source_type, source_id, reverses_id, reverses_at, note,
        author_id, author, words_salt, words_hash, leaf_version, leaf)
      values (${entry.id}, ${entry.at}, ${entry.businessDate}, ${entry.branchId}, ${entry.event}, ${entry.sourceType},
        ${entry.sourceId}, ${entry.reversesId}, ${entry.reversesAt}, ${entry.note}, ${entry.authorId}, ${entry.author},
        ${entry.wordsSalt}, ${entry.wordsHash}, ${entry.leafVersion}, ${entry.leaf})
    ), s as (
      insert into ledger.posted (source_id, event, entry_id) values (${entry.sourceId}, ${entry.event}, ${entry.id})
    ), l as (
      insert into ledger.line (at, entry_id, position, account_id, branch_id, counter_id, item_id, mode_id, holder_id, party_type,
        party_id, quantity, amount, pool_seq, business_date)
      select ${entry.at}, ${entry.id}, n, account_id, branch_id, counter_id, item_id, mode_id, holder_id, party_type, party_id,
        quantity, amount, pool_seq, ${entry.businessDate}
      from unnest(${of('accountId')}::uuid[], ${of('branchId')}::uuid[], ${of('counterId')}::uuid[], ${of('itemId')}::uuid[],
        ${of('modeId')}::uuid[], ${of('holderId')}::uuid[], ${of('partyType')}::text[], ${of('partyId')}::uuid[],
        ${of('quantity')}::numeric[], ${of('amount')}::numeric[], ${lines.map(({ poolSeq }) => poolSeq?.toString() ?? null)}::bigint[])
        with ordinality as t (account_id, branch_id, counter_id, item_id, mode_id, holder_id, party_type, party_id, quantity, amount,
          pool_seq, n)
    ), moved as (
      update ledger.holding h set on_hand = h.on_hand + d.quantity, may_be_negative = d.may_be_negative
      from unnest(${known.map(({ id }) => id)}::uuid[], ${known.map(({ quantity }) => quantity)}::numeric[],
        ${known.map((one) => one.mayBeNegative)}::boolean[]) d (id, quantity, may_be_negative)
      where h.company_id = kit.company() and h.id = d.id
    ), begun as (
      insert into ledger.holding (branch_id, counter_id, account_id, item_id, holder_id, on_hand, may_be_negative)
      select * from unnest(${added.map((one) => one.branchId)}::uuid[], ${added.map((one) => one.counterId)}::uuid[],
        ${added.map((one) => one.accountId)}::uuid[], ${added.map((one) => one.itemId)}::uuid[],
        ${added.map((one) => one.holderId)}::uuid[], ${added.map((one) => one.quantity)}::numeric[],
        ${added.map((one) => one.mayBeNegative)}::boolean[])
      on conflict on constraint holding_key do update set on_hand = holding.on_hand + excluded.on_hand,
        may_be_negative = holding.may_be_negative or excluded.may_be_negative
    )
    update ledger.pool p set quantity = d.quantity, value = d.value, seq = d.seq, may_be_negative = d.may_be_negative
    from unnest(${pools.map(({ id }) => id)}::uuid[], ${pools.map(({ quantity }) => quantity)}::numeric[],
      ${pools.map(({ value }) => value)}::numeric[], ${pools.map(({ seq }) => seq.toString())}::bigint[],
      ${pools.map((one) => one.mayBeNegative)}::boolean[]) d (id, quantity, value, seq, may_be_negative)
    where p.company_id = kit.company() and p.id = d.id`.execute(db)
}

/** Makes the pools that are not there yet, so that they can be locked. */
export const beginPools = (db: Db, pools: readonly PoolKey[]) =>
  sql`insert into ledger.pool (branch_id, kind, item_id, holder_id)
    select * from unnest(${pools.map((one) => one.branchId)}::uuid[], ${pools.map((one) => one.kind)}::text[],
      ${pools.map((one) => one.itemId)}::uuid[], ${pools.map((one) => one.holderId)}::uuid[])
    on conflict do nothing`.execute(db)
