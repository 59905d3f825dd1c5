import { type Insertable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listsSeen } from '#modules/watchlists/public.server.ts'
import type { Asked, ListUsed } from '../screenings/ask.server.ts'
import { type DataSource, saysWho } from '../screenings/screenings.domain.ts'

const among = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

export type NewStanding = Omit<Insertable<DB['screening.standing']>, 'companyId'>

/** By which screenings these customers stand. */
export async function standingsOf(db: Db, customerIds: readonly string[]) {
  const rows = await db
    .selectFrom('screening.standing')
    .selectAll()
    .where('customerId', '=', among(customerIds))
    .execute()
  return rows.map((row) => ({ ...row, numbers: row.numbers as unknown as Record<string, number> }))
}

/**
 * A run has asked about these customers as they were: what the list said since `from` need not be asked again, unless they have
 * changed meanwhile or were asked last about an older version than that.
 */
export const cover = (
  db: Db,
  dataSource: DataSource,
  { list, from, number }: { list: string; from: number; number: number },
  asked: readonly { customerId: string; factsHash: string }[],
) =>
  sql`update screening.standing s set numbers = s.numbers || jsonb_build_object(${list}::text, ${number}::int)
    from unnest(${asked.map(({ customerId }) => customerId)}::uuid[], ${asked.map(({ factsHash }) => factsHash)}::text[])
      a (customer_id, facts_hash)
    where s.customer_id = a.customer_id and s.facts_hash = a.facts_hash and s.data_source = ${dataSource}
      and (s.numbers ->> ${list})::int >= ${from}`.execute(db)

/** What is known of these customers was asked of who they were: they are screened anew before the next deal. */
export const outdate = (db: Db, customerIds: readonly string[]) =>
  db
    .updateTable('screening.standing')
    .set({ isFresh: false })
    .where('customerId', '=', among(customerIds))
    .execute()

