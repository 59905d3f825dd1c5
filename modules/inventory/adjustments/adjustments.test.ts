import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { workspaces as seats } from '#modules/access/workspaces/workspaces.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { adjustments } from './adjustments.contract.ts'

let app: TestApp
let admin: Call
let branchId: string
let drawers: string[]
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  const own = (await (await app.signIn('teller')).call(counters.list, {})).body.items
  branchId = own[0]?.branchId ?? ''
  drawers = own.map((one) => one.id)
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
})
afterAll(() => app.stop())

const opening = (code: string, quantity: string, cost: string, call = admin, note = 'Brought by the owner') =>
  moving(call, adjustments.createOpening, { branchId, note, lines: [{ itemId: id(code), quantity, cost }] })
const floated = async (call: Call, fromCounterId: string | null, to: string | null, code = 'USD') => {
  const lines = [{ itemId: id(code), quantity: '1' }]
  return moving(call, adjustments.createFloat, { branchId, fromCounterId, toCounterId: to, lines })
}

test('values by place add up to what the pool has cost', async () => {
  await admin(days.open, { counterId: drawers[0] ?? '' })
  await admin(days.open, { counterId: drawers[1] ?? '' })
  expect((await opening('USD', '3', '10')).status).toBe(200)
  for (const counterId of drawers.slice(0, 2)) {
    await occupyCounter(app, admin, counterId)
    expect((await floated(admin, null, counterId)).status).toBe(200)
  }
  const { lines } = (await admin(stock.list, { branchId })).body
  const values = lines.filter(({ itemId }) => itemId === id('USD')).map(({ value }) => value)
  expect(values).toEqual(['3.33', '3.34', '3.33'])
})

test('what goes to or from a drawer in which another has a hand is no float, and neither is what is taken back', async () => {
  const [counterId = '', other = ''] = drawers
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'keeper', roles: ['vault_keeper'], workspaces })
  const keeper = (await app.signIn('keeper')).call
  await opening('CHF', '10', '50')
  const refused = { code: 'PLACE_OF_OTHERS', invalidParams: [{ field: 'toCounterId' }] }
  expect((await floated(keeper, null, counterId, 'CHF')).error).toMatchObject(refused)
  await occupyCounter(app, admin, counterId)
  const { body: made } = await floated(admin, null, counterId, 'CHF')
  expect(made.can).toEqual(['reverse'])
  const key = { id: made.id, version: made.version, note: 'Not asked for' }
  const seen = async () => (await keeper(adjustments.getById, { id: made.id })).body.can
  expect(await seen()).toEqual([])
  expect((await moving(keeper, adjustments.reverse, key)).error.code).toBe('PLACE_OF_OTHERS')
  // Two who sit at one counter: the one does not know what the other puts there.
  expect((await keeper(seats.switch, { type: 3, workspaceId: counterId })).status).toBe(200)
  for (const call of [keeper, admin])
    expect((await floated(call, null, counterId, 'CHF')).error).toMatchObject(refused)
  expect((await moving(keeper, adjustments.reverse, key)).error.code).toBe('PLACE_OF_OTHERS')
  await occupyCounter(app, admin, other)
  await occupyCounter(app, keeper, counterId)
  expect((await floated(keeper, counterId, other, 'CHF')).error).toMatchObject(refused)
  expect(await seen()).toEqual(['reverse'])
  expect((await moving(keeper, adjustments.reverse, key)).body.state).toBe('reversed')
})

test('opening stock above the limit of a person is refused with who may, in one piece or in parts, and so is its reversal', async () => {
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  const head = (await app.signIn('head')).call
  const much = await opening('EUR', '1000000', '5000000', head)
  expect([much.error.code, much.error.message]).toEqual([
    'OVER_LIMIT_ASK',
    'This is above your limit of 5,000.00. It can be done by: Company administrator.',
  ])
  expect((await opening('EUR', '600', '3000', head)).status).toBe(200)
  expect((await opening('EUR', '600', '3000', head)).error.code).toBe('OVER_LIMIT_ASK')
  expect((await opening('EUR', '400', '2000', head)).status).toBe(200)
  const { body } = await opening('EUR', '1200', '6000')
  const key = { id: body.id, version: body.version, note: 'Twice' }
  expect((await moving(head, adjustments.reverse, key)).error.code).toBe('OVER_LIMIT_ASK')
  // A branch that trades has begun: what is added later has a reason.
  const { error } = await opening('EUR', '1', '5', admin, ' ')
  expect(error.invalidParams).toMatchObject([{ field: 'note' }])
})

