import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** An instant to the microsecond, as it is kept. */
export const instant = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** A row of the audit, or of what an act changed; everything that a leaf goes over. */
export interface Told {
  kind: 'act' | 'change'
  companyId: string
  id: string
  at: string
  xact: string
  /** What cannot name a person, as texts in the order of the columns. */
  facts: (string | null)[]
  /** What can, as JSON of the database; a list of nothing once it was erased. */
  words: string
  salt: string | null
  erased: Buffer | null
}

export interface Transaction {
  at: string
  xact: string
}

/** Takes transactions that wait for their seal off the list, the oldest first. */
export async function takeWaiting(db: Db, most: number): Promise<Transaction[]> {
  const { rows } = await sql<Transaction>`
    with taken as (
      delete from kit.unsealed u using (
        select company_id, at, xact from kit.unsealed where company_id = kit.company()
        order by at, xact limit ${most}
      ) t where u.company_id = t.company_id and u.at = t.at and u.xact = t.xact returning u.at, u.xact
    ) select ${instant(sql`at`)} as at, xact::text as xact from taken order by taken.at, taken.xact`.execute(
    db,
  )
  return rows
}

/** The rows of transactions: by transaction, acts before changes, in the order in which they were written. */
export async function rowsOf(db: Db, transactions: readonly Transaction[]): Promise<Told[]> {
  const { rows } = await sql<Told>`
    with asked as (
      select * from unnest(${transactions.map(({ at }) => at)}::timestamptz[],
        ${transactions.map(({ xact }) => xact)}::xid8[]) with ordinality t (at, xact, n)
    )
    select 'act' as kind, a.company_id as "companyId", a.id, ${instant(sql`a.at`)} as at, a.xact::text as xact,
      array[a.user_id::text, a.session_id::text, a.branch_id::text, a.counter_id::text, a.act, a.kind, a.outcome,
        a.code, a.trace_id] as facts,
      jsonb_build_array(nullif(a.user_name, ''), a.address, a.note)::text as words,
      a.salt, a.erased, t.n, 0 as part, row_number() over (partition by t.n order by a.id) as place
    from asked t join kit.audit a on a.company_id = kit.company() and a.at = t.at and a.xact = t.xact
    union all
    select 'change', c.company_id, c.id, ${instant(sql`c.at`)}, c.xact::text, array[c.relation, c.row_id, c.seq::text],
      jsonb_build_array(c.name, c.before, c.after)::text, c.salt, c.erased,
      t.n, 1, c.seq
    from asked t join kit.audit_change c on c.company_id = kit.company() and c.at = t.at and c.xact = t.xact
    order by n, part, place`.execute(db)
  return rows
}

export interface SealedAudit {
  number: string
  transactions: Transaction[]
  ids: string[]
  leafVersion: number
  leaves: Buffer
}

export async function addAudit(db: Db, sealed: SealedAudit): Promise<void> {
  const { number, transactions, ids, leafVersion, leaves } = sealed
  await sql`insert into ledger.sealed_audit (number, ats, xacts, ids, leaf_version, leaves)
    values (${number}, ${transactions.map(({ at }) => at)}::timestamptz[],
      ${transactions.map(({ xact }) => xact)}::xid8[], ${ids}::uuid[], ${leafVersion}, ${leaves})`.execute(db)
}

/** What one seal holds of the audit. */
export async function sealedAudit(db: Db, number: string): Promise<SealedAudit | undefined> {
  const { rows } = await sql<SealedAudit>`
    select number::text, leaf_version as "leafVersion", leaves, ids::text[] as ids,
      (select json_agg(json_build_object('at', ${instant(sql`u.at`)}, 'xact', u.xact::text) order by u.n)
       from unnest(ats, xacts) with ordinality u (at, xact, n)) as transactions
    from ledger.sealed_audit where company_id = kit.company() and number = ${number}`.execute(db)
  return rows[0]
}

/** The first row of the audit that no seal holds, and that waits for none. */
export async function findOmittedRow(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with told as (
      select id, at, xact from kit.audit where company_id = kit.company()
      union all select id, at, xact from kit.audit_change where company_id = kit.company()
    ), sealed as (
      select unnest(ids) as id from ledger.sealed_audit where company_id = kit.company()
    )
    select t.id from told t
    where not exists (select from sealed s where s.id = t.id)
      and not exists (select from kit.unsealed u where u.company_id = kit.company() and u.at = t.at and u.xact = t.xact)
    order by t.at, t.id limit 1`.execute(db)
  return rows[0]?.id
}
