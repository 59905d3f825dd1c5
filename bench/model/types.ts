import type { Decimal } from 'decimal.js'
import type { CoinRounding, Figure, TaxKind } from './numbers.ts'

/** The accounts of 12.1 by their part in an entry; an integrator maps each to the codes of its chart. */
export type Role =
  | 'cash'
  | 'cashInTransit'
  | 'stock'
  | 'stockInTransit'
  | 'stockRevaluation'
  | 'bank'
  | 'bankSavings'
  | 'bankForeign'
  | 'cardClearing'
  | 'chequesInHand'
  | 'chequesIssued'
  | 'receivable'
  | 'payable'
  | 'claimReceivable'
  | 'dueFrom'
  | 'dueTo'
  | 'payeePayable'
  | 'inputTax'
  | 'outputTax'
  | 'openingEquity'
  | 'realisedGain'
  | 'realisedLoss'
  | 'sales'
  | 'cogs'
  | 'unrealisedGain'
  | 'unrealisedLoss'
  | 'feeIncome'
  | 'rounding'
  | 'cashShortOver'
  | 'counterfeitLoss'
  | 'damagedNotes'
  | 'transitLoss'
  | 'bankCharges'
  | 'suspense'
  | 'capital'
  | 'prepaid'
  | 'expense'
  | 'goods'
  | 'goodsInTransit'
  | 'suppliers'
  | 'retailSales'
  | 'retailCost'
  | 'goodsLoss'
  | 'goodsOwnUse'

/** One line of the journal: debits are positive. `quantity` is of `item`, `amount` in local money. */
export interface Line {
  event: string
  /** Entries are numbered in posting order; an event may post two (a revaluation and its reversal). */
  entry: number
  date: string
  role: Role
  branch: string
  /** A counter, a vault, `transit`, or null for an account that is no place. */
  place: string | null
  item: string
  quantity: Decimal
  amount: Decimal
  /** The customer, or the other branch on a due-from and due-to line. */
  party: string | null
}

/**
 * `exponent`: decimals of a quantity; `unit`: what a rate is quoted per (JPY 100). A sub-currency is an item
 * too.
 */
export interface Currency {
  exponent: number
  unit: number
  /** An account at a bank is an item of its own, with a pool of its own and at no place. */
  isAtBank?: boolean
}

/** Accounts of a mode of payment; null for a mode that leaves the sum on the customer's account. */
export interface Mode {
  in: Role | null
  out: Role | null
}

/** What the domain document leaves open; what stands in brackets is the default. */
export interface Options {
  local: string
  /** By item, the local currency included. */
  currencies: Record<string, Currency>
  /** Smallest payable coin, 2.3 b ('0': none), and which way ('nearest', half away from zero). */
  cashRounding: string
  cashRoundingMethod: CoinRounding
  /** Level of the cost pools, 3.2 ('branch'). */
  poolLevel: 'branch' | 'company'
  /** 3.3 negative stock (false), of pools and of places. */
  negativeStock: boolean
  /** Whether a drawer's local cash may go below zero (false). */
  negativeCash: boolean
  /** In which order the lines of a basket reach their pools ('given'). */
  lineOrder: 'given' | 'buysFirst'
  /** 3.4: which part of a gain is rounded by itself; the other takes the rest ('margin'). */
  splitBy: 'margin' | 'holding'
  /** Section 4, gross or net: one gain line, or sales and cost of sales ('net'). */
  presentation: 'net' | 'gross'
  /** Customer account by sign of what a deal leaves open ('both'), or always the one. */
  customerAccount: 'both' | 'receivable' | 'payable'
  /** Whether fees and tax post with a deal's first settlement or with the one that completes it ('first'). */
  feesAt: 'first' | 'last'
  /**
   * Whether what no coin can pay posts with the payment in cash that leaves it, or with a deal's first settlement, as
   * a part of its net (5.2), from the payments that were agreed ('payment').
   */
  roundingAt: 'payment' | 'first'
  /** Whose books carry stock in transit ('sender'), and who bears a short receipt ('sender'). */
  transitOwner: 'sender' | 'receiver'
  transitLossOf: 'sender' | 'receiver'
  /** Due-from and due-to lines between branches, section 4 (true). Without them branches do not balance. */
  dueLines: boolean
  /**
   * Whether a move inside a branch carries local amounts from place to place, section 4 "optional" (false).
   */
  floatAtCost: boolean
  modes: Record<string, Mode>
  /** Account of an adjustment by its reason; every other reason is `cashShortOver`. */
  reasons: Record<string, Role>
}

/**
 * What every event has: its own id (posted once), and its business date; the cost sequence is posting order.
 */
export interface Event {
  id: string
  date: string
}

export interface At extends Event {
  branch: string
  place: string
}

export interface Fee {
  amount: Figure
  /** `rate` as a fraction. */
  tax?: { rate: Figure; kind: TaxKind }
}

export interface DealInput extends At {
  customer?: string
  /** `rate` and `mid` are both per quote unit, as 3.4 has them (2.2 gives its mid per one unit). */
  lines: readonly { side: 'buy' | 'sell'; item: string; quantity: Figure; rate: Figure; mid: Figure }[]
  fees?: readonly Fee[]
  /** The payments as they were agreed with the deal; none: all in cash. Only where rounding posts with them. */
  agreed?: readonly Payment[]
}

export interface Payment {
  /** A key of `modes`; `cash` is rounded to the coin. */
  mode: string
  /** In local money; left out: all that is still open. */
  amount?: Figure
  /** `in`: the customer pays. Left out: whoever owes. */
  direction?: 'in' | 'out'
  /** Cash put on the counter: the change is answered and never booked (14.2). */
  tendered?: Figure
  place?: string
}

export interface SettleInput extends Event {
  deal: string
  /** Notes handed over now, by number of the line; left out: all that remain. */
  hand?: readonly { line: number; quantity?: Figure; place?: string }[]
  /** Left out: what is still open, in cash. */
  pay?: readonly Payment[]
  /** The counter, where it is not the deal's. */
  place?: string
}

/**
 * One gain or loss on stock. `margin` and `holding` are its two parts (3.4); a reversal has the signs turned.
 */
export interface Gain {
  event: string
  deal: string | null
  date: string
  branch: string
  item: string
  /** `other`: what is no deal. */
  kind: 'sale' | 'shortCover' | 'reversal' | 'return' | 'other'
  quantity: Decimal
  proceeds: Decimal
  cost: Decimal
  gain: Decimal
  margin: Decimal
  holding: Decimal
}

/** Notes that changed hands with a customer: what a cash threshold counts (6.2). */
export interface Notes {
  deal: string | null
  event: string
  date: string
  branch: string
  customer: string | null
  kind: 'local' | 'foreign'
  direction: 'in' | 'out'
  amount: Decimal
}

/** An event the books refuse; nothing of it is posted. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
  }
}
