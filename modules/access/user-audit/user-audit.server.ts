import { notFound } from '#kit/domain/refusal.domain.ts'
import { auditChanges, auditRows } from '#kit/server/audit.server.ts'
import type { Ctx } from '#kit/server/context.server.ts'
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

export const userAuditRouter = serve(userAudit, {
  list: ({ db, input, actor }) =>
    listPage(db, auditRows(db).where(withinScope(actor.scope, 'branchIds', 'a.branchId')), input, {
      columns,
      order: ['at-desc'],
      tie: 'a.id',
    }),
  getById,
})

async function getById({ db, input, actor }: Ctx<{ id: string }>): Promise<AuditDetail> {
  const row = await auditRows(db)
    .where('a.id', '=', input.id)
    .where(withinScope(actor.scope, 'branchIds', 'a.branchId'))
    .executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, changes: (await auditChanges(db, row.id)) as AuditDetail['changes'] }
}
