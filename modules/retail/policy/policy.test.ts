import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { sellGoods } from '#apps/server/test-retail.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { items } from '../items/items.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { retailPolicy } from './policy.contract.ts'
import { faultsOfPolicy } from './policy.domain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('where the law asks for it goods are sold only with the reference, date and document of the approval', () => {
  const on = { isOn: true, reference: '', approvedOn: null, hasDocument: false }
  const missing = (country: string, part = {}) =>
    faultsOfPolicy({ ...on, ...part }, { country, today: '2026-11-25' }).map(({ field }) => field)
  expect(missing('MY')).toEqual(['reference', 'approvedOn', 'document'])
  expect(missing('MY', { reference: 'BNM/1', approvedOn: '2026-01-05', hasDocument: true })).toEqual([])
  expect(missing('SG')).toEqual([])
  expect(missing('SG', { approvedOn: '2026-11-26' })).toEqual(['approvedOn'])
  expect(missing('MY', { isOn: false })).toEqual([])
})

test('nothing is sold until the company has switched it on', async () => {
  const session = await app.signIn('admin')
  const { call } = session
  const branchId = (await call(branches.list, {})).body.items[0]?.id ?? ''
  const counterId =
    (await call(counters.list, {})).body.items.find((one) => one.branchId === branchId)?.id ?? ''
  const { body: one } = await call(items.create, {
    sku: 'CARD',
    name: 'Card',
    kind: 'service',
    unit: 'piece',
    price: '5.00',
  })
  const sell = () =>
    call(sales.create, {
      id: randomUUID(),
      branchId,
      counterId,
      lines: [{ itemId: one.id, quantity: '1' }],
    })
  expect((await sell()).error.code).toBe('RETAIL_OFF')
  const { error } = await call(retailPolicy.update, { version: 0, isOn: true })
  expect(error.invalidParams.map(({ field }) => field)).toEqual(['reference', 'approvedOn', 'document'])
  await sellGoods(session)
  expect((await sell()).status).toBe(200)
  expect((await call(retailPolicy.get)).body).toMatchObject({ isOn: true, hasDocument: true, version: 2 })
  expect((await call(retailPolicy.update, { version: 1, isOn: false })).status).toBe(409)
})
