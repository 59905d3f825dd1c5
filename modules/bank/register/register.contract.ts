import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

export const RegisterAsk = z.strictObject({ accountId: Id, from: DateOnly, to: DateOnly })

const Row = z.object({
  entryId: Id,
  position: z.int(),
  businessDate: DateOnly,
  event: z.string(),
  sourceNumber: z.string().nullable(),
  party: z.string().nullable(),
  note: z.string(),
  branch: z.string(),
  author: z.string(),
  /** In the currency of the account. */
  moneyIn: z.string().nullable(),
  moneyOut: z.string().nullable(),
  balance: z.string(),
  /** In local currency, after the line. */
  value: z.string(),
})
export type RegisterRow = z.output<typeof Row>

const figure = { kind: 'number' } as const
const sum = { kind: 'number', isSummed: true } as const
export const registerReport: Report<RegisterRow> = {
  texts: 'bank:register',
  name: 'bank-transactions',
  columns: [
    { key: 'businessDate', kind: 'date' },
    { key: 'event', isHead: true },
    { key: 'sourceNumber' },
    { key: 'party' },
    { key: 'note' },
    { key: 'moneyIn', ...sum },
    { key: 'moneyOut', ...sum },
    { key: 'balance', ...figure },
    { key: 'value', ...figure },
    { key: 'branch', only: 'workbook' },
    { key: 'author', only: 'workbook' },
  ],
}

/** What moved at a bank account by the books, with the balance running along. */
export const bankTransactions = reportReads({
  path: '/posaccounting/banktransaction',
  name: 'list',
  permission: 'view_bank_transactions',
  input: RegisterAsk,
  output: z.object({
    currency: z.string(),
    opening: z.string(),
    closing: z.string(),
    openingValue: z.string(),
    closingValue: z.string(),
    /** There are more lines than are shown: choose fewer days. */
    isCut: z.boolean(),
    rows: z.array(Row),
  }),
})
