import type { Decimal } from 'decimal.js'
import { payeeExpenses } from '#modules/bank/expenses/expenses.contract.ts'
import { payeePayments } from '#modules/bank/payments/payments.contract.ts'
import type { Owed, PaidBy, PaidOut } from './model-bank-places.ts'
import { dayOfAll, daysBefore, endOf, undoneOn, unitsFor } from './model-bank-ends.ts'
import { bankMoveActs } from './model-bank-moves.ts'
import type { Person } from './model-places.ts'
import {
  branchAt,
  countersOf,
  dateAt,
  eventId,
  feed,
  heldAt,
  noteReply,
  type Play,
  todayAt,
} from './model-play.ts'
import { exact, zero } from './model/numbers.ts'

// What is owed to payees and paid to them, by people with a limit and those who decide above it.

const keyOf = ({ id, version }: { id: string; version: number }) => ({ id, version })
const makers = ({ house }: Play): Person[] => [house.banks.accountant, house.banks.accountant, house.admin]
const deciders = ({ house }: Play): Person[] => [house.admin, house.chief, house.banks.accountant]

/** Puts what the accounts began with into the model. */
export function fillBanks(play: Play): void {
  for (const account of play.house.banks.accounts)
    feed(play, 'opening of an account', () =>
      play.book.openAccount({ id: eventId(play), ...account.opening, account }),
    )
}

const cents = (amount: number) => exact(amount).div(100).toFixed(2)
const taxRates = ['0', '0', '0.06', '0.08', '0.0775', '0.1']

async function owe(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const { banks, branches } = play.house
  const branch = pick(branches)
  const maker = pick(makers(play))
  const businessDate = daysBefore(todayAt(branch), roll(3) === 0 ? roll(4) : 0)
  const most = roll(8) === 0 ? 6_000_000 : 90_000
  const lines = Array.from({ length: 1 + roll(4) }, () => ({
    ledgerId: pick(banks.ledgers).id,
    amount: cents(1 + roll(most)),
    taxRate: pick(taxRates),
  }))
  const draft = {
    branchId: branch.id,
    // Who cannot be paid by a bank is paid more seldom.
    payeeId: pick([...banks.payees, ...banks.payees.filter(({ hasDetails }) => hasDetails)]).id,
    invoice: `INV-${play.count}`,
    businessDate,
    dueDate: daysBefore(businessDate, -roll(40)),
    isIncluded: roll(2) === 0,
    lines,
  }
  const made = noteReply(play, 'expense drafted', await maker.call(payeeExpenses.create, draft))
  if (!made) return
  const submitted = noteReply(play, 'expense submitted', await maker.call(payeeExpenses.submit, keyOf(made)))
  if (!submitted) return
  const { id, version, state } = submitted
  const known: Owed = { ...draft, id, version, state, maker, date: businessDate }
  play.banks.owed.push(known)
  if (state === 'posted') bookOwed(play, known, submitted)
}

function bookOwed(play: Play, known: Owed, shown: Record<'net' | 'tax' | 'total', string>): void {
  const { id, branchId, payeeId, isIncluded, date } = known
  const roleOf = (ledgerId: string) =>
    play.house.banks.ledgers.find((one) => one.id === ledgerId)?.role ?? 'expense'
  const lines = known.lines.map(({ ledgerId, amount, taxRate }) => ({
    role: roleOf(ledgerId),
    amount,
    rate: taxRate,
  }))
  const said = feed(play, 'expense', () =>
    play.book.addExpense({ id, date, branch: branchId, payee: payeeId, isIncluded, lines }),
  )
  for (const part of ['net', 'tax', 'total'] as const)
    play.same(`${part} of an expense`, shown[part], said?.[part].toFixed(2) ?? 'refused')
}

