import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { payeeExpenses } from '#modules/bank/expenses/expenses.contract.ts'
import { bankMatches } from '#modules/bank/matches/matches.contract.ts'
import { payeePayments } from '#modules/bank/payments/payments.contract.ts'
import { statements } from '#modules/bank/statements/statements.contract.ts'
import { bankTransfers } from '#modules/bank/transfers/transfers.contract.ts'
import type { Teller } from './counter-house.ts'
import { compareBankHouse } from './faults-bank-compare.ts'
import { type Answered, openBankHouse, opening, statementOf } from './faults-bank-house.ts'
import { killEmbeddedWith } from './faults-kills.ts'
import { asking } from './faults-retail.ts'
import type { Scene } from './faults-scene.ts'

// Payees are paid, money goes to banks, statements come in and are matched, while tellers deal and everything is killed.

type House = Awaited<ReturnType<typeof openBankHouse>>
type Named = { id: string; version: number; state: string }
interface Page<T> {
  items: T[]
}
interface Open {
  id: string
  amount: string | null
}

type Until = ReturnType<typeof asking>['until']
interface Work {
  house: House
  until: Until
  answered: Answered
  isOver: () => boolean
}
/** Money that moves is now and then asked for once more under its key, and must be the same document. */
async function moveOnce(
  { until, answered }: Work,
  teller: Teller,
  path: string,
  body: object,
): Promise<Named | undefined> {
  const key = randomUUID()
  const made = await until<Named>({ teller }, path, body, key)
  if (!made || randomInt(3) > 0) return made
  const again = await until<Named>({ teller }, path, body, key)
  answered.repeats.asked += 1
  if (again?.id !== made.id) answered.repeats.others += 1
  return made
}

const keyOf = (known: Named | undefined) => ({ id: known?.id, version: known?.version })
const cents = (most: number) => ((1 + randomInt(most)) / 100).toFixed(2)

/** An expense is posted and paid: by a bank in two parts or whole, or in cash; some payments are reversed and made again. */
async function pay(work: Work, teller: Teller): Promise<void> {
  const { house, until, answered } = work
  const { branchId, payeeId, ledgerId, main, savings, today } = house
  const by = { teller }
  const lines = ['0', '0.06'].map((taxRate) => ({ ledgerId, amount: cents(90_000), taxRate }))
  const draft = { branchId, payeeId, businessDate: today, dueDate: today, lines }
  const made = await until<Named>(by, payeeExpenses.create.path, draft)
  const posted = await until<Named & { total: string }>(by, payeeExpenses.submit.path, keyOf(made))
  if (posted?.state !== 'posted') return
  answered.expenses.push(posted.id)
  const half = (Number(posted.total) / 2).toFixed(2)
  const parts = randomInt(2) === 0 ? [posted.total] : [half, (Number(posted.total) - Number(half)).toFixed(2)]
  for (const amount of parts) {
    const accountId = [main, main, savings, null][randomInt(4)] ?? null
    const asked = { branchId, payeeId, accountId, lines: [{ expenseId: posted.id, amount }] }
    const paid = await moveOnce(work, teller, payeePayments.create.path, asked)
    if (!paid) continue
    answered.payments.push(paid.id)
    // A match of the account that is reconciled would fall with its payment.
    if (accountId === main || randomInt(4) > 0) continue
    const note = 'Sent back'
    const back = await until<Named>(by, payeePayments.reverse.path, { ...keyOf(paid), note })
    const again = back && (await moveOnce(work, teller, payeePayments.create.path, asked))
    if (again) answered.payments.push(again.id)
  }
}

