import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'

export interface Tender {
  isCash: boolean
  /** What is handed over, in local currency. */
  amount: string
}

export interface Paid {
  /** What of each tender pays the sale; what is more of cash is change. */
  amounts: string[]
  rounding: string
  change: string
  /** What is paid out instead, below zero; only of a basket with a deal. */
  paidOut?: string
}

/** The first tender that cannot be, and why. */
export interface Unpaid<Code extends string = 'MORE_THAN_DUE' | 'NOT_PAYABLE_IN_CASH' | 'PAID_TOO_LITTLE'> {
  at: number
  code: Code
}

const isCashable = (amount: string, cashUnit: string) => new Exact(amount).modulo(cashUnit).isZero()

/**
 * How a sale is paid: what other modes leave is paid in cash, rounded to the smallest coin; nothing else is rounded, and change is
 * given for cash alone. Answers the place of the first tender that cannot be, and why.
 */
export function splitPayment(
  total: string,
  tenders: readonly Tender[],
  { cashUnit, decimals }: { cashUnit: string; decimals: number },
): Paid | Unpaid {
  const sum = (all: readonly Tender[]) => all.reduce((part, { amount }) => part.plus(amount), new Exact(0))
  const uncashable = tenders.findIndex(({ isCash, amount }) => isCash && !isCashable(amount, cashUnit))
  if (uncashable >= 0) return { at: uncashable, code: 'NOT_PAYABLE_IN_CASH' }
  const others = tenders.filter(({ isCash }) => !isCash)
  const rest = new Exact(total).minus(sum(others))
  if (rest.isNegative() && !rest.isZero())
    return { at: tenders.findLastIndex(({ isCash }) => !isCash), code: 'MORE_THAN_DUE' }
  const inCash = tenders.filter(({ isCash }) => isCash)
  const due = inCash.length === 0 ? rest : rest.dividedBy(cashUnit).toDecimalPlaces(0).times(cashUnit)
  const change = sum(inCash).minus(due)
  if (change.isNegative() && !change.isZero())
    return { at: Math.max(0, tenders.length - 1), code: 'PAID_TOO_LITTLE' }
  let left = due
  const amounts = tenders.map(({ isCash, amount }) => {
    if (!isCash) return amount
    const own = compareDecimals(amount, left.toFixed()) > 0 ? left : new Exact(amount)
    left = left.minus(own)
    return own.toFixed(decimals)
  })
  return {
    amounts,
    rounding: due.minus(rest).toFixed(decimals),
    change: change.toFixed(decimals),
  }
}
