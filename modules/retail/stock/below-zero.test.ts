import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { items } from '../items/items.contract.ts'
import { sales } from '../sales/sales.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

const costOf = async (id: string) =>
  (
    await app.owner<{ sum: string }>(
      `select coalesce(sum(l.amount), 0)::numeric(20, 2)::text as sum from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_id = '${id}' and a.code = '5060'`,
    )
  )[0]?.sum
/** What account 1120 and the pools of goods differ by. */
const apart = async () =>
  (
    await app.owner<{ apart: string }>(
      `select ((select sum(l.amount) from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
          where a.code = '1120') - (select sum(value) from ledger.pool where kind = 'retail'))::numeric(20, 2)::text as apart`,
    )
  )[0]?.apart

test('what is sold before it is received is trued up to cost of sales when goods come', async () => {
  const { item, adjusted, sold, returned, pool } = shop
  const soon = await item('SOON', '30.00', { soldOut: 'warn' })
  await adjusted('opening', [{ itemId: soon.id, quantity: '3', cost: '72.00' }])
  const sale = await sold([{ itemId: soon.id, quantity: '5' }])
  expect([await costOf(sale.id), await pool(soon.id), await apart()]).toEqual([
    '120.00',
    '-2 / -48.00',
    '0.00',
  ])
  const { body: receipt } = await adjusted('receipt', [{ itemId: soon.id, quantity: '10', cost: '255.00' }])
  expect([await costOf(receipt.id), await pool(soon.id), await apart()]).toEqual([
    '3.00',
    '8 / 204.00',
    '0.00',
  ])
  const back = await returned(sale.id, [1, '1'])
  expect([await costOf(back.id), await pool(soon.id), await apart()]).toEqual([
    '-24.00',
    '9 / 228.00',
    '0.00',
  ])
  const never = await item('NEVER', '5.00', { soldOut: 'warn' })
  const early = await sold([{ itemId: never.id, quantity: '2' }])
  expect([await costOf(early.id), await pool(never.id), await apart()]).toEqual(['0.00', '-2 / 0.00', '0.00'])
  const { body: late } = await adjusted('receipt', [{ itemId: never.id, quantity: '20', cost: '66.00' }])
  expect([await costOf(late.id), await pool(never.id), await apart()]).toEqual(['6.60', '18 / 59.40', '0.00'])
  expect(await shop.wrong()).toEqual([])
})

test('only a sale of an item that says so goes below; the basket says how many are short', async () => {
  const { item, adjusted, parked, paid, sold, pool, call, branchId } = shop
  const warned = await item('WARNED', '10.00', { soldOut: 'warn' })
  await adjusted('opening', [{ itemId: warned.id, quantity: '1', cost: '4.00' }])
  const lines = [{ itemId: warned.id, quantity: '3' }]
  expect((await call(sales.price, { branchId, lines })).body.lines[0]?.short).toBe('2')
  await sold(lines)
  expect((await adjusted('damaged', [{ itemId: warned.id, quantity: '1' }])).error.code).toBe('SOLD_OUT')
  const { version } = (await call(items.getById, { id: warned.id })).body
  const draft = { sku: 'WARNED', name: 'WARNED', kind: 'goods' as const, unit: 'piece', price: '10.00' }
  await call(items.update, { id: warned.id, version, ...draft })
  const refused = await parked([{ itemId: warned.id, quantity: '1' }])
  expect((await paid(refused, [['card', '10.00']])).error.code).toBe('SOLD_OUT')
  expect(await pool(warned.id)).toBe('-2 / -8.00')
  const serial = { ...draft, sku: 'NO', tracking: 'serial' as const, soldOut: 'warn' as const }
  expect((await call(items.create, serial)).error.code).toBe('ALWAYS_REFUSED')
  expect((await call(items.create, { ...serial, kind: 'service' })).error.code).toBe('TRACKING_OF_GOODS')
  expect(await shop.wrong()).toEqual([])
})

test('below zero too, a sale below what the item has cost asks for another person', async () => {
  const { item, adjusted, sold, pool, branchId, counterId } = shop
  const cheap = await item('CHEAP', '5.00', { soldOut: 'warn' })
  await adjusted('opening', [{ itemId: cheap.id, quantity: '1', cost: '24.00' }])
  const workspaces = [{ type: 3 as const, workspaceId: counterId }]
  await app.addUser({ userName: 'seller', roles: ['teller'], workspaces })
  const teller = (await app.signIn('seller')).call
  const asks = async () =>
    (
      await teller(sales.price, {
        branchId,
        counterId,
        lines: [{ itemId: cheap.id, quantity: '1' }],
      })
    ).body.asks
  expect(await asks()).toEqual(['belowCost'])
  await sold([{ itemId: cheap.id, quantity: '3' }])
  expect(await pool(cheap.id)).toBe('-2 / -48.00')
  expect(await asks()).toEqual(['belowCost'])
})
