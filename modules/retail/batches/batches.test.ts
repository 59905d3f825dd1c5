import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { items } from '../items/items.contract.ts'
import { refunds } from '../returns/returns.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { retailExpiry } from './batches.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

const batch = (code: string, quantity: string, expiresOn?: string) => ({
  code,
  quantity,
  ...(expiresOn && { expiresOn }),
})
/** An item with 4 of K1, which ends on 30 November, and 5 of K2, which ends on 31 January; at 07:30 of a day there. */
async function stocked(sku: string, day: string) {
  await shop.goTo('2026-11-20')
  const item = await shop.item(sku, '2.00', { tracking: 'batch' })
  await shop.adjusted('receipt', [
    {
      itemId: item.id,
      quantity: '9',
      cost: '9.00',
      batches: [batch('K1', '4', '2026-11-30'), batch('K2', '5', '2027-01-31')],
    },
  ])
  await shop.goTo(day)
  const before = new Date(`${day}T00:00:00Z`).getTime() - 30 * 60_000
  app.setNow(new Date(before))
  return item
}
const half = async (itemId: string, quantity: string) => {
  const sale = await shop.parked([{ itemId, quantity }])
  return shop.paid(sale, [['card', sale.total]])
}
const found = async (code: string) =>
  (await shop.call(items.getByBarcode, { code, branchId: shop.branchId })).body
const left = async (sku: string) =>
  (await shop.call(retailExpiry.list, {})).body.rows
    .filter((row) => row.sku === sku)
    .map(({ batch: code, quantity, state }) => `${code} ${quantity} ${state}`)

test('on its last day there a batch is sold, before one that expires later, and both are kept with the sale', async () => {
  const item = await stocked('LAST', '2026-11-30')
  expect(await found('LAST')).toMatchObject({ available: '9', batches: [{ code: 'K1' }, { code: 'K2' }] })
  expect(await left('LAST')).toEqual(['K1 4 sellable', 'K2 5 sellable'])
  const lines = [{ itemId: item.id, quantity: '6' }]
  const priced = await shop.call(sales.price, { branchId: shop.branchId, lines })
  const both = [
    { code: 'K1', expiresOn: '2026-11-30', quantity: '4' },
    { code: 'K2', expiresOn: '2027-01-31', quantity: '2' },
  ]
  expect(priced.body.lines[0]?.batches).toEqual(both)
  const { body } = await half(item.id, '6')
  expect(body.lines[0]?.batches).toEqual(both)
  expect(await left('LAST')).toEqual(['K2 3 sellable'])
  const { counterId } = shop
  const back = await shop.returned(body.id, [1, '3'])
  expect(back.lines[0]?.batches.map(({ code, quantity }) => `${code} ${quantity}`)).toEqual(['K1 1', 'K2 2'])
  expect(await left('LAST')).toEqual(['K1 1 sellable', 'K2 5 sellable'])
  const again = (await shop.call(refunds.getReturnable, { number: body.number, counterId })).body.lines[0]
  expect(again?.batches.map(({ code, quantity }) => `${code} ${quantity}`)).toEqual(['K1 3'])
})

test('more than all batches have together is refused, with what they have', async () => {
  const item = await stocked('MORE', '2026-11-30')
  const { error } = await half(item.id, '10')
  expect([error.code, error.invalidParams[0]?.field]).toEqual(['SOLD_OUT', 'lines.0.quantity'])
  expect(error.invalidParams[0]?.message).toContain('9')
  expect(await left('MORE')).toEqual(['K1 4 sellable', 'K2 5 sellable'])
})

test('the day after its last a batch is expired in search, proposal, sale and report alike', async () => {
  const item = await stocked('AFTER', '2026-12-01')
  expect(await found('AFTER')).toMatchObject({ available: '5', batches: [{ code: 'K2', quantity: '5' }] })
  const lines = [{ itemId: item.id, quantity: '6' }]
  const priced = await shop.call(sales.price, { branchId: shop.branchId, lines })
  expect(priced.body.lines[0]).toMatchObject({ short: '1', batches: [{ code: 'K2', quantity: '5' }] })
  const { error } = await half(item.id, '6')
  expect([error.code, error.invalidParams[0]?.message]).toEqual(['SOLD_OUT', expect.stringContaining('5')])
  const named = await shop.parked([
    { itemId: item.id, quantity: '1', batches: [{ code: 'k1', quantity: '1' }] },
  ])
  expect((await shop.paid(named, [['card', '2.00']])).error.code).toBe('BATCH_EXPIRED')
  expect(await left('AFTER')).toEqual(['K1 4 expired', 'K2 5 sellable'])
  const out = await shop.adjusted('expired', [
    { itemId: item.id, quantity: '4', batches: [batch('K1', '4')] },
  ])
  expect(out.body.lines[0]?.batches).toEqual([{ code: 'K1', expiresOn: '2026-11-30', quantity: '4' }])
  expect(await left('AFTER')).toEqual(['K2 5 sellable'])
})

test('a receipt names its batches, each with one last day', async () => {
  const item = await stocked('NAMED', '2026-11-25')
  const plain = await shop.item('NOBATCH', '2.00')
  const fault = async (itemId: string, quantity: string, ...batches: ReturnType<typeof batch>[]) => {
    const { error } = await shop.adjusted('receipt', [{ itemId, quantity, cost: '1.00', batches }])
    return [error.code, error.invalidParams[0]?.field]
  }
  expect(await fault(item.id, '2')).toEqual(['BATCHES_SUM', 'lines.0.batches'])
  expect(await fault(item.id, '2', batch('K9', '2'))).toEqual(['BATCH_DATE_MISSING', 'lines.0.expiresOn'])
  expect(await fault(item.id, '2', batch(' k1', '2', '2026-12-24'))).toEqual([
    'BATCH_OTHER_DATE',
    'lines.0.expiresOn',
  ])
  expect(await fault(plain.id, '2', batch('K1', '2', '2026-12-24'))).toEqual([
    'BATCHES_NOT_KEPT',
    'lines.0.batches',
  ])
  const more = await shop.adjusted('receipt', [
    { itemId: item.id, quantity: '2', cost: '1.00', batches: [batch('ｋ１', '2')] },
  ])
  expect(more.body.state).toBe('posted')
  expect(await left('NAMED')).toEqual(['K1 6 sellable', 'K2 5 sellable'])
})
