import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stockLimits } from '../limits/limits.contract.ts'
import { type TransferDetail, transfers } from '../transfers/transfers.contract.ts'
import { alertJobs } from './alerts.server.ts'
import { position } from '../position/position.contract.ts'
import { limitReads, limitUses } from './shortages.contract.ts'

let app: TestApp
let admin: Call
const call: Record<string, Call> = {}
const place: Record<string, string> = {}
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(by: Call | undefined, endpoint: E, input: CallOf<E>) =>
  (by as Call)(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
  const [a, b] = (await admin(branches.list, {})).body.items
  for (const [name, userName, branch] of [
    ['A', 'keeperA', a],
    ['B', 'keeperB', b],
  ] as const) {
    place[name] = branch?.id ?? ''
    await app.addUser({
      userName,
      roles: ['vault_keeper'],
      workspaces: [{ type: 2, workspaceId: branch?.id ?? '' }],
    })
    call[userName] = (await app.signIn(userName)).call
  }
})
afterAll(() => app.stop())

const opened = (at: string, code: string, quantity: string, cost: string) =>
  moving(admin, adjustments.createOpening, {
    branchId: place[at] ?? '',
    note: 'Brought',
    lines: [{ itemId: id(code), quantity, cost }],
  })
const limited = (at: string | null, code: string, fields: Record<string, string>) =>
  admin(stockLimits.update, {
    regionId: null,
    branchId: at && (place[at] ?? ''),
    counterId: null,
    lines: [
      {
        itemId: id(code),
        unit: 'units',
        act: 'block',
        minimum: null,
        target: null,
        maximum: null,
        bundle: null,
        ...fields,
      },
    ],
  })
const create = (code: string, quantity: string) =>
  moving(call['keeperA'], transfers.create, {
    fromBranchId: place['A'] ?? '',
    fromCounterId: null,
    toBranchId: place['B'] ?? '',
    toCounterId: null,
    lines: [{ itemId: id(code), quantity }],
  })
const key = ({ id: transferId, version }: TransferDetail) => ({ id: transferId, version })
const send = async (code: string, quantity: string) =>
  (await moving(call['keeperA'], transfers.sendToTransit, key((await create(code, quantity)).body))).body
const use = async (code: string) =>
  (await admin(limitUses.list, { branchId: place['B'] ?? '' })).body.lines.find(
    ({ itemId, counterId }) => itemId === id(code) && counterId === null,
  )
const nightly = async () => {
  for (const job of alertJobs) await job.run({}, app)
}
const alerts = async (by: string) =>
  (
    (await (call[by] as Call)(messages.list, { page: 1, pageSize: 50 })).body as unknown as {
      content: string
    }[]
  )
    .map(({ content }) => content)
    .filter((content) => content.includes('EUR'))

test('what is on the way counts: a receiver takes no more than its maximum', async () => {
  await opened('A', 'USD', '50000', '222500')
  await opened('B', 'USD', '6000', '26700')
  expect((await limited('B', 'USD', { maximum: '10000' })).status).toBe(200)
  const first = await send('USD', '3000')
  const { error } = await create('USD', '3000')
  expect(error.code).toBe('ABOVE_MAXIMUM')
  expect(error.invalidParams).toMatchObject([
    {
      field: 'lines.0.quantity',
      message: '9000 held there or on the way, 1000 more can be sent: 2000 too many.',
    },
  ])
  expect((await create('USD', '1001')).error.code).toBe('ABOVE_MAXIMUM')
  expect((await send('USD', '1000')).state).toBe('inTransit')
  const rejected = await moving(call['keeperB'], transfers.rejectReceipt, { ...key(first), note: 'Torn bag' })
  await moving(call['keeperA'], transfers.returnToSender, key(rejected.body))
  expect((await create('USD', '3000.01')).error.code).toBe('ABOVE_MAXIMUM')
  expect((await create('USD', '3000')).status).toBe(200)
})

test('two loads at once do not take the same room', async () => {
  await opened('A', 'SGD', '5000', '16500')
  await limited('B', 'SGD', { maximum: '1000' })
  const both = await Promise.all([create('SGD', '800'), create('SGD', '800')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
})

test('a shortage is suggested once while it travels, under one alert that ends with the shortage', async () => {
  await opened('A', 'EUR', '20000', '92600')
  await opened('B', 'EUR', '2000', '9260')
  await limited('A', 'EUR', { target: '10000' })
  await limited('B', 'EUR', { minimum: '5000', target: '8000', bundle: '1000' })
  await nightly()
  expect(await alerts('keeperA')).toEqual([])
  expect(await alerts('keeperB')).toHaveLength(1)
  const mend = { fromBranchId: place['A'] }
  expect(await use('EUR')).toMatchObject({
    beyond: 'minimum',
    onHand: '2000',
    coming: '0',
    mend: { ...mend, quantity: '6000' },
  })
  const load = await send('EUR', '6000')
  await nightly()
  await nightly()
  const onTheWay = await use('EUR')
  expect(onTheWay).toMatchObject({ beyond: 'minimum', onHand: '2000', coming: '6000', mend: null })
  expect(await alerts('keeperB')).toHaveLength(1)
  const rejected = await moving(call['keeperB'], transfers.rejectReceipt, { ...key(load), note: 'Torn bag' })
  await moving(call['keeperA'], transfers.returnToSender, key(rejected.body))
  await nightly()
  const again = await use('EUR')
  expect(again).toMatchObject({ since: onTheWay?.since, mend: { ...mend, quantity: '6000' } })
  expect(await alerts('keeperB')).toHaveLength(1)
  const second = await send('EUR', '6000')
  await moving(call['keeperB'], transfers.complete, {
    ...key(second),
    lines: [{ itemId: id('EUR'), quantity: '6000', pieces: [] }],
  })
  await nightly()
  expect(await use('EUR')).toMatchObject({ onHand: '8000', coming: '0', beyond: null, since: null })
  expect(await alerts('keeperB')).toEqual([])
})

test('what is used of a maximum counts what is on its way, in the report and in the position', async () => {
  await opened('A', 'CHF', '5000', '22500')
  await opened('B', 'CHF', '2000', '9000')
  await limited('B', 'CHF', { maximum: '8000' })
  await send('CHF', '2000')
  const { rows } = (await admin(limitReads.list, { branchId: place['B'] ?? '' })).body
  expect(rows.find(({ code }) => code === 'CHF')).toMatchObject({
    onHand: '2000',
    coming: '2000',
    maximum: '8000',
    minimum: null,
    used: '0.5000',
    beyond: null,
  })
  const used = async (branch?: string) =>
    (await admin(position.list, branch ? { branchId: place[branch] ?? '' } : {})).body.rows.find(
      ({ itemId }) => itemId === id('CHF'),
    )?.limitUse
  expect([await used('B'), await used('A'), await used()]).toEqual(['0.5000', null, '0.5000'])
})
