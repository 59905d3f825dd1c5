import { type Insertable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'

/** The candidates of a screening that nobody has decided on, in their order. */
export const pendingOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.candidate')
    .select(['id', 'position', 'state'])
    .where('screeningId', '=', screeningId)
    .where('state', '=', 'pending')
    .orderBy('position')
    .execute()

export const setState = (db: Db, ids: readonly string[], state: 'no_hit' | 'confirmed_hit' | 'skipped') =>
  db
    .updateTable('screening.candidate')
    .set({ state })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

export const add = (db: Db, decided: readonly Omit<Insertable<DB['screening.decision']>, 'companyId'>[]) =>
  db
    .insertInto('screening.decision')
    .values([...decided])
    .execute()

/** Leaves the row that case management takes up. */
export const askForCase = (db: Db, row: Omit<Insertable<DB['screening.caseRequest']>, 'companyId'>) =>
  db.insertInto('screening.caseRequest').values(row).execute()
