import type { Decimal } from 'decimal.js'
import { type Deal, dealOf, type Deals, type Piece, postSale } from './deals.ts'
import { keep, type Ledger, post, recordGain, recordNotes, within } from './ledger.ts'
import { exact, type Figure, sum, zero } from './numbers.ts'
import { returnPurchase, returnSale } from './stock.ts'
import { type Event, type Line, Refused } from './types.ts'

/** Cancels a deal of which nothing is settled: no line in the books (5.4). */
export function cancelDeal(ledger: Ledger, deals: Deals, input: Event & { deal: string }): Deal {
  return within(ledger, input, () => {
    const deal: Deal = { ...dealOf(deals, input.deal, ['pending']), state: 'cancelled' }
    keep(ledger, deals, deal.id, deal)
    return deal
  })
}

function turnBack(ledger: Ledger, deal: Deal, piece: Piece, place: string) {
  const { side, item, quantity, local, value, loss, margin } = piece
  const { id, branch } = deal
  const move = { branch, place, item, quantity }
  if (side === 'buy')
    return { item, quantity, ...returnPurchase(ledger, move, { value, loss }, id), gain: zero }
  const difference = returnSale(ledger, move, value, id)
  postSale(ledger, { branch, item }, local, value, -1)
  const gain = local.minus(value).negated()
  const parts = { proceeds: local.negated(), cost: value.negated(), gain }
  const split = { margin: margin.negated(), holding: gain.plus(margin) }
  const record = { deal: id, branch, item, kind: 'reversal' as const, quantity: quantity.negated() }
  recordGain(ledger, { ...record, ...parts, ...split })
  return { item, quantity, cost: value, difference, gain }
}

/**
 * Reverses a deal settled wholly or in part (5.4): the mirror of every line, last handed first, with the
 * original cost (3.3). `place`: the counter where notes and cash change hands again, where it is not the
 * original one.
 */
export function reverseDeal(
  ledger: Ledger,
  deals: Deals,
  input: Event & { deal: string; place?: string | undefined },
) {
  return within(ledger, input, () => {
    const deal = dealOf(deals, input.deal, ['settled', 'partlySettled'])
    const pieces = deal.pieces
      .toReversed()
      .map((piece) => turnBack(ledger, deal, piece, input.place ?? piece.place))
    for (const money of deal.money) {
      const place = money.place && (input.place ?? money.place)
      const { branch, customer: party } = deal
      post(ledger, { ...money, place, branch, amount: money.amount.negated(), party })
    }
    const isAccount = ({ role }: Line) => role === 'receivable' || role === 'payable'
    const owed = ledger.lines.filter((line) => isAccount(line) && deal.events.includes(line.event))
    // Line by line, as section 4 has it: what was owed for a while leaves its turnover.
    for (const { role, branch, amount, party } of owed)
      post(ledger, { role, branch, amount: amount.negated(), party })
    const events = [...deal.events, input.id]
    keep(ledger, deals, deal.id, { ...deal, state: 'reversed', account: zero, events })
    return { pieces, gain: sum(pieces.map(({ gain }) => gain)) }
  })
}

export interface CollectInput extends Event {
  branch: string
  customer: string
  mode: string
  amount: Figure
  /** `in`: the customer pays what stands on the account; `out`: we pay. */
  direction: 'in' | 'out'
  /** Where the mode is cash. */
  place?: string
}

const customerRole = ({ options }: Ledger, direction: 'in' | 'out') => {
  if (options.customerAccount !== 'both') return options.customerAccount
  return direction === 'in' ? 'receivable' : 'payable'
}

/** A payment on a customer's account, of no deal any more. */
export function collectPayment(ledger: Ledger, input: CollectInput): Decimal {
  return within(ledger, input, () => {
    const { branch, customer, direction, place = null } = input
    const role = ledger.options.modes[input.mode]?.[direction]
    if (!role) throw new Refused('unknown-mode', input.mode)
    const amount = exact(input.amount)
    const signed = direction === 'in' ? amount : amount.negated()
    if (role === 'cash' && place === null) throw new Refused('no-place', input.id)
    post(ledger, { role, branch, place: role === 'cash' ? place : null, amount: signed, party: customer })
    const account = customerRole(ledger, direction)
    post(ledger, { role: account, branch, amount: signed.negated(), party: customer })
    if (role === 'cash')
      recordNotes(ledger, { deal: null, branch, customer, kind: 'local', direction, amount })
    return amount
  })
}

export interface ClearInput extends Event {
  branch: string
  /** The mode whose incoming or outgoing payment the bank has carried out, or sent back. */
  mode: string
  direction?: 'in' | 'out'
  amount: Figure
  outcome: 'cleared' | 'bounced'
  /** What the bank or the card company kept. */
  charge?: Figure
  /** Whose account a bounced payment goes back to. */
  customer?: string
}

/**
 * A payment that was on its way reaches the bank, or comes back (5.2: expected, received, cleared or
 * bounced).
 */
export function clearPayment(ledger: Ledger, input: ClearInput): Decimal {
  return within(ledger, input, () => {
    const { branch, direction = 'in', customer = null } = input
    const from = ledger.options.modes[input.mode]?.[direction]
    if (!from) throw new Refused('unknown-mode', input.mode)
    const amount = direction === 'in' ? exact(input.amount) : exact(input.amount).negated()
    const charge = exact(input.charge ?? 0)
    const to = input.outcome === 'cleared' ? 'bank' : customerRole(ledger, direction)
    post(ledger, { role: from, branch, amount: amount.negated(), party: customer })
    post(ledger, { role: to, branch, amount: amount.minus(charge), party: customer })
    post(ledger, { role: 'bankCharges', branch, amount: charge, party: customer })
    return amount.minus(charge)
  })
}