export const saveStandings = (db: Db, standings: readonly NewStanding[]) =>
  db
    .insertInto('screening.standing')
    .values([...standings])
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'customerId', 'dataSource']).doUpdateSet((eb) => ({
        screeningId: eb.ref('excluded.screeningId'),
        factsHash: eb.ref('excluded.factsHash'),
        settingsHash: eb.ref('excluded.settingsHash'),
        numbers: eb.ref('excluded.numbers'),
        isFresh: eb.ref('excluded.isFresh'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute()

/** Earlier screenings of the same customers all of whose open candidates are asked about again in these are answered there. */
export const supersede = (db: Db, ids: readonly string[]) =>
  sql`update screening.screening s set superseded_by = n.id, is_open = false, version = s.version + 1
    from screening.screening n
    where n.id = any(${[...ids]}::uuid[]) and s.company_id = n.company_id and s.customer_id = n.customer_id
      and s.data_source = n.data_source and s.id <> n.id and s.is_open and s.state in ('in_review', 'error')
      and not exists (select from screening.candidate c
        where c.company_id = s.company_id and c.screening_id = s.id and c.state in ('pending', 'skipped')
          and not exists (select from screening.candidate d
            where d.company_id = n.company_id and d.screening_id = n.id and d.list = c.list and d.entry_id = c.entry_id))`.execute(
    db,
  )

type Named = Asked & { name: string }

/** Whose name was asked for before a deal, with exactly these facts and without a customer. */
const asked = ({ name, entityType, query }: Named) =>
  sql`customer_id is null and cause = 'transaction' and name = ${name} and entity_type = ${entityType}
    and query::text = ${JSON.stringify(query)}`

/** What was asked of a name alone before its deal was made, and nobody has decided on. */
const ofNoDeal = sql`deal_id is null and not exists (select from screening.decision d
  where d.company_id = s.company_id and d.screening_id = s.id)`

/** Whether a hit of exactly these facts was confirmed, in whichever deal, and not let go since. */
export const isConfirmed = async (db: Db, named: Named): Promise<boolean> =>
  (
    await sql`select from screening.screening
      where ${asked(named)} and state = 'confirmed_hit' and coalesce(closed_as, 'upheld') = 'upheld' limit 1`.execute(
      db,
    )
  ).rows.length > 0

/**
 * The last screening of each data source before a deal that asked for exactly this. Of a name alone only those of this deal count,
 * or of none yet. `isOpen` is of all of them.
 */
export async function pastOf(db: Db, named: Named, dealId: string | null) {
  const counts = saysWho(named) ? sql`true` : dealId === null ? ofNoDeal : sql`deal_id = ${dealId}`
  const { rows } = await sql<{
    dataSource: DataSource
    lists: ListUsed[]
    options: unknown
    stale: string[]
    isOpen: boolean
  }>`select distinct on (data_source) data_source, lists, options, stale, bool_or(is_open) over () as is_open
    from screening.screening s where ${asked(named)} and ${counts}
    order by data_source, created_at desc, id desc`.execute(db)
  return rows
}

/** What was asked of a name alone before there was a deal belongs to this one from now on. */
export const giveDeal = (db: Db, named: Named, dealId: string) =>
  sql`update screening.screening s set deal_id = ${dealId}, version = s.version + 1
    where ${asked(named)} and ${ofNoDeal}`.execute(db)

/** What `supersede` does, for screenings of a name alone on the same occasion. */
export const supersedeNamed = (db: Db, id: string) =>
  sql`update screening.screening s set superseded_by = n.id, is_open = false, version = s.version + 1
    from screening.screening n
    where n.id = ${id} and s.company_id = n.company_id and s.customer_id is null and s.cause = n.cause
      and s.bulk_id is not distinct from n.bulk_id and s.deal_id is not distinct from n.deal_id
      and s.name = n.name and s.entity_type = n.entity_type and s.query::text = n.query::text
      and s.data_source = n.data_source and s.id <> n.id and s.is_open and s.state in ('in_review', 'error')
      and not exists (select from screening.candidate c
        where c.company_id = s.company_id and c.screening_id = s.id and c.state in ('pending', 'skipped')
          and not exists (select from screening.candidate d
            where d.company_id = n.company_id and d.screening_id = n.id and d.list = c.list and d.entry_id = c.entry_id))`.execute(
    db,
  )

/** Monitors these customers from now on, unless somebody has said something else of them before. */
export const monitor = (
  db: Db,
  customerIds: readonly string[],
  dataSource: DataSource,
  { since, byName }: { since: string; byName: string },
) =>
  db
    .insertInto('screening.monitoring')
    .values(customerIds.map((customerId) => ({ customerId, dataSource, isEnabled: true, since, byName })))
    .onConflict((conflict) => conflict.columns(['companyId', 'customerId', 'dataSource']).doNothing())
    .execute()

/** The last run over each list that came to its end. */
export const lastRuns = (db: Db) =>
  db
    .selectFrom('screening.run')
    .distinctOn('list')
    .select(['list', 'toNumber', 'startedAt', 'finishedAt'])
    .where('finishedAt', 'is not', null)
    .orderBy('list')
    .orderBy('toNumber', 'desc')
    .execute()

/** One customer turned out to be another: what was screened speaks of that one, and whatever was cleared for good is asked again. */
export async function follow(db: Db, fromId: string, toId: string): Promise<void> {
  await sql`update screening.screening set customer_id = ${toId}, version = version + 1 where customer_id = ${fromId}`.execute(
    db,
  )
  await db.deleteFrom('screening.standing').where('customerId', '=', fromId).execute()
  await outdate(db, [toId])
  await sql`update screening.whitelist set state = 'reopened', reopened_because = 'merged', version = version + 1
    where customer_id = any(${[fromId, toId]}::uuid[]) and state in ('proposed', 'approved')`.execute(db)
  await sql`update screening.monitoring set is_enabled = false, version = version + 1
    where customer_id = ${fromId} and is_enabled`.execute(db)
}

/** Whether a confirmed hit stands against a customer: upheld, or not closed yet. */
export const hasConfirmedHit = async (db: Db, customerId: string): Promise<boolean> =>
  (await overview(db, [customerId])).against.some(({ state }) => state === 'confirmed_hit')

/** All that says how customers stand, in one statement: that is asked before every deal. */
export async function overview(db: Db, customerIds: readonly string[]) {
  const ids = among(customerIds)
  const { rows } = await sql<{
    standings: {
      customerId: string
      dataSource: DataSource
      settingsHash: string
      numbers: Record<string, number>
      isFresh: boolean
    }[]
    against: { id: string; state: string }[]
    lists: { list: string; number: number; succeededAt: string | null }[]
  }>`select
    (select coalesce(jsonb_agg(jsonb_build_object('customerId', t.customer_id, 'dataSource', t.data_source,
        'settingsHash', t.settings_hash, 'numbers', t.numbers, 'isFresh', t.is_fresh)), '[]')
      from screening.standing t where t.customer_id = ${ids}) as standings,
    (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'state', s.state)), '[]') from screening.screening s
      where s.customer_id = ${ids}
        and (s.is_open or (s.state = 'confirmed_hit' and coalesce(s.closed_as, 'upheld') = 'upheld'))) as against,
    (select coalesce(jsonb_agg(jsonb_build_object('list', l.list, 'number', l.number, 'succeededAt', l.succeeded_at)), '[]')
      from (${listsSeen}) l) as lists`.execute(db)
  return rows[0] ?? { standings: [], against: [], lists: [] }
}
