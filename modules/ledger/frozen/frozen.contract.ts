import * as z from 'zod'
import { listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { Statement } from '../statements/statements.contract.ts'

export const FrozenDraft = z.strictObject({
  fromDate: DateOnly,
  toDate: DateOnly,
  /** Without one: the company as a whole. */
  branchId: Id.nullable().default(null),
})
export type FrozenDraft = z.output<typeof FrozenDraft>

const Frozen = z.object({
  id: Id,
  fromDate: DateOnly,
  toDate: DateOnly,
  branchId: Id.nullable(),
  branchName: z.string().nullable(),
  sealNumber: z.string().nullable(),
  createdAt: Instant,
  author: z.string(),
})
export type Frozen = z.output<typeof Frozen>

const FrozenDetail = Frozen.extend({
  currency: z.string(),
  /** As they were made, with their checks and the seal up to which they went. */
  trialBalance: Statement,
  balanceSheet: Statement,
  companyIncome: Statement,
  branchIncome: Statement,
  /** Ledgers whose closing is another one now; a debit above zero. */
  differences: z.array(
    z.object({
      accountId: Id,
      code: z.string(),
      name: z.string(),
      frozen: z.string(),
      now: z.string(),
      difference: z.string(),
    }),
  ),
  /** What was posted since into these days or before them, line by line. */
  later: z.array(
    z.object({
      entryId: Id,
      businessDate: DateOnly,
      at: Instant,
      author: z.string(),
      branchName: z.string(),
      account: z.string(),
      debit: z.string().nullable(),
      credit: z.string().nullable(),
    }),
  ),
})
export type FrozenDetail = z.output<typeof FrozenDetail>

const columns = {
  fromDate: 'Date',
  toDate: 'Date',
  branchId: 'Guid',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posaccounting/frozenstatement'
const permission = 'view_statements' as const

/** Statements as they were when a period was closed, beside what was posted into it since. */
export const frozenStatements = {
  ...listCalls({ path, permission, row: Frozen, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: FrozenDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_period_lock',
    input: FrozenDraft,
    output: FrozenDetail,
  }),
}
