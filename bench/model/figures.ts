import type { Decimal } from 'decimal.js'
import type { Deals } from './deals.ts'
import { currencyOf, type Ledger } from './ledger.ts'
import { sum, zero } from './numbers.ts'
import type { Line, Role } from './types.ts'

/** Rows grouped by what `key` names, in order of first appearance. */
function grouped<T, K extends object>(rows: Iterable<T>, key: (row: T) => K): { key: K; rows: T[] }[] {
  const groups = new Map<string, { key: K; rows: T[] }>()
  for (const row of rows) {
    const named = key(row)
    const name = JSON.stringify(named)
    const group = groups.get(name)
    if (group) group.rows.push(row)
    else groups.set(name, { key: named, rows: [row] })
  }
  return [...groups.values()]
}

const amounts = (lines: readonly Line[]) => sum(lines.map(({ amount }) => amount))

/**
 * Cost pools (3.3): quantity in currency, value in local money, WAC per one unit at eight decimals or null.
 */
export const poolFigures = (ledger: Ledger) =>
  [...ledger.pools].map(([key, { quantity, value }]) => {
    const [branch = '', item = ''] = JSON.parse(key) as string[]
    return {
      branch,
      item,
      quantity: quantity.toFixed(currencyOf(ledger, item).exponent),
      value: value.toFixed(ledger.places),
      wac: quantity.isZero() ? null : value.div(quantity).toFixed(8),
    }
  })

/** Notes on hand by place and item, the local currency included; not what is in transit. */
export const holdingFigures = (ledger: Ledger) =>
  [...ledger.holdings].map(([key, quantity]) => {
    const [branch = '', place = '', item = ''] = JSON.parse(key) as string[]
    return { branch, place, item, quantity: quantity.toFixed(currencyOf(ledger, item).exponent) }
  })

/**
 * Notes promised to customers and not handed over (3.2), by place and item: available = on hand - reserved.
 */
export function reservedFigures(ledger: Ledger, deals: Deals) {
  const open = [...deals.values()].flatMap(({ state, branch, place, lines }) =>
    state === 'pending' || state === 'partlySettled'
      ? lines.flatMap(({ side, item, quantity, handed }) =>
          side === 'sell' ? { branch, place, item, quantity: quantity.minus(handed) } : [],
        )
      : [],
  )
  return grouped(open, ({ branch, place, item }) => ({ branch, place, item })).map(({ key, rows }) => ({
    ...key,
    quantity: sum(rows.map(({ quantity }) => quantity)).toFixed(currencyOf(ledger, key.item).exponent),
  }))
}

export interface Until {
  /** Business date, inclusive; left out: everything posted. */
  until?: string
}

const isUntil =
  ({ until }: Until) =>
  ({ date }: Line) =>
    until === undefined || date <= until

/**
 * Balance of every account by branch and item: quantity of the item, amount in local money (debits positive).
 */
export const balanceFigures = (ledger: Ledger, filter: Until = {}) =>
  grouped(ledger.lines.filter(isUntil(filter)), ({ role, branch, item }) => ({ role, branch, item })).map(
    ({ key, rows }) => ({
      ...key,
      quantity: sum(rows.map(({ quantity }) => quantity)).toFixed(currencyOf(ledger, key.item).exponent),
      amount: amounts(rows).toFixed(ledger.places),
    }),
  )

/**
 * What stands on customers' accounts by party, receivable and payable together; zero balances are left out.
 */
export const owedFigures = (ledger: Ledger, filter: Until = {}) => {
  const isOwed = ({ role }: Line) => role === 'receivable' || role === 'payable'
  const lines = ledger.lines.filter(isUntil(filter)).filter(isOwed)
  return grouped(lines, ({ branch, party }) => ({ branch, party })).flatMap(({ key, rows }) => {
    const amount = amounts(rows)
    return amount.isZero() ? [] : { ...key, amount: amount.toFixed(ledger.places) }
  })
}

export interface Span {
  /** Business dates, inclusive. */
  from?: string
  to?: string
  branch?: string
}

const within = (span: Span, { date, branch }: { date: string; branch: string }) =>
  (span.from === undefined || date >= span.from) &&
  (span.to === undefined || date <= span.to) &&
  (span.branch === undefined || branch === span.branch)

