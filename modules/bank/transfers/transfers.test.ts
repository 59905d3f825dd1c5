import { randomUUID } from 'node:crypto'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { manualEntries } from '#modules/ledger/entries/entries.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { bankTransactions } from '../register/register.contract.ts'
import { bankTransfers } from './transfers.contract.ts'

let app: TestApp
let call: Call
let companyId: string
let token: string
let branchId: string
const currencies = new Map<string, string>()
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-03-20T04:00:00Z'))
  const session = await app.signIn('admin')
  call = session.call
  companyId = session.login.company.companyId
  token = session.login.userInfo.accessToken
  branchId = (await call(branches.list, {})).body.items[0]?.id ?? ''
  for (const { id, name } of (await call(bankAccounts.choices)).body.currencies) currencies.set(name, id)
})
afterAll(() => app.stop())

let count = 0
async function account(currency: string, opening?: [amount: string, value?: string], ledgerId?: string) {
  count += 1
  const made = await moving(bankAccounts.create, {
    code: `${currency}${count}`,
    name: currency,
    bankName: 'Harbour Bank',
    number: `00681234${count}`,
    branchId,
    currencyId: currencies.get(currency) ?? '',
    ...(ledgerId && { ledgerId }),
    ...(opening && {
      openingAmount: opening[0],
      openingValue: opening[1] ?? null,
      openedOn: '2026-03-01',
    }),
  })
  expect(made.status).toBe(200)
  return made.body.id
}
const ledger = async (code: string) =>
  (await call(ledgers.create, { code, name: `Bank ${code}`, class: 'asset' })).body.id
async function held(id: string) {
  const { balance, value } = (await call(bankAccounts.getById, { id })).body
  return [balance, value]
}
async function sums() {
  const all = (await call(ledgers.list)).body
  return Object.fromEntries(all.map(({ code, balance }) => [code, balance]))
}
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

describe('a foreign account counts in its own currency', () => {
  test('goes at its own cost, takes both amounts of another currency, and earns or loses the difference', async () => {
    const usd = await account('USD', ['5000', '22250'])
    const myr = await account('MYR', ['100'], await ledger('1201'))
    const eur = await account('EUR')
    const before = await sums()

    const fee = await moving(bankTransfers.create, {
      kind: 'charge',
      fromAccountId: usd,
      amount: '10',
      businessDate: '2026-03-04',
    })
    expect(fee.body).toMatchObject({ state: 'arrived', value: '44.50', charge: '44.50' })
    await moving(bankTransfers.create, {
      kind: 'charge',
      fromAccountId: usd,
      amount: '1000',
      businessDate: '2026-03-04',
    })
    expect(await held(usd)).toEqual(['3990.00', '17755.50'])

    const toMyr = (
      await moving(bankTransfers.create, {
        kind: 'transfer',
        fromAccountId: usd,
        toAccountId: myr,
        amount: '2000',
        businessDate: '2026-03-09',
      })
    ).body
    const key = { id: toMyr.id, version: toMyr.version }
    const silent = await moving(bankTransfers.arrive, key)
    expect(silent.error).toMatchObject({ code: 'BOTH_AMOUNTS', invalidParams: [{ field: 'amount' }] })
    const inMyr = await moving(bankTransfers.arrive, { ...key, amount: '8940', businessDate: '2026-03-09' })
    expect(inMyr.body).toMatchObject({
      state: 'arrived',
      value: '8900.00',
      arrivedAmount: '8940.00',
      gain: '40.00',
    })
    expect(await held(usd)).toEqual(['1990.00', '8855.50'])
    expect(await held(myr)).toEqual(['9040.00', '9040.00'])

    const toEur = (
      await moving(bankTransfers.create, {
        kind: 'transfer',
        fromAccountId: usd,
        toAccountId: eur,
        amount: '1000',
        businessDate: '2026-03-10',
      })
    ).body
    expect(toEur.asksRate).toBe(true)
    const half = { id: toEur.id, version: toEur.version, amount: '915.30', businessDate: '2026-03-10' }
    expect((await moving(bankTransfers.arrive, half)).error.code).toBe('RATE_ASKED')
    const inEur = await moving(bankTransfers.arrive, { ...half, rate: '4.8760' })
    expect(inEur.body).toMatchObject({ value: '4450.00', arrivedValue: '4463.00', gain: '13.00' })
    expect(await held(eur)).toEqual(['915.30', '4463.00'])
    expect(await held(usd)).toEqual(['990.00', '4405.50'])
    const after = await sums()
    expect(Number(after['4000']) - Number(before['4000'])).toBe(-53)
    expect(await wrong()).toEqual([])
  })

  test('a difference within one currency is a charge, and never more arrives than was sent', async () => {
    const [one, other] = [await account('USD', ['1000', '4500']), await account('USD')]
    const sent = (
      await moving(bankTransfers.create, {
        kind: 'transfer',
        fromAccountId: one,
        toAccountId: other,
        amount: '200',
      })
    ).body
    const key = { id: sent.id, version: sent.version }
    expect((await moving(bankTransfers.arrive, { ...key, amount: '201' })).error.code).toBe(
      'BANK_MORE_THAN_SENT',
    )
    const arrived = (await moving(bankTransfers.arrive, { ...key, amount: '195' })).body
    expect(arrived).toMatchObject({ arrivedValue: '877.50', charge: '22.50', gain: '0.00' })
    expect(await held(other)).toEqual(['195.00', '877.50'])
    const undone = { id: arrived.id, version: arrived.version, note: 'Entered twice' }
    expect((await moving(bankTransfers.reverse, undone)).body.state).toBe('reversed')
    expect([await held(one), await held(other)]).toEqual([
      ['1000.00', '4500.00'],
      ['0.00', '0.00'],
    ])
    expect(await wrong()).toEqual([])
  })
})

