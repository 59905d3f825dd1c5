import type { CallOf, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'
import type { feeSettings } from '#modules/charges/fees/fees.contract.ts'
import type { stockItems } from '#modules/inventory/items/items.contract.ts'
import type { BankPlace } from './model/bank.ts'
import type { Role } from './model/types.ts'

// What the house of the model bench consists of.

export type FeeRule = CallOf<typeof feeSettings.create>

export interface Reply<B> {
  status: number
  body: B
  /** Of a refusal. */
  code: string
}
export type Call = <E extends Endpoint>(endpoint: E, input?: CallOf<E>) => Promise<Reply<OutputOf<E>>>

export interface Person {
  name: string
  call: Call
}

export interface Counter {
  id: string
  branchId: string
  tellers: Person[]
}

export interface Branch {
  id: string
  zone: string
  counters: Counter[]
  /** Who counts and moves the vault, and decides what tellers may not. */
  seniors: Person[]
}

export type Item = OutputOf<typeof stockItems.listSelection>[number]

/** What can be dealt: a currency or a part of one, and the item of which that moves stock. */
export interface Traded {
  item: Item
  currencyId: string
  subCurrencyId: string | null
  /** The smallest quantity that can be handed over. */
  step: string
}

export interface Mode {
  id: string
  kind: string
  needsClearing: boolean
}

/** What a shop sells, as it was made. */
export interface Ware {
  id: string
  kind: 'goods' | 'service'
  price: string
  rates: readonly string[]
  isIncluded: boolean
  /** It may be sold before it is received. */
  mayGoBelow: boolean
}

/** An account of the house at a bank, with what it began with. */
export interface BankAccount extends BankPlace {
  id: string
  currencyId: string
  /** The currency's code. */
  code: string
  exponent: number
  unit: number
  opening: { amount: string; cost: string; date: string }
}

/** Whom the house pays, by which accounts, and where what it buys is posted. */
export interface Banks {
  /** May pay up to a limit, above which another person decides. */
  accountant: Person
  accounts: BankAccount[]
  /** `hasDetails`: where they are paid to is known. */
  payees: { id: string; hasDetails: boolean }[]
  ledgers: { id: string; role: Role }[]
}

export interface House {
  banks: Banks
  goods: Ware[]
  /** How taxes of a receipt are rounded, and the version of that setting. */
  retail: { version: number; taxBy: 'line' | 'receipt' }
  companyId: string
  admin: Person
  chief: Person
  compliance: Person
  branches: Branch[]
  items: Item[]
  local: Item
  traded: Traded[]
  modes: { in: Mode[]; out: Mode[] }
  customers: string[]
  fees: (FeeRule & { id: string })[]
  /** The day from which the rule on notes holds: in a branch where it is still the day before, it does not. */
  reportsSince: string
  /** The last published mids, per quote unit, by currency. */
  mids: Map<string, string>
}

/** A vault (null) or a drawer. */
export interface Spot {
  branchId: string
  counterId: string | null
}
