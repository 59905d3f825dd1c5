import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { orders } from '../orders/orders.contract.ts'
import { payoutBatches } from './payout-batches.contract.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>
let releaser: Session
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, {
    clock,
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
  await app.addUser({
    userName: 'release',
    roles: ['accountant'],
    workspaces: [{ type: 2 as const, workspaceId: payouts.branchId }],
  })
  releaser = await app.signIn('release')
})
afterAll(() => app.stop())

const file = (rows: readonly string[], name = 'results.csv') =>
  new File([['reference,status,reason', ...rows].join('\r\n')], name, { type: 'text/csv' })
const read = async (rows: readonly string[], name?: string) => {
  const { providerId, session } = payouts
  return (await session.send(payoutBatches.readResults, { providerId }, file(rows, name))).body
}
const batchNow = async ({ id }: { id: string }) => (await payouts.admin(payoutBatches.getById, { id })).body

test('half a batch: a missing item is neither paid nor failed, and a file read again changes nothing', async () => {
  const { admin, moving, order, balance, providerId } = payouts
  expect((await payouts.topUp('10000000')).status).toBe(200)
  const five = []
  for (const amount of ['1250000', '980500', '2000000', '455250', '3100000'])
    five.push(await order(amount, 'gets'))
  expect(five.map(({ state }) => state)).toEqual(Array.from(five, () => 'queued'))
  const made = (await admin(payoutBatches.create, { providerId })).body
  expect(made).toMatchObject({ state: 'open', count: 5, total: '7785750.00' })
  // No item in two.
  expect((await admin(payoutBatches.create, { providerId })).body.count).toBe(0)
  const closed = (await admin(payoutBatches.close, key(made))).body
  expect(closed).toMatchObject({ state: 'closed', valueDay: '2026-11-25' })
  expect((await admin(payoutBatches.approve, key(closed))).error.code).toBe('MAKER_IS_CHECKER')
  const released = await releaser.call(payoutBatches.approve, key(closed))
  expect(released.error?.code).toBeUndefined()
  const approved = released.body
  expect(approved.state).toBe('approved')
  const sent = (await moving(payoutBatches.send, key(approved))).body
  expect(sent.state).toBe('sent')
  // Who takes files is not asked about one of them.
  expect(await payouts.look(five[0] ?? { id: '' })).toMatchObject({ state: 'sent', isAskable: false })
  expect((await admin(orders.ask, { id: five[0]?.id ?? '' })).error.code).toBe('ANSWERS_BY_FILE')
  expect((await moving(payoutBatches.send, key(sent))).error.code).toBe('ILLEGAL_TRANSITION')

  const [one, two, three, four, last] = five.map(({ number }) => number)
  const first = [`${one},paid,`, `${two},paid,`, `${three},rejected,AC01`]
  expect(await read(first)).toMatchObject({ count: 3, applied: 3 })
  expect(await balance()).toEqual([7_769_500, 3_555_250, 4_214_250])
  expect((await batchNow(sent)).state).toBe('acknowledged')
  expect((await batchNow(sent)).items.map(({ result }) => result)).toEqual([
    'paid',
    'paid',
    'rejected',
    '',
    '',
  ])
  const second = [`${four},paid,`, `${last},rejected,AC04`]
  expect(await read(second)).toMatchObject({ applied: 2 })
  expect(await balance()).toEqual([7_314_250, 0, 7_314_250])
  expect((await batchNow(sent)).state).toBe('settled')
  expect(await read(first)).toMatchObject({ count: 3, applied: 0, passed: 3 })
  expect(await read(first, 'results of another name.csv')).toMatchObject({ applied: 0, passed: 3 })

  // Only what was rejected goes again, after it was confirmed.
  for (const at of [2, 4]) {
    const rejected = await payouts.look(five[at] ?? { id: '' })
    expect((await admin(orders.sendAgain, key(rejected))).body.state).toBe('queued')
  }
  const again = (await admin(payoutBatches.create, { providerId })).body
  expect(again.items.map(({ reference }) => reference)).toEqual([`${three}-2`, `${last}-2`])
  expect(again.total).toBe('5100000.00')
  expect(await read(first)).toMatchObject({ applied: 0, passed: 3 })
  const wrong = await inCompany(payouts.companyId, async () =>
    (await lookAtBooks(app.services.db)).filter((found) => found.wrong > 0),
  )
  expect(wrong).toEqual([])
})

test('with a fault in any line nothing of a file is taken', async () => {
  const found = await read(['R-1,paid,', 'R-2,perhaps,', ',paid,'])
  expect(found).toMatchObject({ applied: 0, unknown: 0 })
  expect(found.faults.map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
    [3, 'status', 'NOT_A_CHOICE'],
    [4, 'reference', 'REQUIRED'],
  ])
})

test('what is in an approved batch is what was closed', async () => {
  const { admin, moving } = payouts
  const [open] = (await admin(payoutBatches.list, {})).body.items.filter(({ count }) => count === 2)
  const closed = (await admin(payoutBatches.close, key(open ?? { id: '', version: 0 }))).body
  const [item] = closed.items
  await app.owner(`update remittance.payout_order set gets = gets + 1 where id = '${item?.orderId}'`)
  expect((await releaser.call(payoutBatches.approve, key(closed))).error.code).toBe('BATCH_CHANGED')
  await app.owner(`update remittance.payout_order set gets = gets - 1 where id = '${item?.orderId}'`)
  const back = (await releaser.call(payoutBatches.reject, { ...key(closed), note: 'One too many' })).body
  expect(back.state).toBe('open')
  const less = (await admin(payoutBatches.takeOut, { ...key(back), orderId: item?.orderId ?? '' })).body
  expect(less.count).toBe(1)
  expect((await payouts.look({ id: item?.orderId ?? '' })).state).toBe('queued')
  const gone = (await moving(payoutBatches.cancel, key(less))).body
  expect(gone).toMatchObject({ state: 'cancelled', count: 0 })
})
