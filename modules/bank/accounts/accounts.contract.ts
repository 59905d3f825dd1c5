import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  Choice,
  Code,
  DateOnly,
  Id,
  Instant,
  line,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)
const Signed = z.string().regex(/^-?\d{1,14}(\.\d{1,4})?$/)

const Named = {
  code: Code,
  name: requiredLine(80),
  bankName: requiredLine(80),
  bic: line(14).default(''),
  number: requiredLine(42),
  /** Every branch may pay from it. */
  isShared: z.boolean().default(false),
}

export const BankAccountDraft = z.strictObject({
  ...Named,
  currencyId: Id,
  /** In whose books it stands. */
  branchId: Id,
  /** Null: where the mapping leads money at banks. */
  ledgerId: Id.nullable().default(null),
  /** What it begins with, in its own currency; of a foreign one also what that cost, in local currency. */
  openingAmount: Signed.nullable().default(null),
  openingValue: Amount.nullable().default(null),
  openedOn: DateOnly.nullable().default(null),
})
export type BankAccountDraft = z.output<typeof BankAccountDraft>

export const BankAccountChange = z.strictObject(Named)
export type BankAccountChange = z.output<typeof BankAccountChange>

const BankAccount = z.object({
  id: Id,
  version: Version,
  code: z.string(),
  name: z.string(),
  bankName: z.string(),
  bic: z.string(),
  number: z.string(),
  isShared: z.boolean(),
  currencyId: Id,
  currency: z.string(),
  branchId: Id,
  branch: z.string(),
  ledgerId: Id,
  ledger: z.string(),
  isLocal: z.boolean(),
  openedOn: DateOnly.nullable(),
  openingAmount: z.string().nullable(),
  openingValue: z.string().nullable(),
  /** By the books, in its own currency, and what that is worth in local currency. */
  balance: z.string(),
  value: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type BankAccount = z.output<typeof BankAccount>

const columns = {
  code: 'String',
  name: 'String',
  bankName: 'String',
  number: 'String',
  currencyId: 'Guid',
  branchId: 'Guid',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/bankaccount'
const permission = 'manage_bank_accounts'
const whoever = [
  'view_bank_accounts',
  'view_bank_transactions',
  'view_bank_transfers',
  'view_payee_payments',
] as const

/** The company's accounts at banks. Disabled is closed: nothing is paid from it any more. */
export const bankAccounts = {
  ...crud({ path, permission, row: BankAccount, draft: BankAccountDraft, columns }),
  ...toggles({ path, permission, row: BankAccount }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    input: BankAccountDraft,
    output: BankAccount,
    movesValue: true,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, ...BankAccountChange.shape }),
    output: BankAccount,
  }),
  /** Those that are open and in reach, for whatever is paid from them or into them. */
  listSelection: read({
    path: `${path}/listSelection`,
    permission: whoever,
    output: z.array(
      z.object({
        ...Choice.shape,
        branchId: Id,
        currencyId: Id,
        currency: z.string(),
        exponent: z.int(),
        isLocal: z.boolean(),
      }),
    ),
  }),
  /** What an account is made of. */
  choices: read({
    path: `${path}/choices`,
    method: 'POST',
    permission: 'view_bank_accounts',
    output: z.object({
      currencies: z.array(z.object({ ...Choice.shape, isLocal: z.boolean() })),
      ledgers: z.array(z.object({ ...Choice.shape, isLocal: z.boolean() })),
    }),
  }),
}
