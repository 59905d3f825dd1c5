import type { Decimal } from 'decimal.js'
import { exact, round, sum, taxFee, zero } from './numbers.ts'
import { currencyOf, keep, type Ledger, post, quantityOf, recordGain, recordNotes, within } from './ledger.ts'
import { issue, localOf, postGain, take } from './stock.ts'
import { agreedRounding, inCoins, isBelowCoin } from './rounding.ts'
import { type DealInput, type Payment, Refused, type Role, type SettleInput } from './types.ts'

/** Notes of one line handed over in one settlement, as a reversal must give them back. */
export interface Piece {
  side: 'buy' | 'sell'
  item: string
  place: string
  quantity: Decimal
  /** The share of the line's local amount. */
  local: Decimal
  /** Sold: its cost. Bought: what entered the pool, the price less `loss` of a short cover. */
  value: Decimal
  loss: Decimal
  margin: Decimal
}

interface DealLine {
  side: 'buy' | 'sell'
  item: string
  quantity: Decimal
  rate: Decimal
  mid: Decimal
  local: Decimal
  handed: Decimal
  handedLocal: Decimal
}

/** Money and fees of a deal as posted, for the reversal to turn round. */
interface Money {
  role: Role
  place: string | null
  amount: Decimal
}

export interface Deal {
  id: string
  branch: string
  place: string
  customer: string | null
  state: 'pending' | 'partlySettled' | 'settled' | 'cancelled' | 'reversed'
  lines: readonly DealLine[]
  fees: readonly { net: Decimal; tax: Decimal; gross: Decimal }[]
  /** Positive: the customer pays (5.2), before cash rounding. */
  net: Decimal
  /** What is settled of the net: payments in less payments out, rounding and sums left on account. */
  paid: Decimal
  /** Balance of the customer's account from this deal, debits positive. */
  account: Decimal
  feesPosted: boolean
  /** Agreed with the deal, and posted with its first settlement; null where payments in cash make it. */
  rounding: Decimal | null
  pieces: readonly Piece[]
  money: readonly Money[]
  /** The settlements and the reversal, that is every event of this deal that posts. */
  events: readonly string[]
}

export type Deals = Map<string, Deal>

/** A copy that one settlement works on, and puts in place when it is through. */
type Work = { -readonly [key in keyof Deal]: Deal[key] } & {
  lines: DealLine[]
  pieces: Piece[]
  money: Money[]
}

export function dealOf(deals: Deals, id: string, states: readonly Deal['state'][]): Deal {
  const deal = deals.get(id)
  if (!deal || !states.includes(deal.state))
    throw new Refused('not-open', `${id} ${deal?.state ?? 'unknown'}`)
  return deal
}

/**
 * Adds a deal: priced, nothing posted. `net = sum(sell) - sum(buy) + fees + tax`, every line rounded first
 * (2.3).
 */
export function addDeal(ledger: Ledger, deals: Deals, input: DealInput): Deal {
  return within(ledger, input, () => {
    const lines = input.lines.map(({ side, item, ...line }): DealLine => {
      if (item === ledger.options.local) throw new Refused('local-line', input.id)
      const quantity = quantityOf(ledger, item, line.quantity)
      const [rate, mid] = [exact(line.rate), exact(line.mid)]
      const local = localOf(ledger, item, quantity, rate)
      return { side, item, quantity, rate, mid, local, handed: zero, handedLocal: zero }
    })
    const fees = (input.fees ?? []).map(({ amount, tax = { rate: '0', kind: 'exclusive' } }) =>
      taxFee(exact(amount), exact(tax.rate), tax.kind, ledger.places),
    )
    const side = (name: 'buy' | 'sell') =>
      sum(lines.flatMap((line) => (line.side === name ? line.local : [])))
    const { id, branch, place, customer = null } = input
    const net = side('sell')
      .minus(side('buy'))
      .plus(sum(fees.map(({ gross }) => gross)))
    const isAgreed = ledger.options.roundingAt === 'first'
    const rounding = isAgreed ? agreedRounding(ledger, net, input.agreed ?? []) : null
    const none = { rounding, paid: zero, account: zero, feesPosted: false, pieces: [], money: [], events: [] }
    const deal: Deal = { id, branch, place, customer, state: 'pending', lines, fees, net, ...none }
    keep(ledger, deals, id, deal)
    return deal
  })
}

