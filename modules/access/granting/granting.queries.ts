import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('access.roleRequest')

const named = (db: Db) =>
  db
    .selectFrom('access.roleRequest as q')
    .innerJoin('access.role as r', (join) =>
      join.onRef('r.companyId', '=', 'q.companyId').onRef('r.id', '=', 'q.roleId'),
    )
    .innerJoin('access.user as u', (join) =>
      join.onRef('u.companyId', '=', 'q.companyId').onRef('u.id', '=', 'q.userId'),
    )
    .where('u.deletedAt', 'is', null)
    .selectAll('q')
    .select(['r.name as roleName', 'u.fullName as userName'])

export type RoleRequestRow = NonNullable<Awaited<ReturnType<typeof roleRequest>>>

/** The roles that were asked for and wait for a second person: of one user, or of all. */
export const askedFor = (db: Db, userId?: string) =>
  named(db)
    .where('q.state', '=', 'asked')
    .$if(userId !== undefined, (query) => query.where('q.userId', '=', userId ?? ''))
    .orderBy('q.askedAt')
    .execute()

export const roleRequest = (db: Db, id: string) => named(db).where('q.id', '=', id).executeTakeFirst()

/** Asks for roles of a user; one that is asked for already is not asked for again. */
export const insertAsked = (
  db: Db,
  userId: string,
  roleIds: readonly string[],
  by: { askedById: string; askedBy: string; askedAt: string },
) =>
  db
    .insertInto('access.roleRequest')
    .values(roleIds.map((roleId) => ({ userId, roleId, ...by })))
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'userId', 'roleId'])
        .where(sql<boolean>`state = 'asked'`)
        .doNothing(),
    )
    .execute()

export const addRole = (db: Db, userId: string, roleId: string) =>
  db
    .insertInto('access.userRole')
    .values({ userId, roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
