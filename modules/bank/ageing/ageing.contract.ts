import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { bands } from './ageing.domain.ts'

const Row = z.object({
  payeeId: Id,
  payee: z.string(),
  ...(Object.fromEntries(bands.map((band) => [band, z.string()])) as Record<
    (typeof bands)[number],
    z.ZodString
  >),
  total: z.string(),
})
export type AgeingRow = z.output<typeof Row>

const sum = { kind: 'number', isSummed: true } as const
export const ageingReport: Report<AgeingRow> = {
  texts: 'bank:ageing',
  name: 'payee-ageing',
  columns: [
    { key: 'payee', isHead: true },
    ...bands.map((key) => ({ key, ...sum })),
    { key: 'total', ...sum },
  ],
}

/** What is owed to payees at the end of a day, by how long it is overdue, in local currency. */
export const payeeAgeing = reportReads({
  path: '/posaccounting/payeeexpense',
  name: 'ageing',
  permission: 'view_payee_expenses',
  input: z.strictObject({ date: DateOnly }),
  output: z.object({ local: z.string(), rows: z.array(Row) }),
})
