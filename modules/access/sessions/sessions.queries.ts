import { type SqlBool, sql } from 'kysely'
import { type Db, prepared } from '#kit/server/database.server.ts'
import { firstEndOf, selvesOf } from '../selves/selves.queries.ts'

const halfHour = 30 * 60_000

/** What a user's roles and assignments give them. */
export interface Holdings {
  userId: string
  permissions: string[]
  baseRoles: string[]
  limits: { type: string; amount: string | null }[]
  /** All users who count as this person where a second one is asked for. */
  selves: string[]
  assigned: { type: number; regionId: string | null; branchId: string | null; counterId: string | null }[]
}

export interface SessionRow {
  id: string
  companyId: string
  userId: string
  fullName: string
  provenFor: number
  regionId: string | null
  branchId: string | null
  counterId: string | null
  /** Another one after every change of settings, roles and assignments among them; null before the first. */
  mark: string | null
}

/** The columns of `Holdings` beside the id, for the user `u` of a statement. */
const holdings = (days: number) => sql`
  coalesce((select array_agg(distinct p) from access.user_role ur
    join access.role r on r.company_id = ur.company_id and r.id = ur.role_id and r.is_enabled
    cross join unnest(r.permissions) p
    where ur.company_id = u.company_id and ur.user_id = u.id), '{}') as permissions,
  coalesce((select array_agg(distinct r.base_role) from access.user_role ur
    join access.role r on r.company_id = ur.company_id and r.id = ur.role_id and r.is_enabled
    where ur.company_id = u.company_id and ur.user_id = u.id), '{}') as base_roles,
  coalesce((select jsonb_agg(jsonb_build_object('type', l.type, 'amount', l.amount::text)) from access.user_role ur
    join access.role r on r.company_id = ur.company_id and r.id = ur.role_id and r.is_enabled
    join access.role_limit l on l.company_id = r.company_id and l.role_id = r.id
    where ur.company_id = u.company_id and ur.user_id = u.id), '[]') as limits,
  coalesce((select jsonb_agg(jsonb_build_object('type', w.type, 'regionId', w.region_id, 'branchId', w.branch_id,
      'counterId', w.counter_id)) from access.user_workspace w
    where w.company_id = u.company_id and w.user_id = u.id), '[]') as assigned,
  ${selvesOf(days)} as selves`

// A user who lost the right to a counter, or whose counter was closed or moved away, does not work there any more.
const mayWorkThere = sql<SqlBool>`exists (select from access.user_workspace w
  where w.company_id = s.company_id and w.user_id = s.user_id and (w.type = 0 or w.region_id = c.region_id
    or w.branch_id = c.branch_id or w.counter_id = c.counter_id))`

/** An open session of an active user, and the counter where they may still work; undefined when it has ended. */
export async function find(db: Db, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select ${prepared} s.id, s.company_id, s.user_id, u.full_name,
      extract(epoch from now() - s.proved_at)::float8 as proven_for, c.region_id, c.branch_id, c.counter_id,
      (select r.mark from kit.revision r where r.company_id = s.company_id) as mark
    from access.session s
    join access.user u on u.company_id = s.company_id and u.id = s.user_id
    left join organisation.counter_read c on c.company_id = s.company_id and c.counter_id = s.counter_id and ${mayWorkThere}
    where s.id = ${id} and s.ended_at is null and u.state = 'active' and u.deleted_at is null`.execute(db)
  return rows[0]
}

/** What a user holds, and until when they surely have these selves. */
export async function readHoldings(
  db: Db,
  userId: string,
  days: number,
): Promise<Holdings & { selvesUntil: string | null }> {
  const { rows } = await sql<Holdings & { selvesUntil: string | null }>`
    select u.id as user_id, ${holdings(days)}, ${firstEndOf(days)} as selves_until
    from access.user u where u.id = ${userId}`.execute(db)
  const nothing = { permissions: [], baseRoles: [], limits: [], selves: [userId], assigned: [] }
  return rows[0] ?? { userId, ...nothing, selvesUntil: null }
}

/** A user who holds what was asked for, and the names of the roles that give it. */
export interface Holder extends Holdings {
  fullName: string
  roles: string[]
}

/** Active users who hold one of these permissions, with all that they hold. */
export const holders = async (db: Db, permissions: readonly string[], days: number): Promise<Holder[]> =>
  (
    await sql<Holder>`
      select u.id as user_id, u.full_name, array(select distinct r.name from access.user_role ur
          join access.role r on r.company_id = ur.company_id and r.id = ur.role_id and r.is_enabled
          where ur.company_id = u.company_id and ur.user_id = u.id and r.permissions && ${[...permissions]}::text[]
          order by 1) as roles, ${holdings(days)}
      from access.user u
      where u.state = 'active' and u.deleted_at is null and exists (select from access.user_role ur
        join access.role r on r.company_id = ur.company_id and r.id = ur.role_id and r.is_enabled
        where ur.company_id = u.company_id and ur.user_id = u.id and r.permissions && ${[...permissions]}::text[])`.execute(
      db,
    )
  ).rows

/** Ends open sessions of a user, all but one if named; answers which. */
export async function end(
  db: Db,
  who: { userId: string; except?: string } | { sessionId: string },
  reason: string,
  now: Date,
): Promise<string[]> {
  let query = db
    .updateTable('access.session')
    .set({ endedAt: now.toISOString(), endReason: reason })
    .where('endedAt', 'is', null)
  if ('sessionId' in who) query = query.where('id', '=', who.sessionId)
  else {
    query = query.where('userId', '=', who.userId)
    if (who.except) query = query.where('id', '<>', who.except)
  }
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** The person has shown who they are just now. */
export const markProved = (db: Db, id: string) =>
  db
    .updateTable('access.session')
    .set({ provedAt: sql`now()`, wrongProofs: 0 })
    .where('id', '=', id)
    .execute()

/** Counts a proof that is about to be judged; answers how many there are in a row, or undefined where the session has ended. */
export const countProof = async (db: Db, id: string): Promise<number | undefined> =>
  (
    await db
      .updateTable('access.session')
      .set({ wrongProofs: sql<number>`wrong_proofs + 1` })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .returning('wrongProofs')
      .executeTakeFirst()
  )?.wrongProofs

export const setCounter = (db: Db, id: string, counterId: string) =>
  db.updateTable('access.session').set({ counterId }).where('id', '=', id).execute()

/** Who is working at these counters now: a browser that is open renews its token every quarter of an hour. */
export const workingAt = async (db: Db, counterIds: readonly string[], now: Date) =>
  counterIds.length === 0
    ? []
    : await db
        .selectFrom('access.session as s')
        .innerJoin('access.user as u', (join) =>
          join.onRef('u.companyId', '=', 's.companyId').onRef('u.id', '=', 's.userId'),
        )
        .innerJoin('organisation.counterRead as c', (join) =>
          join.onRef('c.companyId', '=', 's.companyId').onRef('c.counterId', '=', 's.counterId'),
        )
        .select(['u.id as userId', 'u.fullName', 's.counterId'])
        .where(mayWorkThere)
        .where('s.endedAt', 'is', null)
        .where('s.counterId', 'in', counterIds)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('access.refreshToken as t')
              .select('t.id')
              .whereRef('t.companyId', '=', 's.companyId')
              .whereRef('t.sessionId', '=', 's.id')
              .where('t.createdAt', '>', new Date(now.getTime() - halfHour).toISOString()),
          ),
        )
        .execute()
