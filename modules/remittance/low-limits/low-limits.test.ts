import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { lowLimits } from './low-limits.contract.ts'

let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>

beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, {
    clock: { now: new Date('2026-11-25T02:00:00Z') },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
})
afterAll(() => app.stop())

/** What is said of low balances; the list is answered bare. */
const told = async () => {
  const { body } = await payouts.admin(messages.list)
  const all = body as unknown as (typeof body)['items']
  return all.filter(({ title }) => title === 'A provider balance is low').map(({ content }) => content)
}

test('a balance below its limit is said once, with the limit as its currency is written, until it is filled', async () => {
  const { admin, providerId, order, topUp, balance } = payouts
  expect((await admin(lowLimits.create, { providerId, amount: '5000000' })).status).toBe(200)
  expect((await topUp('5500000')).status).toBe(200)
  expect(await told()).toEqual([])
  await order('1000000', 'gets')
  const low = ['Less than 5000000.00 IDR is available with Islands Payout.']
  expect(await told()).toEqual(low)
  await order('1500000', 'gets')
  expect(await told()).toEqual(low)
  expect((await topUp('9000000')).status).toBe(200)
  expect(await balance()).toEqual([14_500_000, 2_500_000, 12_000_000])
  expect(await told()).toEqual([])
})

test('a limit says at once what it makes low, and takes it back when it is lowered or gone', async () => {
  const { admin, providerId } = payouts
  const [limit] = (await admin(lowLimits.list, {})).body.items
  const { id = '', version = 0 } = limit ?? {}
  const raised = (await admin(lowLimits.update, { id, version, providerId, amount: '12000001' })).body
  const low = ['Less than 12000001.00 IDR is available with Islands Payout.']
  expect(await told()).toEqual(low)
  const off = (await admin(lowLimits.disable, { id, version: raised.version })).body
  expect(await told()).toEqual([])
  const on = (await admin(lowLimits.enable, { id, version: off.version })).body
  expect(await told()).toEqual(low)
  expect((await admin(lowLimits.delete, { id, version: on.version })).status).toBe(200)
  expect(await told()).toEqual([])
})
