import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { days } from '../days/days.contract.ts'
import { dayReports } from './day-reports.contract.ts'

let app: TestApp
let teller: Session
let admin: Session
let till: Awaited<ReturnType<typeof openTill>>
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  teller.call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
  admin = await app.signIn('admin')
  till = await openTill(app, teller, { cash: '6000', stock: { USD: ['1000', '3000'] } })
})
afterAll(() => app.stop())

async function dealt(side: 'buy' | 'sell', quantity: string) {
  const lines = [{ side, currencyId: till.id('USD'), quantity }]
  const made = await moving(deals.create, { lines, upTo: 'settle' } as CallOf<typeof deals.create>)
  expect(made.body.state, JSON.stringify(made.body.gates ?? made.error)).toBe('settled')
  return made.body
}

test('the day of a counter begins with what lay there, says what moved, and ends with what was counted', async () => {
  const { day } = (await teller.call(days.current, {})).body
  const dayId = day?.id ?? ''
  const [one, two, three] = [await dealt('sell', '400'), await dealt('buy', '300'), await dealt('buy', '200')]
  // Who is to count it blind learns nothing of what should lie there.
  const blind = (await teller.call(dayReports.list, { dayId })).body
  expect(blind.isBlind).toBe(true)
  expect(JSON.stringify(blind)).not.toMatch(/1100|1500/)
  const open = (await admin.call(dayReports.list, { dayId })).body
  const usd = open.drawer.find(({ code }) => code === 'USD')
  expect(usd).toMatchObject({
    opening: '0.00',
    // 1,000 were brought in, 500 bought.
    quantityIn: '1500.00',
    quantityOut: '400.00',
    held: '1100.00',
    counted: null,
    difference: null,
  })
  const money = open.drawer.find(({ code }) => code === open.local)
  const net = [one, two, three].reduce((sum, deal) => sum + Number(deal.net), 0)
  expect(Number(money?.held)).toBeCloseTo(6000 + net, 2)
  expect(
    open.happened.filter(({ code }) => code === 'USD').map(({ event, count }) => [event, count]),
  ).toContainEqual(['deal.settled', 3])

  const held = (code: string) => Number(open.drawer.find((row) => row.code === code)?.held ?? 0)
  const count = async (key: { id: string; version: number }) =>
    moving(days.close, {
      ...key,
      isZeroConfirmed: true,
      lines: open.drawer.map(({ itemId, code }) => ({
        itemId,
        pieces: [
          code === 'USD'
            ? { kind: 'note' as const, faceValue: '1', count: 1099 }
            : { kind: 'coin' as const, faceValue: '0.05', count: Math.round(held(code) * 20) },
        ],
      })),
    })
  let closed = await count({ id: dayId, version: day?.version ?? 1 })
  expect(closed.status, JSON.stringify(closed.error)).toBe(200)
  if (closed.body.isRecount) {
    const { id, version } = closed.body
    closed = await count({ id, version })
  }
  expect(closed.body.state).toBe('closed')
  expect((await teller.call(dayReports.list, { dayId })).body).toMatchObject({ isBlind: true, earned: [] })
  const done = (await admin.call(dayReports.list, { dayId })).body
  expect(done.earned.map(({ account }) => account.slice(0, 4))).toContain('4000')
  expect(done.drawer.find(({ code }) => code === 'USD')).toMatchObject({
    held: '1100.00',
    counted: '1099.00',
    difference: '-1.00',
  })
  expect(done.day).toMatchObject({ state: 'closed' })
  // Once it is decided, who counted may know; who is to take the drawer over counts it first.
  await app.owner(
    `update inventory.count set state = 'processed', ended_at = now() where day_id = '${dayId}'`,
  )
  expect((await teller.call(dayReports.list, { dayId })).body).toMatchObject({ isBlind: false })
  const workspaces = [{ type: 3 as const, workspaceId: till.counterId }]
  await app.addUser({ userName: 'next', roles: ['teller'], workspaces })
  const next = (await (await app.signIn('next')).call(dayReports.list, { dayId })).body
  expect(next.isBlind).toBe(true)
  expect(JSON.stringify(next)).not.toMatch(/1099|1100/)
  expect((await teller.call(dayReports.export, { dayId })).status).toBe(200)
})

test('a day elsewhere is not there', async () => {
  const { items } = (await admin.call(days.list, { pageSize: 100 })).body
  const foreign = items.find(({ branchId }) => branchId !== till.branchId)
  const answer = await teller.call(dayReports.list, { dayId: foreign?.id ?? randomUUID() })
  expect(answer.error.code).toBe('NOT_FOUND')
  expect((await admin.call(dayReports.list, { dayId: items[0]?.id ?? '' })).status).toBe(200)
})
