import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { lookAtBooks, post } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stockRequests } from '../requests/requests.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { type TransferDetail, transfers } from './transfers.contract.ts'
import { transferWorkflow } from './transfers.domain.ts'

let app: TestApp
let companyId: string
let admin: Call
const call: Record<string, Call> = {}
const place: Record<string, { branchId: string; counterId: string | null }> = {}
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(by: Call | undefined, endpoint: E, input: CallOf<E>) =>
  (by as Call)(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
  const [a, b] = (await admin(branches.list, {})).body.items
  const own = (await admin(counters.list, {})).body.items
  place['A'] = { branchId: a?.id ?? '', counterId: null }
  place['B'] = { branchId: b?.id ?? '', counterId: null }
  const drawer = own.find(({ branchId }) => branchId === a?.id)?.id ?? ''
  place['A1'] = { branchId: a?.id ?? '', counterId: drawer }
  for (const [userName, at] of [
    ['keeperA', 'A'],
    ['secondA', 'A'],
    ['keeperB', 'B'],
    ['secondB', 'B'],
  ] as const) {
    await app.addUser({
      userName,
      roles: ['vault_keeper'],
      workspaces: [{ type: 2, workspaceId: place[at]?.branchId ?? '' }],
    })
    call[userName] = (await app.signIn(userName)).call
  }
  await app.addUser({ userName: 'drawer', roles: ['teller'], workspaces: [{ type: 3, workspaceId: drawer }] })
  call['drawer'] = (await app.signIn('drawer')).call
  await moving(call['drawer'], days.open, { counterId: drawer })
})
afterAll(() => app.stop())

type Lines = Record<string, string>
const linesOf = (lines: Lines) =>
  Object.entries(lines).map(([code, quantity]) => ({ itemId: id(code), quantity }))
const ends = (from: string, to: string) => ({
  fromBranchId: place[from]?.branchId ?? '',
  fromCounterId: place[from]?.counterId ?? null,
  toBranchId: place[to]?.branchId ?? '',
  toCounterId: place[to]?.counterId ?? null,
})
const opened = (at: string, code: string, quantity: string, cost: string) =>
  moving(admin, adjustments.createOpening, {
    branchId: place[at]?.branchId ?? '',
    note: 'Brought',
    lines: [{ itemId: id(code), quantity, ...(code !== 'MYR' && { cost }) }],
  })
const create = (by: string, from: string, to: string, lines: Lines, more = {}) =>
  moving(call[by], transfers.create, { ...ends(from, to), lines: linesOf(lines), ...more })
const key = ({ id: transferId, version }: { id: string; version: number }) => ({ id: transferId, version })
const sent = (by: string, row: TransferDetail) => moving(call[by], transfers.sendToTransit, key(row))
const taken = (by: string, row: TransferDetail, lines: Lines) =>
  moving(call[by], transfers.complete, { ...key(row), lines: linesOf(lines) })

/** What lies at a vault or drawer of an item: quantity, reserved, value. */
async function held(at: string, code: string) {
  const { branchId = '', counterId = null } = place[at] ?? {}
  const { lines } = (await admin(stock.list, { branchId })).body
  const line = lines.find((one) => one.itemId === id(code) && one.counterId === counterId)
  return [line?.onHand ?? '0', line?.reserved ?? '0', line?.value ?? '0.00']
}
const transit = () =>
  app.owner<{ quantity: string; value: string }>(
    `select trim_scale(sum(quantity))::text as quantity, sum(value)::numeric(20,2)::text as value
      from ledger.pool where kind = 'transit' and quantity <> 0`,
  )
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

/** What a counter sells, as the journal has it, paid through the bank: what it cost, and the gain. */
const sell = (at: string, code: string, quantity: string, proceeds: string) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute(async (db) => {
      const branchId = place[at]?.branchId ?? ''
      const { moved, gains } = await post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: settledEvent,
          source: { type: 'deal', id: randomUUIDv7() },
          businessDate: app.services.now().toISOString().slice(0, 10),
          branchId,
          lines: [
            { part: 'stock', branchId, itemId: id(code), quantity: `-${quantity}`, proceeds },
            { part: 'bank', branchId, amount: proceeds },
          ],
        },
      )
      return [moved[0], gains[0]]
    }),
  )

