import { Exact } from '#kit/domain/decimals.domain.ts'

/** Two figures of a ledger in local currency, which must be one: of a report, and of the balances. */
export function agreementOf(
  { id, code, name }: { id: string; code: string; name: string },
  { reported, balance }: { reported: string; balance: string },
  money: (amount: string) => string,
) {
  const difference = new Exact(reported).minus(balance)
  return {
    accountId: id,
    ledger: `${code} ${name}`,
    reported: money(reported),
    balance: money(balance),
    difference: money(difference.toFixed()),
    isRight: difference.isZero(),
  }
}

/** The sum of decimals. */
export const sumOfAll = (amounts: readonly string[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed()
