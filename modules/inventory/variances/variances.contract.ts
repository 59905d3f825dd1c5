import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { Booked } from '../reports/reports.contract.ts'

const sum = { kind: 'number', isSummed: true } as const

const VarianceRow = z.strictObject({
  personId: Id,
  /** Who counted last; of a drawer that was taken over, who had it. */
  person: z.string(),
  branchId: Id,
  /** The branch; of one count its drawer or vault. */
  place: z.string(),
  /** Of one person's counts each by itself; null where they are added up. */
  countId: Id.nullable(),
  date: DateOnly.nullable(),
  counts: z.int(),
  differing: z.int(),
  /** In local currency, as the ledger has it; below zero what was missing. */
  short: z.string(),
  over: z.string(),
  net: z.string(),
  /** What waits for a second person, every difference taken as positive; not in the ledger yet. */
  waiting: z.string(),
})
export type VarianceRow = z.output<typeof VarianceRow>
export const varianceReport: Report<VarianceRow> = {
  texts: 'inventory:countVariances',
  name: 'count-variances',
  columns: [
    { key: 'person', isHead: true },
    { key: 'place' },
    { key: 'date', kind: 'date' },
    { key: 'counts', ...sum },
    { key: 'differing', ...sum },
    { key: 'short', ...sum },
    { key: 'over', ...sum },
    { key: 'net', ...sum },
    { key: 'waiting', ...sum },
  ],
}
export const VarianceAsk = z.strictObject({
  branchId: Id.optional(),
  /** The counts of one person, each by itself. */
  personId: Id.optional(),
  from: DateOnly,
  to: DateOnly,
})
/** What counts between two business dates found too little and too much, by who counted or had the drawer. */
export const countVariances = reportReads({
  path: '/posinventory/report',
  name: 'countVariances',
  permission: 'view_expected_count',
  input: VarianceAsk,
  output: z.strictObject({ local: z.string(), rows: z.array(VarianceRow), booked: Booked }),
})
