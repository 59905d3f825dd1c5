import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { resetWorkflow } from '../proofs/resets.domain.ts'
import type { Standing } from './factor-resets.domain.ts'

export const rows = rowsOf('access.factorReset')

/** The last request for a user, whatever became of it. */
export const lastOf = (db: Db, userId: string) =>
  db
    .selectFrom('access.factorReset')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('askedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A pending request that was asked for at `until` or before is pending no longer. */
export const expire = (db: Db, userId: string, until: string) =>
  db
    .updateTable('access.factorReset')
    .set({ state: resetWorkflow.actions.expire.to })
    .where('userId', '=', userId)
    .where('state', 'in', resetWorkflow.actions.expire.from)
    .where('askedAt', '<=', until)
    .execute()

/** The approved ones whose time has come. */
export const due = (db: Db, now: Date) =>
  db
    .selectFrom('access.factorReset')
    .select(['id', 'version'])
    .where('state', '=', 'approved')
    .where('takesEffectAt', '<=', now.toISOString())
    .execute()

export const standing = (db: Db, userId: string): Promise<Standing> =>
  db
    .selectFrom('access.user as u')
    .select('u.heldSince')
    .select((eb) =>
      eb
        .selectFrom('access.factor as f')
        .select(sql<string | null>`min(f.created_at)`.as('since'))
        .whereRef('f.userId', '=', 'u.id')
        .as('factorSince'),
    )
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
