import type { Insertable, Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'

export type Row = Selectable<DB['screening.settings']>

/** Every version of a company's settings, the newest first. */
export const versions = (db: Db): Promise<Row[]> =>
  db.selectFrom('screening.settings').selectAll().orderBy('number', 'desc').execute()

/** The version that holds. */
export const newest = remember((db) =>
  db.selectFrom('screening.settings').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst(),
)

export const add = (db: Db, values: Omit<Insertable<DB['screening.settings']>, 'companyId'>) =>
  db.insertInto('screening.settings').values(values).execute()
