import { notFound } from '#kit/domain/refusal.domain.ts'
import { auditChanges, auditRows } from '#kit/server/audit.server.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { AuditDetail } from './user-audit.contract.ts'
import { userAudit } from './user-audit.contract.ts'

const columns = {
  at: 'a.at',
  userName: 'a.userName',
  userId: 'a.userId',
  act: 'a.act',
  kind: 'a.kind',
  outcome: 'a.outcome',
  code: 'a.code',
  branchId: 'a.branchId',
}

/** What of the audit a person may not read, by the permissions held: whole acts, and tables within other acts. */
export const auditSecrets = hook<
  { permissions: ReadonlySet<string> },
  { acts: readonly string[]; relations: readonly string[] }
>('access.auditSecrets')

export const userAuditRouter = serve(userAudit, {
  list: async ({ db, input, actor }) =>
    listPage(db, await readable(db, actor), input, { columns, order: ['at-desc'], tie: 'a.id' }),
  getById,
})

/** The rows of the audit that this person may read. */
async function readable(db: Db, actor: Ctx['actor']) {
  const acts = (await auditSecrets.ask(db, actor)).flatMap((secret) => secret.acts)
  const rows = auditRows(db).where(withinScope(actor.scope, 'branchIds', 'a.branchId'))
  return acts.length > 0 ? rows.where('a.act', 'not in', acts) : rows
}

async function getById({ db, input, actor }: Ctx<{ id: string }>): Promise<AuditDetail> {
  const row = await (await readable(db, actor)).where('a.id', '=', input.id).executeTakeFirst()
  if (!row) throw notFound()
  const hidden = (await auditSecrets.ask(db, actor)).flatMap((secret) => secret.relations)
  const changes = (await auditChanges(db, row.id)) as AuditDetail['changes']
  return { ...row, changes: changes.filter(({ relation }) => !hidden.includes(relation)) }
}