/** Money goes to an account: some arrives at once, some waits for its line, some is taken back. */
async function move(work: Work, teller: Teller): Promise<void> {
  const { house, until, answered } = work
  const { branchId, main, savings, dollars } = house
  const by = { teller }
  const amount = cents(500_000)
  const drafts = [
    { kind: 'transfer', fromAccountId: main, toAccountId: savings, amount },
    { kind: 'transfer', fromAccountId: savings, toAccountId: main, amount },
    { kind: 'transfer', fromAccountId: main, toAccountId: dollars, amount },
    { kind: 'deposit', branchId, toAccountId: main, amount: String(1 + randomInt(500)) },
    { kind: 'transfer', fromAccountId: savings, toAccountId: dollars, amount },
  ] as const
  const draft = drafts[randomInt(drafts.length)] ?? drafts[0]
  const sent = await moveOnce(work, teller, bankTransfers.create.path, draft)
  if (!sent) return
  answered.transfers.push(sent.id)
  // What goes to the account that is reconciled mostly arrives by its line.
  if (draft.toAccountId === main && randomInt(4) > 0) return
  const isOfMain = 'fromAccountId' in draft && draft.fromAccountId === main
  if (!isOfMain && randomInt(4) === 0) {
    await until(by, bankTransfers.takeBack.path, { ...keyOf(sent), note: 'A slip' })
    return
  }
  const isChanged = draft.toAccountId === dollars
  const units = isChanged ? { amount: (Number(amount) / 4.2 + 0.01).toFixed(2) } : {}
  await until(by, bankTransfers.arrive.path, { ...keyOf(sent), ...units })
}

/** What the books have open comes in as a statement, line by line; each is matched by hand. */
function reconciling({ house, until, answered, isOver }: Work, teller: Teller) {
  const { admin, main, reconciliationId, today } = house
  let [balance, count] = [Math.round(Number(opening) * 100), 0]
  return async () => {
    const by = { teller }
    const page = { reconciliationId, pageSize: 20 }
    const found = await until<Page<Open>>(by, bankMatches.items.path, page)
    const items = (found?.items ?? []).flatMap(({ id, amount }) =>
      amount === null || Number(amount) === 0
        ? []
        : { id, amount, text: `LINE ${String(++count).padStart(6, '0')}` },
    )
    if (items.length === 0) return pause(200)
    const { text, after } = statementOf(today, balance, items)
    const files = { teller: admin.files }
    const brought = await until<{ statements: Named[] }>(files, statements.import.path, {
      accountId: main,
      text,
    })
    if (!brought) return
    balance = after
    answered.statements.push(...brought.statements.map(({ id }) => id))
    answered.lines += items.length
    const asked = { reconciliationId, isOpen: true, pageSize: 200 }
    const open = await until<Page<Open & { text: string }>>(by, bankMatches.lines.path, asked)
    for (const item of items) {
      if (isOver()) return
      const line = open?.items.find((one) => one.text.includes(item.text) && one.amount === item.amount)
      if (!line) continue
      const match = { reconciliationId, lines: [{ id: line.id }], itemIds: [item.id] }
      const made = await until<{ matches: string[] }>(by, bankMatches.match.path, match)
      answered.matches.push(...(made?.matches ?? []))
    }
  }
}

/** Somebody else settles whatever is sure, at the same time. */
async function matchSure({ house, until, answered }: Work, teller: Teller): Promise<void> {
  const { reconciliationId } = house
  const made = await until<{ matches: string[] }>({ teller }, bankMatches.matchSure.path, {
    reconciliationId,
  })
  answered.matches.push(...(made?.matches ?? []))
  await pause(500)
}

function begin(house: House) {
  const over = new AbortController()
  const refused = new Map<string, number>()
  const { until, repeated } = asking(refused)
  const answered: Answered = {
    expenses: [],
    payments: [],
    transfers: [],
    matches: [],
    statements: [],
    lines: 0,
    repeats: { asked: 0, others: 0 },
  }
  const isOver = () => over.signal.aborted
  const of: Work = { house, until, answered, isOver }
  const { admin, accountant } = house
  const acts = [
    () => pay(of, accountant),
    () => pay(of, admin),
    () => move(of, admin),
    reconciling(of, accountant),
    () => matchSure(of, admin),
  ]
  const working = acts.map(async (act) => {
    while (!isOver()) await act()
  })
  return {
    answered,
    refused,
    repeated,
    async stop() {
      over.abort()
      await Promise.all(working)
    },
  }
}

/** Clerks of a bank and tellers at once, while one server with the database that it brings is killed. */
export const killWithBanks: Scene = (stage) =>
  killEmbeddedWith(stage, async (base) => {
    const house = await openBankHouse(base)
    const bank = begin(house)
    return {
      stop: bank.stop,
      compare: async (owner) => {
        const said = await compareBankHouse(owner, { admin: house.admin, answered: bank.answered })
        const refused = [...bank.refused].map(([code, times]) => `${times} x ${code}`).join(', ') || 'none'
        return [...said, `asked again ${bank.repeated()} times`, `refused: ${refused}`].join(', ')
      },
    }
  })
