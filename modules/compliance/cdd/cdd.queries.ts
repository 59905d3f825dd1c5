import type { Insertable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'

const ordered = (db: Db) =>
  db.selectFrom('compliance.cddRule').selectAll().orderBy('code').orderBy('revision', 'desc')

/** Every revision of every rule of the company, the newest first. */
export const revisions = remember((db) => ordered(db).execute())

/** Every revision of one rule, the newest first. */
export const revisionsOf = (db: Db, code: string) => ordered(db).where('code', '=', code).execute()

export const addRevision = (db: Db, values: Omit<Insertable<DB['compliance.cddRule']>, 'companyId'>) =>
  db.insertInto('compliance.cddRule').values(values).execute()

/** Each time that a pack was switched, the newest first. */
export const switches = remember((db) =>
  db.selectFrom('compliance.cddPackSwitch').selectAll().orderBy('id', 'desc').execute(),
)

export const addSwitch = (db: Db, values: Omit<Insertable<DB['compliance.cddPackSwitch']>, 'companyId'>) =>
  db.insertInto('compliance.cddPackSwitch').values(values).execute()