/** What waits is approved, or goes back to whoever made it, who drops it. */
async function decideOwed(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const known = pick(play.banks.owed.filter(({ state }) => state === 'submitted'))
  if (!known) return
  const by = pick(deciders(play))
  if (roll(5) > 0) {
    const made = noteReply(play, 'expense approved', await by.call(payeeExpenses.approve, keyOf(known)))
    if (!made) return
    Object.assign(known, { version: made.version, state: made.state })
    bookOwed(play, known, made)
    return
  }
  const note = 'Not ordered'
  const back = noteReply(
    play,
    'expense rejected',
    await by.call(payeeExpenses.reject, { ...keyOf(known), note }),
  )
  if (!back) return
  const dropped = await known.maker.call(payeeExpenses.cancel, keyOf(back))
  noteReply(play, 'expense cancelled', dropped)
  known.state = 'cancelled'
}

const openOf = (play: Play) =>
  new Map(
    play.book
      .expenses()
      .flatMap(({ id, total, paid, isBack }) => (isBack || paid.eq(total) ? [] : [[id, total.minus(paid)]])),
  ) as Map<string, Decimal>

/** Paying and taking back have changed the version of an expense. */
async function refresh(play: Play, ids: readonly string[]): Promise<void> {
  for (const known of play.banks.owed.filter(({ id }) => ids.includes(id))) {
    const { body } = await play.house.admin.call(payeeExpenses.getById, { id: known.id })
    known.version = body.version
  }
}

/** An account, or petty cash of a drawer, now and then of a vault. */
function someSource(play: Play): PaidBy {
  const { pick, roll } = play.dice
  const { accounts } = play.house.banks
  const kind = roll(10)
  if (kind < 5) return { account: pick(accounts.filter(({ item }) => item === null)) }
  if (kind < 7) return { account: pick(accounts.filter(({ item }) => item !== null)) }
  const { id, branchId } = pick(countersOf(play))
  return { at: { branchId, counterId: kind === 9 && roll(2) === 0 ? null : id } }
}

/** One expense or two of a payee, whole or in part; what a drawer pays, coins can pay. */
function someLines(play: Play, from: PaidBy): PaidOut['lines'] {
  const { pick, roll } = play.dice
  const open = openOf(play)
  const fit = play.banks.owed.filter(({ id, state }) => state === 'posted' && open.has(id))
  const first = pick(fit.slice(-12))
  if (!first) return []
  const others = fit.filter((one) => one.payeeId === first.payeeId && one !== first)
  const chosen = [first, ...(roll(2) === 0 && others.length > 0 ? [pick(others)] : [])]
  return chosen.flatMap(({ id }) => {
    const whole = open.get(id) ?? zero
    const part =
      roll(3) === 0
        ? whole
            .times(1 + roll(98))
            .div(100)
            .toDecimalPlaces(2)
        : whole
    const amount = 'at' in from ? part.div('0.05').floor().times('0.05') : part
    return amount.gt(0) ? { expenseId: id, amount: amount.toFixed(2) } : []
  })
}

async function pay(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const from = someSource(play)
  const lines = someLines(play, from)
  const payeeId = play.banks.owed.find(({ id }) => id === lines[0]?.expenseId)?.payeeId
  if (payeeId === undefined) return
  const total = lines.reduce((sum, { amount }) => sum.plus(amount), zero)
  const isForeign = 'account' in from && from.account.item !== null
  const units = isForeign ? unitsFor(play, from.account, total) : null
  const branchId =
    'account' in from ? pick([from.account.branch, pick(play.house.branches).id]) : from.at.branchId
  const asked = 'account' in from && roll(2) === 0 ? dayOfAll(play) : null
  const maker = pick(makers(play))
  const draft = {
    branchId,
    payeeId,
    lines,
    accountId: 'account' in from ? from.account.id : null,
    counterId: 'at' in from ? from.at.counterId : null,
    accountAmount: units,
    businessDate: asked,
  }
  const answer = await maker.call(payeePayments.create, draft)
  if (answer.code === 'INSUFFICIENT_STOCK' && isThere(play, from, units ? exact(units) : total))
    play.deviates('a payment is refused for want of money that is there')
  const made = noteReply(
    play,
    `payment ${'at' in from ? 'in cash' : isForeign ? 'by a nostro' : 'by a bank'}`,
    answer,
  )
  if (!made) return
  const date = 'at' in from ? dateAt(play, from.at) : (asked ?? todayAt(branchAt(play, branchId)))
  const { id, version, state } = made
  const known: PaidOut = { id, version, state, maker, branchId, from, units, lines, date }
  play.banks.paid.push(known)
  play.same('date of a payment', made.businessDate, date)
  play.same('total of a payment', made.total, total.toFixed(2))
  if (state === 'posted') await bookPaid(play, known)
}

