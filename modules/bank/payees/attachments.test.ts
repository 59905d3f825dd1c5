import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { payeeChanges } from '../changes/changes.contract.ts'
import { payeeExpenses } from '../expenses/expenses.contract.ts'
import { payeePayments } from '../payments/payments.contract.ts'
import { bankTransfers } from '../transfers/transfers.contract.ts'
import { payees } from './payees.contract.ts'

let app: TestApp
let admin: Session
/** An accountant of the branch at which everything is made, and one of another branch. */
let keeper: Session
let stranger: Session
const made = new Map<string, { id: string; version: number }>()
const calls = { payeeExpenses, payeePayments, bankTransfers, payees }
type Kind = keyof typeof calls
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  admin.call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const invoice = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
const pdf = (name: string, text = invoice) => new File([text], name, { type: 'application/pdf' })
const rowOf = (kind: Kind) => made.get(kind) ?? { id: '', version: 0 }
const attach = (by: Session, kind: Kind, file: File) => {
  const { id, version } = rowOf(kind)
  return by.send(calls[kind].attach, { id, version: String(version) }, file)
}

beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  const [here = '', there = ''] = (await admin.call(branches.list, {})).body.items.map(({ id }) => id)
  for (const [userName, workspaceId] of [
    ['keeper', here],
    ['stranger', there],
  ] as const)
    await app.addUser({ userName, roles: ['accountant'], workspaces: [{ type: 2, workspaceId }] })
  keeper = await app.signIn('keeper')
  stranger = await app.signIn('stranger')
  const ledgerId = (await admin.call(ledgers.list)).body.find(({ code }) => code === '6000')?.id ?? ''
  const { currencies } = (await admin.call(bankAccounts.choices)).body
  const bank = await moving(bankAccounts.create, {
    code: 'MAIN',
    name: 'Main',
    bankName: 'Harbour Bank',
    number: '77001122',
    branchId: here,
    currencyId: currencies.find(({ name }) => name === 'MYR')?.id ?? '',
    openingAmount: '1000',
    openedOn: '2026-01-01',
  })
  const payee = await admin.call(payees.create, { code: 'HERON', name: 'Heron', kind: 'supplier' })
  made.set('payees', payee.body)
  const [day = ''] = new Date().toISOString().split('T')
  const expense = await admin.call(payeeExpenses.create, {
    branchId: here,
    payeeId: payee.body.id,
    businessDate: day,
    dueDate: day,
    lines: [{ ledgerId, amount: '80' }],
  })
  const { id, version } = expense.body
  const posted = (await moving(payeeExpenses.submit, { id, version })).body
  const change = await keeper.call(payeeChanges.create, {
    payeeId: payee.body.id,
    holder: 'Heron',
    bankName: 'Harbour Bank',
    number: '555123456789',
    reason: 'As on its invoice',
  })
  const asked = { id: change.body.id, version: change.body.version }
  await admin.call(payeeChanges.approve, { ...asked, note: 'Called back' })
  const payment = await moving(payeePayments.create, {
    branchId: here,
    payeeId: payee.body.id,
    accountId: bank.body.id,
    lines: [{ expenseId: posted.id, amount: '80' }],
  })
  made.set('payeePayments', payment.body)
  made.set('payeeExpenses', (await admin.call(payeeExpenses.getById, { id: posted.id })).body)
  const charge = { kind: 'charge' as const, fromAccountId: bank.body.id, amount: '5' }
  made.set('bankTransfers', (await moving(bankTransfers.create, charge)).body)
  made.set('payees', (await admin.call(payees.getById, { id: payee.body.id })).body)
})
afterAll(() => app.stop())

describe('a file is kept, read by who sees what it belongs to, and added by who may change that:', () => {
  test.for(['payeeExpenses', 'payeePayments', 'bankTransfers', 'payees'] as const)('%s', async (kind) => {
    const { id } = rowOf(kind)
    const added = await attach(keeper, kind, pdf('paper.pdf'))
    expect(added.status, JSON.stringify(added.error)).toBe(200)
    expect(added.body).toMatchObject([{ name: 'paper.pdf', addedBy: 'keeper', size: invoice.length }])
    expect((await admin.call(calls[kind].attachments, { id })).body).toEqual(added.body)
    const taken = await app.http.inject({
      url: `/api${calls[kind].attachment.path}?id=${id}&attachmentId=${added.body[0]?.id}`,
      headers: { authorization: `Bearer ${keeper.login.userInfo.accessToken}` },
    })
    expect([taken.statusCode, taken.body]).toEqual([200, invoice])
    const { error } = await attach(keeper, kind, pdf('x.pdf', 'MZ not a pdf'))
    expect(error.code).toBe('FILE_TYPE')
  })
})

test('the history of an expense tells of its file, with the hash of its bytes', async () => {
  const { history } = (await admin.call(payeeExpenses.getById, { id: rowOf('payeeExpenses').id })).body
  const sha256 = createHash('sha256').update(invoice).digest('hex')
  expect(history.at(-1)).toMatchObject({ act: 'attach', note: `paper.pdf · SHA-256 ${sha256}` })
})

test('who stands at another branch adds nothing to its documents; a payee belongs to all of them', async () => {
  for (const kind of ['payeeExpenses', 'payeePayments', 'bankTransfers'] as const)
    expect((await attach(stranger, kind, pdf('x.pdf'))).error.code).toBe('OUT_OF_SCOPE')
  const { id } = rowOf('payees')
  const seen = (await stranger.call(payees.attachments, { id })).body
  expect(seen).toMatchObject([{ name: 'paper.pdf' }])
  const teller = await app.signIn('teller')
  expect((await teller.call(payees.attachments, { id })).error.code).toBe('FORBIDDEN')
})

test('a payee with files is kept, though nothing was ever bought of it', async () => {
  const { body } = await admin.call(payees.create, { code: 'EGRET', name: 'Egret', kind: 'other' })
  const added = await admin.send(
    payees.attach,
    { id: body.id, version: String(body.version) },
    pdf('lease.pdf'),
  )
  expect(added.status).toBe(200)
  const { version } = (await admin.call(payees.getById, { id: body.id })).body
  expect((await admin.call(payees.delete, { id: body.id, version })).error.code).toBe('PAYEE_USED')
})
