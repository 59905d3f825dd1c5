import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { manualEntries } from '#modules/ledger/entries/entries.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { subLedgers } from '#modules/ledger/sub-ledgers/sub-ledgers.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { payeeAgeing } from '../ageing/ageing.contract.ts'
import { payeeChanges } from '../changes/changes.contract.ts'
import { payeeExpenses } from '../expenses/expenses.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { payeePayments } from './payments.contract.ts'

let app: TestApp
let admin: Call
let accountant: Call
let companyId: string
let branchId: string
let rent: string
let bank: string
const currencies = new Map<string, string>()
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-03-20T04:00:00Z'))
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  await app.addUser({
    userName: 'keeper',
    roles: ['accountant'],
    workspaces: [{ type: 2 as const, workspaceId: branchId }],
  })
  accountant = (await app.signIn('keeper')).call
  rent = (await admin(ledgers.list)).body.find(({ code }) => code === '6000')?.id ?? ''
  for (const { id, name } of (await admin(bankAccounts.choices)).body.currencies) currencies.set(name, id)
  bank = await account('MYR', '100000', null)
})
afterAll(() => app.stop())

async function account(currency: string, openingAmount: string, openingValue: string | null) {
  const { body } = await moving(admin, bankAccounts.create, {
    code: currency,
    name: currency,
    bankName: 'Harbour Bank',
    number: '77001122',
    branchId,
    currencyId: currencies.get(currency) ?? '',
    openingAmount,
    openingValue,
    openedOn: '2026-01-01',
  })
  return body.id
}
const payee = async (code: string, name: string) =>
  (await admin(payees.create, { code, name, kind: 'supplier' })).body
/** A payee whose bank details two people have let through. */
async function paidPayee(code: string, name: string) {
  const one = await payee(code, name)
  const asked = (await accountant(payeeChanges.create, change(one.id))).body
  await admin(payeeChanges.approve, { id: asked.id, version: asked.version, note: 'Called back' })
  return one
}
const change = (payeeId: string) => ({
  payeeId,
  holder: 'Heron Sdn Bhd',
  bankName: 'Harbour Bank',
  number: '5551 2345 6789',
  reason: 'New account of the payee',
})
const draft = (payeeId: string, amounts: readonly string[], taxRate = '0') => ({
  branchId,
  payeeId,
  invoice: 'INV-1',
  businessDate: '2026-03-05',
  dueDate: '2026-03-15',
  lines: amounts.map((amount) => ({ ledgerId: rent, amount, taxRate })),
})
async function posted(payeeId: string, amounts: readonly string[], taxRate?: string) {
  const { id, version } = (await admin(payeeExpenses.create, draft(payeeId, amounts, taxRate))).body
  return (await moving(admin, payeeExpenses.submit, { id, version })).body
}
const pay = (
  by: Call,
  payeeId: string,
  expenseId: string,
  amount: string,
  from: object = { accountId: bank },
) => moving(by, payeePayments.create, { branchId, payeeId, lines: [{ expenseId, amount }], ...from })
const balanceOf = async (code: string) =>
  (await admin(ledgers.list)).body.find((one) => one.code === code)?.balance ?? ''
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

test('paid to the cent is paid: parts are rounded before they are added up', async () => {
  const heron = await paidPayee('HERON', 'Heron')
  const expense = await posted(heron.id, ['12.35', '12.35', '12.35'], '0.08')
  expect(expense).toMatchObject({
    state: 'posted',
    net: '34.32',
    tax: '2.73',
    total: '37.05',
    payment: 'open',
  })
  expect(expense.lines.map(({ tax }) => tax)).toEqual(['0.91', '0.91', '0.91'])
  expect(await balanceOf('2020')).toBe('-37.05')
  const first = await pay(admin, heron.id, expense.id, '20.00')
  expect(first.body).toMatchObject({ state: 'posted', total: '20.00' })
  const part = (await admin(payeeExpenses.getById, { id: expense.id })).body
  expect(part).toMatchObject({ open: '17.05', payment: 'partlyPaid', isOverdue: true })
  const over = await pay(admin, heron.id, expense.id, '17.06')
  expect(over.error).toMatchObject({ code: 'MORE_THAN_OPEN', invalidParams: [{ field: 'lines.0.amount' }] })
  const rest = (await pay(admin, heron.id, expense.id, '17.05')).body
  const whole = (await admin(payeeExpenses.getById, { id: expense.id })).body
  expect(whole).toMatchObject({ open: '0.00', payment: 'paid', isOverdue: false })
  expect((await admin(payeeExpenses.listOpen, { payeeId: heron.id })).body).toEqual([])
  expect([await balanceOf('2110'), await balanceOf('2020')]).toEqual(['2.73', '0.00'])

  const paid = { id: expense.id, version: whole.version, note: 'Wrong payee' }
  expect((await moving(admin, payeeExpenses.reverse, paid)).error.code).toBe('EXPENSE_PAID')
  const undone = { id: rest.id, version: rest.version, note: 'Sent back by the bank' }
  expect((await moving(admin, payeePayments.reverse, undone)).body.state).toBe('reversed')
  expect((await admin(payeeExpenses.getById, { id: expense.id })).body.open).toBe('17.05')
  const aged = (await admin(payeeAgeing.list, { date: '2026-03-20' })).body.rows
  expect(aged.find(({ payee: name }) => name === 'Heron')).toMatchObject({ to30: '17.05', total: '17.05' })
  expect(await wrong()).toEqual([])
})

