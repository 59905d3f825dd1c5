import type { Decimal } from 'decimal.js'
import { keep, type Ledger, nextEntry, poolKey, poolOf, post, within } from './ledger.ts'
import { exact, type Figure, zero } from './numbers.ts'
import { localOf } from './stock.ts'
import { type Event, Refused, type Role } from './types.ts'

export interface RevalueInput extends Event {
  /** Closing rates per quote unit; a currency left out is not revalued. */
  rates: Record<string, Figure>
  /** 3.5 A, auto-reversing (the default), or B, carried into V. */
  method?: 'reversing' | 'permanent'
  /** Left out: the first day of the next month. Null: the run is not reversed by itself. */
  reverseOn?: string | null
  /** One branch only; left out: all. */
  branch?: string
  /** Left out: notes, goods in transit and bank (3.5 asks for all that is held in currency). */
  include?: readonly Role[]
}

interface Held {
  role: Role
  branch: string
  item: string
  quantity: Decimal
  value: Decimal
}

export interface Revalued extends Held {
  closing: Decimal
  unrealised: Decimal
}

const nextMonth = (date: string): string => {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

/** What is held at the close of a date, by account, branch (or company, as the pools are) and item. */
function heldOn(ledger: Ledger, { date, branch, include, method }: RevalueInput): Held[] {
  const roles = include ?? ['stock', 'stockInTransit', 'bank', 'bankForeign']
  const held = new Map<string, Held>()
  for (const line of ledger.lines) {
    if (line.date > date || line.item === ledger.options.local) continue
    // What a reversing run posted and has not taken back counts as booked already; into V it never goes.
    if (line.role === 'stockRevaluation' && method === 'permanent') continue
    const role = line.role === 'stockRevaluation' ? (line.party as Role) : line.role
    if (!roles.includes(role) || (branch !== undefined && line.branch !== branch)) continue
    const where = ledger.options.poolLevel === 'company' && role === 'stock' ? '*' : line.branch
    // Each parcel is a pool of its own.
    const parcel = role === 'stockInTransit' && line.role === role ? line.party : null
    const key = JSON.stringify([role, where, line.item, parcel])
    const before = held.get(key) ?? { role, branch: where, item: line.item, quantity: zero, value: zero }
    const [quantity, value] = [before.quantity.plus(line.quantity), before.value.plus(line.amount)]
    held.set(key, { ...before, quantity, value })
  }
  return [...held.values()]
}

function postRun(ledger: Ledger, rows: readonly Revalued[], sign: 1 | -1) {
  for (const { role, branch, item, unrealised } of rows) {
    const income = unrealised.lt(0) ? 'unrealisedLoss' : 'unrealisedGain'
    const amount = unrealised.times(sign)
    post(ledger, { role: 'stockRevaluation', branch, item, amount, party: role })
    post(ledger, { role: income, branch, item, amount: amount.negated() })
  }
}

/** The new value goes into the pool, on a place of no notes; other accounts take it on themselves. */
function postPermanent(ledger: Ledger, { role, branch, item, unrealised }: Revalued) {
  if (role === 'stockInTransit') throw new Refused('transit-not-permanent', item)
  post(ledger, { role, branch, item, amount: unrealised })
  const income = unrealised.lt(0) ? 'unrealisedLoss' : 'unrealisedGain'
  post(ledger, { role: income, branch, item, amount: unrealised.negated() })
  if (role !== 'stock') return
  const pool = poolOf(ledger, branch, item)
  const value = pool.value.plus(unrealised)
  const last = pool.quantity.isZero() ? pool.last : value.div(pool.quantity)
  keep(ledger, ledger.pools, poolKey(ledger, branch, item), { ...pool, value, last })
}

/**
 * Revaluation at the close of a date (3.5): `unrealised = round(Q*closing/u) - V` for each holding, less what
 * an earlier run still stands for. The reversing method leaves V and the average alone and posts its mirror
 * on `reverseOn`; the permanent one needs events in order of date.
 */
export function postRevaluation(ledger: Ledger, input: RevalueInput): Revalued[] {
  return within(ledger, input, () => {
    const rows = heldOn(ledger, input).flatMap((held): Revalued[] => {
      const rate = input.rates[held.item]
      if (rate === undefined) return []
      const closing = localOf(ledger, held.item, held.quantity, exact(rate))
      return [{ ...held, closing, unrealised: closing.minus(held.value) }]
    })
    if (input.method === 'permanent') {
      for (const row of rows) postPermanent(ledger, row)
      return rows
    }
    postRun(ledger, rows, 1)
    const { reverseOn = nextMonth(input.date) } = input
    if (reverseOn !== null) {
      nextEntry(ledger, reverseOn)
      postRun(ledger, rows, -1)
    }
    return rows
  })
}
