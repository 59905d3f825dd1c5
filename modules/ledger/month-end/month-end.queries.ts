import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

export interface Month {
  branchIds: readonly string[]
  from: string
  to: string
}

/** Those of these branches where something lies, or entries of the month are not sealed or not locked. */
export async function listUnfinished(db: Db, { branchIds, from, to }: Month): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unnest(${[...branchIds]}::uuid[]) b (id)
    where exists (select from ledger.holding h
        where h.company_id = kit.company() and h.branch_id = b.id and (h.on_hand <> 0 or h.reserved <> 0))
      or exists (select from ledger.entry e
        where e.company_id = kit.company() and e.branch_id = b.id and e.business_date between ${from} and ${to}
          and (not exists (select from ledger.sealed s where s.company_id = e.company_id and s.entry_id = e.id)
            or not exists (select from ledger.period_lock l where l.company_id = e.company_id
              and (l.branch_id is null or l.branch_id = b.id) and l.locked_to >= ${to}::date)))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** How many entries of the month wait for their seal; one that was taken out of it is found by the check of the chain. */
export async function countUnsealed(db: Db, { branchIds, from, to }: Month): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct l.entry_id)::int as n from ledger.tail_line l
    where l.business_date between ${from} and ${to} and l.branch_id = any(${[...branchIds]}::uuid[])`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The numbers of the seals that hold entries of these days. */
export async function sealsOf(db: Db, { from, to }: Omit<Month, 'branchIds'>): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct s.number from ledger.entry e
    join ledger.sealed s on s.company_id = e.company_id and s.entry_id = e.id
    where e.company_id = kit.company() and e.business_date between ${from} and ${to} order by s.number`.execute(
    db,
  )
  return rows.map(({ number }) => number)
}

/** The branches, among these, that may still be posted into on this day. */
export async function listUnlocked(db: Db, { branchIds, to }: Month): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unnest(${[...branchIds]}::uuid[]) b (id)
    where not exists (select from ledger.period_lock l where l.company_id = kit.company()
      and (l.branch_id is null or l.branch_id = b.id) and l.locked_to >= ${to}::date)`.execute(db)
  return rows.map(({ id }) => id)
}

/** The branch of each thing that is on its way at the end of the month. */
export async function onTheWay(db: Db, { branchIds, to }: Month): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with every_part as (
      select l.account_id, l.branch_id, l.item_id, l.holder_id, l.quantity from ledger.day_balance l
      where l.company_id = kit.company() and l.business_date <= ${to}::date
      union all
      select l.account_id, l.branch_id, l.item_id, l.holder_id, coalesce(l.quantity, 0) from ledger.tail_line l
      where l.business_date <= ${to}::date
    )
    select l.branch_id as id from every_part l join ledger.account a on a.company_id = kit.company() and a.id = l.account_id
    where a.keeps = 'transit' and l.branch_id = any(${[...branchIds]}::uuid[])
    group by l.branch_id, l.item_id, l.holder_id having sum(l.quantity) <> 0`.execute(db)
  return rows.map(({ id }) => id)
}

/** The posted revaluations of a day, the newest last, and whether one is of every branch. */
export async function runsOf(db: Db, day: string) {
  const runs = await db
    .selectFrom('ledger.revaluation')
    .select(['branchId', 'isWhole', 'author as by', 'createdAt as at'])
    .where('state', '=', 'posted')
    .where('businessDate', '=', day)
    .orderBy('createdAt')
    .execute()
  return {
    isWhole: runs.some(({ isWhole }) => isWhole),
    runs: runs.map(({ branchId, by, at }) => ({ branchId, by, at })),
  }
}

/** Who had the books checked last. */
export const findLastCheck = (db: Db) =>
  db
    .selectFrom('ledger.checkRun')
    .select(['author as by', 'at'])
    .where('kind', '=', 'system')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Who locked these days last. */
export const findLastLock = (db: Db, { branchIds, to }: Month) =>
  db
    .selectFrom('ledger.periodLock')
    .select(['author as by', 'changedAt as at'])
    .where('lockedTo', '>=', to)
    .where((eb) =>
      eb.or([eb('branchId', 'is', null), sql<boolean>`branch_id = any(${[...branchIds]}::uuid[])`]),
    )
    .orderBy('changedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Who has said that a month is done, the first first; what was posted into it since takes their word back. */
export async function signaturesOf(
  db: Db,
  month: string,
  { from, to }: Omit<Month, 'branchIds'>,
): Promise<{ byId: string; byName: string; signedAt: string }[]> {
  const { rows } = await sql<{ byId: string; byName: string; signedAt: string }>`
    select by_id, by_name, signed_at from ledger.month_signature
    where company_id = kit.company() and month = ${month} and signed_at >= coalesce((select max(e.at) from ledger.entry e
      where e.company_id = kit.company() and e.business_date between ${from} and ${to}), '-infinity')
    order by signed_at`.execute(db)
  return rows
}

/** One person signs at a time. */
export const holdSignatures = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('month ' || kit.company()::text, 0))`.execute(db)

export const addSignature = (
  db: Db,
  row: { month: string; byId: string; byName: string; signedAt: string },
) => db.insertInto('ledger.monthSignature').values(row).execute()
