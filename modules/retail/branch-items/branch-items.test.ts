import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { sellGoods } from '#apps/server/test-retail.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { branchTaxes } from '../branch-taxes/branch-taxes.contract.ts'
import { categories } from '../categories/categories.contract.ts'
import { items } from '../items/items.contract.ts'
import { retailPolicy } from '../policy/policy.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { branchItems } from './branch-items.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('the narrowest names the tax and says so: item in branch, item, category, branch, company', async () => {
  const session = await app.signIn('admin')
  const { call } = session
  await sellGoods(session)
  const [here, there] = (await call(branches.list, {})).body.items.map(({ id }) => id)
  const branchId = here ?? ''
  const tax = async (code: string, rate: string, isDefault = false) =>
    (
      await call(taxes.create, {
        code,
        name: code,
        kind: 'standard',
        versions: [{ validFrom: '2020-01-01', rates: [rate] }],
        isDefault,
      })
    ).body.id
  await tax('COMPANY', '0.01', true)
  const { body: category } = await call(categories.create, { code: 'C', name: 'Cards' })
  const draft = { sku: 'SIM', name: 'SIM', kind: 'goods', unit: 'piece', price: '35.00' } as const
  const { body: sim } = await call(items.create, { ...draft, categoryId: category.id })
  const said = async (at = branchId) => {
    const { body } = await call(sales.price, { branchId: at, lines: [{ itemId: sim.id, quantity: '1' }] })
    return [body.lines[0]?.taxFrom, body.lines[0]?.rates[0], body.total]
  }
  expect(await said()).toEqual(['company', '0.01', '35.00'])

  const branch = (await call(branchTaxes.getById, { id: branchId })).body
  expect(branch).toMatchObject({ holds: 'COMPANY', setBy: 'company', version: 1 })
  const key = { id: branchId, version: 1 }
  const set = await call(branchTaxes.update, { ...key, taxId: await tax('BRANCH', '0.02') })
  expect(set.body).toMatchObject({ holds: 'BRANCH', setBy: 'branch', version: 2 })
  expect((await call(branchTaxes.update, { ...key, taxId: null })).status).toBe(409)
  expect(await said()).toEqual(['branch', '0.02', '35.00'])
  expect(await said(there)).toEqual(['company', '0.01', '35.00'])

  const { id, version } = category
  await call(categories.update, { id, version, code: 'C', name: 'Cards', taxId: await tax('CAT', '0.03') })
  expect(await said()).toEqual(['category', '0.03', '35.00'])
  await call(items.update, {
    ...draft,
    id: sim.id,
    version: 1,
    categoryId: category.id,
    taxId: await tax('ITEM', '0.04'),
  })
  expect(await said()).toEqual(['item', '0.04', '35.00'])
  const { body: own } = await call(branchItems.create, {
    branchId,
    itemId: sim.id,
    taxId: await tax('OWN', '0.05'),
    price: '33.00',
  })
  expect(own).toMatchObject({ holds: 'OWN', setBy: 'branchItem', isEnabled: true })
  expect(await said()).toEqual(['branchItem', '0.05', '33.00'])
  expect((await call(items.getByBarcode, { code: 'SIM', branchId })).body.price).toBe('33.00')
  expect(await said(there)).toEqual(['item', '0.04', '35.00'])

  const again = await call(branchItems.create, { branchId, itemId: sim.id })
  expect(again.error).toMatchObject({ code: 'DUPLICATE', invalidParams: [{ field: 'itemId' }] })
  await call(branchItems.disable, { id: own.id, version: 1 })
  const off = await call(sales.price, { branchId, lines: [{ itemId: sim.id, quantity: '1' }] })
  expect(off.error.code).toBe('ITEM_NOT_SOLD')
})

test('three lines of 12.90 incl. 9 %: tax 3.21 by line, 3.20 by receipt, as the company has set', async () => {
  const { call } = await app.signIn('admin')
  const branchId = (await call(branches.list, {})).body.items[0]?.id ?? ''
  const { body: tax } = await call(taxes.create, {
    code: 'NINE',
    name: 'Nine',
    kind: 'standard',
    versions: [{ validFrom: '2020-01-01', rates: ['0.09'] }],
  })
  const lines = await Promise.all(
    ['A', 'B', 'C'].map(async (sku) => {
      const draft = { sku, name: sku, kind: 'service', unit: 'piece', price: '12.90', taxId: tax.id } as const
      return { itemId: (await call(items.create, draft)).body.id, quantity: '1' }
    }),
  )
  const taxed = async () => (await call(sales.price, { branchId, lines })).body
  expect(await taxed()).toMatchObject({ total: '38.70', tax: '3.21', taxBy: 'line', inCash: '38.70' })
  const { body } = await call(retailPolicy.get)
  const { version, reference, approvedOn } = body
  await call(retailPolicy.update, { version, isOn: true, reference, approvedOn, taxBy: 'receipt' })
  expect(await taxed()).toMatchObject({ total: '38.70', tax: '3.20', taxBy: 'receipt' })
})
