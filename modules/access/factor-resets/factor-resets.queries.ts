import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('access.factorReset')

export const pendingOf = (db: Db, userId: string) =>
  db
    .selectFrom('access.factorReset')
    .selectAll()
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst()

/** What was asked for a user is no longer: an operator has done it. */
export const closePending = (db: Db, userId: string, decidedBy: string, now: Date) =>
  db
    .updateTable('access.factorReset')
    .set({ state: 'approved', decidedBy, decidedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .execute()
