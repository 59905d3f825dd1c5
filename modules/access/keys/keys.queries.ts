import { type SqlBool, sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { type Db, prepared } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { KeyState } from './keys.domain.ts'

export const rows = rowsOf('access.apiKey')

/** Keys whose counter is within the scope, each with its state at this moment. */
const shown = (db: Db, scope: Scope, now: Date) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('access.apiKey as one')
        .selectAll('one')
        .select(
          sql<KeyState>`case when one.revoked_at is not null then 'revoked'
            when one.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else 'active' end`.as(
            'state',
          ),
        )
        .as('k'),
    )
    .innerJoin('access.user as o', (join) =>
      join.onRef('o.companyId', '=', 'k.companyId').onRef('o.id', '=', 'k.ownerId'),
    )
    .innerJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'k.companyId').onRef('c.counterId', '=', 'k.counterId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'c.companyId').onRef('b.branchId', '=', 'c.branchId'),
    )
    .selectAll('k')
    .select(['o.fullName as owner'])
    .select(sql<string>`b.name`.as('branchName'))
    .select(sql<string>`c.name`.as('counterName'))
    .select(sql<boolean>`o.state <> 'active' or o.deleted_at is not null`.as('isOrphan'))
    .where(withinScope(scope, 'counterIds', 'k.counterId'))

const columns = {
  name: 'k.name',
  state: 'k.state',
  createdAt: 'k.createdAt',
  expiresAt: 'k.expiresAt',
  lastUsedAt: 'k.lastUsedAt',
}

export const list = (db: Db, scope: Scope, now: Date, input: ListInput) =>
  listPage(db, shown(db, scope, now), input, { columns, order: ['createdAt-desc'], tie: 'k.id' })

export const find = (db: Db, scope: Scope, now: Date, id: string) =>
  shown(db, scope, now).where('k.id', '=', id).executeTakeFirst()

/** The user as whom a key acts: it has no secrets, and so never signs in. */
export async function addUser(db: Db, name: string): Promise<string> {
  const made = await db
    .insertInto('access.user')
    .values({ kind: 'key', userName: sql<string>`'key ' || uuidv7()`, firstName: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** From now on this person and the key count as one. */
export const keep = (db: Db, userId: string, keyUserId: string, now: Date) =>
  db
    .insertInto('access.apiKeyKeeper')
    .values({ userId, keyUserId, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** A key as it is judged at each call. */
export interface Held {
  id: string
  companyId: string
  userId: string
  name: string
  keyHash: string
  permissions: string[]
  callsPerMinute: number
  expiresAt: string
  revokedAt: string | null
  lastUsedAt: string | null
  ownerId: string
  isOrphan: boolean
  regionId: string | null
  branchId: string | null
  counterId: string | null
  mark: string | null
}

/** The key with this id, whatever its state, and the counter where it acts, if that is open. */
export async function findKey(db: Db, id: string): Promise<Held | undefined> {
  const { rows: found } = await sql<Held>`
    select ${prepared} k.id, k.company_id, k.user_id, k.name, k.key_hash, k.permissions, k.calls_per_minute, k.expires_at,
      k.revoked_at, k.last_used_at, k.owner_id, (o.state <> 'active' or o.deleted_at is not null) as is_orphan,
      c.region_id, c.branch_id, c.counter_id,
      (select r.mark from kit.revision r where r.company_id = k.company_id) as mark
    from access.api_key k
    join access.user o on o.company_id = k.company_id and o.id = k.owner_id
    left join organisation.counter_read c on c.company_id = k.company_id and c.counter_id = k.counter_id
    where k.id = ${id}`.execute(db)
  return found[0]
}

/** Notes that a key is used, at most once a minute. Answers whether that is its first use of the day, in UTC. */
export async function markUsed(db: Db, id: string, address: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { rows: marked } = await sql<{ isFirst: boolean }>`
    update access.api_key k set last_used_at = ${at}::timestamptz, last_used_from = ${address}
    where k.id = ${id} and ${sql<SqlBool>`(k.last_used_at is null or k.last_used_at < ${at}::timestamptz - interval '1 minute')`}
    returning (old.last_used_at is null
      or (old.last_used_at at time zone 'UTC')::date < (${at}::timestamptz at time zone 'UTC')::date) as is_first`.execute(
    db,
  )
  return marked[0]?.isFirst ?? false
}