test('bank details hold once a second person has verified them, and a payee without them is not paid by a bank', async () => {
  const one = await payee('EGRET', 'Egret Supplies')
  const expense = await posted(one.id, ['50'])
  expect((await pay(admin, one.id, expense.id, '50')).error.code).toBe('PAYEE_WITHOUT_DETAILS')
  const asked = (await accountant(payeeChanges.create, change(one.id))).body
  expect(asked).toMatchObject({ state: 'waiting', number: '555123456789' })
  expect((await accountant(payeeChanges.create, change(one.id))).error.code).toBe('CHANGE_WAITING')
  const key = { id: asked.id, version: asked.version }
  expect((await accountant(payeeChanges.approve, { ...key, note: 'Sure' })).error.code).toBe(
    'MAKER_IS_CHECKER',
  )
  expect((await admin(payeeChanges.approve, key)).status).not.toBe(200)
  expect((await admin(payees.getById, { id: one.id })).body.number).toBe('')
  const done = await admin(payeeChanges.approve, { ...key, note: 'Called the number on the contract' })
  expect(done.body).toMatchObject({ state: 'approved', verification: 'Called the number on the contract' })
  expect((await admin(payees.getById, { id: one.id })).body).toMatchObject({ number: '555123456789' })
  expect((await pay(admin, one.id, expense.id, '50')).body.paidTo).toContain('555123456789')
})

test('a payee like another is made once somebody has looked at both', async () => {
  await payee('STORK', 'Stork & Sons')
  const twin = { code: 'STORK2', name: 'STORK, Sons', kind: 'supplier' as const }
  const asked = await admin(payees.create, twin)
  expect(asked.error).toMatchObject({
    code: 'PAYEE_ALIKE',
    invalidParams: [{ field: 'isDuplicateConfirmed' }],
  })
  expect((await admin(payees.create, { ...twin, isDuplicateConfirmed: true })).status).toBe(200)
})

test('above the limit of who makes it another decides, of an expense and of a payment', async () => {
  const crane = await paidPayee('CRANE', 'Crane Estates')
  const made = (await accountant(payeeExpenses.create, draft(crane.id, ['60000']))).body
  const waiting = (await moving(accountant, payeeExpenses.submit, { id: made.id, version: made.version }))
    .body
  expect(waiting).toMatchObject({ state: 'submitted', open: '0.00' })
  const key = { id: waiting.id, version: waiting.version }
  expect((await moving(accountant, payeeExpenses.approve, key)).error.code).toBe('MAKER_IS_CHECKER')
  expect((await moving(admin, payeeExpenses.approve, key)).body).toMatchObject({
    state: 'posted',
    open: '60000.00',
  })
  const asked = (await pay(accountant, crane.id, made.id, '60000')).body
  expect(asked.state).toBe('submitted')
  const done = await moving(admin, payeePayments.approve, { id: asked.id, version: asked.version })
  expect(done.body.state).toBe('posted')
  expect((await admin(payeeExpenses.getById, { id: made.id })).body.payment).toBe('paid')
  expect(await wrong()).toEqual([])
})

test('an expense of a branch that somebody does not see is not paid from another', async () => {
  const far = await payee('FAR', 'Far')
  const expense = await posted(far.id, ['10'])
  const branchOfOther = (await admin(branches.list, {})).body.items[1]?.id ?? ''
  const workspaces = [{ type: 2 as const, workspaceId: branchOfOther }]
  await app.addUser({ userName: 'afar', roles: ['branch_manager'], workspaces })
  const { call } = await app.signIn('afar')
  const { error } = await pay(call, far.id, expense.id, '10', { branchId: branchOfOther })
  expect([error.code, error.invalidParams[0]?.field]).toEqual(['EXPENSE_NOT_OPEN', 'lines.0.expenseId'])
})