/** Sells a piece: stock out at cost, the rest of the proceeds is gain (3.3), split as 3.4 says. */
function sellPiece(ledger: Ledger, deal: Work, line: DealLine, piece: Piece) {
  const { item, rate, mid } = line
  const { branch } = deal
  const { quantity, local } = piece
  const cost = issue(ledger, { branch, ...piece }, mid.div(currencyOf(ledger, item).unit))
  const gain = local.minus(cost)
  const byMargin = ledger.options.splitBy === 'margin'
  const margin = byMargin
    ? localOf(ledger, item, quantity, rate.minus(mid))
    : local.minus(localOf(ledger, item, quantity, mid))
  postSale(ledger, { branch, item }, local, cost, 1)
  const parts = { proceeds: local, cost, gain, margin, holding: gain.minus(margin) }
  recordGain(ledger, { deal: deal.id, branch, item, kind: 'sale', quantity, ...parts })
  return { ...piece, value: cost, margin }
}

/** The income side of a sale, net or gross (section 4); `sign` -1 takes it back. */
export function postSale(
  ledger: Ledger,
  at: { branch: string; item: string },
  proceeds: Decimal,
  cost: Decimal,
  sign: 1 | -1,
) {
  if (ledger.options.presentation === 'gross') {
    post(ledger, { role: 'sales', ...at, amount: proceeds.times(-sign) })
    post(ledger, { role: 'cogs', ...at, amount: cost.times(sign) })
  } else postGain(ledger, at, proceeds.minus(cost).times(sign), sign < 0)
}

function handPiece(ledger: Ledger, deal: Work, number: number, quantity: Decimal, place: string) {
  const line = deal.lines[number]
  if (!line) throw new Refused('no-line', `${deal.id} ${number}`)
  const { side, item } = line
  const handed = line.handed.plus(quantity)
  if (handed.gt(line.quantity)) throw new Refused('too-much', `${deal.id} ${number}`)
  const local = handed.eq(line.quantity)
    ? line.local.minus(line.handedLocal)
    : round(line.local.times(quantity).div(line.quantity), ledger.places)
  const bare: Piece = { side, item, place, quantity, local, value: zero, loss: zero, margin: zero }
  const piece =
    side === 'sell'
      ? sellPiece(ledger, deal, line, bare)
      : { ...bare, ...take(ledger, { branch: deal.branch, ...bare }, local, deal.id) }
  deal.pieces.push(piece)
  deal.lines[number] = { ...line, handed, handedLocal: line.handedLocal.plus(local) }
  const { id, branch, customer } = deal
  const direction = side === 'sell' ? 'out' : 'in'
  recordNotes(ledger, { deal: id, branch, customer, kind: 'foreign', direction, amount: local })
  return { piece, owed: side === 'sell' ? local : local.negated() }
}

function postMoney(ledger: Ledger, deal: Work, money: Money) {
  post(ledger, { ...money, branch: deal.branch, party: deal.customer })
  deal.money.push(money)
}

/** One payment; answers its signed amount (in positive), and what of it stays on the customer's account. */
function payOne(ledger: Ledger, deal: Work, payment: Payment, counter: string) {
  const { mode: name, tendered, place = counter } = payment
  const mode = ledger.options.modes[name]
  if (!mode) throw new Refused('unknown-mode', name)
  const open = deal.net.minus(deal.paid)
  const direction = payment.direction ?? (open.lt(0) ? 'out' : 'in')
  const rest = direction === 'in' ? open : open.negated()
  const isCash = mode[direction] === 'cash'
  const { local } = ledger.options
  const coined = isCash ? inCoins(ledger, rest) : rest
  const amount = payment.amount === undefined ? coined : exact(payment.amount)
  if (amount.lt(0)) throw new Refused('not-positive', `${deal.id} ${name}`)
  const signed = direction === 'in' ? amount : amount.negated()
  deal.paid = deal.paid.plus(signed)
  const role = mode[direction]
  if (role) postMoney(ledger, deal, { role, place: role === 'cash' ? place : null, amount: signed })
  if (isCash && amount.gt(0)) {
    const { id, branch, customer } = deal
    recordNotes(ledger, { deal: id, branch, customer, kind: 'local', direction, amount })
  }
  const change = tendered === undefined ? null : exact(tendered).minus(amount)
  return { mode: name, direction, amount, change, isCash, item: local, credited: role ? signed : zero }
}

/**
 * What no coin can pay after a payment in cash goes to rounding (2.3 b); answers it, positive what we gave
 * up.
 */
