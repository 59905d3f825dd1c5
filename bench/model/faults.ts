import type { Decimal } from 'decimal.js'
import type { Deals } from './deals.ts'
import { currencyOf, type Ledger, pooledRoles, poolKey } from './ledger.ts'
import { round, sum, zero } from './numbers.ts'
import { leftOf, type Parcels } from './transfers.ts'
import type { Line, Role } from './types.ts'

/** Sums of what `value` says of each row, by the key `key` gives it; a row of key null is left out. */
function totals<T>(rows: Iterable<T>, key: (row: T) => string | null, value: (row: T) => Decimal) {
  const result = new Map<string, Decimal>()
  for (const row of rows) {
    const name = key(row)
    if (name !== null) result.set(name, (result.get(name) ?? zero).plus(value(row)))
  }
  return result
}

const amount = (line: Line) => line.amount
const quantity = (line: Line) => line.quantity

const notZero = (what: string, sums: Map<string, Decimal>) =>
  [...sums].flatMap(([key, value]) => (value.isZero() ? [] : `${what}: ${key} leaves ${value.toFixed()}`))

/** Two tables that must be the same; a key one of them lacks counts as zero. */
function differing(what: string, one: Map<string, Decimal>, other: Map<string, Decimal>) {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
    const [left, right] = [one.get(key) ?? zero, other.get(key) ?? zero]
    return left.eq(right) ? [] : `${what}: ${key} ${left.toFixed()} is not ${right.toFixed()}`
  })
}

/** Section 4: debits = credits per entry, per branch where branches have due lines, and on every date. */
export function listUnbalanced({ lines, options }: Ledger): string[] {
  const branch = (line: Line) => (options.dueLines ? line.branch : '')
  return [
    ...notZero(
      'entry',
      totals(lines, (line) => `${line.entry} ${line.event} ${branch(line)}`, amount),
    ),
    ...notZero(
      'date',
      totals(lines, (line) => `${line.date} ${branch(line)}`, amount),
    ),
  ]
}

/** 2.3: every amount at the exponent of local money, every quantity at its currency's. */
export const listUnrounded = (ledger: Ledger): string[] =>
  ledger.lines.flatMap(({ event, role, item, ...line }) =>
    round(line.amount, ledger.places).eq(line.amount) &&
    round(line.quantity, currencyOf(ledger, item).exponent).eq(line.quantity)
      ? []
      : `rounding: ${event} ${role} ${item}`,
  )

/**
 * Said again, not shared with the pools: nothing is worth nothing, and a value has the sign of its quantity.
 */
const isEven = ({ quantity: held, value }: { quantity: Decimal; value: Decimal }) =>
  held.isZero() ? value.isZero() : held.times(value).gte(0)

/** 3.3 invariants 1 to 5: each pool is the sum of its lines, and its value fits its quantity. */
export function wrongPools(ledger: Ledger): string[] {
  const key = ({ role, branch, item }: Line) =>
    pooledRoles.includes(role) ? poolKey(ledger, branch, item) : null
  const kept = (part: 'quantity' | 'value') =>
    new Map([...ledger.pools].map(([name, pool]) => [name, pool[part]]))
  return [
    ...differing('pool quantity', kept('quantity'), totals(ledger.lines, key, quantity)),
    ...differing('pool value', kept('value'), totals(ledger.lines, key, amount)),
    ...[...ledger.pools].flatMap(([name, pool]) => [
      ...(isEven(pool) ? [] : [`pool: ${name} ${pool.quantity.toFixed()} worth ${pool.value.toFixed()}`]),
      ...(pool.quantity.lt(0) && !ledger.options.negativeStock ? [`pool: ${name} is short`] : []),
    ]),
  ]
}

/** 3.3 invariant 1 by place: holdings are the sum of lines, add up to the pools, and do not go below zero. */
export function wrongHoldings(ledger: Ledger): string[] {
  const { lines, holdings, options } = ledger
  const place = ({ role, branch, place: at, item }: Line) =>
    (role === 'stock' || role === 'cash') && at !== null ? JSON.stringify([branch, at, item]) : null
  const pool = (key: string) => {
    const [branch = '', , item = ''] = JSON.parse(key) as string[]
    return item === options.local ? null : poolKey(ledger, branch, item)
  }
  const byPool = totals(
    holdings,
    ([key]) => pool(key),
    ([, held]) => held,
  )
  // What is at a bank lies at no place.
  const isInNotes = (name: string) => !currencyOf(ledger, (JSON.parse(name) as string[])[1] ?? '').isAtBank
  const pools = new Map(
    [...ledger.pools].flatMap(([name, { quantity: held }]) =>
      isInNotes(name) ? [[name, held] as const] : [],
    ),
  )
  const below = [...holdings].flatMap(([key, held]) => {
    const isFree = pool(key) === null ? options.negativeCash : options.negativeStock
    return held.lt(0) && !isFree ? `holding: ${key} is ${held.toFixed()}` : []
  })
  const local = lines.filter(({ item }) => item === options.local)
  const uneven = local.flatMap((line) =>
    line.quantity.eq(line.amount) ? [] : `local: ${line.event} ${line.role}`,
  )
  return [
    ...differing('holding', holdings, totals(lines, place, quantity)),
    ...differing('places of a pool', byPool, pools),
    ...below,
    ...uneven,
  ]
}

