import * as z from 'zod'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { bookReport } from '../agreements/agreements.contract.ts'

const Row = z.object({
  accountId: Id,
  /** Code and name. */
  ledger: z.string(),
  kind: z.enum(['opening', 'in', 'out', 'closing']),
  /** What brought it in or took it out; null of opening and closing. */
  event: z.string().nullable(),
  amount: z.string(),
})
export type CashMovementRow = z.output<typeof Row>

export const cashMovementReport: Report<CashMovementRow> = {
  texts: 'ledger:cashMovement',
  name: 'cash-movement',
  columns: [
    { key: 'ledger', isGroup: true },
    { key: 'kind', kind: 'value', isHead: true },
    { key: 'event' },
    { key: 'amount', kind: 'number' },
  ],
}

export const CashAsk = z.strictObject({
  /** Business dates, both inclusive. */
  from: DateOnly,
  to: DateOnly,
  /** Without one: all branches in reach. */
  branchId: Id.nullable().default(null),
})
export type CashAsk = z.output<typeof CashAsk>

/** What cash and bank accounts began with, took in and gave out by kind, and came to in a period. */
export const cashMovement = bookReport('cashmovement', { input: CashAsk, row: Row })
