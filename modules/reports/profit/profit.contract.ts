import * as z from 'zod'
import type { Report } from '#kit/domain/report.domain.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'

export const ProfitAsk = z.strictObject({
  /** Business dates, both inclusive. */
  from: DateOnly,
  to: DateOnly,
  branchId: Id.nullable().default(null),
})
export type ProfitAsk = z.output<typeof ProfitAsk>

const Money = z.string()
const figures = {
  /** Lines that changed hands, less those that came back. */
  lines: z.int(),
  /** What was paid for what was bought. */
  buy: Money,
  /** What was got for what was sold, and what that had cost; cost and gains are null where no stock is kept: nobody knows them. */
  sell: Money,
  cost: Money.nullable(),
  /**
   * Of what was sold: what the rates earned against the mids, and what the market moved since it was bought. Holding also has
   * what was gained or lost on purchases that came back when they were worth something else.
   */
  dealing: Money.nullable(),
  holding: Money.nullable(),
  realised: Money.nullable(),
}
const ProfitRow = z.strictObject({
  branchId: Id,
  branch: z.string(),
  currencyId: Id,
  code: z.string(),
  flagCode: z.string(),
  /** `other`: what the accounts of gain and loss have of anything but deals, such as of an opening that was reversed. */
  source: z.enum(['deals', 'other']),
  bought: z.string(),
  sold: z.string(),
  ...figures,
})
export type ProfitRow = z.output<typeof ProfitRow>

const figure = { kind: 'number' } as const
const sum = { kind: 'number', isSummed: true } as const
export const profitLossReport: Report<ProfitRow> = {
  texts: 'reports:profit',
  name: 'profit',
  columns: [
    { key: 'branch' },
    { key: 'code', isHead: true },
    { key: 'source', kind: 'value' },
    { key: 'lines', ...sum },
    { key: 'bought', ...figure },
    { key: 'buy', ...sum },
    { key: 'sold', ...figure },
    { key: 'sell', ...sum },
    { key: 'cost', ...sum },
    { key: 'dealing', ...sum },
    { key: 'holding', ...sum },
    { key: 'realised', ...sum },
  ],
}

const path = '/posreport/managereport'
const permission = 'view_expected_gain'

export const profitReport = {
  /**
   * What was earned between two business dates, by branch, currency and source; a reversal counts on the day of the reversal. The
   * whole is what the accounts of gain and loss moved by.
   */
  profitLoss: read({
    path: `${path}/profitLoss`,
    method: 'POST',
    permission,
    input: ProfitAsk,
    output: z.strictObject({
      localCurrency: z.string(),
      /** Gains are known: stock is kept. */
      isKnown: z.boolean(),
      rows: z.array(ProfitRow),
      total: z.strictObject(figures),
    }),
  }),
  /** The same as a workbook. */
  export: read({
    path: `${path}/exportProfitLoss`,
    method: 'POST',
    permission,
    input: ProfitAsk,
    output: z.unknown(),
    download: true,
  }),
}
