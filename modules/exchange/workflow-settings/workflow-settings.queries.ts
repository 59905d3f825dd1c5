import type { Db } from '#kit/server/database.server.ts'
import type { WorkflowSettings } from './workflow-settings.contract.ts'

export const kept = (db: Db) =>
  db
    .selectFrom('exchange.workflowSetting')
    .select(['quoteMinutes', 'reservationMinutes', 'authorise'])
    .executeTakeFirst()

export async function keep(db: Db, { authorise, ...minutes }: WorkflowSettings): Promise<void> {
  const values = { ...minutes, authorise: JSON.stringify(authorise) }
  await db
    .insertInto('exchange.workflowSetting')
    .values(values)
    .onConflict((conflict) => conflict.column('companyId').doUpdateSet(values))
    .execute()
}
