import * as z from 'zod'
import { updateOf } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import {
  ById,
  Choice,
  DateOnly,
  Done,
  Id,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { accountClasses, keepings } from './accounts.domain.ts'
import { namesShape } from './names.contract.ts'

export const AccountDraft = z.strictObject({
  code: z.string().regex(/^\d{4,8}$/),
  name: requiredLine(100),
  ...namesShape,
  class: z.enum(accountClasses),
  /** Null: directly under its class. */
  groupId: Id.nullable().default(null),
  /** The one currency of its entries by hand; null: all of them. */
  currencyId: Id.nullable().default(null),
  /** The tax code that its lines by hand are proposed. */
  taxCodeId: Id.nullable().default(null),
  /** Entries by hand may reach it. */
  isManual: z.boolean().default(true),
  /** The first day for which nothing is entered any more. */
  closedFrom: DateOnly.nullable().default(null),
})
export type AccountDraft = z.output<typeof AccountDraft>

const AccountDetail = z.object({
  ...storedShape(AccountDraft),
  id: Id,
  version: Version,
  groupName: z.string().nullable(),
  /** Its name as the reader has it. */
  shownName: z.string(),
  /** The code of its currency; null: all. */
  currency: z.string().nullable(),
  taxCode: z.string().nullable(),
  /** What it keeps beside value: no entry by hand reaches it. */
  keeps: z.enum(keepings).nullable(),
})
export type AccountDetail = z.output<typeof AccountDetail>

const Account = z.object({
  id: Id,
  version: Version,
  code: z.string(),
  name: z.string(),
  class: z.enum(accountClasses),
  /** The code of its currency; null: all. */
  currency: z.string().nullable(),
  groupName: z.string().nullable(),
  closedFrom: DateOnly.nullable(),
  /** The kind of party of its sub-ledger. */
  party: z.string().nullable(),
  isEnabled: z.boolean(),
  /** In local currency over all branches in reach; a debit above zero. */
  balance: z.string(),
})
export type Account = z.output<typeof Account>

const path = '/posaccounting/ledger'
const permission = 'manage_ledger' as const

export const accounts = {
  /** The chart of accounts, by code. */
  list: read({ path: `${path}/list`, permission: 'view_ledger', output: z.array(Account) }),
  getById: read({ path: `${path}/getById`, permission: 'view_ledger', input: ById, output: AccountDetail }),
  /** The currencies that a ledger may be kept in, and the tax codes that it may propose. */
  choices: read({
    path: `${path}/choices`,
    permission: 'view_ledger',
    output: z.object({ currencies: z.array(Choice), taxCodes: z.array(Choice) }),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission,
    input: AccountDraft,
    output: AccountDetail,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: updateOf(AccountDraft),
    output: AccountDetail,
  }),
  /** Only what nothing was posted to, and to which nothing leads; any other is closed. */
  delete: write({ path: `${path}/delete`, kind: 'DELETE', permission, input: Versioned, output: Done }),
  /** What an account comes to by party, the largest first; what is even is left out. */
  parties: read({
    path: `${path}/parties`,
    permission: 'view_ledger',
    input: z.strictObject({ accountId: Id, branchId: Id.optional() }),
    output: z.object({
      /** There are more than are shown: the detail ledger has each of them. */
      isCut: z.boolean(),
      parties: z.array(z.object({ type: z.string(), id: Id, name: z.string(), balance: z.string() })),
    }),
  }),
}
