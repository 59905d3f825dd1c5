import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { TableRead } from '#kit/contract/table-read.contract.ts'
import { OrderDraft } from '../orders/orders.contract.ts'
import { importColumns, mostLetters } from './order-imports.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const path = '/rmttransaction'
const permission = 'create_remittance_orders'
const look = ['view_remittance_orders', permission] as const

/** Where the orders are made. */
const Seat = { branchId: Id, counterId: Id }

const Given = z.partialRecord(z.enum(importColumns), z.string().max(mostLetters))
const ImportRow = z.object({
  /** As the file numbers it, from 1. */
  rowNumber: z.int(),
  given: Given,
  /** The sender's name on file; empty where nobody was found. */
  customer: z.string(),
  /** What is wrong, by column; nothing of a row that may become an order. */
  faults: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
  /** The row as `create` takes it; null while something is wrong. Of one row of a file it has always the same id. */
  draft: OrderDraft.nullable(),
  /** What it comes to now: sent, got, and paid by the customer. */
  price: z
    .object({ provider: z.string(), sends: z.string(), gets: z.string(), total: z.string() })
    .nullable(),
  /** The order that was made of this row of this file before. */
  order: z.object({ id: Id, number: z.string() }).nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

export const CheckRow = z.strictObject({
  ...Seat,
  /** The file, as the answer to its upload names it. */
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
  rowNumber: z.int().min(1).max(1_048_576),
  given: Given,
})
export type CheckRow = z.output<typeof CheckRow>
export const ImportSeat = z.strictObject(Seat)
export type ImportSeat = z.output<typeof ImportSeat>

/** Orders out of a table: it is read and looked at, mended row by row, and each row becomes an order by `create`. */
export const orderImports = {
  /** Reads a table of orders and says what is wrong by row and column; nothing is kept. */
  import: write({
    path: `${path}/import`,
    kind: 'VIEW',
    permission,
    input: ImportSeat,
    upload: { maxBytes: 10_485_760, types: [xlsx, 'text/csv'] },
    output: z.object({ ...TableRead.shape, fileHash: z.string(), rows: z.array(ImportRow) }),
  }),
  /** Looks at one row that was mended; nothing is kept. */
  checkRow: read({
    path: `${path}/import/checkRow`,
    method: 'POST',
    permission: look,
    input: CheckRow,
    output: ImportRow,
  }),
  /** An empty table with the columns of an order import. */
  template: read({ path: `${path}/template`, permission: look, output: z.unknown(), download: true }),
}