describe('the table of transfers', () => {
  const people = {
    maker: personOf('vault_keeper', 'maker'),
    keeper: personOf('vault_keeper', 'keeper'),
    teller: personOf('teller'),
    books: personOf('accountant'),
  }
  const record = (state: string | null) => ({
    state,
    makerIds: ['maker'],
    senderId: state === null ? null : 'maker',
    above: [] as string[],
    isDirect: false,
    differs: false,
  })

  test('between branches it is sent, and taken by another person', () => {
    walkWorkflow(
      { flow: transferWorkflow, people, record },
      `
      act            | states                   | maker            | keeper          | teller          | books
      create         | null                     | created          | created         | created         | FORBIDDEN
      approve        | pending                  | approved         | approved        | FORBIDDEN       | FORBIDDEN
      sendToTransit  | created approved         | inTransit        | inTransit       | inTransit       | FORBIDDEN
      takeOver       | created approved         | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | ILLEGAL_TRANSITION | FORBIDDEN
      complete       | inTransit                | MAKER_IS_CHECKER | completed       | completed       | FORBIDDEN
      recount        | differing                | MAKER_IS_CHECKER | completed       | completed       | FORBIDDEN
      writeOff       | differing                | completed        | completed       | FORBIDDEN       | FORBIDDEN
      claim          | differing                | completed        | completed       | FORBIDDEN       | FORBIDDEN
      rejectReceipt  | inTransit                | rejectedReceipt  | rejectedReceipt | rejectedReceipt | FORBIDDEN
      returnToSender | rejectedReceipt          | returned         | returned        | returned        | FORBIDDEN
      reject         | created pending approved | rejected         | rejected        | rejected        | FORBIDDEN
      cancel         | created pending approved | cancelled        | cancelled       | cancelled       | FORBIDDEN`,
    )
  })
})

describe('two loads on the road at once', () => {
  test('each arrives with the value with which it left', async () => {
    expect((await opened('A', 'USD', '700', '3119.43')).status).toBe(200)
    const first = (await create('keeperA', 'A', 'B', { USD: '300' })).body
    expect(first).toMatchObject({ state: 'created', kind: 'branchToBranch' })
    const one = (await sent('keeperA', first)).body
    expect(one).toMatchObject({ state: 'inTransit', value: '1336.90' })
    // Bought at 4.612.
    await opened('A', 'USD', '600', '2767.20')
    const two = (await sent('keeperA', (await create('keeperA', 'A', 'B', { USD: '350' })).body)).body
    expect(two.value).toBe('1592.41')
    expect(await held('A', 'USD')).toEqual(['650', '0', '2957.32'])
    expect(await transit()).toEqual([{ quantity: '650', value: '2929.31' }])
    expect((await taken('keeperB', two, { USD: '350' })).body.state).toBe('completed')
    expect(await held('B', 'USD')).toEqual(['350', '0', '1592.41'])
    expect(await transit()).toEqual([{ quantity: '300', value: '1336.90' }])
    // Sold at 4.655, while the first is still on its way.
    expect(await sell('B', 'USD', '120', '558.60')).toEqual(['-545.97', '12.63'])
    expect(await held('B', 'USD')).toEqual(['230', '0', '1046.44'])
    await taken('keeperB', one, { USD: '300' })
    expect(await held('B', 'USD')).toEqual(['530', '0', '2383.34'])
    expect(await transit()).toEqual([{ quantity: null, value: null }])
    expect(await wrong()).toEqual([])
  })
})

describe('the same notes promised twice', () => {
  test('a line is held against what the lines and transfers before it leave', async () => {
    await opened('A', 'EUR', '1000', '5000')
    const kept = (await create('keeperA', 'A', 'B', { EUR: '300' })).body
    expect(await held('A', 'EUR')).toEqual(['1000', '300', '5000.00'])
    const twice = [
      { itemId: id('EUR'), quantity: '400' },
      { itemId: id('EUR'), quantity: '400' },
    ]
    const { error } = await moving(call['keeperA'], transfers.create, { ...ends('A', 'B'), lines: twice })
    expect(error.invalidParams).toMatchObject([
      { field: 'lines.1.quantity', message: '800 asked, 700 available.' },
    ])
    const both = await Promise.all(['keeperA', 'secondA'].map((by) => create(by, 'A', 'B', { EUR: '400' })))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]))
    expect(await held('A', 'EUR')).toEqual(['1000', '700', '5000.00'])
    const passed = both.find(({ status }) => status === 200)?.body as TransferDetail
    const cancelled = await moving(call['keeperA'], transfers.cancel, key(passed))
    expect(cancelled.body.state).toBe('cancelled')
    expect((await create('keeperA', 'A', 'B', { EUR: '400' })).status).toBe(200)
    expect(await held('A', 'EUR')).toEqual(['1000', '700', '5000.00'])
    await moving(call['keeperB'], transfers.reject, { ...key(kept), note: 'Not needed' })
    expect(await held('A', 'EUR')).toEqual(['1000', '400', '5000.00'])
  })
})