/** 3.3 invariant 6: a transfer conserves quantity and value; what is under way is the balance in transit. */
export function wrongTransfers({ lines }: Ledger, parcels: Parcels): string[] {
  const transit = lines.filter(({ role }) => role === 'stockInTransit' || role === 'cashInTransit')
  const underWay = [...parcels.values()].filter(({ state }) => state === 'inTransit')
  const byId = (part: 'quantity' | 'value') =>
    new Map(underWay.map((parcel) => [parcel.id, leftOf(parcel)[part]]))
  const gaps = totals(
    lines,
    ({ role, party }) => (role === 'transitLoss' || role === 'claimReceivable' ? party : null),
    amount,
  )
  const left = totals(
    lines,
    ({ role, event }) => ((role === 'stock' || role === 'cash') && parcels.has(event) ? event : null),
    amount,
  )
  const sent = new Map([...parcels.values()].map(({ id, value }) => [id, value.negated()]))
  const lost = new Map(
    [...parcels.values()].flatMap(({ id, value, arrived, state }) =>
      state === 'completed' ? [[id, value.minus(arrived.value)] as const] : [],
    ),
  )
  return [
    ...differing(
      'transit quantity',
      byId('quantity'),
      totals(transit, ({ party }) => party, quantity),
    ),
    ...differing(
      'transit value',
      byId('value'),
      totals(transit, ({ party }) => party, amount),
    ),
    ...differing('sent at cost', sent, left),
    ...differing('gap', lost, gaps),
  ]
}

/** Section 4: what one branch has due from another, that one has due to it. */
export function wrongDues({ lines }: Ledger): string[] {
  const pair = ({ role, branch, party }: Line) => {
    if (role === 'dueFrom') return JSON.stringify([branch, party])
    return role === 'dueTo' ? JSON.stringify([party, branch]) : null
  }
  return notZero('due between branches', totals(lines, pair, amount))
}

/** 3.4: the gains recorded are what stands on the result accounts, and margin + holding = gain. */
export function wrongGains({ lines, gains }: Ledger): string[] {
  const roles: readonly Role[] = ['realisedGain', 'realisedLoss', 'sales', 'cogs']
  const key = ({ branch, item, date }: { branch: string; item: string; date: string }) =>
    JSON.stringify([branch, item, date])
  const posted = totals(
    lines,
    (line) => (roles.includes(line.role) ? key(line) : null),
    (line) => line.amount.negated(),
  )
  const parts = gains.flatMap(({ event, gain, margin, holding }) =>
    margin.plus(holding).eq(gain) ? [] : `gain: ${event} is not its parts`,
  )
  return [
    ...differing(
      'realised',
      posted,
      totals(gains, key, ({ gain }) => gain),
    ),
    ...parts,
  ]
}

/**
 * 5.2: a settled deal is paid and handed over in full; what a deal leaves open stands on its customer's
 * account.
 */
export function wrongDeals({ lines }: Ledger, deals: Deals): string[] {
  const dealOf = new Map([...deals.values()].flatMap(({ id, events }) => events.map((event) => [event, id])))
  const isAccount = ({ role }: Line) => role === 'receivable' || role === 'payable'
  const posted = totals(lines, (line) => (isAccount(line) ? (dealOf.get(line.event) ?? null) : null), amount)
  const open = new Map([...deals.values()].map(({ id, account }) => [id, account]))
  const faults = [...deals.values()].flatMap((deal) => {
    const isHanded = deal.lines.every((line) => line.handed.eq(line.quantity))
    const isThrough = isHanded && deal.paid.eq(deal.net)
    const shares = sum(deal.pieces.map(({ local }) => local))
    return [
      ...(deal.state === 'settled' && !isThrough ? [`deal: ${deal.id} is settled in part`] : []),
      ...(deal.state === 'cancelled' && deal.events.length > 0 ? [`deal: ${deal.id} posted`] : []),
      ...(deal.state === 'reversed' && !deal.account.isZero() ? [`deal: ${deal.id} still owes`] : []),
      ...(shares.eq(sum(deal.lines.map(({ handedLocal }) => handedLocal)))
        ? []
        : [`deal: ${deal.id} pieces are not its lines`]),
    ]
  })
  return [...faults, ...differing('account of deal', open, posted)]
}

/**
 * Section 4: a reversal turns every line of its deal round; only stock and realised may differ, together
 * (3.3).
 */
export function wrongReversals({ lines }: Ledger, deals: Deals): string[] {
  const movable: readonly Role[] = [...pooledRoles, 'realisedGain', 'realisedLoss']
  return [...deals.values()].flatMap(({ id, state, events }) => {
    if (state !== 'reversed') return []
    const own = lines.filter(({ event }) => events.includes(event))
    const strict = own.filter(({ role }) => !movable.includes(role))
    const held = own.filter(({ role }) => pooledRoles.includes(role))
    const moved = own.filter(({ role }) => movable.includes(role))
    return [
      ...notZero(
        `reversal ${id}`,
        totals(strict, ({ role, branch, item }) => `${role} ${branch} ${item}`, amount),
      ),
      ...notZero(
        `notes of ${id}`,
        totals(held, ({ item }) => item, quantity),
      ),
      ...notZero(
        `difference of ${id}`,
        totals(moved, () => 'stock and realised', amount),
      ),
    ]
  })
}

/** 3.5 A: each run and its reversal take each other back. */
export function wrongRevaluations({ lines }: Ledger, runs: ReadonlySet<string>): string[] {
  const key = ({ event, role, branch, item }: Line) =>
    runs.has(event) ? `${event} ${role} ${branch} ${item}` : null
  return notZero('revaluation', totals(lines, key, amount))
}