/** Whether an account, or a drawer beside what it may have promised, has so much. */
function isThere(play: Play, from: PaidBy, amount: Decimal): boolean {
  if ('at' in from) {
    const held = heldAt(play, from.at.branchId, from.at.counterId ?? 'vault')
    return (held.get(play.house.local.code) ?? zero).minus(30_000).gte(amount)
  }
  const { item } = from.account
  if (item === null) return true
  const found = (some: readonly { item: string; quantity: string }[]) =>
    exact(some.find((one) => one.item === item)?.quantity ?? 0)
  return found(play.book.bankPools()).minus(found(play.book.bankReserved())).gte(amount)
}

async function bookPaid(play: Play, known: PaidOut): Promise<void> {
  const { id, branchId, from, units, date } = known
  const lines = known.lines.map(({ expenseId, amount }) => ({ expense: expenseId, amount }))
  feed(play, 'payment', () =>
    play.book.payExpenses({ id, date, home: branchId, from: endOf(from), lines, ...(units && { units }) }),
  )
  await refresh(
    play,
    known.lines.map(({ expenseId }) => expenseId),
  )
}

async function decidePaid(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const known = pick(play.banks.paid.filter(({ state }) => state === 'submitted'))
  if (!known) return
  const note = 'Looked at'
  const [by, chance] = [pick(deciders(play)), roll(6)]
  const answer =
    chance === 0
      ? await by.call(payeePayments.reject, { ...keyOf(known), note })
      : chance === 1
        ? await known.maker.call(payeePayments.cancel, keyOf(known))
        : await by.call(payeePayments.approve, keyOf(known))
  const made = noteReply(play, 'payment decided', answer)
  if (!made) return
  Object.assign(known, { version: made.version, state: made.state })
  if (made.state !== 'posted') return
  // What waited leaves a drawer on the day on which it leaves it.
  if ('at' in known.from) known.date = dateAt(play, known.from.at)
  play.same('date of a payment that waited', made.businessDate, known.date)
  await bookPaid(play, known)
}

async function unpay(play: Play): Promise<void> {
  const { pick } = play.dice
  const known = pick(play.banks.paid.filter(({ state }) => state === 'posted').slice(-10))
  if (!known) return
  const { id, branchId, from, date } = known
  const asked = { ...keyOf(known), note: 'Sent back' }
  const made = noteReply(
    play,
    'payment reversed',
    await pick(makers(play)).call(payeePayments.reverse, asked),
  )
  if (!made) return
  known.state = made.state
  const on = undoneOn(play, 'at' in from ? from.at : { branchId, counterId: null }, date)
  feed(play, 'payment back', () => play.book.undoBank({ id: eventId(play), date: on, undoes: id }))
  await refresh(
    play,
    known.lines.map(({ expenseId }) => expenseId),
  )
}

async function unowe(play: Play): Promise<void> {
  const { pick } = play.dice
  const known = pick(play.banks.owed.filter(({ state }) => state === 'posted').slice(-10))
  if (!known) return
  const { id, branchId, date } = known
  const asked = { ...keyOf(known), note: 'Never delivered' }
  const made = noteReply(
    play,
    'expense reversed',
    await pick(makers(play)).call(payeeExpenses.reverse, asked),
  )
  if (!made) return
  known.state = made.state
  const on = undoneOn(play, { branchId, counterId: null }, date)
  feed(play, 'expense back', () => play.book.undoBank({ id: eventId(play), date: on, undoes: id }))
}

/** How often something is bought, paid and put back, and money goes to a bank. */
export const bankActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [12, owe],
  [3, decideOwed],
  [14, pay],
  [3, decidePaid],
  [3, unpay],
  [2, unowe],
  ...bankMoveActs,
]
