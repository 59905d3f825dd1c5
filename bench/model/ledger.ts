import type { Decimal } from 'decimal.js'
import { exact, type Figure, round, zero } from './numbers.ts'
import { emptyPool, type Pool } from './pool.ts'
import { type Event, type Gain, type Line, type Notes, type Options, Refused, type Role } from './types.ts'

/** The journal with the pools and holdings it keeps; what a refused event did is taken back from `undo`. */
export interface Ledger {
  readonly options: Options
  /** Decimals of local money. */
  readonly places: number
  readonly lines: Line[]
  readonly gains: Gain[]
  readonly notes: Notes[]
  readonly pools: Map<string, Pool>
  readonly holdings: Map<string, Decimal>
  readonly events: Set<string>
  undo: (() => void)[]
  lowered: Set<string>
  now: { event: string; date: string; entry: number }
}

export const openLedger = (options: Options): Ledger => ({
  options,
  places: options.currencies[options.local]?.exponent ?? 2,
  lines: [],
  gains: [],
  notes: [],
  pools: new Map(),
  holdings: new Map(),
  events: new Set(),
  undo: [],
  lowered: new Set(),
  now: { event: '', date: '', entry: 0 },
})

export function currencyOf({ options }: Ledger, item: string) {
  const currency = options.currencies[item]
  if (!currency) throw new Refused('unknown-item', item)
  return currency
}

/** The accounts whose items lie in cost pools. */
export const pooledRoles: readonly Role[] = ['stock', 'bankForeign']

/** The account that an item lies on. */
export const roleOf = (ledger: Ledger, item: string): Role =>
  currencyOf(ledger, item).isAtBank ? 'bankForeign' : 'stock'

export const poolKey = ({ options }: Ledger, branch: string, item: string) =>
  JSON.stringify([options.poolLevel === 'company' ? '*' : branch, item])

const placeKey = (branch: string, place: string, item: string) => JSON.stringify([branch, place, item])

export const poolOf = (ledger: Ledger, branch: string, item: string) =>
  ledger.pools.get(poolKey(ledger, branch, item)) ?? emptyPool

export const heldAt = (ledger: Ledger, branch: string, place: string, item: string) =>
  ledger.holdings.get(placeKey(branch, place, item)) ?? zero

/** Sets a key of a map so that a refusal of the event takes it back. */
export function keep<T>(ledger: Ledger, map: Map<string, T>, key: string, value: T) {
  const before = map.get(key)
  ledger.undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
  map.set(key, value)
}

function push<T>(ledger: Ledger, list: T[], value: T) {
  list.push(value)
  ledger.undo.push(() => list.pop())
}

interface Post {
  role: Role
  branch: string
  place?: string | null
  /** Left out: local money, of which the quantity is the amount. */
  item?: string
  quantity?: Decimal
  amount: Decimal
  party?: string | null
}

/** Adds a line to the entry of the event under way; one of nothing is left out. */
export function post(ledger: Ledger, line: Post) {
  const { options, holdings, lowered } = ledger
  const { role, branch, place = null, item = options.local, party = null } = line
  const quantity = line.quantity ?? (item === options.local ? line.amount : zero)
  if (line.amount.isZero() && quantity.isZero()) return
  push(ledger, ledger.lines, {
    ...ledger.now,
    role,
    branch,
    place,
    item,
    quantity,
    amount: line.amount,
    party,
  })
  if ((role !== 'cash' && role !== 'stock') || place === null) return
  const key = placeKey(branch, place, item)
  keep(ledger, holdings, key, (holdings.get(key) ?? zero).plus(quantity))
  if (quantity.lt(0)) lowered.add(key)
}

function checkHoldings({ options, holdings, lowered }: Ledger) {
  for (const key of lowered) {
    const isCash = (JSON.parse(key) as string[])[2] === options.local
    if (isCash ? options.negativeCash : options.negativeStock) continue
    if (holdings.get(key)?.lt(0)) throw new Refused(isCash ? 'short-cash' : 'short-stock', key)
  }
}

/** Runs one event: its id is used once, and what it posted is taken back when it is refused. */
export function within<T>(ledger: Ledger, event: Event, run: () => T): T {
  if (ledger.events.has(event.id)) throw new Refused('duplicate', event.id)
  ledger.undo = []
  ledger.lowered = new Set()
  ledger.now = { event: event.id, date: event.date, entry: ledger.now.entry + 1 }
  try {
    const answer = run()
    checkHoldings(ledger)
    ledger.events.add(event.id)
    return answer
  } catch (error) {
    for (const back of ledger.undo.toReversed()) back()
    throw error
  }
}

/** A further entry of the same event, on another date. */
export const nextEntry = (ledger: Ledger, date: string) => {
  ledger.now = { ...ledger.now, date, entry: ledger.now.entry + 1 }
}

export const recordGain = (ledger: Ledger, gain: Omit<Gain, 'event' | 'date'>) =>
  push(ledger, ledger.gains, { ...gain, event: ledger.now.event, date: ledger.now.date })

export const recordNotes = (ledger: Ledger, notes: Omit<Notes, 'event' | 'date'>) =>
  push(ledger, ledger.notes, { ...notes, event: ledger.now.event, date: ledger.now.date })

/**
 * Value that leaves one branch's books for another's (section 4): due-from with the giver, due-to with the
 * taker. Nothing inside a branch, and nothing where the company wants no such lines.
 */
export function across(ledger: Ledger, from: string, to: string, amount: Decimal) {
  if (from === to || !ledger.options.dueLines) return
  post(ledger, { role: 'dueFrom', branch: from, amount, party: to })
  post(ledger, { role: 'dueTo', branch: to, amount: amount.negated(), party: from })
}

/** A quantity as the currency allows it, above zero. */
export function quantityOf(ledger: Ledger, item: string, figure: Figure) {
  const quantity = exact(figure)
  if (!round(quantity, currencyOf(ledger, item).exponent).eq(quantity)) {
    throw new Refused('too-fine', `${item} ${quantity.toFixed()}`)
  }
  if (quantity.lte(0)) throw new Refused('not-positive', `${item} ${quantity.toFixed()}`)
  return quantity
}
