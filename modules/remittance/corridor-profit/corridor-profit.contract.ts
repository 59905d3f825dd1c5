import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { methods } from '../recipients/fields.domain.ts'

// Business dates, both inclusive; without a branch all that are in reach.
export const CorridorProfitAsk = z.strictObject({ from: DateOnly, to: DateOnly, branchId: Id.optional() })
export type CorridorProfitAsk = z.output<typeof CorridorProfitAsk>

const Row = z.object({
  providerId: Id,
  provider: z.string(),
  /** Null, as method and currency: what the partner took, or gave back, for no order. */
  country: z.string().nullable(),
  method: z.enum(methods).nullable(),
  currency: z.string().nullable(),
  /** Accepted by the partner, less those that came back. */
  orders: z.int(),
  /** All in local currency, of the same orders. */
  sends: z.string(),
  margin: z.string(),
  /** Without its tax; on the day on which it was paid. */
  fee: z.string(),
  /** What the partner took for itself, and what banks kept; below zero, as it lowers the profit. */
  cost: z.string(),
  /** Of the balance at acceptance. */
  gain: z.string(),
  profit: z.string(),
})
export type CorridorProfitRow = z.output<typeof Row>

const sum = { kind: 'number', isSummed: true } as const
export const corridorProfitReport: Report<CorridorProfitRow> = {
  texts: 'remittance:corridorProfit',
  name: 'corridor-profit',
  columns: [
    { key: 'country', isHead: true, none: 'noOrder' },
    { key: 'method', kind: 'value' },
    { key: 'provider' },
    { key: 'currency' },
    { key: 'orders', ...sum },
    { key: 'sends', ...sum },
    { key: 'margin', ...sum },
    { key: 'fee', ...sum },
    { key: 'cost', ...sum },
    { key: 'gain', ...sum },
    { key: 'profit', ...sum },
  ],
}

/** What each corridor earned in a period by the books: margin, fee, the partner's cost, and gain or loss at acceptance. */
export const corridorProfit = reportReads({
  path: '/rmttransaction/corridorprofit',
  name: 'list',
  permission: 'view_provider_balances',
  input: CorridorProfitAsk,
  output: z.object({ local: z.string(), rows: z.array(Row) }),
})
