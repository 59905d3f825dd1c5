import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import type { Kept } from './configuration.domain.ts'

/** All that the company keeps: a handful of rows. */
export const keptConfig = remember((db): Promise<Kept[]> =>
  db
    .selectFrom('settings.config')
    .select(['key', 'customerType', 'value'])
    .orderBy('key')
    .orderBy('customerType')
    .execute(),
)

export const keep = (db: Db, { key, customerType, value }: Kept) =>
  db
    .insertInto('settings.config')
    .values({ key, customerType: customerType as 1 | 2 | null, value })
    .onConflict((conflict) => conflict.constraint('config_key').doUpdateSet({ value }))
    .execute()

export const forget = (db: Db, { key, customerType }: Omit<Kept, 'value'>) =>
  db
    .deleteFrom('settings.config')
    .where('key', '=', key)
    .where('customerType', 'is not distinct from', customerType as 1 | 2 | null)
    .execute()

type Language = 'en' | 'zh_Hant' | 'zh_Hans' | 'vi'

/** The one default language of all companies that have set one; null while there is none, or more than one. */
export const signInLanguage = async (db: Db): Promise<Language | null> =>
  (await sql<{ language: Language | null }>`select settings.sign_in_language() as language`.execute(db))
    .rows[0]?.language ?? null
