import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, line, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Amount } from '../providers/providers.contract.ts'
import { moveKinds, moveStates, moveWorkflow } from './prefund-moves.domain.ts'

export const PrefundMoveDraft = z.strictObject({
  kind: z.enum(moveKinds),
  providerId: Id,
  /** The bank account that pays or gets it; a charge has none. */
  accountId: Id.nullable().default(null),
  /** Of the balance, in its currency. */
  amount: Amount,
  /** Of the bank account, in its currency; left out where both have the same. */
  bankAmount: Amount.nullable().default(null),
  /** What it is worth in local currency, where both are foreign and differ. */
  value: Amount.nullable().default(null),
  /** Today unless an earlier day is given. */
  businessDate: DateOnly.nullable().default(null),
  reference: line(100).default(''),
  note: line(200).default(''),
})
export type PrefundMoveDraft = z.output<typeof PrefundMoveDraft>

const PrefundMove = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(moveStates),
  kind: z.enum(moveKinds),
  providerId: Id,
  provider: z.string(),
  branchId: Id,
  branch: z.string(),
  accountId: Id.nullable(),
  account: z.string(),
  currency: z.string(),
  amount: z.string(),
  bankCurrency: z.string(),
  bankAmount: z.string(),
  /** In local currency. */
  value: z.string(),
  businessDate: DateOnly,
  reference: z.string(),
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type PrefundMove = z.output<typeof PrefundMove>

const PrefundMoveDetail = z.object({ ...PrefundMove.shape, history: z.array(DocumentEvent) })
export type PrefundMoveDetail = z.output<typeof PrefundMoveDetail>

const columns = {
  number: 'String',
  state: 'select',
  kind: 'select',
  providerId: 'Guid',
  branchId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/providertopup'
const permission = 'view_provider_balances' as const
const { approve, reject, cancel, reverse } = actionsOf(moveWorkflow, {
  path,
  row: PrefundMoveDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

/** Money that goes to a partner's balance from a bank account, comes back, or is taken by the partner. */
export const prefundMoves = {
  ...listCalls({ path, permission, row: PrefundMove, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: PrefundMoveDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_provider_balances',
    input: PrefundMoveDraft,
    output: PrefundMoveDetail,
    movesValue: true,
  }),
  approve: { ...approve, movesValue: true as const },
  reject,
  cancel,
  reverse: { ...reverse, movesValue: true as const },
}
