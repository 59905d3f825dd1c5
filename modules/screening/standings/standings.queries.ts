import { type Insertable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listsSeen } from '#modules/watchlists/public.server.ts'
import type { DataSource } from '../screenings/screenings.domain.ts'

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