describe('a request that is filled by several loads', () => {
  const open = async (requestId: string) => {
    const { body } = await (call['keeperB'] as Call)(stockRequests.getById, { id: requestId })
    const [line] = body.lines
    return [body.state, line?.received, line?.onItsWay, line?.open]
  }
  test('is complete when all of it is there, and what comes back is open again', async () => {
    await opened('A', 'SGD', '20000', '66000')
    const { body: request } = await moving(call['keeperB'], stockRequests.create, {
      ...ends('A', 'B'),
      lines: linesOf({ SGD: '5000' }),
    })
    const load = async (quantity: string) =>
      (
        await sent(
          'keeperA',
          (await create('keeperA', 'A', 'B', { SGD: quantity }, { requestId: request.id })).body,
        )
      ).body
    const first = await load('2000')
    await taken('keeperB', first, { SGD: '2000' })
    const second = await load('3000')
    expect(await open(request.id)).toEqual(['inPart', '2000', '3000', '0'])
    const third = await create('keeperA', 'A', 'B', { SGD: '500' }, { requestId: request.id })
    expect(third.error.invalidParams).toMatchObject([{ field: 'lines.0.quantity' }])
    const rejected = await moving(call['keeperB'], transfers.rejectReceipt, {
      ...key(second),
      note: 'Torn bag',
    })
    await moving(call['keeperA'], transfers.returnToSender, key(rejected.body))
    expect(await open(request.id)).toEqual(['inPart', '2000', '0', '3000'])
    const again = await load('3000')
    expect(await open(request.id)).toEqual(['inPart', '2000', '3000', '0'])
    await taken('keeperB', again, { SGD: '3000' })
    expect(await open(request.id)).toEqual(['completed', '5000', '0', '0'])
    expect(await wrong()).toEqual([])
  })
})

describe('a receipt', () => {
  test('that differs is decided by another than who sent and who counted it', async () => {
    await opened('A', 'GBP', '1000', '5600')
    const load = (await sent('keeperA', (await create('keeperA', 'A', 'B', { GBP: '1000' })).body)).body
    expect((await taken('secondA', load, { GBP: '900' })).error.code).toBe('OUT_OF_SCOPE')
    const short = (await taken('keeperB', load, { GBP: '900' })).body
    expect(short).toMatchObject({ state: 'differing' })
    expect(await held('B', 'GBP')).toEqual(['900', '0', '5040.00'])
    const lose = (by: string) =>
      moving(call[by], transfers.writeOff, { ...key(short), note: 'Police report 7' })
    expect((await lose('keeperA')).error.code).toBe('MAKER_IS_CHECKER')
    expect((await lose('keeperB')).error.code).toBe('MAKER_IS_CHECKER')
    // 560.00 is above what a keeper may decide on.
    expect((await lose('secondB')).error.code).toBe('ABOVE_OWN_LIMIT')
    const { body } = await moving(admin, transfers.writeOff, { ...key(short), note: 'Police report 7' })
    expect(body).toMatchObject({ state: 'completed', outcome: 'writtenOff' })
    expect(body.history.map(({ act }) => act)).toEqual(['create', 'sendToTransit', 'complete', 'writeOff'])
    expect(await wrong()).toEqual([])
  })

  test('at a drawer is counted by its teller from hand to hand, and is blind', async () => {
    await opened('A', 'THB', '50000', '6000')
    const { body } = await create('keeperA', 'A', 'A1', { THB: '8000' })
    expect(body).toMatchObject({ kind: 'branchToCounter', state: 'created' })
    const seen = (await (call['drawer'] as Call)(transfers.getById, { id: body.id })).body
    expect([seen.value, seen.lines[0]?.quantity, seen.can]).toEqual([null, null, ['takeOver', 'reject']])
    const take = (quantity: string) =>
      moving(call['drawer'], transfers.takeOver, { ...key(body), lines: linesOf({ THB: quantity }) })
    expect((await take('7000')).error.code).toBe('COUNT_DIFFERS')
    expect((await take('8000')).body).toMatchObject({ state: 'completed' })
    expect(await held('A1', 'THB')).toEqual(['8000', '0', '960.00'])
  })
})

test('three currencies in one document keep what each has cost', async () => {
  await opened('A', 'USD', '5200', '23173.90')
  await opened('A', 'JPY', '830000', '23697.45')
  await opened('A', 'MYR', '5000', '5000')
  const before = await held('A', 'USD')
  const { body } = await create('keeperA', 'A', 'B', { USD: '2000', JPY: '500000', MYR: '1500' })
  const load = (await sent('keeperA', body)).body
  expect(load.lines.map(({ value }) => value).slice(1)).toEqual(['14275.57', '1500.00'])
  expect(Number(before[0])).toBeGreaterThan(2000)
  await taken('keeperB', load, { USD: '2000', JPY: '500000', MYR: '1500' })
  expect(await held('B', 'JPY')).toEqual(['500000', '0', '14275.57'])
  expect(await held('B', 'MYR')).toEqual(['1500', '0', '1500.00'])
  expect(await wrong()).toEqual([])
})
