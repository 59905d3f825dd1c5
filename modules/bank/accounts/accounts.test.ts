import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from './accounts.contract.ts'

let app: TestApp
let call: Call
let companyId: string
let branchId: string
const currencies = new Map<string, string>()
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  call = session.call
  companyId = session.login.company.companyId
  branchId = (await call(branches.list, {})).body.items[0]?.id ?? ''
  for (const { id, name } of (await call(bankAccounts.choices)).body.currencies) currencies.set(name, id)
})
afterAll(() => app.stop())

const draft = (code: string, currency: string, number: string) => ({
  code,
  name: `Account ${code}`,
  bankName: 'Harbour Bank',
  number,
  branchId,
  currencyId: currencies.get(currency) ?? '',
})
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

test('an account begins with a balanced entry, and is closed, never removed, once something is posted', async () => {
  const { body } = await moving(bankAccounts.create, {
    ...draft('MYR1', 'MYR', '0068 1234-56'),
    openingAmount: '1000.00',
  })
  expect(body).toMatchObject({ number: '0068123456', isLocal: true, balance: '1000.00', value: '1000.00' })
  expect(body.ledger).toMatch(/^1200 /)
  const key = { id: body.id, version: body.version }
  expect((await call(bankAccounts.delete, key)).error.code).toBe('BANK_ACCOUNT_USED')
  expect((await call(bankAccounts.disable, key)).error.code).toBe('BANK_BALANCE_LEFT')
  const again = await moving(bankAccounts.create, draft('MYR2', 'MYR', '0068123457'))
  expect(again.error).toMatchObject({ code: 'BANK_LEDGER_TAKEN', invalidParams: [{ field: 'ledgerId' }] })
  const ledger = (await call(accounts.create, { code: '1201', name: 'Second bank', class: 'asset' })).body
  const second = { ...draft('MYR2', 'MYR', '0068123457'), ledgerId: ledger.id }
  const { body: empty } = await moving(bankAccounts.create, second)
  const closed = await call(bankAccounts.disable, { id: empty.id, version: empty.version })
  expect(closed.body.isEnabled).toBe(false)
  expect((await call(bankAccounts.delete, { id: empty.id, version: 2 })).status).toBe(200)
  expect(await wrong()).toEqual([])
})

test('BIC and IBAN are checked by their form, however they are grouped', async () => {
  const euro = { ...draft('EUR1', 'EUR', 'GB33 BUKB 2020 1555 5555 55'), bic: 'BUKBGB22' }
  const { body } = await moving(bankAccounts.create, euro)
  expect(body).toMatchObject({ number: 'GB33BUKB20201555555555', bic: 'BUKBGB22', isLocal: false })
  const misread = await moving(bankAccounts.create, { ...euro, code: 'E2', number: 'GB33BUKB20201555555556' })
  expect(misread.error).toMatchObject({ code: 'IBAN_INVALID', invalidParams: [{ field: 'number' }] })
  const noBank = await moving(bankAccounts.create, { ...euro, code: 'E3', number: '77', bic: 'BUKB' })
  expect(noBank.error.invalidParams).toMatchObject([{ field: 'bic' }, { field: 'number' }])
  const twice = await moving(bankAccounts.create, { ...euro, code: 'E4' })
  expect(twice.error.code).toBe('DUPLICATE')
})

test('a foreign account has a cost of its own, and says both amounts it begins with', async () => {
  const dollars = { ...draft('USD1', 'USD', '7001'), openingAmount: '5000' }
  expect((await moving(bankAccounts.create, dollars)).error).toMatchObject({
    code: 'BOTH_AMOUNTS',
    invalidParams: [{ field: 'openingValue' }],
  })
  const first = (await moving(bankAccounts.create, { ...dollars, openingValue: '22250' })).body
  const other = { ...draft('USD2', 'USD', '7002'), openingAmount: '1000', openingValue: '4700' }
  const second = (await moving(bankAccounts.create, other)).body
  expect(first).toMatchObject({ balance: '5000.00', value: '22250.00' })
  expect(second).toMatchObject({ balance: '1000.00', value: '4700.00' })
  expect(await wrong()).toEqual([])
})
