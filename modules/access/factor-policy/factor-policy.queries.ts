import type { Db } from '#kit/server/database.server.ts'
import type { Policy } from './factor-policy.contract.ts'

/** Whom a company that has never said so asks: nobody. */
export async function mode(db: Db): Promise<Policy['mode']> {
  const row = await db.selectFrom('access.factorPolicy').select('mode').executeTakeFirst()
  return row?.mode ?? 'off'
}

export const roleIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('access.factorPolicyRole').select('roleId').orderBy('roleId').execute()).map(
    ({ roleId }) => roleId,
  )

export async function set(db: Db, to: Policy['mode'], roles: readonly string[]): Promise<void> {
  await db
    .insertInto('access.factorPolicy')
    .values({ mode: to })
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet({ mode: to }))
    .execute()
  const gone = db.deleteFrom('access.factorPolicyRole')
  await (roles.length > 0 ? gone.where('roleId', 'not in', roles) : gone).execute()
  if (roles.length > 0)
    await db
      .insertInto('access.factorPolicyRole')
      .values(roles.map((roleId) => ({ roleId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