/** Trial balance by account and branch (12.4): opening, debits, credits, closing, in local money. */
export function trialBalance(ledger: Ledger, span: Span = {}) {
  const { from, ...rest } = span
  const lines = ledger.lines.filter((line) => within(rest, line))
  return grouped(lines, ({ role, branch }) => ({ role, branch })).map(({ key, rows }) => {
    const isBefore = ({ date }: Line) => from !== undefined && date < from
    const moved = rows.filter((line) => !isBefore(line))
    const figure = (value: Decimal) => value.toFixed(ledger.places)
    return {
      ...key,
      opening: figure(amounts(rows.filter(isBefore))),
      debit: figure(amounts(moved.filter(({ amount }) => amount.gt(0)))),
      credit: figure(amounts(moved.filter(({ amount }) => amount.lt(0))).negated()),
      closing: figure(amounts(rows)),
    }
  })
}

const realised: readonly Role[] = ['realisedGain', 'realisedLoss', 'sales', 'cogs']
const unrealised: readonly Role[] = ['unrealisedGain', 'unrealisedLoss']
const losses: readonly Role[] = ['cashShortOver', 'counterfeitLoss', 'transitLoss', 'bankCharges']

/** The roles whose lines are income (negative) or expense (positive). */
const resultRoles: readonly Role[] = [...realised, ...unrealised, ...losses, 'feeIncome', 'rounding']

/**
 * Profit by branch and item between business dates, in local money, income positive. Fees, rounding and cash
 * differences stand with the local currency. `realised = margin + holding` (3.4); both include reversals.
 */
export function profitFigures(ledger: Ledger, span: Span = {}) {
  const lines = ledger.lines.filter((line) => resultRoles.includes(line.role) && within(span, line))
  const gains = ledger.gains.filter((gain) => within(span, gain))
  return grouped(lines, ({ branch, item }) => ({ branch, item })).map(({ key, rows }) => {
    const of = (roles: readonly Role[]) =>
      amounts(rows.filter(({ role }) => roles.includes(role)))
        .negated()
        .toFixed(ledger.places)
    const own = gains.filter(({ branch, item }) => branch === key.branch && item === key.item)
    return {
      ...key,
      realised: of(realised),
      margin: sum(own.map(({ margin }) => margin)).toFixed(ledger.places),
      holding: sum(own.map(({ holding }) => holding)).toFixed(ledger.places),
      unrealised: of(unrealised),
      fees: of(['feeIncome']),
      rounding: of(['rounding']),
      losses: of(losses),
      profit: of(resultRoles),
    }
  })
}

/** Gains one by one, with their deal and their two parts. */
export const gainFigures = (ledger: Ledger) =>
  ledger.gains.map(({ quantity, proceeds, cost, gain, margin, holding, ...rest }) => {
    const money = { proceeds, cost, gain, margin, holding }
    const figures = Object.entries(money).map(([name, value]) => [name, value.toFixed(ledger.places)])
    return {
      ...rest,
      quantity: quantity.toFixed(currencyOf(ledger, rest.item).exponent),
      ...(Object.fromEntries(figures) as Record<keyof typeof money, string>),
    }
  })

/**
 * Notes that changed hands per customer and day (6.1, 6.2): foreign at the deal's local amount, local after
 * cash rounding. Whether both sides of a deal count is open: `both` adds all four, `larger` takes the larger
 * direction of each deal. A reversed deal drops out (5.4) unless kept.
 */
export function cashFigures(ledger: Ledger, deals: Deals, filter: { keepReversed?: boolean } = {}) {
  const counted = ledger.notes.filter(
    ({ deal }) => filter.keepReversed || deal === null || deals.get(deal)?.state !== 'reversed',
  )
  return grouped(counted, ({ customer, date }) => ({ customer, date })).map(({ key, rows }) => {
    const of = (kind: string | null, direction: string, list = rows) =>
      sum(
        list.flatMap((row) =>
          (kind ?? row.kind) === row.kind && row.direction === direction ? row.amount : [],
        ),
      )
    const larger = grouped(rows, ({ deal, event }) => ({ deal: deal ?? event })).map(({ rows: own }) => {
      const [taken, given] = [of(null, 'in', own), of(null, 'out', own)]
      return taken.gt(given) ? taken : given
    })
    const figure = (value: Decimal) => value.toFixed(ledger.places)
    return {
      ...key,
      localIn: figure(of('local', 'in')),
      localOut: figure(of('local', 'out')),
      foreignIn: figure(of('foreign', 'in')),
      foreignOut: figure(of('foreign', 'out')),
      both: figure(rows.reduce((total, { amount }) => total.plus(amount), zero)),
      larger: figure(sum(larger)),
    }
  })
}
