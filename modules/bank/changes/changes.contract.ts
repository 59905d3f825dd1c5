import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant, line, lines, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { changeStates, changeWorkflow } from './changes.domain.ts'

export const ChangeDraft = z.strictObject({
  payeeId: Id,
  holder: requiredLine(120),
  bankName: requiredLine(80),
  bic: line(14).default(''),
  number: requiredLine(42),
  reason: lines(500).min(2),
})
export type ChangeDraft = z.output<typeof ChangeDraft>

const Change = z.object({
  id: Id,
  version: Version,
  state: z.enum(changeStates),
  payeeId: Id,
  payee: z.string(),
  holder: z.string(),
  bankName: z.string(),
  bic: z.string(),
  number: z.string(),
  reason: z.string(),
  /** How who approved made sure that it is the payee who asks. */
  verification: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Change = z.output<typeof Change>

const ChangeDetail = z.object({
  ...Change.shape,
  /** Where the payee is paid to now. */
  before: z.string(),
  /** Other payees that are paid to the new number. */
  sharedWith: z.string(),
  history: z.array(DocumentEvent),
})
export type ChangeDetail = z.output<typeof ChangeDetail>

const columns = { state: 'select', payeeId: 'Guid', createdAt: 'Date' } as const satisfies Columns
const path = '/posaccounting/payeebankdetails'
const permission = 'view_payees' as const
const acts = actionsOf(changeWorkflow, {
  path,
  row: ChangeDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', withdraw: 'CANCEL' },
})

/** Changes of where payees are paid to: asked for by one person, approved by another. */
export const payeeChanges = {
  ...listCalls({ path, permission, row: Change, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: ChangeDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_payees',
    input: ChangeDraft,
    output: ChangeDetail,
  }),
  approve: acts.approve,
  reject: acts.reject,
  withdraw: acts.withdraw,
}
