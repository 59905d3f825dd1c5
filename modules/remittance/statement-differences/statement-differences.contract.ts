import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { lineKinds } from './matching.domain.ts'
import { differenceKinds, differenceStates, differenceWorkflow } from './statement-differences.domain.ts'

const StatementDifference = z.object({
  id: Id,
  version: Version,
  state: z.enum(differenceStates),
  kind: z.enum(differenceKinds),
  providerId: Id,
  provider: z.string(),
  branchId: Id,
  branch: z.string(),
  currency: z.string(),
  /** Of the line of the statement, or of the movement of the books. */
  day: DateOnly,
  reference: z.string(),
  /** Empty where the closing balance differs. */
  movement: z.enum([...lineKinds, '']),
  /** As the books and as the partner have it, in the balance's currency; empty where one has nothing. */
  ours: z.string(),
  theirs: z.string(),
  /** So much more, or less below zero, the partner holds for it. */
  amount: z.string(),
  /** Why it was accepted or disputed. */
  reason: z.string(),
  foundAt: Instant,
  can: z.array(z.string()),
})
export type StatementDifference = z.output<typeof StatementDifference>

const Detail = z.object({ ...StatementDifference.shape, history: z.array(DocumentEvent) })
export type StatementDifferenceDetail = z.output<typeof Detail>

const columns = {
  state: 'select',
  kind: 'select',
  providerId: 'Guid',
  branchId: 'Guid',
  reference: 'String',
  day: 'Date',
  foundAt: 'Date',
} as const satisfies Columns
const path = '/remittance/statementdifference'
const permission = 'view_provider_balances' as const
const { accept, dispute } = actionsOf(differenceWorkflow, {
  path,
  row: Detail,
  kinds: { accept: 'APPROVE' },
})

/** What the books and statements of partners do not say alike. */
export const statementDifferences = {
  ...listCalls({ path, permission, row: StatementDifference, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: Detail }),
  /** Has the books follow the partner. */
  accept: { ...accept, movesValue: true as const },
  /** The partner is asked to put it right. */
  dispute,
}