const mayNot = async (answer: Promise<{ status: number; error: { code: string | number } }>) => {
  const { status, error } = await answer
  return status === 200 ? 'posted' : String(error.code)
}
const manager = async (userName: string) => {
  await app.addUser({ userName, roles: ['branch_manager'], workspaces: [{ type: 2, workspaceId: branchId }] })
  return (await app.signIn(userName)).call
}
const reversed = (call: Call, { id: adjustmentId, version }: { id: string; version: number }) =>
  moving(call, adjustments.reverse, { id: adjustmentId, version, note: 'Twice' })

test('a limit goes by the mid rate where the cost that is typed is below it', async () => {
  const low = await manager('low')
  expect(await mayNot(opening('GBP', '10000', '1', low))).toBe('OVER_LIMIT_ASK')
  expect(await mayNot(opening('GBP', '1', '6000', low))).toBe('OVER_LIMIT_ASK')
  const { body } = await opening('GBP', '1000000', '1')
  expect(await mayNot(reversed(low, body))).toBe('OVER_LIMIT_ASK')
  // A float of what was typed in so cheaply, too.
  const counterId = drawers[0] ?? ''
  const lines = [{ itemId: id('GBP'), quantity: '900000' }]
  const float = { branchId, fromCounterId: null, toCounterId: counterId, lines }
  await occupyCounter(app, low, counterId)
  expect(await mayNot(moving(low, adjustments.createFloat, float))).toBe('OVER_LIMIT_ASK')
  expect(await mayNot(reversed(admin, body))).toBe('posted')
})

test('what one person opens and takes back within a day adds up to their limit', async () => {
  const both = await manager('both')
  const [one, other] = [await opening('SGD', '100', '2000'), await opening('SGD', '100', '2000')]
  expect(await mayNot(opening('SGD', '100', '3000', both))).toBe('posted')
  expect(await mayNot(reversed(both, one.body))).toBe('posted')
  expect(await mayNot(reversed(both, other.body))).toBe('OVER_LIMIT_ASK')
  expect(await mayNot(opening('SGD', '1', '4', both))).toBe('OVER_LIMIT_ASK')
  expect(await mayNot(reversed(await manager('second'), other.body))).toBe('posted')
})

test('two openings at once do not each find what the other has not posted yet', async () => {
  const quick = await manager('quick')
  const found = await Promise.all(
    Array.from({ length: 4 }, () => mayNot(opening('SGD', '100', '3000', quick))),
  )
  expect(found.toSorted()).toEqual(['OVER_LIMIT_ASK', 'OVER_LIMIT_ASK', 'OVER_LIMIT_ASK', 'posted'])
})

test('a reversal takes the later of the dates of what it undoes and of the places that it touches', async () => {
  const [early = '', late = ''] = drawers.toSorted()
  for (const counterId of [early, late]) {
    const { day } = (await admin(days.current, { counterId })).body
    const lines = [...ids.values()].map((itemId) => ({ itemId, quantity: '0', pieces: [] }))
    const notes = lines.map((line) => (line.itemId === id('USD') ? dollar(line.itemId) : line))
    const closed = await admin(days.close, { id: day?.id ?? '', version: day?.version ?? 0, lines: notes })
    expect(closed.body.state).toBe('closed')
  }
  const tomorrow = new Date(Date.now() + 86_400_000)
  const lines = [dollar(id('USD'))]
  await admin(days.open, { counterId: late, lines })
  app.setNow(tomorrow)
  admin = (await app.signIn('admin')).call
  const { body: next } = await admin(days.open, { counterId: early, lines })
  await occupyCounter(app, admin, early)
  const { body: float } = await floated(admin, early, null)
  expect(float.businessDate).toBe(next.businessDate)
  const { id: floatId, version } = float
  const undone = await moving(admin, adjustments.reverse, { id: floatId, version, note: 'Not there' })
  expect(undone.body.state).toBe('reversed')
  const dates = await app.owner<{ date: string }>(
    `select business_date::text as date from ledger.entry where source_id = $1`,
    [floatId],
  )
  expect(dates).toEqual([{ date: next.businessDate }, { date: next.businessDate }])
})

const dollar = (itemId: string) => ({
  itemId,
  pieces: [{ kind: 'note' as const, faceValue: '1', count: 1 }],
})
