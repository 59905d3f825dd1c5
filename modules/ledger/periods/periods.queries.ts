import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

/** The locks that hold for the branches in reach, the company's own first. */
export const all = (db: Db, scope: Scope) =>
  db
    .selectFrom('ledger.periodLock as l')
    .leftJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'l.companyId').onRef('b.branchId', '=', 'l.branchId'),
    )
    .select(['l.branchId', 'b.name as branchName', 'l.lockedTo', 'l.reason', 'l.author', 'l.changedAt'])
    .where((eb) =>
      eb.or([eb('l.branchId', 'is', null), sql<SqlBool>`${withinScope(scope, 'branchIds', 'l.branchId')}`]),
    )
    .orderBy(sql`l.branch_id is not null`)
    .orderBy('b.name')
    .execute()

interface Lock {
  branchId: string | null
  lockedTo: string
  reason: string
  author: string
  changedAt: string
}

/** The lock of a branch, or of the company. */
export const find = (db: Db, branchId: string | null) =>
  db
    .selectFrom('ledger.periodLock')
    .select(['lockedTo', 'author'])
    .where('branchId', 'is not distinct from', branchId)
    .executeTakeFirst()

/** Up to which day a branch is locked, by its own lock or the company's; without a branch, any of them. */
export async function findLockedUpTo(db: Db, branchId: string | null): Promise<string | null> {
  let query = db
    .selectFrom('ledger.periodLock')
    .select(sql<string | null>`max(locked_to)::text`.as('lockedTo'))
  if (branchId !== null)
    query = query.where((eb) => eb.or([eb('branchId', 'is', null), eb('branchId', '=', branchId)]))
  return (await query.executeTakeFirst())?.lockedTo ?? null
}

/** The one lock of a branch, or of the company, is this. */
export const set = (db: Db, lock: Lock) =>
  db
    .insertInto('ledger.periodLock')
    .values(lock)
    .onConflict((conflict) => conflict.constraint('period_lock_key').doUpdateSet(lock))
    .execute()
