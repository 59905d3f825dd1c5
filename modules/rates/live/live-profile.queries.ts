import type { Db } from '#kit/server/database.server.ts'

/** The pairs that a person watches; undefined where nothing was chosen. */
export const profileOf = (db: Db, userId: string) =>
  db.selectFrom('rates.liveProfile').select('codes').where('userId', '=', userId).executeTakeFirst()

export const keepProfile = (db: Db, userId: string, codes: readonly string[]) =>
  db
    .insertInto('rates.liveProfile')
    .values({ userId, codes: [...codes] })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'userId']).doUpdateSet((eb) => ({ codes: eb.ref('excluded.codes') })),
    )
    .execute()
