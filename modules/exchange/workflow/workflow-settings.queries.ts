import { sql } from 'kysely'
import { staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import type { WorkflowSettings } from './workflow-settings.contract.ts'

export const readSettings = remember((db) =>
  db
    .selectFrom('exchange.workflowSetting')
    .select(['version', 'quoteMinutes', 'reservationMinutes', 'escalationMinutes', 'authorise'])
    .executeTakeFirst(),
)

/** Sets them; STALE_VERSION when another user did since this version. */
export async function keep(db: Db, { version, authorise, ...minutes }: WorkflowSettings): Promise<void> {
  const values = { ...minutes, authorise: JSON.stringify(authorise), version: version + 1 }
  const row = await db
    .insertInto('exchange.workflowSetting')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('companyId')
        .doUpdateSet(values)
        .where(sql.ref('workflow_setting.version'), '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  if (!row) throw staleVersion()
}
