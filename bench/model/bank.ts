import type { Decimal } from 'decimal.js'
import { across, keep, type Ledger, post, recordGain, within } from './ledger.ts'
import { exact, type Figure, sum, taxFee, zero } from './numbers.ts'
import { issue, postGain, returnPurchase, returnSale, take } from './stock.ts'
import { type Event, type Line, Refused, type Role } from './types.ts'

/** An account at a bank: local money on a ledger of its own, or foreign money, which is an item with a pool of its own. */
export interface BankPlace {
  branch: string
  role: Role
  /** Null: local money. */
  item: string | null
}
/** Where money leaves or arrives: an account, or local cash of a drawer or a vault. */
export type End = BankPlace | { branch: string; place: string }

interface Expense {
  branch: string
  payee: string
  total: Decimal
  paid: Decimal
  isBack: boolean
}
interface Payment {
  lines: readonly { expense: string; amount: Figure }[]
  isBack: boolean
}
interface Load {
  from: End
  to: BankPlace
  amount: Decimal
  state: 'inTransit' | 'arrived' | 'back'
}

/** What is owed to payees, what was paid to them, and what is on its way to a bank. */
interface Bank {
  expenses: Map<string, Expense>
  payments: Map<string, Payment>
  loads: Map<string, Load>
}

const atBank = ({ branch }: BankPlace, item: string, quantity: Decimal) => ({
  branch,
  place: 'bank',
  item,
  quantity,
})

function moveLocal(ledger: Ledger, end: End, amount: Decimal): void {
  if ('place' in end) post(ledger, { role: 'cash', branch: end.branch, place: end.place, amount })
  else post(ledger, { role: end.role, branch: end.branch, amount })
}

/** What other branches have come to in the entry under way is owed between each of them and its home. */
function balanceBranches(ledger: Ledger, home: string): void {
  const own = ledger.lines.filter(({ entry, branch }) => entry === ledger.now.entry && branch !== home)
  for (const [branch, lines] of Map.groupBy(own, (line) => line.branch))
    across(ledger, home, branch, sum(lines.map(({ amount }) => amount)))
}

/** What an account begins with; of foreign money what that cost. */
const openAccount = (
  ledger: Ledger,
  input: Event & { account: BankPlace; amount: Figure; cost: Figure },
): void =>
  within(ledger, input, () => {
    const { account } = input
    const [amount, cost] = [exact(input.amount), exact(input.cost)]
    if (account.item === null) moveLocal(ledger, account, amount)
    else take(ledger, atBank(account, account.item, amount), cost)
    post(ledger, { role: 'openingEquity', branch: account.branch, amount: cost.negated() })
  })

export interface ExpenseInput extends Event {
  branch: string
  payee: string
  isIncluded: boolean
  lines: readonly { role: Role; amount: Figure; rate: Figure }[]
}

/** What was bought to its accounts, the tax of each line rounded by itself, and all of it owed. */
const addExpense = (ledger: Ledger, bank: Bank, input: ExpenseInput) =>
  within(ledger, input, () => {
    const { id, branch, payee, isIncluded } = input
    const kind = isIncluded ? ('inclusive' as const) : ('exclusive' as const)
    const priced = input.lines.map(({ role, amount, rate }) => ({
      role,
      ...taxFee(exact(amount), exact(rate), kind, ledger.places),
    }))
    for (const { role, net } of priced) post(ledger, { role, branch, amount: net })
    const tax = sum(priced.map((line) => line.tax))
    const total = sum(priced.map(({ gross }) => gross))
    post(ledger, { role: 'inputTax', branch, amount: tax })
    post(ledger, { role: 'payeePayable', branch, amount: total.negated(), party: payee })
    keep(ledger, bank.expenses, id, { branch, payee, total, paid: zero, isBack: false })
    return { net: total.minus(tax), tax, total }
  })

function changePaid(ledger: Ledger, bank: Bank, id: string, amount: Decimal): Expense {
  const expense = bank.expenses.get(id)
  if (!expense || expense.isBack) throw new Refused('not-owed', id)
  const paid = expense.paid.plus(amount)
  if (paid.gt(expense.total) || paid.lt(0)) throw new Refused('more-than-open', id)
  const next = { ...expense, paid }
  keep(ledger, bank.expenses, id, next)
  return next
}

export interface PaymentInput extends Event {
  /** Against which the others are balanced. */
  home: string
  from: End
  /** Of foreign money what leaves its account. */
  units?: Figure
  lines: readonly { expense: string; amount: Figure }[]
}

/** Less is owed at the branch of each expense; foreign money leaves at cost, and what it settled more is a gain. */
const payExpenses = (ledger: Ledger, bank: Bank, input: PaymentInput): Decimal =>
  within(ledger, input, () => {
    const { id, home, from, units = '0', lines } = input
    for (const { expense, amount } of lines) {
      const { branch, payee } = changePaid(ledger, bank, expense, exact(amount))
      post(ledger, { role: 'payeePayable', branch, amount: exact(amount), party: payee })
    }
    const total = sum(lines.map(({ amount }) => exact(amount)))
    if ('place' in from || from.item === null) moveLocal(ledger, from, total.negated())
    else {
      const { branch, item } = from
      const quantity = exact(units)
      const gain = total.minus(issue(ledger, atBank(from, item, quantity), null))
      postGain(ledger, { branch, item }, gain)
      recordOther(ledger, { branch, item, gain, quantity })
    }
    balanceBranches(ledger, home)
    keep(ledger, bank.payments, id, { lines, isBack: false })
    return total
  })

