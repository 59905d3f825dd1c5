import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

export const PrefundMovementsAsk = z.strictObject({ prefundId: Id, from: DateOnly, to: DateOnly })

const Row = z.object({
  entryId: Id,
  position: z.int(),
  businessDate: DateOnly,
  event: z.string(),
  sourceNumber: z.string().nullable(),
  note: z.string(),
  author: z.string(),
  /** In the currency of the balance. */
  moneyIn: z.string().nullable(),
  moneyOut: z.string().nullable(),
  balance: z.string(),
})
export type PrefundMovement = z.output<typeof Row>

const sum = { kind: 'number', isSummed: true } as const
export const prefundMovementsReport: Report<PrefundMovement> = {
  texts: 'remittance:prefundMovements',
  name: 'provider-balance',
  columns: [
    { key: 'businessDate', kind: 'date' },
    { key: 'event', isHead: true },
    { key: 'sourceNumber' },
    { key: 'note' },
    { key: 'moneyIn', ...sum },
    { key: 'moneyOut', ...sum },
    { key: 'balance', kind: 'number' },
    { key: 'author', only: 'workbook' },
  ],
}

/** What moved at a balance by the books, with the balance running along. */
export const prefundMovements = reportReads({
  path: '/remittance/providerbalancemovement',
  name: 'list',
  permission: 'view_provider_balances',
  input: PrefundMovementsAsk,
  output: z.object({
    currency: z.string(),
    opening: z.string(),
    closing: z.string(),
    /** There are more lines than are shown: choose fewer days. */
    isCut: z.boolean(),
    rows: z.array(Row),
  }),
})
