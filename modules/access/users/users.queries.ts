import { type Expression, type SqlBool, sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { mostWrong } from '../proofs/proofs.domain.ts'

export const rows = rowsOf('access.user')

interface Choice {
  id: string
  name: string
}

const rolesOf = sql<
  Choice[]
>`coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
  from access.user_role ur join access.role r on r.company_id = ur.company_id and r.id = ur.role_id
  where ur.company_id = u.company_id and ur.user_id = u.id), '[]')`.as('roles')

const hasPin = sql<boolean>`exists (select from access.credential c where c.company_id = u.company_id
  and c.user_id = u.id and c.pin_hash is not null)`.as('hasPin')

const codesBlocked = sql<boolean>`exists (select from access.credential c where c.company_id = u.company_id
  and c.user_id = u.id and c.wrong_steps >= ${mostWrong})`

const isBlocked =
  sql<boolean>`(exists (select from access.sign_in_locks(u.user_name)) or ${codesBlocked})`.as('isBlocked')

/** Users who work somewhere in the scope; whoever sees the whole company also sees those who are assigned nowhere. */
const inScope = (scope: Scope): Expression<SqlBool> =>
  scope === 'all'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from access.user_workspace w where w.company_id = u.company_id and w.user_id = u.id
        and (w.region_id = any(${[...scope.regionIds]}::uuid[]) or w.branch_id = any(${[...scope.branchIds]}::uuid[])
          or w.counter_id = any(${[...scope.counterIds]}::uuid[])))`

const shown = (db: Db, scope: Scope) =>
  db
    .selectFrom('access.user as u')
    .where('u.deletedAt', 'is', null)
    .where('u.kind', '=', 'person')
    .where(inScope(scope))

const columns = {
  userName: 'u.userName',
  fullName: 'u.fullName',
  email: 'u.email',
  state: 'u.state',
  lastSignInAt: 'u.lastSignInAt',
  createdAt: 'u.createdAt',
}

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, shown(db, scope).selectAll('u').select([rolesOf, hasPin, isBlocked]), input, {
    columns,
    order: ['fullName-asc'],
    tie: 'u.id',
  })

export const selection = (db: Db, scope: Scope) =>
  shown(db, scope)
    .select(['u.id', 'u.fullName as name'])
    .where('u.state', '=', 'active')
    .orderBy('u.fullName')
    .limit(1000)
    .execute()

/** One user who is not deleted and in the scope, with roles. */
export const find = (db: Db, scope: Scope, id: string) =>
  shown(db, scope)
    .selectAll('u')
    .select([rolesOf, hasPin, isBlocked])
    .where('u.id', '=', id)
    .executeTakeFirst()

/** Where these users may work. */
export const assignments = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('access.userWorkspace')
    .select('userId')
    .select(sql<0 | 1 | 2 | 3>`type`.as('type'))
    .select(sql<string | null>`coalesce(region_id, branch_id, counter_id)`.as('workspaceId'))
    .where(sql<SqlBool>`user_id = any(${[...userIds]}::uuid[])`)
    .orderBy('type')
    .orderBy('workspaceId')
    .execute()

export async function setRoles(db: Db, userId: string, roleIds: readonly string[]): Promise<void> {
  const gone = db.deleteFrom('access.userRole').where('userId', '=', userId)
  await (roleIds.length ? gone.where('roleId', 'not in', roleIds) : gone).execute()
  if (roleIds.length > 0)
    await db
      .insertInto('access.userRole')
      .values(roleIds.map((roleId) => ({ userId, roleId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const placeColumn = { 0: undefined, 1: 'regionId', 2: 'branchId', 3: 'counterId' } as const

/** Takes away the places that are not named and adds the new ones; the others stay as they are. */
export async function setAssignments(
  db: Db,
  userId: string,
  places: readonly { type: 0 | 1 | 2 | 3; workspaceId: string | null }[],
): Promise<void> {
  const kept = places.map(({ type, workspaceId }) => (workspaceId ? `${type}/${workspaceId}` : `${type}`))
  await db
    .deleteFrom('access.userWorkspace')
    .where('userId', '=', userId)
    .where(sql<SqlBool>`concat_ws('/', type, region_id, branch_id, counter_id) <> all(${kept}::text[])`)
    .execute()
  if (places.length === 0) return
  const values = places.map(({ type, workspaceId }) => {
    const column = placeColumn[type]
    return { userId, type, ...(column ? { [column]: workspaceId } : {}) }
  })
  await db
    .insertInto('access.userWorkspace')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const addCredential = (db: Db, userId: string, passwordHash: string, pinHash: string | null) =>
  db.insertInto('access.credential').values({ userId, passwordHash, pinHash }).execute()

/** From now on the account counts as new: another person has set what opens it, or what it may do. */
export const setHeldSince = (db: Db, userId: string, now: Date) =>
  db.updateTable('access.user').set({ heldSince: now.toISOString() }).where('id', '=', userId).execute()

/** People with the address where they are told. */
export const peopleOf = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('access.user')
    .select(['id', 'userName', 'fullName', 'email'])
    .where('id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute()

/** Keeps an address that a user no longer has, also that there was none, and whether another took it away. */
export const keepFormerEmail = (
  db: Db,
  { id, email }: { id: string; email: string },
  byOther: boolean,
  now: Date,
) =>
  db
    .insertInto('access.formerEmail')
    .values({ userId: id, email, byOther, leftAt: now.toISOString() })
    .execute()

/** Whether another has changed a user's address since. */
export const isEmailMoved = async (db: Db, userId: string, since: string): Promise<boolean> =>
  (await db
    .selectFrom('access.formerEmail')
    .select('id')
    .where('userId', '=', userId)
    .where('byOther', '=', true)
    .where('leftAt', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The addresses that a user has had since, beside the one of now. */
export const formerEmails = async (db: Db, userId: string, since: string): Promise<string[]> =>
  (
    await db
      .selectFrom('access.formerEmail')
      .select('email')
      .where('userId', '=', userId)
      .where('leftAt', '>', since)
      .execute()
  ).map(({ email }) => email)

export interface Block {
  address: string
  failures: number
  /** Null for codes of an app, which nothing but another way in lets through again. */
  blockedUntil: string | null
}

/** What keeps a user from signing in: from addresses by name, and of codes from anywhere. */
export async function signInBlocks(db: Db, user: { id: string; userName: string }): Promise<Block[]> {
  const { rows: found } = await sql<Block>`select * from access.sign_in_locks(${user.userName})
    union all select '', u.wrong_steps, null from access.credential u
    where u.user_id = ${user.id} and u.wrong_steps >= ${mostWrong}`.execute(db)
  return found
}

export const liftSignInBlocks = (db: Db, userName: string) =>
  sql`select access.lift_sign_in_locks(${userName})`.execute(db)

interface Among {
  userIds: readonly string[]
  baseRoles: readonly string[]
  places?: Exclude<Scope, 'all'>
}

/**
 * Ids of the active users who are named, hold an enabled role made from one of the base roles, or are assigned to one of
 * the places or to the whole company.
 */
export async function activeUserIds(db: Db, { userIds, baseRoles, places }: Among): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select u.id from access.user u
    where u.state = 'active' and u.deleted_at is null and u.kind = 'person' and (u.id = any(${[...userIds]}::uuid[])
      or exists (select from access.user_role ur
        join access.role r on r.company_id = ur.company_id and r.id = ur.role_id and r.is_enabled
        where ur.company_id = u.company_id and ur.user_id = u.id and r.base_role = any(${[...baseRoles]}::text[]))
      or ${places ? inScope(places) : sql`false`}
      or ${places !== undefined} and exists (select from access.user_workspace w
        where w.company_id = u.company_id and w.user_id = u.id and w.type = 0))`.execute(db)
  return found.map(({ id }) => id)
}

/** These users by their names, also those that were deleted. */
export async function userNames(db: Db, ids: readonly string[]) {
  const { rows: found } = await sql<{ id: string; name: string }>`
    select u.id, concat_ws(' ', u.first_name, nullif(u.last_name, '')) as name from access.user u
    where u.company_id = kit.company() and u.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(found.map((one) => [one.id, one]))
}
