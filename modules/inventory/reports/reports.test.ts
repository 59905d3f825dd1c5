import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { post, type PostingLine, sealBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { transfers } from '../transfers/transfers.contract.ts'
import { inventoryChange, stockMovements, stockOnHand } from './reports.contract.ts'

let app: TestApp
let companyId: string
let admin: Call
const call: Record<string, Call> = {}
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
let [a, b, drawer] = ['', '', '']
const day: string[] = []
const moving = <E extends Endpoint>(by: Call | undefined, endpoint: E, input: CallOf<E>) =>
  (by as Call)(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

/** What the counter does: a deal as the journal has it, paid through the bank. */
const deal = (branchId: string, businessDate: string, quantity: string, amount: string) => {
  const isSale = quantity.startsWith('-')
  const stock: PostingLine<'stock'> = { part: 'stock', branchId, itemId: id('USD'), quantity }
  const cash = isSale ? amount : `-${amount}`
  return inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: settledEvent,
          source: { type: 'deal', id: randomUUIDv7() },
          businessDate,
          branchId,
          lines: [
            { ...stock, ...(isSale ? { proceeds: amount } : { amount }) },
            { part: 'bank', branchId, amount: cash },
          ],
        },
      ),
    ),
  )
}

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
  ;[a, b] = (await admin(branches.list, {})).body.items.map((one) => one.id) as [string, string]
  const own = (await admin(counters.list, {})).body.items
  drawer = own.find(({ branchId }) => branchId === a)?.id ?? ''
  const people = { keeperA: { type: 2, workspaceId: a }, keeperB: { type: 2, workspaceId: b } } as const
  for (const [userName, workspace] of Object.entries(people))
    await app.addUser({ userName, roles: ['vault_keeper'], workspaces: [workspace] })
  const signIn = async () => {
    for (const userName of Object.keys(people)) call[userName] = (await app.signIn(userName)).call
    admin = (await app.signIn('admin')).call
  }
  await signIn()
  // The stock with which the first day begins.
  await moving(admin, adjustments.createOpening, {
    branchId: a,
    note: 'Brought',
    lines: [{ itemId: id('USD'), quantity: '1000', cost: '4450' }],
  })
  app.setNow(new Date(app.services.now().getTime() + 86_400_000))
  await signIn()
  const { body } = await moving(call['keeperA'], transfers.create, {
    fromBranchId: a,
    fromCounterId: null,
    toBranchId: b,
    toCounterId: null,
    lines: [{ itemId: id('USD'), quantity: '400' }],
  })
  const version = { id: body.id, version: body.version }
  const sent = (await moving(call['keeperA'], transfers.sendToTransit, version)).body
  await deal(a, sent.sentDate ?? '', '250', '1130')
  app.setNow(new Date(app.services.now().getTime() + 86_400_000))
  await signIn()
  const { body: received } = await moving(call['keeperB'], transfers.complete, {
    id: sent.id,
    version: sent.version,
    lines: [{ itemId: id('USD'), quantity: '400' }],
  })
  day.push(sent.sentDate ?? '', received.receivedDate ?? '')
  await deal(b, day[1] ?? '', '-100', '466')
})
afterAll(() => app.stop())

type Level = 'branch' | 'company' | 'place'
const changes = async (level: Level, from: number, to: number, by = admin) => {
  const ask = { level, from: day[from] ?? '', to: day[to] ?? '', itemId: id('USD') }
  return (await by(inventoryChange.list, ask)).body.rows
}
type Row = Awaited<ReturnType<typeof changes>>[number]
const pair = (quantity: string, value: string | null) => `${quantity} / ${value}`
const table = (row: Row | undefined) =>
  row && {
    opening: pair(row.openingQuantity, row.openingValue),
    moves: row.movements.map(
      ({ event, isIn, quantity, value }) => `${isIn ? 'in' : 'out'} ${event} ${pair(quantity, value)}`,
    ),
    closing: pair(row.closingQuantity, row.closingValue),
    ...(row.transitQuantity !== null && { transit: pair(row.transitQuantity, row.transitValue) }),
  }

