import * as z from 'zod'
import { listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  DecimalString,
  Done,
  Id,
  Instant,
  line,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { dateOrders } from '../formats/dates.domain.ts'
import { amountStyles, type Mapping as TableMapping } from '../formats/table.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const fileRule = {
  maxBytes: 134_217_728,
  types: [xlsx, 'text/csv', 'text/plain', 'application/xml', 'text/html', 'application/pdf'],
} as const

const letters = z.array(z.string().trim().toUpperCase().min(1).max(10)).max(10)

/** How the columns of an account's tables are read. */
export const Mapping = z.strictObject({
  date: requiredLine(100),
  valueDate: line(100).default(''),
  dateOrder: z.enum(dateOrders),
  style: z.enum(amountStyles),
  amount: requiredLine(100),
  debit: line(100).default(''),
  letter: line(100).default(''),
  debitLetters: letters.default(['D', 'DB', 'DR', 'S']),
  creditLetters: letters.default(['C', 'CR', 'H']),
  decimalSign: z.enum(['.', ',']).default('.'),
  balance: line(100).default(''),
  text: z.array(requiredLine(100)).max(10).default([]),
  reference: line(100).default(''),
  bankReference: line(100).default(''),
  counterparty: line(100).default(''),
  isNewestFirst: z.boolean().default(false),
}) satisfies z.ZodType<TableMapping>

const Said = z.object({ code: z.string(), message: z.string() })
const Figure = z.object({ amount: DecimalString, on: DateOnly }).nullable()

export const Statement = z.object({
  id: Id,
  version: Version,
  accountId: Id,
  account: z.string(),
  state: z.enum(['imported', 'processed']),
  fileName: z.string(),
  format: z.string(),
  number: z.string(),
  currency: z.string(),
  opening: DecimalString.nullable(),
  openingOn: DateOnly.nullable(),
  closing: DecimalString.nullable(),
  closingOn: DateOnly.nullable(),
  lineCount: z.int(),
  newCount: z.int(),
  debits: DecimalString,
  credits: DecimalString,
  notes: z.array(Said),
  author: z.string(),
  createdAt: Instant,
})
export type Statement = z.output<typeof Statement>

const Line = z.object({
  bookedOn: DateOnly,
  valueOn: DateOnly.nullable(),
  amount: DecimalString,
  text: z.string(),
  counterparty: z.string(),
  reference: z.string(),
  bankReference: z.string(),
  charges: DecimalString.nullable(),
  isReversal: z.boolean(),
})

const Preview = z.object({
  /** Statements of this account and of others; `fits` are those that an import takes. */
  statements: z.array(
    z.object({
      account: z.string(),
      currency: z.string(),
      format: z.string(),
      fits: z.boolean(),
      opening: Figure,
      closing: Figure,
      lineCount: z.int(),
      newCount: z.int(),
      debits: DecimalString,
      credits: DecimalString,
      faults: z.array(Said),
      notes: z.array(Said),
      lines: z.array(Line),
    }),
  ),
  /** A table that no mapping reads yet. */
  table: z
    .object({
      rows: z.array(z.array(z.string())),
      dates: z.array(z.object({ column: z.string(), orders: z.array(z.enum(dateOrders)) })),
    })
    .nullable(),
})
export type Preview = z.output<typeof Preview>

const columns = {
  accountId: 'Guid',
  fileName: 'String',
  state: 'select',
  closingOn: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posaccounting/bankstatement'
const view = ['view_bank_statements', 'import_bank_statements'] as const
const permission = 'import_bank_statements'
const OfAccount = z.strictObject({ accountId: Id })

export const statements = {
  ...listCalls({ path, permission: view, row: Statement, columns }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: Statement }),
  /** The lines of a statement, in the order of its file. */
  lines: read({
    path: `${path}/lines`,
    method: 'POST',
    permission: view,
    input: z.strictObject({
      id: Id,
      pageNum: z.int().min(1).max(10_000).default(1),
      pageSize: z.int().min(1).max(200).default(50),
    }),
    output: pageOf(Line),
  }),
  /** Reads a file without keeping anything, a table by the mapping that is given or else by the one that is saved. */
  preview: read({
    path: `${path}/preview`,
    method: 'POST',
    permission: ['view_bank_statements', permission],
    // A multipart field is text.
    input: z.strictObject({ accountId: Id, mapping: z.string().max(8000).default('') }),
    upload: fileRule,
    output: Preview,
  }),
  /** Takes the statements of the account in, all or none; rows that it has are known. */
  import: write({
    path: `${path}/import`,
    kind: 'CREATE',
    permission,
    input: OfAccount,
    upload: fileRule,
    output: z.object({ statements: z.array(Statement), leftOut: z.array(z.string()) }),
  }),
  /** Takes a statement out again, with the lines that no other has. */
  remove: write({ path: `${path}/remove`, kind: 'DELETE', permission, input: Versioned, output: Done }),
  mapping: read({
    path: `${path}/mapping`,
    permission: view,
    input: OfAccount,
    output: z.object({ mapping: Mapping.nullable() }),
  }),
  saveMapping: write({
    path: `${path}/saveMapping`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ accountId: Id, mapping: Mapping }),
    output: z.object({ mapping: Mapping }),
  }),
}
