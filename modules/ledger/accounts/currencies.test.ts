import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { manualEntries } from '../entries/entries.contract.ts'
import { accounts } from './accounts.contract.ts'

let app: TestApp
let books: Call
let north: string
const codes = new Map<string, string>()
const items = new Map<string, string>()
beforeAll(async () => {
  app = await testApp()
  books = (await app.signIn('accountant')).call
  north = (await (await app.signIn('admin')).call(branches.list, {})).body.items[0]?.id ?? ''
  for (const { code, id } of (await books(accounts.list)).body) codes.set(code, id)
  for (const { name, id } of (await books(accounts.choices)).body.currencies) items.set(name, id)
})
afterAll(() => app.stop())

const usd = () => items.get('USD') ?? ''
const ledger = async (code: string, more: object = {}) => {
  const { body } = await books(accounts.create, { code, name: `Ledger ${code}`, class: 'asset', ...more })
  codes.set(code, body.id)
  return body
}
const draft = (code: string, more: object, kind: 'adjusting' | 'opening' = 'adjusting') =>
  books(manualEntries.create, {
    kind,
    branchId: north,
    businessDate: kind === 'opening' ? '2025-12-31' : '2026-01-15',
    reason: 'A loan',
    lines: [
      { accountId: codes.get('3000') ?? '', branchId: north, credit: '450' },
      { accountId: codes.get(code) ?? '', branchId: north, debit: '450', ...more },
    ],
  })
const dollars = () => ({ currencyId: usd(), quantity: '100', rate: '4.5' })
const submit = async (code: string, more: object) => {
  const { id, version } = (await draft(code, more)).body
  return books(manualEntries.submit, { id, version }, { headers: { 'idempotency-key': randomUUID() } })
}
const refusal = (body: object) => {
  const { code, invalidParams } = body as { code: string; invalidParams?: { field: string }[] }
  return [code, invalidParams?.[0]?.field]
}

test('a ledger of one currency takes no line by hand in another, of an opening neither', async () => {
  expect(await ledger('1601', { currencyId: usd() })).toMatchObject({ currency: 'USD' })
  await ledger('1602', { currencyId: items.get('MYR') })
  expect((await ledger('1603')).currency).toBeNull()
  const refused = ['LEDGER_CURRENCY', 'lines.1.currencyId']
  expect(refusal((await draft('1601', {})).body)).toEqual(refused)
  expect(refusal((await draft('1601', {}, 'opening')).body)).toEqual(refused)
  expect(refusal((await draft('1602', dollars())).body)).toEqual(refused)
  expect((await draft('1601', dollars())).status).toBe(200)
  expect((await draft('1602', {})).status).toBe(200)
  expect((await draft('1603', dollars())).status).toBe(200)
  expect(refusal(await ledger('1604', { currencyId: randomUUID() }))).toEqual(['ITEM_UNKNOWN', 'currencyId'])
  expect((await books(accounts.list)).body.find(({ code }) => code === '1601')?.currency).toBe('USD')
})

test('a currency is set only while nothing was posted in another', async () => {
  const { id } = await ledger('1605')
  const set = async (currencyId: string | null) => {
    const { version } = (await books(accounts.getById, { id })).body
    const named = { code: '1605', name: 'Ledger 1605', class: 'asset' as const }
    return (await books(accounts.update, { ...named, id, version, currencyId })).body
  }
  expect((await submit('1605', dollars())).body).toMatchObject({ state: 'posted' })
  expect(refusal(await set(items.get('MYR') ?? ''))).toEqual(['LEDGER_CURRENCIES', 'currencyId'])
  expect(await set(usd())).toMatchObject({ currency: 'USD' })
  expect(await set(null)).toMatchObject({ currency: null })
  expect((await submit('1605', {})).body).toMatchObject({ state: 'posted' })
  expect(refusal(await set(usd()))).toEqual(['LEDGER_CURRENCIES', 'currencyId'])
})

test('a draft of before is not posted to a ledger that takes another currency since', async () => {
  const made = await ledger('1606')
  const { id, version } = (await draft('1606', {})).body
  const { body } = await books(accounts.update, {
    id: made.id,
    version: made.version,
    code: '1606',
    name: 'Ledger 1606',
    class: 'asset',
    currencyId: usd(),
  })
  expect(body).toMatchObject({ currency: 'USD' })
  const late = await books(
    manualEntries.submit,
    { id, version },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(refusal(late.body)).toEqual(['LEDGER_CURRENCY', 'lines.1.currencyId'])
})
