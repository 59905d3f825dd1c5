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
    .leftJoin('access.user as u', (join) =>
      join.onRef('u.companyId', '=', 'q.companyId').onRef('u.id', '=', 'q.userId'),
    )
    .where('u.deletedAt', 'is', null)
    .selectAll('q')
    .select(['r.name as roleName', 'u.fullName as userName'])

export type RoleRequestRow = NonNullable<Awaited<ReturnType<typeof roleRequest>>>

/** What is pending with a second person: roles that a user gets, what a role itself gains, or all of both. */
export const listRequested = (db: Db, of: { userId?: string; widensRoleId?: string } = {}) =>
  named(db)
    .where('q.state', '=', 'asked')
    .$if(of.userId !== undefined, (query) => query.where('q.userId', '=', of.userId ?? ''))
    .$if(of.widensRoleId !== undefined, (query) =>
      query.where('q.roleId', '=', of.widensRoleId ?? '').where('q.userId', 'is', null),
    )
    .orderBy('q.askedAt')
    .execute()

export const roleRequest = (db: Db, id: string) => named(db).where('q.id', '=', id).executeTakeFirst()

type By = { askedById: string; askedBy: string; askedAt: string }

/** Asks for permissions that a role gains for all who hold it. */
export const insertWidening = (db: Db, roleId: string, permissions: readonly string[], by: By) =>
  db
    .insertInto('access.roleRequest')
    .values({ roleId, permissions: [...permissions], ...by })
    .execute()

/** Asks for roles of a user; one that is asked for already is not asked for again. */
export const insertAsked = (db: Db, userId: string, roleIds: readonly string[], by: By) =>
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
