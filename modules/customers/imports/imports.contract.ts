import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { TableRead } from '#kit/contract/table-read.contract.ts'
import { tableBounds } from '#kit/domain/tables.domain.ts'
import { ById, Id, Instant, line, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { encodings, importStates, rowStates } from './imports.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const importRule = { maxBytes: 52_428_800, types: [xlsx, 'text/csv'] } as const

const CustomerType = z.literal([1, 2])

export const Import = z.object({
  id: Id,
  version: Version,
  customerType: z.number(),
  fileName: z.string(),
  encoding: z.string(),
  ...TableRead.shape,
  state: z.enum(importStates),
  /** Why it failed, in words. */
  failure: z.string(),
  total: z.int(),
  good: z.int(),
  bad: z.int(),
  done: z.int(),
  byName: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Import = z.output<typeof Import>

const Given = z.record(z.string().max(40), z.string().max(2000))
const ImportRow = z.object({
  rowNumber: z.int(),
  state: z.enum(rowStates),
  given: z.record(z.string(), z.string()),
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  customerId: Id.nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

const columns = {
  fileName: 'String',
  customerType: 'select',
  state: 'select',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/poscustomer/customerimport'
const view = ['view_customers_importing', 'perform_customers_importing'] as const
const permission = 'perform_customers_importing'

export const imports = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: view,
    input: listQuery(columns),
    output: pageOf(Import),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: Import }),
  /** Rows of a file by their number; those in one state, or all. */
  rows: read({
    path: `${path}/rows`,
    method: 'POST',
    permission: view,
    input: z.strictObject({
      id: Id,
      state: z.enum(rowStates).nullable().default(null),
      pageNum: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(100).default(20),
    }),
    output: pageOf(ImportRow),
  }),
  /** Takes a file and begins to check it; nothing comes in yet. */
  upload: write({
    path: `${path}/upload`,
    kind: 'CREATE',
    permission,
    input: z.strictObject({
      // A multipart field is text.
      customerType: z.enum(['1', '2']),
      encoding: z.enum(encodings).default('windows-1252'),
    }),
    upload: importRule,
    output: Import,
  }),
  /** Mends one row. */
  updateRow: write({
    path: `${path}/updateRow`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ id: Id, rowNumber: z.int().min(1).max(tableBounds.rows), given: Given }),
    output: ImportRow,
  }),
  /** Takes in what is good; what is not stays in the report. */
  start: write({ path: `${path}/start`, kind: 'UPDATE', permission, input: Versioned, output: Import }),
  cancel: write({ path: `${path}/cancel`, kind: 'CANCEL', permission, input: Versioned, output: Import }),
  /** An empty file with the columns of a customer type. */
  template: write({
    path: `${path}/template`,
    kind: 'VIEW',
    permission,
    input: z.strictObject({ customerType: CustomerType }),
    output: z.unknown(),
    download: true,
  }),
  /** The rows that did not come in, as they were written, with what is wrong: to be mended and sent again. */
  faultyRows: write({
    path: `${path}/faultyRows`,
    kind: 'VIEW',
    permission,
    input: z.strictObject({ id: Id, name: line(80).optional() }),
    output: z.unknown(),
    download: true,
  }),
}
