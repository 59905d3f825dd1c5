import * as z from 'zod'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { bookReport } from '../agreements/agreements.contract.ts'
import { taxSides } from '../tax-codes/rates.domain.ts'

const Row = z.object({
  side: z.enum(taxSides),
  /** The tax code of entries by hand. */
  code: z.string().nullable(),
  /** In percent; null: of what states no rate, such as an adjusting entry. */
  rate: z.string().nullable(),
  documents: z.int(),
  /** Null where no rate is known. */
  base: z.string().nullable(),
  tax: z.string(),
})
export type TaxSummaryRow = z.output<typeof Row>

const number = { kind: 'number' } as const
export const taxSummaryReport: Report<TaxSummaryRow> = {
  texts: 'ledger:taxSummary',
  name: 'tax-summary',
  columns: [
    { key: 'side', kind: 'value', isGroup: true },
    { key: 'rate', isHead: true, none: 'noRate' },
    { key: 'code' },
    { key: 'documents', ...number },
    { key: 'base', ...number },
    { key: 'tax', ...number },
  ],
}

export const TaxAsk = z.strictObject({
  /** Business dates, both inclusive. */
  from: DateOnly,
  to: DateOnly,
  /** Without one: all branches in reach. */
  branchId: Id.nullable().default(null),
})
export type TaxAsk = z.output<typeof TaxAsk>

/** Tax collected and paid in a period, by rate, and whether it agrees with the ledgers of tax. */
export const taxSummary = bookReport('taxsummary', { input: TaxAsk, row: Row })