function recordOther(
  ledger: Ledger,
  { gain, ...own }: { branch: string; item: string; gain: Decimal; quantity: Decimal },
): void {
  const none = { deal: null, proceeds: zero, cost: zero, margin: zero }
  recordGain(ledger, { ...own, ...none, kind: 'other', gain, holding: gain })
}

/** On its way, in the books of the branch that it leaves; the party of a line in transit is a parcel, and this is none. */
const onWay = (ledger: Ledger, branch: string, amount: Decimal) =>
  post(ledger, { role: 'cashInTransit', branch, place: 'transit', amount })

/** Local money leaves an account, a drawer or a vault for an account. */
const sendToBank = (
  ledger: Ledger,
  bank: Bank,
  input: Event & { from: End; to: BankPlace; amount: Figure },
): void =>
  within(ledger, input, () => {
    const { id, from, to } = input
    const amount = exact(input.amount)
    moveLocal(ledger, from, amount.negated())
    onWay(ledger, from.branch, amount)
    keep(ledger, bank.loads, id, { from, to, amount, state: 'inTransit' })
  })

function loadOf(bank: Bank, id: string, state: Load['state']): Load {
  const load = bank.loads.get(id)
  if (load?.state !== state) throw new Refused('not-on-its-way', id)
  return load
}

/** So much arrives: of local money the rest is what the bank kept, and foreign money has cost what was sent. */
const arriveAtBank = (ledger: Ledger, bank: Bank, input: Event & { load: string; amount: Figure }): Decimal =>
  within(ledger, input, () => {
    const load = loadOf(bank, input.load, 'inTransit')
    const { from, to, amount: sent } = load
    const arrived = exact(input.amount)
    const kept = to.item === null ? sent.minus(arrived) : zero
    onWay(ledger, from.branch, sent.negated())
    if (to.item === null) moveLocal(ledger, to, arrived)
    else take(ledger, atBank(to, to.item, arrived), sent)
    post(ledger, { role: 'bankCharges', branch: from.branch, amount: kept })
    balanceBranches(ledger, to.branch)
    keep(ledger, bank.loads, input.load, { ...load, state: 'arrived' })
    return kept
  })

const realised: readonly Role[] = ['realisedGain', 'realisedLoss']

/** Turns one line round: foreign money comes back at what it had cost, and goes back as a purchase does. */
function turnBack(ledger: Ledger, line: Line): void {
  const { role, branch, item, quantity, amount } = line
  if (role !== 'bankForeign') {
    post(ledger, { ...line, quantity: quantity.negated(), amount: amount.negated() })
    if (realised.includes(role)) recordOther(ledger, { branch, item, gain: amount, quantity: zero })
    return
  }
  const move = { branch, place: 'bank', item, quantity: quantity.abs() }
  if (quantity.lt(0)) returnSale(ledger, move, amount.abs(), null)
  else returnPurchase(ledger, move, { value: amount, loss: zero }, null)
}

/** Turns an event round, and what it said of expenses, payments and loads. */
const undoBank = (ledger: Ledger, bank: Bank, input: Event & { undoes: string; load?: string }): void =>
  within(ledger, input, () => {
    const { undoes } = input
    const [expense, payment] = [bank.expenses.get(undoes), bank.payments.get(undoes)]
    if (expense?.isBack || expense?.paid.gt(0) || payment?.isBack) throw new Refused('not-open', undoes)
    if (expense) keep(ledger, bank.expenses, undoes, { ...expense, isBack: true })
    if (payment) {
      for (const one of payment.lines) changePaid(ledger, bank, one.expense, exact(one.amount).negated())
      keep(ledger, bank.payments, undoes, { ...payment, isBack: true })
    }
    if (input.load !== undefined) {
      const isArrival = input.load !== undoes
      const load = loadOf(bank, input.load, isArrival ? 'arrived' : 'inTransit')
      keep(ledger, bank.loads, input.load, { ...load, state: isArrival ? 'inTransit' : 'back' })
    }
    for (const line of ledger.lines.filter(({ event }) => event === undoes)) turnBack(ledger, line)
  })

/** The calls of banks on a ledger. */
export function bankCalls(ledger: Ledger) {
  const bank: Bank = { expenses: new Map(), payments: new Map(), loads: new Map() }
  return {
    openAccount: (input: Parameters<typeof openAccount>[1]) => openAccount(ledger, input),
    addExpense: (input: ExpenseInput) => addExpense(ledger, bank, input),
    payExpenses: (input: PaymentInput) => payExpenses(ledger, bank, input),
    sendToBank: (input: Parameters<typeof sendToBank>[2]) => sendToBank(ledger, bank, input),
    arriveAtBank: (input: Parameters<typeof arriveAtBank>[2]) => arriveAtBank(ledger, bank, input),
    undoBank: (input: Parameters<typeof undoBank>[2]) => undoBank(ledger, bank, input),
    expenses: () => [...bank.expenses].map(([id, one]) => ({ id, ...one })),
    bankLoads: () =>
      [...bank.loads].flatMap(([id, { state, amount }]) => (state === 'inTransit' ? [{ id, amount }] : [])),
  }
}