test('between two local accounts money is in transit from the one day to the other, and nothing is earned', async () => {
  const [a, b] = [
    await account('MYR', ['4000'], await ledger('1202')),
    await account('MYR', undefined, await ledger('1203')),
  ]
  const before = await sums()
  const sent = (
    await moving(bankTransfers.create, {
      kind: 'transfer',
      fromAccountId: a,
      toAccountId: b,
      amount: '1500.00',
      businessDate: '2026-03-10',
    })
  ).body
  expect(sent.state).toBe('inTransit')
  const meanwhile = await sums()
  expect(Number(meanwhile['1020']) - Number(before['1020'])).toBe(1500)
  const key = { id: sent.id, version: sent.version }
  const early = await moving(bankTransfers.arrive, { ...key, businessDate: '2026-03-09' })
  expect(early.error.code).toBe('RECEIVED_BEFORE_SENT')
  await moving(bankTransfers.arrive, { ...key, businessDate: '2026-03-11' })
  const after = await sums()
  expect([after['1202'], after['1203'], after['1020']]).toEqual(['2500.00', '1500.00', before['1020']])
  expect([after['4000'], after['5050']]).toEqual([before['4000'], before['5050']])

  const { body } = await call(bankTransactions.list, { accountId: a, from: '2026-03-02', to: '2026-03-31' })
  expect(body).toMatchObject({ currency: 'MYR', opening: '4000.00', closing: '2500.00', isCut: false })
  expect(body.rows).toMatchObject([
    { businessDate: '2026-03-10', moneyIn: null, moneyOut: '1500.00', balance: '2500.00' },
  ])
  expect(body.rows[0]?.sourceNumber).toBe(sent.number)
})