describe('a report over both ends of a transfer', () => {
  const bought = 'in deal.settled 250 / 1130.00'
  const sold = 'out deal.settled 100 / 445.00'

  test('of a branch has what was sent and received, and beside the branches what is on its way', async () => {
    const first = await changes('branch', 0, 0)
    expect(table(first.find(({ branchId }) => branchId === a))).toEqual({
      opening: '1000 / 4450.00',
      moves: [bought, 'out transferSent 400 / 1780.00'],
      closing: '850 / 3800.00',
    })
    expect(table(first.find(({ branchId }) => branchId === null))).toEqual({
      opening: '0 / 0.00',
      moves: ['in transferSent 400 / 1780.00'],
      closing: '400 / 1780.00',
    })
    const second = await changes('branch', 1, 1)
    expect(table(second.find(({ branchId }) => branchId === b))).toEqual({
      opening: '0 / 0.00',
      moves: ['in transferReceived 400 / 1780.00', sold],
      closing: '300 / 1335.00',
    })
    expect(second.find(({ branchId }) => branchId === a)?.details).toBe('')
  })

  test('of the company leaves out what moves inside, and tells what of it is in transit', async () => {
    expect((await changes('company', 0, 0)).map(table)).toEqual([
      {
        opening: '1000 / 4450.00',
        moves: [bought],
        closing: '1250 / 5580.00',
        transit: '400 / 1780.00',
      },
    ])
    expect((await changes('company', 1, 1)).map(table)).toEqual([
      { opening: '1250 / 5580.00', moves: [sold], closing: '1150 / 5135.00', transit: '0 / 0.00' },
    ])
    expect((await changes('company', 0, 1)).map(table)).toEqual([
      {
        opening: '1000 / 4450.00',
        moves: [bought, sold],
        closing: '1150 / 5135.00',
        transit: '0 / 0.00',
      },
    ])
  })

  test('has branches and transit that add up to the company on every row', async () => {
    const sum = (rows: readonly Row[], key: 'closingQuantity' | 'closingValue' | 'openingValue') =>
      rows.reduce((all, row) => all + Number(row[key]), 0)
    for (const [from, to] of [
      [0, 0],
      [1, 1],
      [0, 1],
    ] as const) {
      const [parts, whole] = [await changes('branch', from, to), await changes('company', from, to)]
      for (const key of ['openingValue', 'closingQuantity', 'closingValue'] as const)
        expect(sum(parts, key)).toBe(sum(whole, key))
    }
  })

  test('is the same once the books are sealed, and its closing is what the books hold', async () => {
    const before = await changes('branch', 0, 1)
    await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
    expect(await changes('branch', 0, 1)).toEqual(before)
    const { rows } = (
      await admin(stockOnHand.list, { date: day[1] ?? '', itemId: id('USD'), level: 'branch' })
    ).body
    expect(rows.map(({ branchId, quantity, value }) => [branchId, quantity, value])).toEqual(
      before
        .filter(({ closingQuantity }) => closingQuantity !== '0')
        .map(({ branchId, closingQuantity, closingValue }) => [branchId, closingQuantity, closingValue]),
    )
    const pools = await app.owner<{ value: string }>(
      `select sum(value)::numeric(20,2)::text as value from ledger.pool where item_id = $1`,
      [id('USD')],
    )
    expect(pools).toEqual([{ value: '5135.00' }])
  })

  test('shows vault to counter by place, and not by branch', async () => {
    await app.addUser({
      userName: 'till',
      roles: ['teller'],
      workspaces: [{ type: 3, workspaceId: drawer }],
    })
    const till = (await app.signIn('till')).call
    await moving(till, days.open, { counterId: drawer })
    const { body: made } = await moving(call['keeperA'], transfers.create, {
      fromBranchId: a,
      fromCounterId: null,
      toBranchId: a,
      toCounterId: drawer,
      lines: [{ itemId: id('USD'), quantity: '50' }],
    })
    const { status } = await moving(till, transfers.takeOver, {
      id: made.id,
      version: made.version,
      lines: [{ itemId: id('USD'), quantity: '50' }],
    })
    expect(status).toBe(200)
    const atA = (rows: readonly Row[]) => rows.filter(({ branchId }) => branchId === a)
    expect(atA(await changes('branch', 1, 1)).map(table)).toEqual([
      { opening: '850 / 3800.00', moves: [], closing: '850 / 3800.00' },
    ])
    const places = atA(await changes('place', 1, 1))
    expect(places.find(({ counterId }) => counterId === null)?.movements).toMatchObject([
      { event: 'transferHandedOver', isIn: false, quantity: '50', value: null },
    ])
    expect(places.find(({ counterId }) => counterId === drawer)?.closingQuantity).toBe('50')
  })

  test('is of the branches that a person may see', async () => {
    const seen = await changes('company', 0, 1, call['keeperB'])
    expect(seen.map(table)).toEqual([
      {
        opening: '0 / 0.00',
        moves: ['in transferReceived 400 / 1780.00', sold],
        closing: '300 / 1335.00',
        transit: '0 / 0.00',
      },
    ])
  })
})

test('a report is the same on the screen and as a workbook, with its columns and what they come to', async () => {
  const { login } = await app.signIn('admin')
  const query = new URLSearchParams({
    level: 'company',
    from: day[0] ?? '',
    to: day[1] ?? '',
    itemId: id('USD'),
  })
  const reply = await app.http.inject({
    url: `/api${inventoryChange.export.path}?${query.toString()}`,
    headers: { authorization: `Bearer ${login.userInfo.accessToken}` },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.headers['content-disposition']).toContain(`inventory-change-${day[0]}-${day[1]}.xlsx`)
  const [head, row, sums] = (await Array.fromAsync(streamXlsxRows(reply.rawPayload))).map(
    ({ values }) => values,
  )
  expect(head?.slice(1, 4)).toEqual(['Currency', 'Opening', 'Opening value, MYR'])
  expect(row?.slice(0, 11)).toEqual(['All branches', 'USD', 1000, 4450, 250, 1130, 100, 445, 1150, 5135, 0])
  expect(row?.[12]).toBe('Bought 250, Sold 100')
  expect([sums?.[0], sums?.[3], sums?.[9]]).toEqual(['Total', 4450, 5135])
})

test('each movement names its document, and comes to the change', async () => {
  const ask = {
    from: day[0] ?? '',
    to: day[1] ?? '',
    itemId: id('USD'),
    branchId: a,
    level: 'branch' as const,
  }
  const { rows } = (await admin(stockMovements.list, ask)).body
  expect(
    rows.map(({ place, event, quantity, value }) => [place !== 'In transit', event, quantity, value]),
  ).toEqual([
    [true, 'Transfer sent', '-400', '-1780.00'],
    [false, 'Transfer sent', '400', '1780.00'],
    [true, 'Bought', '250', '1130.00'],
    [false, 'Transfer received', '-400', '-1780.00'],
  ])
  expect(rows[0]?.sourceNumber).toMatch(/-T/)
  const turned = await admin(stockMovements.list, { ...ask, from: ask.to, to: ask.from })
  expect(turned.error.code).toBe('PERIOD_TURNED')
})
