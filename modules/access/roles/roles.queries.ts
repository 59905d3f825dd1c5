import { type SqlBool, sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Limit, LimitType } from './roles.domain.ts'

export const rows = rowsOf('access.role')

const columns = {
  name: 'r.name',
  baseRole: 'r.baseRole',
  level: 'r.level',
  isEnabled: 'r.isEnabled',
  createdAt: 'r.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('access.role as r')
      .select([
        'r.id',
        'r.version',
        'r.name',
        'r.description',
        'r.baseRole',
        'r.level',
        'r.permissions',
        'r.isEnabled',
        'r.createdAt',
      ])
      .select((eb) =>
        eb
          .selectFrom('access.userRole as ur')
          .whereRef('ur.roleId', '=', 'r.id')
          .select(sql<number>`count(*)::int`.as('n'))
          .$asScalar()
          .$notNull()
          .as('userCount'),
      ),
    input,
    { columns, order: ['name-asc'], tie: 'r.id' },
  )

const userColumns = { userName: 'u.userName', fullName: 'u.fullName', state: 'u.state' }

export const assignedUsers = (db: Db, roleId: string, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('access.userRole as ur')
      .innerJoin('access.user as u', (join) =>
        join.onRef('u.companyId', '=', 'ur.companyId').onRef('u.id', '=', 'ur.userId'),
      )
      .select(['u.id', 'u.userName', 'u.fullName', 'u.state'])
      .where('ur.roleId', '=', roleId)
      .where('u.deletedAt', 'is', null),
    input,
    { columns: userColumns, order: ['fullName-asc'], tie: 'u.id' },
  )

/** All that these roles allow, with their limits; without ids, every enabled role of the company. */
export async function withLimits(db: Db, ids?: readonly string[]) {
  let query = db
    .selectFrom('access.role as r')
    .select(['r.id', 'r.name', 'r.permissions', 'r.isEnabled'])
    .select(
      sql<Limit[]>`coalesce((select jsonb_agg(jsonb_build_object('type', l.type, 'amount', l.amount::text,
        'isUnlimited', l.is_unlimited)) from access.role_limit l
        where l.company_id = r.company_id and l.role_id = r.id), '[]')`.as('limits'),
    )
    .orderBy('r.name')
  query = ids ? query.where('r.id', 'in', ids.length ? ids : [noRole]) : query.where('r.isEnabled', '=', true)
  return query.execute()
}

const noRole = '00000000-0000-0000-0000-000000000000'

/** A limit's amount without the zeros that `numeric` may carry. */
export async function limitsOf(db: Db, roleId: string): Promise<Limit[]> {
  const found = await db
    .selectFrom('access.roleLimit')
    .select(['type', 'amount', 'isUnlimited'])
    .where('roleId', '=', roleId)
    .orderBy('type')
    .execute()
  return found.map((row) => ({ ...row, type: row.type as LimitType }))
}

/** Takes away the limits that are not named, adds the new ones and changes those that differ. */
export async function setLimits(db: Db, roleId: string, limits: readonly Limit[]): Promise<void> {
  const kept = limits.map(({ type }) => type)
  await db
    .deleteFrom('access.roleLimit')
    .where('roleId', '=', roleId)
    .where(sql<SqlBool>`type <> all(${kept}::text[])`)
    .execute()
  if (limits.length === 0) return
  await db
    .insertInto('access.roleLimit')
    .values(limits.map((limit) => ({ ...limit, roleId })))
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'roleId', 'type'])
        .doUpdateSet((eb) => ({
          amount: eb.ref('excluded.amount'),
          isUnlimited: eb.ref('excluded.isUnlimited'),
        }))
        .where(sql<SqlBool>`role_limit.amount is distinct from excluded.amount`),
    )
    .execute()
}

export const isHeld = async (db: Db, roleId: string): Promise<number> => {
  const row = await db
    .selectFrom('access.userRole')
    .where('roleId', '=', roleId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/**
 * From now on the accounts of all who hold a role count as new, but for whoever has widened it: nobody gives themselves what they
 * do not have.
 */
export const setHoldersHeldSince = (db: Db, roleId: string, actorId: string, now: Date) =>
  db
    .updateTable('access.user')
    .set({ heldSince: now.toISOString() })
    .where('id', '<>', actorId)
    .where((eb) =>
      eb('id', 'in', eb.selectFrom('access.userRole').select('userId').where('roleId', '=', roleId)),
    )
    .execute()

/**
 * The permissions that a user who may sign in holds through enabled roles, as stored. They are held fast until the caller's
 * transaction ends: of two people who take each other's rights away at the same time, the second sees what the first did.
 */
export async function permissionsOf(db: Db, userId: string): Promise<string[]> {
  const found = await db
    .selectFrom('access.userRole as ur')
    .innerJoin('access.role as r', (join) =>
      join.onRef('r.companyId', '=', 'ur.companyId').onRef('r.id', '=', 'ur.roleId'),
    )
    .innerJoin('access.user as u', (join) =>
      join.onRef('u.companyId', '=', 'ur.companyId').onRef('u.id', '=', 'ur.userId'),
    )
    .select('r.permissions')
    .where('ur.userId', '=', userId)
    .where('r.isEnabled', '=', true)
    .where('u.state', '=', 'active')
    .where('u.deletedAt', 'is', null)
    .forShare()
    .execute()
  return found.flatMap(({ permissions }) => permissions)
}

/** Whether the user is assigned to the whole company; held fast as above. */
export const worksEverywhere = async (db: Db, userId: string): Promise<boolean> => {
  const query = db.selectFrom('access.userWorkspace').select('id').where('userId', '=', userId)
  return (await query.where('type', '=', 0).forShare().executeTakeFirst()) !== undefined
}
