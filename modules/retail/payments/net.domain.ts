import { Exact } from '#kit/domain/decimals.domain.ts'
import { type Paid, splitPayment, type Tender, type Unpaid } from './payment.domain.ts'

/** What is left of a basket once what is owed to the customer of its deal is set off: above zero the customer pays. */
export const dueAfter = (total: string, owed: string): string => new Exact(total).minus(owed).toFixed()

const toCoins = (amount: string, cashUnit: string) =>
  new Exact(amount).dividedBy(cashUnit).toDecimalPlaces(0).times(cashUnit)

/** The net as it is paid in cash alone, to the smallest coin. */
export const inCash = (due: string, cashUnit: string, decimals: number): string =>
  toCoins(due, cashUnit).toFixed(decimals)

/**
 * How the net of a basket is paid. What the customer owes of it is tendered as for any sale, and by cash alone where the deal is owed
 * too: another mode would pass by its rules. What is owed to the customer is paid out in cash, rounded to the smallest coin. Answers
 * the place of the first tender that cannot be, and why.
 */
export function splitNet(
  { total, owed }: { total: string; owed: string },
  tenders: readonly Tender[],
  terms: { cashUnit: string; decimals: number },
): Paid | Unpaid | Unpaid<'DEAL_PAID_IN_CASH' | 'NOTHING_TO_PAY'> {
  const due = dueAfter(total, owed)
  const none = new Exact(0).toFixed(terms.decimals)
  const cash = inCash(due, terms.cashUnit, terms.decimals)
  // Less than half of the smallest coin is nothing that could be tendered.
  if (new Exact(due).isNegative() || (new Exact(cash).isZero() && tenders.length === 0)) {
    if (tenders.length > 0) return { at: 0, code: 'NOTHING_TO_PAY' }
    const rounding = new Exact(cash).minus(due).toFixed(terms.decimals)
    return { amounts: [], rounding, change: none, paidOut: cash }
  }
  const other = new Exact(owed).isNegative() ? tenders.findIndex(({ isCash }) => !isCash) : -1
  if (other >= 0) return { at: other, code: 'DEAL_PAID_IN_CASH' }
  return splitPayment(due, tenders, terms)
}
