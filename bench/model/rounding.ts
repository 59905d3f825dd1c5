import type { Decimal } from 'decimal.js'
import type { Ledger } from './ledger.ts'
import { exact, sum, toCoin, zero } from './numbers.ts'
import type { Payment } from './types.ts'

/** What a rest comes to in coins (2.3 b), never below zero. */
export const inCoins = ({ options }: Ledger, rest: Decimal): Decimal =>
  toCoin(rest, exact(options.cashRounding), options.cashRoundingMethod)

/** Whether what is left after a payment in cash is too little for a coin (2.3 b). */
export function isBelowCoin({ options }: Ledger, open: Decimal): boolean {
  const [coin, rest] = [exact(options.cashRounding), open.abs()]
  return options.cashRoundingMethod === 'nearest' ? rest.lte(coin.div(2)) : rest.lt(coin)
}

/**
 * Rounding of a deal whose payments are agreed with it (5.2: a part of its net); positive what we give up. Without any
 * the whole is paid in cash.
 */
export function agreedRounding(ledger: Ledger, net: Decimal, agreed: readonly Payment[]): Decimal {
  const direction = net.lt(0) ? 'out' : 'in'
  const isCash = ({ mode }: Payment) => ledger.options.modes[mode]?.[direction] === 'cash'
  const given = sum(agreed.map(({ amount = 0 }) => exact(amount)))
  const rest = net.abs().minus(given)
  const open = agreed.find(({ amount }) => amount === undefined)
  const left =
    agreed.length === 0 || (open && isCash(open)) ? rest.minus(inCoins(ledger, rest)) : open ? zero : rest
  return direction === 'in' ? left : left.negated()
}