test('petty cash leaves the vault, a foreign account gives its own amount at cost', async () => {
  const ibis = await paidPayee('IBIS', 'Ibis Couriers')
  await moving(admin, adjustments.createOpening, {
    branchId,
    note: 'Brought',
    lines: [{ itemId: currencies.get('MYR') ?? '', quantity: '300', cost: '300' }],
  })
  const expense = await posted(ibis.id, ['5000'])
  const short = await pay(admin, ibis.id, expense.id, '400', { accountId: null })
  expect(short.error.code).toBe('INSUFFICIENT_STOCK')
  expect((await pay(admin, ibis.id, expense.id, '300', { accountId: null })).body.state).toBe('posted')
  expect(await balanceOf('1010')).toBe('0.00')

  const usd = await account('USD', '5000', '22250')
  expect((await pay(admin, ibis.id, expense.id, '4450', { accountId: usd })).error.code).toBe('BOTH_AMOUNTS')
  const paid = await pay(admin, ibis.id, expense.id, '4450', { accountId: usd, accountAmount: '1000' })
  expect(paid.body).toMatchObject({ state: 'posted', accountAmount: '1000' })
  expect((await admin(bankAccounts.getById, { id: usd })).body).toMatchObject({
    balance: '4000.00',
    value: '17800.00',
  })
  expect((await admin(payeeExpenses.getById, { id: expense.id })).body.open).toBe('250.00')
  expect(await wrong()).toEqual([])
})

test('ageing of a day that is over: what was open then, by what was due then, comes to the ledger of payees', async () => {
  const ids = new Map((await admin(ledgers.list)).body.map(({ code, id }) => [code, id]))
  const heron = await paidPayee('HERON8', 'Heron of the case')
  const goTo = async (day: string) => {
    app.setNow(new Date(`${day}T04:00:00Z`))
    admin = (await app.signIn('admin')).call
  }
  const owe = async (businessDate: string, dueDate: string, amount: string) => {
    await goTo(businessDate)
    const asked = { ...draft(heron.id, [amount]), businessDate, dueDate }
    const { id, version } = (await admin(payeeExpenses.create, asked)).body
    return (await moving(admin, payeeExpenses.submit, { id, version })).body
  }
  const a = await owe('2026-01-05', '2026-02-04', '1200.00')
  await goTo('2026-01-20')
  expect((await pay(admin, heron.id, a.id, '400.00')).body.state).toBe('posted')
  await owe('2026-01-28', '2026-02-27', '650.50')
  await goTo('2026-01-30')
  const advance = (
    await admin(manualEntries.create, {
      branchId,
      businessDate: '2026-01-30',
      reason: 'Paid in advance',
      lines: [
        {
          accountId: ids.get('2020') ?? '',
          branchId,
          partyType: 'payee',
          partyId: heron.id,
          debit: '300.00',
        },
        { accountId: ids.get('1200') ?? '', branchId, credit: '300.00' },
      ],
    })
  ).body
  const put = await moving(admin, manualEntries.submit, { id: advance.id, version: advance.version })
  expect(put.body.state).toBe('posted')
  await goTo('2026-02-10')
  expect((await pay(admin, heron.id, a.id, '800.00')).body.state).toBe('posted')
  await goTo('2026-03-05')
  const at = async (date: string) => {
    const { rows } = (await admin(payeeAgeing.list, { date })).body
    const { noDueDate, notDue, to30, to60, to90, over90, total } =
      rows.find(({ payeeId }) => payeeId === heron.id) ?? {}
    expect([to60, to90, over90]).toEqual(['0.00', '0.00', '0.00'])
    return [noDueDate, notDue, to30, total]
  }
  expect(await at('2026-01-31')).toEqual(['-300.00', '1450.50', '0.00', '1150.50'])
  expect(await at('2026-02-09')).toEqual(['-300.00', '650.50', '800.00', '1150.50'])
  expect(await at('2026-02-10')).toEqual(['-300.00', '650.50', '0.00', '350.50'])
  expect(await at('2026-02-28')).toEqual(['-300.00', '0.00', '650.50', '350.50'])
  const { rows, agreements } = (await admin(subLedgers.list, { date: '2026-01-31' })).body
  expect(rows.find(({ partyId }) => partyId === heron.id)?.balance).toBe('1150.50')
  expect(agreements.find(({ ledger }) => ledger.startsWith('2020'))?.isRight).toBe(true)
})

test('what was owed on a day is told as it was then, whatever was reversed since', async () => {
  const gull = await paidPayee('GULL', 'Gull')
  const expense = await posted(gull.id, ['80'])
  const made = (await pay(admin, gull.id, expense.id, '30')).body
  const rowOn = async (date: string) =>
    (await admin(payeeAgeing.list, { date })).body.rows.find(({ payee: name }) => name === 'Gull')
  expect(await rowOn('2026-03-20')).toMatchObject({ to30: '50.00', total: '50.00' })
  app.setNow(new Date('2026-03-22T04:00:00Z'))
  const undone = await moving(admin, payeePayments.reverse, {
    id: made.id,
    version: made.version,
    note: 'Wrong',
  })
  expect(undone.body.state).toBe('reversed')
  const { version } = (await admin(payeeExpenses.getById, { id: expense.id })).body
  const gone = await moving(admin, payeeExpenses.reverse, { id: expense.id, version, note: 'Wrong' })
  expect(gone.body.state).toBe('reversed')
  expect(await rowOn('2026-03-20')).toMatchObject({ noDueDate: '0.00', to30: '50.00', total: '50.00' })
  expect(await rowOn('2026-03-22')).toBeUndefined()
})
