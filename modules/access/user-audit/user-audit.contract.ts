import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant } from '#kit/contract/shapes.contract.ts'

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  userId: Id.nullable(),
  userName: z.string(),
  branchId: Id.nullable(),
  counterId: Id.nullable(),
  address: z.string().nullable(),
  /** The act, such as `branch.update`. */
  act: z.string(),
  /** The name of what was changed first, as it was then. */
  subject: z.string().nullable(),
  kind: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  code: z.string().nullable(),
  note: z.string().nullable(),
  traceId: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

const Image = z.record(z.string(), z.unknown()).nullable()
const AuditDetail = z.object({
  ...AuditRow.shape,
  changes: z.array(z.object({ relation: z.string(), rowId: z.string(), before: Image, after: Image })),
})
export type AuditDetail = z.output<typeof AuditDetail>

const columns = {
  at: 'Date',
  userName: 'String',
  userId: 'Guid',
  act: 'String',
  kind: 'select',
  outcome: 'select',
  code: 'select',
  branchId: 'Guid',
} as const satisfies Columns
const path = '/posuser/useraudit'
const permission = 'view_user_audit'

export const userAudit = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(AuditRow),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: AuditDetail }),
}
