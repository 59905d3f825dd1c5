import type { Decimal } from 'decimal.js'
import type { PaidBy } from './model-bank-places.ts'
import type { Spot, BankAccount } from './model-places.ts'
import { dateAt, type Play, todayAt } from './model-play.ts'
import type { End } from './model/bank.ts'
import { exact } from './model/numbers.ts'

// Days and amounts of what goes to a bank or comes from one.

/** So many days before a date. */
export const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)

/** The day that it is everywhere, where branches are on two. */
export const dayOfAll = (play: Play): string => play.house.branches.map(todayAt).toSorted()[0] ?? ''

export const endOf = (from: PaidBy): End =>
  'account' in from ? from.account : { branch: from.at.branchId, place: from.at.counterId ?? 'vault' }

/** What is about so much local money in the currency of an account. */
export function unitsFor(play: Play, { currencyId, unit, exponent }: BankAccount, amount: Decimal): string {
  const near = exact(1000 + play.dice.roll(41) - 20).div(1000)
  const rate = exact(play.house.mids.get(currencyId) ?? 1).div(unit)
  const units = amount.times(near).div(rate).toDecimalPlaces(exponent)
  return (units.gt(0) ? units : exact(10).pow(-exponent)).toFixed()
}

/** The day on which something of a place is undone: never before it was done. */
export const undoneOn = (play: Play, at: Spot, done: string) =>
  [dateAt(play, at), done].toSorted().at(-1) ?? done
