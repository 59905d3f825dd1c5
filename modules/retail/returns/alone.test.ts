import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { sales } from '../sales/sales.contract.ts'
import { refunds } from './returns.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let saleId: string
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const { item, branchId, counterId, call, key, moving, modeId } = shop
  const dear = await item('DEAR', '3000.00', { kind: 'service' })
  const lines = [{ itemId: dear.id, quantity: '40' }]
  const sale = (await call(sales.create, { id: randomUUID(), branchId, counterId, lines })).body
  const payments = [{ modeId: modeId('card'), amount: sale.total }]
  saleId = (await moving(sales.settle, { ...key(sale), payments })).body.id
})
afterAll(() => app.stop())

/** A branch manager, who pays back up to 10,000.00 alone. */
async function manager(userName: string) {
  await app.addUser({
    userName,
    roles: ['branch_manager'],
    workspaces: [{ type: 2, workspaceId: shop.branchId }],
  })
  return (await app.signIn(userName)).call
}
const asked = async (by: Call, quantity: string) => {
  const draft = { id: randomUUID(), saleId, counterId: shop.counterId, reason: 'Not wanted' }
  return (await by(refunds.create, { ...draft, lines: [{ position: 1, quantity }] })).body
}

test('what one person pays back alone within a day adds up to their limit', async () => {
  const one = await manager('one')
  const first = await asked(one, '2')
  expect(first.state).toBe('approved')
  const second = await asked(one, '2')
  expect(second.state).toBe('pending')
  expect((await asked(await manager('other'), '2')).state).toBe('approved')
  // What another approved, and what was given up, is not theirs alone.
  expect((await shop.call(refunds.approve, shop.key(second))).body.state).toBe('approved')
  expect((await asked(one, '1')).state).toBe('approved')
  await one(refunds.cancel, shop.key(first))
  expect((await asked(one, '2')).state).toBe('approved')
  expect((await asked(one, '1')).state).toBe('pending')
})

test('two returns at once do not each find what the other has not made yet', async () => {
  const quick = await manager('quick')
  const made = await Promise.all(Array.from({ length: 4 }, () => asked(quick, '2')))
  expect(made.map(({ state }) => state).toSorted()).toEqual(['approved', 'pending', 'pending', 'pending'])
})

test('what was paid back more than a day ago counts no more', async () => {
  const slow = await manager('slow')
  expect((await asked(slow, '3')).state).toBe('approved')
  app.setNow(new Date(Date.now() + 86_400_000 + 60_000))
  const next = (await app.signIn('slow')).call
  expect((await asked(next, '3')).state).toBe('approved')
})
