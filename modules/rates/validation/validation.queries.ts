import type { Db } from '#kit/server/database.server.ts'
import type { RuleLimits } from './validation.domain.ts'

export const listRules = (db: Db) =>
  db.selectFrom('rates.rateRule').select(['rule', 'warn', 'block', 'isEnabled']).execute()

export async function keep(db: Db, { rule, warn, block, isEnabled }: RuleLimits): Promise<void> {
  await db
    .insertInto('rates.rateRule')
    .values({ rule, warn, block, isEnabled })
    .onConflict((conflict) => conflict.columns(['companyId', 'rule']).doUpdateSet({ warn, block, isEnabled }))
    .execute()
}
