import { staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { optionalReasons } from '../gates/gates.domain.ts'
import { workflowSetting, type WorkflowSettings } from './workflow-settings.contract.ts'
import * as queries from './workflow-settings.queries.ts'

export const workflowSettingRouter = serve(workflowSetting, {
  get: ({ db }) => workflowSettings(db),
  update,
})

/**
 * What a company begins with: quotes of half an hour (domain 2.1), a second person for all that may want one, and ten minutes for
 * them, as a customer stands at the counter (domain 13).
 */
const usual: WorkflowSettings = {
  version: 1,
  quoteMinutes: 30,
  reservationMinutes: 120,
  escalationMinutes: 10,
  authorise: [...optionalReasons],
}

/** What the company says about its deals, else the defaults. */
export async function workflowSettings(db: Db): Promise<WorkflowSettings> {
  const row = await queries.readSettings(db)
  return row ? { ...row, authorise: row.authorise as WorkflowSettings['authorise'] } : usual
}

async function update({ db, input }: Ctx<WorkflowSettings>) {
  if ((await workflowSettings(db)).version !== input.version) throw staleVersion()
  await queries.keep(db, input)
  return workflowSettings(db)
}
