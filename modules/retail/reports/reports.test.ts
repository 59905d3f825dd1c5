import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { refundReceipts, saleReceipts } from '../printing/printing.contract.ts'
import { items } from '../items/items.contract.ts'
import { hourIn } from './reports.domain.ts'
import {
  goodsMovements,
  retailMargin,
  retailPersonReport,
  retailSalesReport,
  retailTaxReport,
} from './reports.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-27T04:00:00Z'))
  shop = await openShop(app)
})
afterAll(() => app.stop())

const dayOf = (day: string) => ({ from: day, to: day })
test('only what is paid in cash is rounded: sales 61.12, rounding 0.04, payments 61.16', async () => {
  const { item, parked, paid, call } = shop
  const one = await item('ROUND', '15.28', { kind: 'service' })
  const sell = async (...payments: [kind: 'card' | 'cash', amount: string][]) =>
    paid(await parked([{ itemId: one.id, quantity: '1' }]), payments)
  const fault = async (...payments: [kind: 'card' | 'cash', amount: string][]) =>
    (await sell(...payments)).error.invalidParams[0]?.field
  expect(await fault(['cash', '10.02'], ['card', '5.26'])).toBe('payments.0.amount')
  expect(await fault(['card', '20.00'])).toBe('payments.0.amount')
  const sales = [
    await sell(['card', '10.00'], ['cash', '5.30']),
    await sell(['cash', '10.00'], ['card', '5.28']),
    await sell(['cash', '20.00']),
    await sell(['card', '15.28']),
  ]
  expect(sales.map(({ body }) => body.rounding)).toEqual(['0.02', '0.00', '0.02', '0.00'])
  const by = async (key: 'hour' | 'item' | 'mode') =>
    (await call(retailSalesReport.list, { ...dayOf('2026-11-27'), by: key })).body.rows
  expect(await by('item')).toMatchObject([{ name: 'ROUND · ROUND', quantity: '4', total: '61.12' }])
  expect(await by('hour')).toMatchObject([{ name: '12:00', total: '61.12' }])
  expect((await by('mode')).map(({ total }) => total).toSorted()).toEqual(['30.56', '30.60'])
})

test('the price is the same, the tax is not: papers and reports are of their day, whatever the item is called or taxed now', async () => {
  const { item, tax, adjusted, sold, parked, paid, returned, call, goTo } = shop
  await goTo('2026-11-29')
  const taxId = await tax('SST', [
    ['2020-01-01', '0.08'],
    ['2026-12-01', '0.1'],
  ])
  const adaptor = await item('ADAPTOR', '35.00', { taxId })
  await adjusted('receipt', [{ itemId: adaptor.id, quantity: '10', cost: '245.00' }])
  const line = { itemId: adaptor.id, quantity: '1' }
  const first = await sold([line])
  await goTo('2026-11-30')
  const basket = await parked([line])
  await goTo('2026-12-01')
  await call(items.update, {
    id: adaptor.id,
    version: 1,
    sku: 'ADAPTOR',
    name: 'World adaptor',
    kind: 'goods',
    unit: 'piece',
    price: '35.00',
    taxId,
  })
  const { body: second } = await paid(basket, [['card', '35.00']])
  expect(second).toMatchObject({ total: '35.00', net: '31.82', tax: '3.18', businessDate: '2026-12-01' })
  await goTo('2026-12-02')
  const back = await returned(first.id, [1, '1'])
  expect(back).toMatchObject({ total: '35.00', net: '32.41', tax: '2.59' })

  const rates = async (from: string, to: string) =>
    (await call(retailTaxReport.list, { from, to })).body.rows.map(({ rates: of, net, tax: amount }) => [
      of,
      net,
      amount,
    ])
  expect(await rates('2026-11-28', '2026-11-30')).toEqual([['8%', '32.41', '2.59']])
  expect(await rates('2026-12-01', '2026-12-31')).toEqual([
    ['8%', '-32.41', '-2.59'],
    ['10%', '31.82', '3.18'],
  ])
  const november = { from: '2026-11-28', to: '2026-11-30' }
  expect((await call(retailMargin.list, november)).body.rows).toMatchObject([
    { name: 'ADAPTOR', net: '32.41', cost: '24.50', margin: '7.91', share: '0.2441' },
  ])
  const people = await call(retailPersonReport.list, { from: '2026-12-01', to: '2026-12-31' })
  expect(people.body.rows).toMatchObject([{ sales: 1, discounted: 0, returns: 1, returned: '35.00' }])
  const moves = await call(goodsMovements.list, { from: '2026-11-28', to: '2026-12-31' })
  expect(moves.body.rows.map(({ kind, quantity, value }) => [kind, quantity, value])).toEqual([
    ['return', '1', '24.50'],
    ['sale', '-1', '-24.50'],
    ['sale', '-1', '-24.50'],
    ['adjustment', '10', '245.00'],
  ])
  for (const print of [saleReceipts.print, refundReceipts.print]) {
    const id = print === saleReceipts.print ? first.id : back.id
    const { status, headers } = await call(print, { id })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  }
  expect((await call(saleReceipts.print, { id: (await parked([line])).id })).error.code).toBe(
    'NOT_PRINTED_YET',
  )
})

test('a pack that is received is so many units', async () => {
  const { item, adjusted, pool } = shop
  const adaptor = await item('PACK', '12.90')
  await adjusted('receipt', [{ itemId: adaptor.id, quantity: '28', cost: '176.40' }])
  await adjusted('receipt', [{ itemId: adaptor.id, quantity: '30', cost: '179.70' }])
  expect(await pool(adaptor.id)).toBe('58 / 356.10')
})

test('an hour is that of the clock of the branch', () => {
  expect(hourIn('Asia/Kuala_Lumpur', '2026-11-29T23:45:00Z')).toBe('07:00')
  expect(hourIn('Asia/Kolkata', '2026-11-29T18:45:00Z')).toBe('00:00')
})
