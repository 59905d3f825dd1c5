import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { transfers } from '../transfers/transfers.contract.ts'
import { stockLimits } from './limits.contract.ts'

let app: TestApp
let admin: Call
let keeper: Call
let drawer: Call
let branchId: string
let counterId: string
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
  const [counter] = (await admin(counters.list, {})).body.items
  branchId = counter?.branchId ?? ''
  counterId = counter?.id ?? ''
  const at = (type: 2 | 3, workspaceId: string) => ({ workspaces: [{ type, workspaceId }] })
  await app.addUser({ userName: 'keeper', roles: ['vault_keeper'], ...at(2, branchId) })
  await app.addUser({ userName: 'drawer', roles: ['teller'], ...at(3, counterId) })
  keeper = (await app.signIn('keeper')).call
  drawer = (await app.signIn('drawer')).call
  await moving(drawer, days.open, { counterId })
  await occupyCounter(app, keeper, counterId)
  const lines = ['USD', 'EUR'].map((code) => ({ itemId: id(code), quantity: '5000', cost: '20000' }))
  await moving(admin, adjustments.createOpening, { branchId, note: 'Brought', lines })
})
afterAll(() => app.stop())

const limited = (code: string | null, maximum: string | null, act: 'block' | 'warn' = 'block') =>
  admin(stockLimits.update, {
    regionId: null,
    branchId: null,
    counterId,
    lines: [
      {
        itemId: code && id(code),
        unit: code ? 'units' : 'local',
        act,
        minimum: null,
        target: null,
        maximum,
        bundle: null,
      },
    ],
  })
const floated = (from: string | null, to: string | null, code: string, quantity: string) =>
  moving(keeper, adjustments.createFloat, {
    branchId,
    fromCounterId: from,
    toCounterId: to,
    lines: [{ itemId: id(code), quantity }],
  })
const lying = async (code: string) => {
  const { lines } = (await admin(stock.list, { branchId })).body
  return lines.find((one) => one.itemId === id(code) && one.counterId === counterId)?.onHand ?? '0'
}

test('a float brings a drawer no more than its maximum', async () => {
  expect((await limited('USD', '300')).status).toBe(200)
  expect((await floated(null, counterId, 'USD', '200')).status).toBe(200)
  const { error } = await floated(null, counterId, 'USD', '101')
  expect(error).toMatchObject({ code: 'ABOVE_MAXIMUM', invalidParams: [{ field: 'lines.0.quantity' }] })
  expect(await lying('USD')).toBe('200')
  expect((await floated(null, counterId, 'USD', '100')).status).toBe(200)
  expect((await floated(counterId, null, 'USD', '250')).status).toBe(200)
  await limited('USD', '10', 'warn')
  expect((await floated(null, counterId, 'USD', '20')).status).toBe(200)
})

test('a float is held against the cap on all cash of a drawer', async () => {
  await limited(null, '500')
  const { error } = await floated(null, counterId, 'USD', '2000')
  expect(error.code).toBe('ABOVE_CASH_CAP')
  await limited(null, null)
})

test('what is taken over from hand to hand is held against the maximum of then, without itself', async () => {
  const ends = { fromBranchId: branchId, fromCounterId: null, toBranchId: branchId, toCounterId: counterId }
  const lines = [{ itemId: id('EUR'), quantity: '100' }]
  const { body } = await moving(keeper, transfers.create, { ...ends, lines })
  const take = () => moving(drawer, transfers.takeOver, { id: body.id, version: body.version, lines })
  await limited('EUR', '99')
  expect((await take()).error.code).toBe('ABOVE_MAXIMUM')
  await limited('EUR', '100')
  expect((await take()).body.state).toBe('completed')
  expect(await lying('EUR')).toBe('100')
})
