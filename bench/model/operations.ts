import type { Decimal } from 'decimal.js'
import { heldAt, type Ledger, poolOf, post, quantityOf, within } from './ledger.ts'
import { exact, type Figure, share, sum, zero } from './numbers.ts'
import { foundWorth, issue, localOf, take } from './stock.ts'
import { type At, type Event, Refused, type Role } from './types.ts'

export interface OpeningInput extends At {
  item: string
  quantity: Figure
  /** Entered cost in local money, of a currency. */
  cost?: Figure
  /** For what is no place: a bank account. */
  account?: Role
}

/** Opening stock, cash or bank balance against opening equity (3.3). */
export function addOpening(ledger: Ledger, input: OpeningInput): void {
  within(ledger, input, () => {
    const { branch, place, item, account } = input
    const quantity = quantityOf(ledger, item, input.quantity)
    const isLocal = item === ledger.options.local
    const amount = isLocal ? quantity : exact(input.cost ?? 0)
    if (account) post(ledger, { role: account, branch, item, quantity, amount })
    else if (isLocal) post(ledger, { role: 'cash', branch, place, amount })
    const value =
      account || isLocal
        ? amount
        : sum(Object.values(take(ledger, { branch, place, item, quantity }, amount)))
    post(ledger, { role: 'openingEquity', branch, amount: value.negated() })
  })
}

export interface FloatInput extends Event {
  branch: string
  from: string
  to: string
  item: string
  quantity: Figure
}

/** A move inside a branch, vault to counter or back: place and quantity change, cost does not (3.2). */
export function moveFloat(ledger: Ledger, input: FloatInput): void {
  within(ledger, input, () => {
    const { branch, from, to, item } = input
    const quantity = quantityOf(ledger, item, input.quantity)
    const isLocal = item === ledger.options.local
    const pool = poolOf(ledger, branch, item)
    const cost =
      ledger.options.floatAtCost && !pool.quantity.isZero()
        ? share(pool.value, quantity, pool.quantity, ledger.places)
        : zero
    const [role, value] = isLocal ? (['cash', quantity] as const) : (['stock', cost] as const)
    for (const [place, sign] of [
      [to, 1],
      [from, -1],
    ] as const) {
      post(ledger, { role, branch, place, item, quantity: quantity.times(sign), amount: value.times(sign) })
    }
  })
}

export interface AdjustInput extends At {
  item: string
  /** Signed: below zero takes away. */
  quantity: Figure
  /** Decides the account (`reasons`): counterfeit, damaged, correction, … (14.2) */
  reason: string
  /** Per quote unit: what an overage in an empty pool is worth. */
  mid?: Figure
}

/** Stock or cash up or down, of the event under way: down at cost, up at the average, or at mid (3.3). */
export function adjustStock(ledger: Ledger, input: Omit<AdjustInput, 'id' | 'date'>): Decimal {
  const { branch, place, item, mid } = input
  const signed = exact(input.quantity)
  const quantity = quantityOf(ledger, item, signed.abs())
  const role = ledger.options.reasons[input.reason] ?? 'cashShortOver'
  if (item === ledger.options.local) {
    post(ledger, { role: 'cash', branch, place, amount: signed })
    post(ledger, { role, branch, amount: signed.negated() })
    return signed
  }
  const move = { branch, place, item, quantity }
  if (signed.lt(0)) {
    const price = mid === undefined ? null : localOf(ledger, item, quantity, exact(mid)).div(quantity)
    const cost = issue(ledger, move, price)
    post(ledger, { role, branch, item, amount: cost })
    return cost.negated()
  }
  const value = foundWorth(ledger, move, mid)
  take(ledger, move, value)
  post(ledger, { role, branch, item, amount: value.negated() })
  return value
}

export const addAdjustment = (ledger: Ledger, input: AdjustInput): Decimal =>
  within(ledger, input, () => adjustStock(ledger, input))

export interface ExchangeInput extends At {
  out: { item: string; quantity: Figure }
  into: { item: string; quantity: Figure }
}

/** Notes for others of the same amount (14.2): what goes out at cost comes in at that, and no value is won or lost. */
export const exchangeNotes = (ledger: Ledger, input: ExchangeInput): Decimal =>
  within(ledger, input, () => {
    const { branch, place, out, into } = input
    const [left, came] = [
      quantityOf(ledger, out.item, out.quantity),
      quantityOf(ledger, into.item, into.quantity),
    ]
    if (!left.eq(came)) throw new Refused('uneven', input.id)
    const cost = issue(ledger, { branch, place, item: out.item, quantity: left }, null)
    take(ledger, { branch, place, item: into.item, quantity: came }, cost)
    return cost
  })

export interface CountInput extends At {
  item: string
  counted: Figure
  mid?: Figure
}

/** A processed count (14.2): the real difference to what the books hold at the place, once. */
export function addCount(ledger: Ledger, input: CountInput) {
  return within(ledger, input, () => {
    const { branch, place, item } = input
    const expected = heldAt(ledger, branch, place, item)
    const difference = exact(input.counted).minus(expected)
    const value = difference.isZero()
      ? zero
      : adjustStock(ledger, { ...input, quantity: difference, reason: 'count variance' })
    return { expected, difference, value }
  })
}

/** Local cash taken to the bank (`in`), or drawn from it. */
export function moveBank(ledger: Ledger, input: At & { amount: Figure; direction: 'in' | 'out' }): void {
  within(ledger, input, () => {
    const { branch, place } = input
    const amount = exact(input.amount).times(input.direction === 'in' ? 1 : -1)
    post(ledger, { role: 'bank', branch, amount })
    post(ledger, { role: 'cash', branch, place, amount: amount.negated() })
  })
}

export interface JournalInput extends Event {
  lines: readonly { role: Role; branch: string; amount: Figure; item?: string; party?: string }[]
}

/** A manual entry (12.4): balanced in each branch, and on no account that has a sub-ledger of stock. */
export function addJournal(ledger: Ledger, input: JournalInput): void {
  within(ledger, input, () => {
    const own: readonly Role[] = ['cash', 'stock', 'stockInTransit', 'cashInTransit', 'stockRevaluation']
    for (const { role, branch, amount, item = ledger.options.local, party = null } of input.lines) {
      if (own.includes(role)) throw new Refused('own-account', role)
      post(ledger, { role, branch, item, amount: exact(amount), party })
    }
    const unbalanced = Object.values(Object.groupBy(input.lines, ({ branch }) => branch)).some(
      (lines = []) => !sum(lines.map(({ amount }) => exact(amount))).isZero(),
    )
    if (unbalanced) throw new Refused('unbalanced', input.id)
  })
}
