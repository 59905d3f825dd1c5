import type { Keeping } from '../accounts/accounts.domain.ts'

/** Why the opening of the books does not reach what an account keeps: it is opened by documents of its own, with its quantity. */
export const openedBy = (keeps: Keeping) => reasons[keeps]

const reasons = {
  cash: 'OPENED_BY_STOCK',
  notes: 'OPENED_BY_STOCK',
  bank: 'OPENED_BY_BANK',
  partner: 'LEDGER_KEEPS',
  retail: 'OPENED_BY_GOODS',
  transit: 'LEDGER_KEEPS',
} as const satisfies Record<Keeping, string>
