import { randomUUID } from 'node:crypto'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { transfers } from '../transfers/transfers.contract.ts'
import { branchTransfers, transitAgeing } from './travel.contract.ts'
import { bandOf, bookedTravel, onWayOf } from './travel.domain.ts'

let app: TestApp
let admin: Call
let keeperA: Call
let keeperB: Call
let till: Call
let [a, b, drawer, usd] = ['', '', '', '']
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const signIn = async () => {
  admin = (await app.signIn('admin')).call
  keeperA = (await app.signIn('keeperA')).call
  keeperB = (await app.signIn('keeperB')).call
  till = (await app.signIn('till')).call
}
const send = async (quantity: string, toCounterId: string | null = null) => {
  const { body } = await moving(keeperA, transfers.create, {
    fromBranchId: a,
    fromCounterId: null,
    toBranchId: b,
    toCounterId,
    bag: 'B-7',
    lines: [{ itemId: usd, quantity }],
  })
  return (await moving(keeperA, transfers.sendToTransit, { id: body.id, version: body.version })).body
}
const receive = (row: { id: string; version: number }, quantity: string) =>
  moving(keeperB, transfers.complete, {
    id: row.id,
    version: row.version,
    lines: [{ itemId: usd, quantity }],
  })
const later = async (by: number) => {
  app.setNow(new Date(app.services.now().getTime() + by * 86_400_000))
  await signIn()
}

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  usd = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  ;[a, b] = (await admin(branches.list, {})).body.items.map(({ id }) => id) as [string, string]
  drawer = (await admin(counters.list, {})).body.items.find(({ branchId }) => branchId === b)?.id ?? ''
  for (const [userName, workspaceId] of [
    ['keeperA', a],
    ['keeperB', b],
  ] as const)
    await app.addUser({ userName, roles: ['vault_keeper'], workspaces: [{ type: 2, workspaceId }] })
  await app.addUser({
    userName: 'till',
    roles: ['teller'],
    workspaces: [{ type: 3, workspaceId: drawer }],
  })
  await signIn()
  const lines = [{ itemId: usd, quantity: '1000', cost: '4450' }]
  expect(
    (await moving(admin, adjustments.createOpening, { branchId: a, note: 'Brought', lines })).status,
  ).toBe(200)
})
afterAll(() => app.stop())

const period = { from: '2020-01-01', to: '2099-12-31' }

test('branch transfers in detail say what left, came and differs, and that the ledger has the same', async () => {
  const whole = await send('300')
  await receive(whole, '300')
  const short = await send('200')
  expect((await receive(short, '150')).body.state).toBe('differing')
  const { rows, booked, isCut } = (await admin(branchTransfers.list, period)).body
  expect(
    rows.map((row) => [row.number, row.quantity, row.value, row.received, row.difference, row.onWay]),
  ).toEqual([
    [whole.number, '300', '1335.00', '300', '0', '0'],
    [short.number, '200', '890.00', '150', '-50', '50'],
  ])
  expect([booked, isCut]).toEqual([{ value: '2225.00', agrees: true }, false])
  // At either end of a branch, and of no other currency.
  expect((await keeperB(branchTransfers.list, { ...period, branchId: b })).body.rows).toHaveLength(2)
  const other = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'EUR')?.id ?? ''
  expect((await admin(branchTransfers.list, { ...period, itemId: other })).body.rows).toEqual([])
  const turned = await admin(branchTransfers.list, { from: period.to, to: period.from })
  expect(turned.error.code).toBe('PERIOD_TURNED')
})

test('transit is aged by whole days since it left, and what did not arrive is on the way until it is decided', async () => {
  const young = await send('100')
  await later(5)
  const { rows, booked } = (await admin(transitAgeing.list, {})).body
  expect(rows.map(({ days: age, quantity, to1, to3, to7 }) => [age, quantity, to1, to3, to7])).toEqual([
    [5, '50', null, null, '222.50'],
    [5, '100', null, null, '445.00'],
  ])
  expect(rows[1]?.number).toBe(young.number)
  expect(booked).toEqual({ value: '667.50', agrees: true })
  await receive(young, '100')
  expect((await admin(transitAgeing.list, {})).body.rows).toHaveLength(1)
})

test('a report tells nobody who is to count blind what is on its way to them', async () => {
  await moving(till, days.open, { counterId: drawer })
  const load = await send('40', drawer)
  const own = (await till(branchTransfers.list, period)).body
  expect(own.rows.map(({ number, quantity, value, onWay }) => [number, quantity, value, onWay])).toEqual([
    [load.number, null, null, null],
  ])
  expect(own.booked).toEqual({ value: '0.00', agrees: true })
  const aged = (await till(transitAgeing.list, {})).body
  expect(aged.rows.map(({ quantity, to1 }) => [quantity, to1])).toEqual([[null, null]])
})

test('the workbook has the rows of the screen, with bag and carrier', async () => {
  const { login } = await app.signIn('admin')
  const reply = await app.http.inject({
    url: `/api${branchTransfers.export.path}?${new URLSearchParams(period).toString()}`,
    headers: { authorization: `Bearer ${login.userInfo.accessToken}` },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const [head, row] = (await Array.fromAsync(streamXlsxRows(reply.rawPayload))).map(({ values }) => values)
  expect(head).toContain('Value at cost, MYR')
  expect(row?.slice(4, 7)).toEqual(['USD', 300, 1335])
  expect(row?.slice(11, 13)).toEqual(['Completed', 'B-7'])
})

test('what is on the way is what was sent and has not come, and nothing once it is settled', () => {
  const line = { quantity: '1000', received: null }
  expect(onWayOf({ state: 'inTransit', ...line })).toBe('1000')
  expect(onWayOf({ state: 'differing', quantity: '1000', received: '900' })).toBe('100')
  // More than was sent is not on the way.
  expect(onWayOf({ state: 'differing', quantity: '1000', received: '1020' })).toBe('0')
  expect(onWayOf({ state: 'returned', ...line })).toBe('0')
  expect([0, 1, 2, 3, 4, 7, 8].map(bandOf)).toEqual(['to1', 'to1', 'to3', 'to3', 'to7', 'to7', 'over7'])
  const move = { sourceId: 't', itemId: 'i', isTransit: true }
  const booked = bookedTravel(
    [
      { ...move, event: 'sent', quantity: '10', value: '44.50' },
      { ...move, event: 'sent', isTransit: false, quantity: '-10', value: '-44.50' },
      { ...move, event: 'received', quantity: '-4', value: '-17.80' },
    ],
    'sent',
  )
  expect(booked.get('t i')).toEqual({
    sentQuantity: '10',
    sentValue: '44.5',
    leftQuantity: '6',
    leftValue: '26.7',
  })
})
