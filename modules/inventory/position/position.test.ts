import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { poolStory, position } from './position.contract.ts'
import { breakEvenOf, coverOf, worthAt } from './position.domain.ts'

let app: TestApp
let admin: Call
let branchId = ''
let itemId = ''
const opened = (quantity: string, cost: string) =>
  admin(
    adjustments.createOpening,
    { branchId, note: 'Brought', lines: [{ itemId, quantity, cost }] },
    { headers: { 'idempotency-key': randomUUID() } },
  )

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  itemId = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  await opened('1000', '4450')
  await opened('600', '2767.20')
})
afterAll(() => app.stop())

test('the average cost is told by each movement, with the pool before and after', async () => {
  const ask = { branchId, itemId, from: '2020-01-01', to: '2099-12-31' }
  const { code, rows } = (await admin(poolStory.list, ask)).body
  expect(code).toBe('USD')
  expect(rows).toMatchObject([
    {
      beforeQuantity: '0',
      beforeValue: '0.00',
      beforeCost: null,
      quantity: '1000',
      value: '4450.00',
      afterCost: '4.45000000',
    },
    {
      beforeQuantity: '1000',
      beforeCost: '4.45000000',
      quantity: '600',
      value: '2767.20',
      afterQuantity: '1600',
      afterValue: '7217.20',
      afterCost: '4.51075000',
    },
  ])
})

test('a position has what it cost, what it is worth and the rate at which it breaks even', async () => {
  const { rows } = (await admin(position.list, { branchId })).body
  const dollars = rows.find((row) => row.itemId === itemId)
  expect(dollars).toMatchObject({
    onHand: '1600',
    reserved: '0',
    inTransit: '0',
    quantity: '1600',
    cost: '4.51075000',
    breakEven: '4.51075000',
    value: '7217.20',
    share: '1.0000',
    cover: null,
  })
  expect(Number(dollars?.unrealised)).toBeCloseTo(Number(dollars?.atMid) - 7217.2, 2)
})

test('worth, break-even and cover are those of the unit in which a currency is quoted', () => {
  const yen = { quantity: '330000', value: '9421.88' }
  expect(breakEvenOf(yen, 100)).toBe('2.85511515')
  expect(worthAt(yen, '0.029', 2)).toEqual({ atMid: '9570.00', unrealised: '148.12' })
  expect(worthAt(yen, undefined, 2)).toEqual({ atMid: null, unrealised: null })
  expect([coverOf('700', '2100', 30), coverOf('700', '0', 30)]).toEqual(['10.0', null])
})
