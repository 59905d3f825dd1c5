import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { accountClasses } from '../accounts/accounts.domain.ts'
import { checkCodes } from './statements.domain.ts'

export const StatementAsk = z.strictObject({
  /** Business dates, both inclusive; a balance sheet is of the last. */
  from: DateOnly,
  to: DateOnly,
  /** Without one: all branches in reach. */
  branchId: Id.nullable().default(null),
  /** Beside the period the one before it, or the same of last year. */
  compare: z.enum(['before', 'lastYear']).nullable().default(null),
  /** Ledgers of nothing are there too. */
  isWhole: z.boolean().default(false),
})
export type StatementAsk = z.output<typeof StatementAsk>

export const columnKeys = ['opening', 'debit', 'credit', 'closing', 'amount', 'compared', 'branch'] as const

export const Statement = z.strictObject({
  currency: z.string(),
  from: DateOnly,
  to: DateOnly,
  madeAt: Instant,
  /** The seal up to which it is sealed; what was posted since is in it too. */
  sealNumber: z.string().nullable(),
  /** Of a branch its name; of the others what they are says the key. */
  columns: z.array(z.strictObject({ key: z.enum(columnKeys), name: z.string() })),
  rows: z.array(
    z.strictObject({
      kind: z.enum(['class', 'group', 'ledger']),
      depth: z.int(),
      class: z.enum(accountClasses),
      id: Id.nullable(),
      code: z.string(),
      name: z.string(),
      /** The ledger is closed at the end of the period. */
      isClosed: z.boolean(),
      amounts: z.array(z.string()),
    }),
  ),
  /** Of all rows: of a trial balance both sides, of a balance sheet and incomes the result. */
  totals: z.array(z.string()),
  /** What each ledger comes to in foreign currencies at the end. */
  foreign: z.array(z.strictObject({ accountId: Id, currency: z.string(), quantity: z.string() })),
  checks: z.array(
    z.strictObject({ check: z.enum(checkCodes), isRight: z.boolean(), difference: z.string() }),
  ),
})
export type Statement = z.output<typeof Statement>

const asked = (name: string) => {
  const path = `/posaccounting/${name}`
  const common = { method: 'POST', permission: 'view_statements', input: StatementAsk } as const
  return {
    list: read({ ...common, path: `${path}/list`, output: Statement }),
    export: read({ ...common, path: `${path}/export`, output: z.unknown(), download: true }),
  }
}

/** Opening, movement and closing of every ledger. */
export const trialBalance = asked('trialbalance')
/** What there is, what is owed, and the result that is not in equity yet; a debit of assets above zero, a credit of the others. */
export const balanceSheet = asked('balancesheet')
/** What was earned and spent in a period. */
export const companyIncome = asked('companyincome')
/** The same, branch beside branch. */
export const branchIncome = asked('branchincome')
