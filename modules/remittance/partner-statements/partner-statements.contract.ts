import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Done, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { reportReads } from '#kit/contract/report.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const statementSources = ['api', 'file'] as const
const statementNews = ['new', 'changed', 'same'] as const

const PartnerStatement = z.object({
  id: Id,
  providerId: Id,
  provider: z.string(),
  currency: z.string(),
  day: DateOnly,
  source: z.enum(statementSources),
  lines: z.int(),
  /** Lines that nothing in the books explains. */
  unmatched: z.int(),
  /** What the partner holds at the end of the day; empty where it does not say. */
  balance: z.string(),
  readAt: Instant,
  readBy: z.string(),
  /** How often a newer one has taken its place. */
  formers: z.int(),
})
export type PartnerStatement = z.output<typeof PartnerStatement>

const FormerStatement = z.object({
  id: Id,
  currency: z.string(),
  source: z.enum(statementSources),
  balance: z.string(),
  readAt: Instant,
  readBy: z.string(),
  lines: z.array(z.object({ reference: z.string(), kind: z.string(), amount: z.string() })),
})
export type FormerStatement = z.output<typeof FormerStatement>

/** A day of which a statement may be asked for again. */
export const StatementDay = z.strictObject({ providerId: Id, day: DateOnly })
export const StatementUpload = z.strictObject({ providerId: Id, day: DateOnly })

const Taken = z.object({
  /** Lines of the file. */
  count: z.int(),
  /** What the books and the partner do not say alike now. */
  differences: z.int(),
  /** What it is to the one that was there of its day. */
  news: z.enum(statementNews),
  faults: z.array(z.object({ rowNumber: z.int(), field: z.string(), code: z.string(), message: z.string() })),
})
export type StatementTaken = z.output<typeof Taken>

const columns = {
  day: 'Date',
  providerId: 'Guid',
  source: 'select',
  readAt: 'Date',
} as const satisfies Columns
const path = '/remittance/providerstatement'
const permission = 'view_provider_balances' as const

/** What partners say moved at our balances, day by day. */
export const partnerStatements = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(PartnerStatement),
    columns,
  }),
  /** What the statement of a day was before newer ones took its place, the latest first. */
  getFormers: read({
    path: `${path}/getFormers`,
    permission,
    input: ById,
    output: z.array(FormerStatement),
  }),
  /** Asks a partner that is called for the statement of a past day again; what came of it is told to who asked. */
  ask: write({
    path: `${path}/ask`,
    kind: 'UPDATE',
    permission: 'manage_provider_balances',
    input: StatementDay,
    output: Done,
  }),
  /** The statement of a day as a file: CSV or XLSX with *reference*, *kind* and *amount*, and *balance* where the partner has it. */
  readFile: write({
    path: `${path}/readFile`,
    kind: 'UPDATE',
    permission: 'manage_provider_balances',
    input: StatementUpload,
    upload: { maxBytes: 10_485_760, types: [xlsx, 'text/csv'] },
    output: Taken,
  }),
}

const Row = z.object({
  prefundId: Id,
  providerId: Id,
  provider: z.string(),
  currency: z.string(),
  /** The day of the latest statement; null before the first. */
  day: DateOnly.nullable(),
  /** All in the currency of the balance: by the books, what the partner has no line for yet, what only the partner has. */
  ledger: z.string(),
  notThere: z.string(),
  notHere: z.string(),
  /** What the partner should hold by that, what it says, and what nobody knows of. */
  expected: z.string(),
  balance: z.string().nullable(),
  unexplained: z.string().nullable(),
  open: z.int(),
})
export type Reconciliation = z.output<typeof Row>

const number = { kind: 'number' } as const
export const reconciliationReport: Report<Reconciliation> = {
  texts: 'remittance:reconciliation',
  name: 'provider-reconciliation',
  columns: [
    { key: 'provider', isHead: true },
    { key: 'currency' },
    { key: 'ledger', ...number },
    { key: 'notThere', ...number },
    { key: 'notHere', ...number },
    { key: 'expected', ...number },
    { key: 'balance', ...number },
    { key: 'unexplained', ...number },
    { key: 'day', kind: 'date' },
    { key: 'open', ...number },
  ],
}

/** Each balance held against the latest statement of its partner. */
export const reconciliations = reportReads({
  path: '/remittance/providerreconciliation',
  name: 'list',
  permission,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(Row) }),
})
