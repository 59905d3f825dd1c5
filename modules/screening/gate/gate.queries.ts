import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { ListUsed } from '../findings/ask.server.ts'
import { type DataSource, isIdentified } from '../screenings/screenings.domain.ts'
import type { Asked } from '../screenings/subjects.server.ts'
import { outdate } from '../standings/standings.queries.ts'
import { pairWorkflow } from '../whitelist/whitelist.domain.ts'

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
  const counts = isIdentified(named) ? sql`true` : dealId === null ? ofNoDeal : sql`deal_id = ${dealId}`
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
  const { from, to } = pairWorkflow.actions.reopen
  await sql`update screening.whitelist set state = ${to}, reopened_because = 'merged', version = version + 1
    where customer_id = any(${[fromId, toId]}::uuid[]) and state = any(${from})`.execute(db)
  await sql`update screening.monitoring set is_enabled = false, version = version + 1
    where customer_id = ${fromId} and is_enabled`.execute(db)
}
