import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { payeeChanges } from '../changes/changes.contract.ts'
import { payeeExpenses } from '../expenses/expenses.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { payeePayments } from './payments.contract.ts'

let app: TestApp
let admin: Call
let accountant: Call
let manager: Call
let branchId: string
let payeeId: string
let expenseId: string
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const keyOf = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'keeper', roles: ['accountant'], workspaces })
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  accountant = (await app.signIn('keeper')).call
  manager = (await app.signIn('head')).call
  payeeId = (await admin(payees.create, { code: 'HERON9', name: 'Heron Nine', kind: 'supplier' })).body.id
  const asked = await accountant(payeeChanges.create, {
    payeeId,
    holder: 'Heron Sdn Bhd',
    bankName: 'Harbour Bank',
    number: '5551 2345 6789',
    reason: 'New account of the payee',
  })
  await admin(payeeChanges.approve, { ...keyOf(asked.body), note: 'Called back' })
  const rent = (await admin(ledgers.list)).body.find(({ code }) => code === '6000')?.id ?? ''
  const businessDate = app.services.now().toISOString().slice(0, 8).concat('01')
  const lines = [{ ledgerId: rent, amount: '5000', taxRate: '0' }]
  const made = await admin(payeeExpenses.create, {
    branchId,
    payeeId,
    invoice: 'INV-9',
    businessDate,
    dueDate: businessDate,
    lines,
  })
  expenseId = (await moving(admin, payeeExpenses.submit, keyOf(made.body))).body.id
})
afterAll(() => app.stop())

async function account(currency: string, openingAmount: string, openingValue: string) {
  const found = (await admin(bankAccounts.choices)).body.currencies.find(({ name }) => name === currency)
  const { status, body } = await moving(admin, bankAccounts.create, {
    code: `${currency}9`,
    name: currency,
    bankName: 'Harbour Bank',
    number: '77001122',
    branchId,
    currencyId: found?.id ?? '',
    openingAmount,
    openingValue,
    openedOn: '2026-01-01',
  })
  expect(status).toBe(200)
  return body.id
}
const pay = async (by: Call, accountId: string, accountAmount: string, amount = '100') => {
  const asked = { branchId, payeeId, accountId, accountAmount, lines: [{ expenseId, amount }] }
  const { status, body } = await moving(by, payeePayments.create, asked)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const heldAt = async (id: string) => (await admin(bankAccounts.getById, { id })).body.balance
const toDecide = async (by: Call, id: string) =>
  (await by(work.list)).body.mine.find(({ subject }) => subject.id === id)?.value

test('a payment from a foreign account is judged by what leaves it, not by what it pays', async () => {
  // Above any mid of the demonstration, so that the cost decides.
  const usd = await account('USD', '60000', '600000')
  const within = await pay(manager, usd, '50')
  expect(within).toMatchObject({ state: 'posted', total: '100.00' })
  expect(await heldAt(usd)).toBe('59950.00')

  const above = await pay(manager, usd, '51')
  expect(above).toMatchObject({ state: 'submitted', total: '100.00', accountAmount: '51' })
  expect(await heldAt(usd)).toBe('59950.00')
  expect(Number(await toDecide(accountant, above.id))).toBe(510)
  expect((await moving(accountant, payeePayments.approve, keyOf(above))).body.state).toBe('posted')

  const most = await pay(manager, usd, '50000')
  expect(most.state).toBe('submitted')
  expect((await accountant(payeePayments.getById, { id: most.id })).body.can).toEqual(['reject'])
  expect((await moving(accountant, payeePayments.approve, keyOf(most))).error.code).toBe('ABOVE_OWN_LIMIT')
  const { items } = (await accountant(payeePayments.list, {})).body
  expect(items.find(({ id }) => id === most.id)?.can).toEqual(['reject'])
  const done = (await moving(admin, payeePayments.approve, keyOf(most))).body
  expect(done.state).toBe('posted')
  const undone = await moving(manager, payeePayments.reverse, { ...keyOf(done), note: 'Sent back' })
  expect(undone.error.code).toBe('ABOVE_OWN_LIMIT')
})

test('where an account is said to have cost little, its worth at the mid rate decides', async () => {
  const gbp = await account('GBP', '1000', '1')
  expect((await pay(manager, gbp, '1000')).state).toBe('submitted')
  expect((await pay(manager, gbp, '20')).state).toBe('posted')
})

test('a payment whose worth is not known needs an approver without a limit', async () => {
  const draft = { code: 'ISK', quoteUnit: 1 as const, cashUnit: '1', denominations: [] }
  expect((await admin(companyCurrencies.create, draft)).status).toBe(200)
  const isk = await account('ISK', '0', '0')
  const asked = await pay(manager, isk, '1')
  expect(asked.state).toBe('submitted')
  expect((await moving(accountant, payeePayments.approve, keyOf(asked))).error.code).toBe('ABOVE_OWN_LIMIT')
  expect(await toDecide(admin, asked.id)).toBeNull()
  // An account that is empty has nothing to pay with, and no cost at which it would leave.
  const approved = await moving(admin, payeePayments.approve, keyOf(asked))
  expect(approved.error.code).toBe('INSUFFICIENT_STOCK')
})