function postRounding(ledger: Ledger, deal: Work, amount: Decimal): Decimal {
  if (amount.isZero()) return zero
  postMoney(ledger, deal, { role: 'rounding', place: null, amount })
  deal.paid = deal.paid.plus(amount)
  return amount
}

function restOf(ledger: Ledger, { net, paid, rounding }: Work, isCash: boolean): Decimal {
  const open = net.minus(paid)
  return rounding === null && isCash && isBelowCoin(ledger, open) ? open : zero
}

function postFees(ledger: Ledger, deal: Work): Decimal {
  for (const { net, tax } of deal.fees) {
    postMoney(ledger, deal, { role: 'feeIncome', place: null, amount: net.negated() })
    postMoney(ledger, deal, { role: 'outputTax', place: null, amount: tax.negated() })
  }
  deal.feesPosted = true
  return sum(deal.fees.map(({ gross }) => gross))
}

/** Brings the customer's account of a deal to a new balance, on the account its sign asks for. */
function postAccount(ledger: Ledger, deal: Deal | Work, balance: Decimal) {
  const { branch, customer: party, account: before } = deal
  const { customerAccount } = ledger.options
  const owed = (sign: 1 | -1) => {
    const part = (value: Decimal) => (value.times(sign).gt(0) ? value : zero)
    return part(balance).minus(part(before))
  }
  if (customerAccount === 'both') {
    post(ledger, { role: 'receivable', branch, amount: owed(1), party })
    post(ledger, { role: 'payable', branch, amount: owed(-1), party })
  } else post(ledger, { role: customerAccount, branch, amount: balance.minus(before), party })
}

function handing(ledger: Ledger, deal: Deal, { hand, place = deal.place }: SettleInput) {
  const all = deal.lines.map((line, number) => ({ number, left: line.quantity.minus(line.handed), place }))
  const chosen = hand
    ? hand.map((one) => {
        const line = all[one.line]
        if (!line) throw new Refused('no-line', `${deal.id} ${one.line}`)
        const item = deal.lines[one.line]?.item ?? ''
        const left = one.quantity === undefined ? line.left : quantityOf(ledger, item, one.quantity)
        return { number: one.line, left, place: one.place ?? place }
      })
    : all
  const isBuy = ({ number }: { number: number }) => deal.lines[number]?.side === 'buy'
  const ordered =
    ledger.options.lineOrder === 'buysFirst'
      ? [...chosen.filter(isBuy), ...chosen.filter((one) => !isBuy(one))]
      : chosen
  return ordered.filter(({ left }) => left.gt(0))
}

/**
 * Settles a deal, or a part of it (5.1): notes handed over post with their share of the line, payments by
 * their mode, and what either side still owes stands on the customer's account. Fees and tax post as `feesAt`
 * says.
 */
export function settleDeal(ledger: Ledger, deals: Deals, input: SettleInput) {
  return within(ledger, input, () => {
    const before = dealOf(deals, input.deal, ['pending', 'partlySettled'])
    const deal: Work = {
      ...before,
      lines: [...before.lines],
      pieces: [...before.pieces],
      money: [...before.money],
    }
    const counter = input.place ?? before.place
    const pieces = handing(ledger, before, input).map(({ number, left, place }) =>
      handPiece(ledger, deal, number, left, place),
    )
    const isFirst = before.events.length === 0
    const agreed = postRounding(ledger, deal, (isFirst && deal.rounding) || zero)
    const pay = input.pay ?? [{ mode: 'cash' }]
    const payments = pay.map((payment) => payOne(ledger, deal, payment, counter))
    const isCash = payments.some((payment) => payment.isCash)
    const rounding = agreed.plus(postRounding(ledger, deal, restOf(ledger, deal, isCash)))
    const isThrough =
      deal.paid.eq(deal.net) && deal.lines.every(({ quantity, handed }) => handed.eq(quantity))
    const isFeeDue = !deal.feesPosted && (isThrough || ledger.options.feesAt === 'first')
    const fees = isFeeDue ? postFees(ledger, deal) : zero
    const credited = sum(payments.map((payment) => payment.credited)).plus(rounding)
    const account = deal.account
      .plus(sum(pieces.map(({ owed }) => owed)))
      .plus(fees)
      .minus(credited)
    postAccount(ledger, deal, account)
    deal.account = account
    deal.events = [...deal.events, input.id]
    deal.state = isThrough ? 'settled' : 'partlySettled'
    keep(ledger, deals, deal.id, deal)
    return { deal: deal as Deal, pieces: pieces.map(({ piece }) => piece), payments, rounding, fees }
  })
}