test('cash of a vault is deposited with bag and slip, in transit until the bank says so, or taken back', async () => {
  await moving(adjustments.createOpening, {
    branchId,
    note: 'Brought',
    lines: [{ itemId: currencies.get('MYR') ?? '', quantity: '3000', cost: '3000' }],
  })
  const into = await account('MYR', undefined, await ledger('1204'))
  const deposit = {
    kind: 'deposit' as const,
    toAccountId: into,
    branchId,
    amount: '1200',
    bag: 'B-77',
    slip: '4711',
  }
  const before = await sums()
  const sent = (await moving(bankTransfers.create, deposit)).body
  expect(sent).toMatchObject({ state: 'inTransit', bag: 'B-77', slip: '4711', arrivedAmount: null })
  expect(await held(into)).toEqual(['0.00', '0.00'])
  const back = { id: sent.id, version: sent.version, note: 'The bank was shut' }
  expect((await moving(bankTransfers.takeBack, back)).body.state).toBe('takenBack')
  expect((await sums())['1010']).toBe(before['1010'])
  const again = (await moving(bankTransfers.create, deposit)).body
  await moving(bankTransfers.arrive, { id: again.id, version: again.version })
  expect(await held(into)).toEqual(['1200.00', '1200.00'])
  const out = (
    await moving(bankTransfers.create, { kind: 'withdrawal', fromAccountId: into, branchId, amount: '200' })
  ).body
  expect((await moving(bankTransfers.arrive, { id: out.id, version: out.version })).body.state).toBe(
    'arrived',
  )
  expect(await held(into)).toEqual(['1000.00', '1000.00'])
  const less = (await moving(bankTransfers.create, deposit)).body
  const counted = { id: less.id, version: less.version, amount: '1150' }
  expect((await moving(bankTransfers.arrive, counted)).error.code).toBe('MAKER_IS_CHECKER')
  await app.addUser({
    userName: 'counter',
    roles: ['accountant'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  const { call: by } = await app.signIn('counter')
  const said = (note: string) =>
    by(bankTransfers.arrive, { ...counted, note }, { headers: { 'idempotency-key': randomUUID() } })
  expect((await said('')).error).toMatchObject({ code: 'REQUIRED', invalidParams: [{ field: 'note' }] })
  expect((await said('The bank counted 1,150.')).body).toMatchObject({ state: 'arrived', charge: '50.00' })
  const short = await moving(bankTransfers.create, { ...deposit, amount: '99999' })
  expect(short.error.code).toBe('INSUFFICIENT_STOCK')
  expect(await wrong()).toEqual([])
})

test('a register that shows its first lines alone closes with all of them, and they are in its file', async () => {
  const [accountId, other] = [await ledger('1205'), await ledger('1206')]
  const own = await account('MYR', undefined, accountId)
  const lines = [
    ...Array.from({ length: 499 }, () => ({ accountId, branchId, debit: '1' })),
    { accountId: other, branchId, credit: '499' },
  ]
  for (let at = 0; at < 5; at += 1) {
    const draft = { branchId, businessDate: '2026-03-20', reason: 'Brought over', lines }
    const { id, version } = (await call(manualEntries.create, draft)).body
    const { body, error } = await moving(manualEntries.submit, { id, version })
    expect(body.state, JSON.stringify(error)).toBe('posted')
  }
  const asked = { accountId: own, from: '2026-03-20', to: '2026-03-20' }
  const { body } = await call(bankTransactions.list, asked)
  expect(body).toMatchObject({ opening: '0.00', closing: '2495.00', closingValue: '2495.00', isCut: true })
  expect(body.rows.at(-1)?.balance).toBe('2000.00')
  const file = await app.http.inject({
    method: 'GET',
    url: `/api${bankTransactions.export.path}`,
    headers: { authorization: `Bearer ${token}` },
    query: asked,
  })
  expect(file.statusCode).toBe(200)
  const rows = await Array.fromAsync(streamXlsxRows(file.rawPayload))
  expect(rows.filter(({ values }) => values.includes(2495))).not.toEqual([])
  expect(rows.length).toBeGreaterThanOrEqual(2496)
})
