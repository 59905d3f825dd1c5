import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, line, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Month } from '../principals/principals.contract.ts'
import { settlementStates, settlementWorkflow } from './settlements.domain.ts'

export const SettlementDraft = z.strictObject({
  principalId: Id,
  /** The month of the statement, with all that is open from before it. */
  month: Month,
  /** Which pays, or is paid by a principal that owes. */
  branchId: Id,
  /** Of cash of a counter; without one it is that of the vault. */
  counterId: Id.nullable().default(null),
  modeId: Id,
  reference: line(100).default(''),
})
export type SettlementDraft = z.output<typeof SettlementDraft>

const Settlement = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(settlementStates),
  principalId: Id,
  principal: z.string(),
  until: DateOnly,
  branchId: Id,
  branch: z.string(),
  counterId: Id.nullable(),
  modeId: Id,
  mode: z.string(),
  businessDate: DateOnly.nullable(),
  /** Above zero it is paid to the principal, below it comes from there. */
  amount: z.string(),
  reference: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Settlement = z.output<typeof Settlement>

const SettlementDetail = z.object({
  ...Settlement.shape,
  /** What of it was sold by which branch. */
  lines: z.array(z.object({ branchId: Id, branch: z.string(), amount: z.string() })),
  history: z.array(DocumentEvent),
})
export type SettlementDetail = z.output<typeof SettlementDetail>

const columns = {
  number: 'String',
  state: 'select',
  principalId: 'Guid',
  branchId: 'Guid',
  until: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/principalsettlement'
const permission = 'view_retail_principals' as const
const { approve, reject, cancel } = actionsOf(settlementWorkflow, {
  path,
  row: SettlementDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

/** What is paid to principals by their statements. */
export const settlements = {
  ...listCalls({ path, permission, row: Settlement, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: SettlementDetail }),
  /** Settles the statement of a month: what is owed at its end and no settlement has paid yet. */
  create: write({
    path: '/posretail/principal/settle',
    kind: 'CREATE',
    permission: 'manage_retail_principals',
    input: SettlementDraft,
    output: SettlementDetail,
    movesValue: true,
  }),
  approve: { ...approve, movesValue: true as const },
  reject,
  cancel,
}
