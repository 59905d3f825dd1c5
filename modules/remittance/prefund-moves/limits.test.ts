import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { prefundMoves } from './prefund-moves.contract.ts'

let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>
let treasurer: Call
let usd: string
let myr: string

beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, {
    clock: { now: new Date('2026-11-24T02:00:00Z') },
    partner: { settlementCurrency: 'EUR' },
    rate: { settlementRate: '17000' },
    bank: { currency: 'USD', amount: '200000', value: '900000' },
  })
  const { admin, moving, branchId } = payouts
  const { currencies } = (await admin(bankAccounts.choices)).body
  const { body } = await moving(bankAccounts.create, {
    code: 'LOCAL9',
    name: 'Local',
    bankName: 'Harbour Bank',
    number: '77001122',
    branchId,
    currencyId: currencies.find(({ name }) => name === 'MYR')?.id ?? '',
    openingAmount: '500000',
    openingValue: null,
    openedOn: '2026-11-01',
  })
  myr = body.id
  usd = (await admin(bankAccounts.list, {})).body.items.find(({ code }) => code === 'PARTNER1')?.id ?? ''
  const workspaces = [{ type: 0 as const, workspaceId: null }]
  // Moves balances, within 50,000.
  await app.addUser({ userName: 'treasurer', roles: ['treasury', 'accountant'], workspaces })
  treasurer = (await app.signIn('treasurer')).call
})
afterAll(() => app.stop())

interface Asked {
  kind: 'charge' | 'topUp' | 'withdrawal'
  amount: string
  accountId?: string
  bankAmount?: string
  value?: string
}
async function move(by: Call, asked: Asked) {
  const draft = { providerId: payouts.providerId, ...asked }
  const { status, body } = await by(prefundMoves.create, draft, {
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('a top-up between two foreign currencies is judged by what leaves the account, not by the value that is typed', async () => {
  const asked = { kind: 'topUp' as const, accountId: usd, value: '1' }
  const above = await move(treasurer, { ...asked, amount: '80000', bankAmount: '100000' })
  expect(above).toMatchObject({ state: 'pending', value: '1.00' })
  const within = await move(treasurer, { ...asked, amount: '80', bankAmount: '100', value: '450' })
  expect(within.state).toBe('posted')
})

test('a withdrawal to a local account is judged by what leaves the balance, not by what is said to arrive', async () => {
  const local = { kind: 'topUp' as const, accountId: myr, amount: '60000', bankAmount: '300000' }
  expect((await move(treasurer, local)).state).toBe('pending')
  expect((await move(payouts.admin, local)).state).toBe('posted')
  const asked = { kind: 'withdrawal' as const, accountId: myr, bankAmount: '1000' }
  const above = await move(treasurer, { ...asked, amount: '20000' })
  expect(above).toMatchObject({ state: 'pending', value: '1000.00' })
  const within = await move(treasurer, { ...asked, amount: '200' })
  expect(within.state).toBe('posted')
})

test('money of an account that somebody only sees is not moved by them', async () => {
  const { admin, moving, branchId, providerId } = payouts
  const { currencies } = (await admin(bankAccounts.choices)).body
  const elsewhere = (await admin(branches.list, {})).body.items.find(({ id }) => id !== branchId)?.id ?? ''
  const far = await moving(bankAccounts.create, {
    code: 'FAR9',
    name: 'Far',
    bankName: 'Harbour Bank',
    number: '77001133',
    branchId: elsewhere,
    currencyId: currencies.find(({ name }) => name === 'USD')?.id ?? '',
  })
  await app.addUser({
    userName: 'near',
    roles: ['treasury'],
    workspaces: [{ type: 2 as const, workspaceId: branchId }],
  })
  const asked = await (
    await app.signIn('near')
  ).call(
    prefundMoves.create,
    { kind: 'topUp', providerId, accountId: far.body.id, amount: '1', bankAmount: '1', value: '4' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(asked.error).toMatchObject({ code: 'OUT_OF_SCOPE', invalidParams: [{ field: 'accountId' }] })
})

test('a charge of the partner is judged by what it costs', async () => {
  expect((await move(treasurer, { kind: 'charge', amount: '20000' })).state).toBe('pending')
  expect((await move(treasurer, { kind: 'charge', amount: '20' })).state).toBe('posted')
})

test('a top-up stays with approvers whose limit covers what leaves', async () => {
  const { items } = (await treasurer(prefundMoves.list, {})).body
  const pending = items.filter(({ state }) => state === 'pending')
  expect(pending.length).toBeGreaterThan(0)
  await app.addUser({
    userName: 'books',
    roles: ['accountant'],
    workspaces: [{ type: 0 as const, workspaceId: null }],
  })
  const books = (await app.signIn('books')).call
  for (const one of pending) {
    expect((await books(prefundMoves.getById, { id: one.id })).body.can).toEqual(['reject'])
    const asked = await books(
      prefundMoves.approve,
      { id: one.id, version: one.version },
      { headers: { 'idempotency-key': randomUUID() } },
    )
    expect(asked.error.code).toBe('ABOVE_OWN_LIMIT')
  }
})
