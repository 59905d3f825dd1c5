import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { refunds } from './returns.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

async function item(sku: string, price: string) {
  const { id } = await shop.item(sku, price)
  await shop.adjusted('receipt', [{ itemId: id, quantity: '10', cost: '50.00' }])
  return id
}
const putAside = (itemId: string) => shop.parked([{ itemId, quantity: '1' }])
async function sold(itemId: string, by: 'card' | 'cash' = 'cash', given = '') {
  const sale = await putAside(itemId)
  return (await shop.paid(sale, [[by, given || sale.total]])).body
}
const back = async (saleId: string) =>
  (
    await shop.call(refunds.create, {
      id: randomUUID(),
      saleId,
      counterId: shop.counterId,
      reason: 'Wrong size',
      lines: [{ position: 1, quantity: '1' }],
    })
  ).body
const exchange = (
  refund: { id: string; version: number },
  sale: { id: string; version: number },
  amount?: string,
) =>
  shop.moving(refunds.exchange, {
    ...shop.key(refund),
    saleId: sale.id,
    saleVersion: sale.version,
    payments: amount === undefined ? [] : [{ modeId: shop.modeId('cash'), amount }],
  })
/** Local cash and what customers are owed. */
async function held() {
  const all = (await shop.call(accounts.list)).body
  const of = (code: string) => Number(all.find((one) => one.code === code)?.balance ?? 0)
  return { cash: of('1000'), payable: of('2000') }
}

test('dearer goods cost what is left, cheaper ones pay out, and nothing stays owed', async () => {
  const [case35, phone, cable] = [
    await item('CASE', '35'),
    await item('PHONE', '70'),
    await item('CABLE', '12.90'),
  ]
  const before = await held()
  const first = await back((await sold(case35)).id)
  const dearer = await exchange(first, await putAside(phone), '50')
  expect(dearer.body, JSON.stringify(dearer.error)).toMatchObject({
    state: 'settled',
    payments: [{ amount: '35.00', isSetOff: true }],
  })
  expect(await held()).toEqual({ ...before, cash: before.cash + 70 })
  const { items: all } = (await shop.call(sales.list, {})).body
  const paid = (await shop.call(sales.getById, { id: all[0]?.id ?? '' })).body
  expect(paid).toMatchObject({
    state: 'settled',
    total: '70.00',
    refund: { number: first.number, owed: '35.00' },
    payments: [{ amount: '35.00', tendered: '50.00' }],
  })
  const second = await back(paid.id)
  const cheaper = await exchange(second, await putAside(cable))
  expect(cheaper.body, JSON.stringify(cheaper.error)).toMatchObject({ state: 'settled' })
  expect(await held()).toEqual({ ...before, cash: before.cash + 12.9 })
  expect((await exchange(cheaper.body, await putAside(cable))).error.code).toBe('ILLEGAL_TRANSITION')
  expect(await shop.wrong()).toEqual([])
})

test('only what is left of both is rounded to coins, and the rounding of the first goes back with it', async () => {
  const [odd, even] = [await item('ODD', '17.97'), await item('EVEN', '20')]
  const before = await held()
  const refund = await back((await sold(odd, 'cash', '18')).id)
  expect((await exchange(refund, await putAside(even), '2.00')).error.code).toBe('PAID_TOO_LITTLE')
  const done = await exchange(refund, await putAside(even), '2.05')
  expect(done.body, JSON.stringify(done.error)).toMatchObject({ state: 'settled', rounding: '-0.02' })
  expect(await held()).toEqual({ ...before, cash: before.cash + 20 })
  expect(await shop.wrong()).toEqual([])
})

test('what was paid by card goes back to the card, and nothing is half done', async () => {
  const bag = await item('BAG', '40')
  const refund = await back((await sold(bag, 'card')).id)
  const sale = await putAside(bag)
  expect((await exchange(refund, sale)).error).toMatchObject({ code: 'EXCHANGE_NOT_CASH' })
  expect((await shop.call(refunds.getById, { id: refund.id })).body.state).toBe('approved')
  expect((await shop.call(sales.getById, { id: sale.id })).body.state).toBe('open')
})

test('a return and a sale at once are exchanged once', async () => {
  const hat = await item('HAT', '25')
  const refund = await back((await sold(hat)).id)
  const [one, two] = [await putAside(hat), await putAside(hat)]
  const both = await Promise.all([exchange(refund, one), exchange(refund, two)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await shop.wrong()).toEqual([])
})
