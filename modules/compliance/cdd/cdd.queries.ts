import type { Insertable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'

/** Every revision of every rule of the company, the newest first; `code` for those of one. */
export const revisions = (db: Db, code?: string) =>
  db
    .selectFrom('compliance.cddRule')
    .selectAll()
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .orderBy('code')
    .orderBy('revision', 'desc')
    .execute()

export const addRevision = (db: Db, values: Omit<Insertable<DB['compliance.cddRule']>, 'companyId'>) =>
  db.insertInto('compliance.cddRule').values(values).execute()

/** Each time that a pack was switched, the newest first. */
export const switches = (db: Db) =>
  db.selectFrom('compliance.cddPackSwitch').selectAll().orderBy('id', 'desc').execute()

export const addSwitch = (db: Db, values: Omit<Insertable<DB['compliance.cddPackSwitch']>, 'companyId'>) =>
  db.insertInto('compliance.cddPackSwitch').values(values).execute()
