import type { Db } from '#kit/server/database.server.ts'
import type { CompanyModule } from './subscription.contract.ts'

/** The company's own switches; a module without a row is switched off. */
export const switches = (db: Db) =>
  db.selectFrom('organisation.companyModule').select(['appCode', 'moduleCode', 'isEnabled']).execute()

export async function save(db: Db, modules: readonly CompanyModule[]): Promise<void> {
  await db
    .insertInto('organisation.companyModule')
    .values([...modules])
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'appCode', 'moduleCode'])
        .doUpdateSet((eb) => ({ isEnabled: eb.ref('excluded.isEnabled') })),
    )
    .execute()
}

/** The modules that the company has switched on, as `mc/rates`. */
export const enabledModules = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set(
    (await switches(db)).flatMap(({ appCode, moduleCode, isEnabled }) =>
      isEnabled ? [`${appCode}/${moduleCode}`] : [],
    ),
  )
