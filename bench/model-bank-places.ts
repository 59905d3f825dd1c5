import type { Spot, BankAccount, Person } from './model-places.ts'

// What a run has of banks and payees: documents that something can still happen to.

interface Named {
  id: string
  version: number
  state: string
  maker: Person
  date: string
}

/** What is owed to a payee; the model has it under its id once it is posted. */
export interface Owed extends Named {
  payeeId: string
  branchId: string
  isIncluded: boolean
  lines: { ledgerId: string; amount: string; taxRate: string }[]
}

/** Where a payment leaves from: an account, or a drawer or vault. */
export type PaidBy = { account: BankAccount } | { at: Spot }

/** A payment to a payee, and from where. */
export interface PaidOut extends Named {
  branchId: string
  from: PaidBy
  units: string | null
  lines: { expenseId: string; amount: string }[]
}

/** Money on its way to an account, and what of it arrived. */
export interface ToBank extends Named {
  from: PaidBy
  to: BankAccount
  amount: string
  arrivedOn: string
}

export interface BankDocuments {
  owed: Owed[]
  paid: PaidOut[]
  moved: ToBank[]
}

export const startBanks = (): BankDocuments => ({ owed: [], paid: [], moved: [] })
