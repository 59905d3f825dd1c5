import * as z from 'zod'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { bookReport } from '../agreements/agreements.contract.ts'

const Row = z.object({
  accountId: Id,
  /** The control account, code and name. */
  ledger: z.string(),
  partyType: z.string(),
  partyId: Id,
  party: z.string(),
  /** As the class of the ledger has it: what customers owe, and what is owed to them, above zero. */
  to30: z.string(),
  to60: z.string(),
  to90: z.string(),
  over90: z.string(),
  balance: z.string(),
})
export type SubLedgerRow = z.output<typeof Row>

const number = { kind: 'number' } as const
export const subLedgerReport: Report<SubLedgerRow> = {
  texts: 'ledger:subLedgers',
  name: 'sub-ledgers',
  columns: [
    { key: 'ledger', isGroup: true },
    { key: 'party', isHead: true },
    { key: 'to30', ...number },
    { key: 'to60', ...number },
    { key: 'to90', ...number },
    { key: 'over90', ...number },
    { key: 'balance', ...number },
  ],
}

export const SubLedgerAsk = z.strictObject({
  /** The balances are of the end of it. */
  date: DateOnly,
  /** Without one: all branches in reach. */
  branchId: Id.nullable().default(null),
})
export type SubLedgerAsk = z.output<typeof SubLedgerAsk>

/** What is open with each party at the end of a day, by age, and whether it agrees with the control accounts. */
export const subLedgers = bookReport('subledgers', { input: SubLedgerAsk, row: Row })
