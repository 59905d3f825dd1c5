// Long because one set of goods travels and is counted in every way, unit by unit.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counts } from '#modules/inventory/counts/counts.contract.ts'
import { categories } from '../categories/categories.contract.ts'
import { goodsCounts } from '../counts/counts.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { serialStory } from '../serials/serials.contract.ts'
import { goodsTransfers } from '../transfers/transfers.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let other = ''
let taker: Call
let judge: Call
let porter: Call
const whole = [{ type: 0 as const, workspaceId: null }]
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const regionId = (await shop.call(branches.list, {})).body.items[0]?.regionId ?? ''
  other = (await shop.call(branches.create, { code: 'GB', name: 'Branch GB', regionId, timeZone: null })).body
    .id
  for (const userName of ['taker', 'judge'])
    await app.addUser({ userName, roles: ['company_administrator'], workspaces: whole })
  taker = (await app.signIn('taker')).call
  judge = (await app.signIn('judge')).call
  const workspaces = [{ type: 2 as const, workspaceId: other }]
  await app.owner(
    `update access.role set permissions = array_remove(permissions, 'view_expected_count') where base_role = 'branch_manager'`,
  )
  await app.addUser({ userName: 'porter', roles: ['branch_manager'], workspaces })
  porter = (await app.signIn('porter')).call
})
afterAll(() => app.stop())

interface Answer {
  error: { code: string | number; invalidParams: { field: string }[] }
}
const faultOf = ({ error }: Answer) => [error.code, error.invalidParams[0]?.field]
/** SIMs by serial, and juice by batch, of which these have come in. */
const serialItem = async (sku: string, ...serials: string[]) => {
  const { id } = await shop.item(sku, '50.00', { tracking: 'serial' })
  await shop.adjusted('receipt', [
    { itemId: id, quantity: String(serials.length), cost: `${serials.length * 20}.00`, serials },
  ])
  return id
}
const batchItem = async (sku: string, ...batches: [code: string, quantity: string, expiresOn: string][]) => {
  const { id } = await shop.item(sku, '5.00', { tracking: 'batch' })
  const quantity = batches.reduce((sum, [, units]) => sum + Number(units), 0)
  await shop.adjusted('receipt', [
    {
      itemId: id,
      quantity: String(quantity),
      cost: `${quantity * 2}.00`,
      batches: batches.map(([code, units, expiresOn]) => ({ code, quantity: units, expiresOn })),
    },
  ])
  return id
}
type Lines = CallOf<typeof goodsTransfers.create>['lines']
const made = (lines: Lines) =>
  shop.moving(goodsTransfers.create, { fromBranchId: shop.branchId, toBranchId: other, lines })
const sent = async (lines: Lines) =>
  (await shop.moving(goodsTransfers.sendToTransit, shop.key((await made(lines)).body))).body
/** Where each serial of an item is, by its state. */
const serialsOf = async (itemId: string) =>
  Object.fromEntries(
    (
      await app.owner<{ typed: string; at: string }>(
        `select typed, state || case when branch_id = $2 then ' there' else '' end as at
          from retail.serial where item_id = $1 order by typed`,
        [itemId, other],
      )
    ).map(({ typed, at }) => [typed, at]),
  )
/** What each branch has of the batches of an item. */
const batchesOf = async (itemId: string) =>
  (
    await app.owner<{ line: string }>(
      `select case when s.branch_id = $2 then 'there ' else '' end || b.code || ' ' || trim_scale(s.quantity) as line
        from retail.batch_stock s join retail.batch b on b.company_id = s.company_id and b.id = s.batch_id
        where b.item_id = $1 and s.quantity > 0 order by 1`,
      [itemId, other],
    )
  ).map(({ line }) => line)

test('serials travel one by one: packed, on their way, and sold where they arrived', async () => {
  const itemId = await serialItem('SIM', 'S-1', 'S-2', 'S-3')
  const { body: one } = await made([{ itemId, quantity: '2', serials: ['s 1', 'S-2'] }])
  expect(one.lines).toMatchObject([{ tracking: 'serial', units: { serials: ['s 1', 'S-2'] } }])
  expect(await serialsOf(itemId)).toEqual({ 'S-1': 'packed', 'S-2': 'packed', 'S-3': 'stock' })
  // Nobody sells what is packed, nor packs it again.
  const basket = { id: randomUUID(), branchId: shop.branchId, counterId: shop.counterId, discount: '0' }
  const line = { itemId, quantity: '1', serials: ['S-1'] }
  expect(faultOf(await shop.call(sales.create, { ...basket, lines: [line] }))).toEqual([
    'SERIAL_PACKED',
    'lines.0.serials',
  ])
  expect(faultOf(await made([line]))).toEqual(['SERIAL_PACKED', 'lines.0.serials'])
  const { body: gone } = await shop.moving(goodsTransfers.sendToTransit, shop.key(one))
  expect(gone).toMatchObject({ state: 'inTransit', value: '40.00' })
  expect(await serialsOf(itemId)).toEqual({ 'S-1': 'transit', 'S-2': 'transit', 'S-3': 'stock' })
  const count = (serials: string[]) => ({
    ...shop.key(gone),
    lines: [{ itemId, quantity: String(serials.length), serials }],
  })
  expect(faultOf(await moving(taker, goodsTransfers.complete, count(['S-1', 'S-3'])))).toEqual([
    'SERIAL_NOT_SENT',
    'lines.0.serials',
  ])
  const { body: done } = await moving(taker, goodsTransfers.complete, count(['S-2', 'S-1']))
  expect(done.state).toBe('completed')
  expect(await serialsOf(itemId)).toEqual({ 'S-1': 'stock there', 'S-2': 'stock there', 'S-3': 'stock' })
  const { body: story } = await shop.call(serialStory.list, { serial: 'S-1' })
  expect(story.rows.map(({ act, number }) => [act, number !== ''])).toEqual([
    ['receipt', true],
    ['pack', true],
    ['send', true],
    ['arrive', true],
  ])
  expect(await shop.wrong()).toEqual([])
})

test('who receives counts serials blind; what did not arrive is gone when it is written off', async () => {
  const itemId = await serialItem('LOST', 'L-1', 'L-2')
  const gone = await sent([{ itemId, quantity: '2', serials: ['L-1', 'L-2'] }])
  const { body: seen } = await porter(goodsTransfers.getById, { id: gone.id })
  expect(seen.lines).toMatchObject([{ quantity: null, units: { serials: [], batches: [] } }])
  const lines = [{ itemId, quantity: '1', serials: ['L-2'] }]
  const { body } = await moving(taker, goodsTransfers.complete, { ...shop.key(gone), lines })
  expect(body.state).toBe('differing')
  const { body: done } = await moving(judge, goodsTransfers.writeOff, { ...shop.key(body), note: 'Torn bag' })
  expect(done).toMatchObject({ state: 'completed', outcome: 'writtenOff' })
  expect(await serialsOf(itemId)).toEqual({ 'L-1': 'gone', 'L-2': 'stock there' })
  expect(await shop.wrong()).toEqual([])
})

test('a second look finds the missing serial; what arrived before cannot be missing by then', async () => {
  const itemId = await serialItem('FOUND', 'F-1', 'F-2')
  const gone = await sent([{ itemId, quantity: '2', serials: ['F-1', 'F-2'] }])
  const counted = (...serials: string[]) => [{ itemId, quantity: String(serials.length), serials }]
  const { body } = await moving(taker, goodsTransfers.complete, { ...shop.key(gone), lines: counted('F-2') })
  const again = (...serials: string[]) =>
    moving(judge, goodsTransfers.recount, { ...shop.key(body), lines: counted(...serials) })
  expect((await again('F-1')).error.code).toBe('RECOUNT_BELOW')
  expect((await again('F-1', 'F-2')).body.state).toBe('completed')
  expect(await serialsOf(itemId)).toEqual({ 'F-1': 'stock there', 'F-2': 'stock there' })
})

test('what is cancelled is unpacked, and what is refused comes back to where it lay', async () => {
  const itemId = await serialItem('BACK', 'B-1')
  const batched = await batchItem('BJ', ['J1', '4', '2027-01-31'])
  const lines = [
    { itemId, quantity: '1', serials: ['B-1'] },
    { itemId: batched, quantity: '3' },
  ]
  const { body: dropped } = await made(lines)
  await shop.moving(goodsTransfers.cancel, shop.key(dropped))
  expect(await serialsOf(itemId)).toEqual({ 'B-1': 'stock' })
  const gone = await sent(lines)
  expect(await batchesOf(batched)).toEqual(['J1 1'])
  const { body } = await moving(taker, goodsTransfers.rejectReceipt, {
    ...shop.key(gone),
    note: 'Wrong shop',
  })
  const { body: done } = await shop.moving(goodsTransfers.returnToSender, shop.key(body))
  expect(done.state).toBe('returned')
  expect(await serialsOf(itemId)).toEqual({ 'B-1': 'stock' })
  expect(await batchesOf(batched)).toEqual(['J1 4'])
  expect(await shop.wrong()).toEqual([])
})

test('batches leave by their last day unless they are named, and arrive as what they are', async () => {
  const itemId = await batchItem('JUICE', ['LATE', '5', '2027-06-30'], ['SOON', '5', '2027-01-31'])
  const gone = await sent([{ itemId, quantity: '7' }])
  expect(gone.lines).toMatchObject([
    {
      units: {
        batches: [
          { code: 'SOON', quantity: '5' },
          { code: 'LATE', quantity: '2' },
        ],
      },
    },
  ])
  expect(await batchesOf(itemId)).toEqual(['LATE 3'])
  const arrive = (quantity: string, ...batches: [string, string][]) =>
    moving(taker, goodsTransfers.complete, {
      ...shop.key(gone),
      lines: [{ itemId, quantity, batches: batches.map(([code, units]) => ({ code, quantity: units })) }],
    })
  expect(faultOf(await arrive('7'))).toEqual(['BATCHES_SUM', 'lines.0.batches'])
  expect(faultOf(await arrive('7', ['SOON', '5'], ['NONE', '2']))).toEqual([
    'BATCH_UNKNOWN',
    'lines.0.batches',
  ])
  const { body } = await arrive('6', ['soon', '5'], ['LATE', '1'])
  expect(body.state).toBe('differing')
  expect(await batchesOf(itemId)).toEqual(['LATE 3', 'there LATE 1', 'there SOON 5'])
  await moving(judge, goodsTransfers.claim, { ...shop.key(body), note: 'One bottle broke' })
  expect(await shop.wrong()).toEqual([])
})

test('a batch that a packed transfer names is not sold: the next to expire is, and one that is not there is refused', async () => {
  const itemId = await batchItem('MILK', ['FIRST', '4', '2027-01-31'], ['NEXT', '3', '2027-06-30'])
  const named = (code: string, quantity: string) => [{ itemId, quantity, batches: [{ code, quantity }] }]
  const { body: packed } = await made(named('first', '3'))
  expect(faultOf(await made(named('FIRST', '2')))).toEqual(['SOLD_OUT', 'lines.0.quantity'])
  expect(faultOf(await made(named('NONE', '1')))).toEqual(['BATCH_UNKNOWN', 'lines.0.batches'])
  const open = await shop.parked(named('FIRST', '2'))
  expect(faultOf(await shop.paid(open, [['card', open.total]]))).toEqual(['SOLD_OUT', 'lines.0.quantity'])
  // One of the first is free, the other comes of the next.
  const sold = await shop.sold([{ itemId, quantity: '2' }])
  expect(sold.lines).toMatchObject([{ batches: [{ code: 'FIRST' }, { code: 'NEXT' }] }])
  await moving(taker, goodsTransfers.cancel, shop.key(packed))
  await shop.sold(named('FIRST', '1'))
  // What is named leaves with the transfer, and nothing stays kept.
  const gone = await sent(named('FIRST', '2'))
  expect(gone.lines).toMatchObject([{ units: { batches: [{ code: 'FIRST', quantity: '2' }] } }])
  expect(await batchesOf(itemId)).toEqual(['NEXT 2'])
  expect(await app.owner(`select from retail.batch_stock where promised <> 0`)).toEqual([])
  expect(await shop.wrong()).toEqual([])
})

test('more of a batch than was sent is taken in once another person has decided; what has expired leaves only by name', async () => {
  const itemId = await batchItem('CAKE', ['FRESH', '5', '2027-01-31'], ['OLD', '2', '2020-01-31'])
  const { body: all } = await made([{ itemId, quantity: '6' }])
  const refused = await shop.moving(goodsTransfers.sendToTransit, shop.key(all))
  expect(refused.error.code).toBe('SOLD_OUT')
  await shop.moving(goodsTransfers.cancel, shop.key(all))
  const gone = await sent([{ itemId, quantity: '3', batches: [{ code: 'FRESH', quantity: '3' }] }])
  const lines = [{ itemId, quantity: '4', batches: [{ code: 'FRESH', quantity: '4' }] }]
  const { body } = await moving(taker, goodsTransfers.complete, { ...shop.key(gone), lines })
  expect(body.state).toBe('differing')
  expect(await batchesOf(itemId)).toEqual(['FRESH 2', 'OLD 2', 'there FRESH 3'])
  await moving(judge, goodsTransfers.writeOff, {
    ...shop.key(body),
    note: 'Counted wrongly when it was packed',
  })
  expect(await batchesOf(itemId)).toEqual(['FRESH 2', 'OLD 2', 'there FRESH 4'])
  expect(await shop.wrong()).toEqual([])
})

test('one batch for another is a difference, which a second look ends or another person decides', async () => {
  const itemId = await batchItem('SODA', ['A', '10', '2027-01-31'], ['B', '10', '2027-06-30'])
  const of = (a: string, b: string) => [
    {
      itemId,
      quantity: '7',
      batches: [
        { code: 'a', quantity: a },
        { code: 'B', quantity: b },
      ],
    },
  ]
  const differing = async () => {
    const gone = await sent(of('5', '2'))
    return (await moving(taker, goodsTransfers.complete, { ...shop.key(gone), lines: of('4', '3') })).body
  }
  const first = await differing()
  expect(first.state).toBe('differing')
  expect(await batchesOf(itemId)).toEqual(['A 5', 'B 8', 'there A 4', 'there B 2'])
  expect(await shop.wrong()).toEqual([])
  const found = await moving(judge, goodsTransfers.recount, { ...shop.key(first), lines: of('5', '2') })
  expect(found.body.state).toBe('completed')
  expect(await batchesOf(itemId)).toEqual(['A 5', 'B 8', 'there A 5', 'there B 2'])
  const second = await differing()
  const said = { ...shop.key(second), note: 'The wrong box was packed' }
  expect((await moving(taker, goodsTransfers.writeOff, said)).error.code).toBe('MAKER_IS_CHECKER')
  expect((await moving(judge, goodsTransfers.claim, said)).error.code).toBe('NOTHING_TO_CLAIM')
  const { body: done } = await moving(judge, goodsTransfers.writeOff, said)
  expect(done).toMatchObject({ state: 'completed', outcome: 'writtenOff' })
  expect(await batchesOf(itemId)).toEqual(['B 6', 'there A 9', 'there B 5'])
  expect(await shop.wrong()).toEqual([])
})

test('of one batch for another both count for the limit of whoever decides', async () => {
  const itemId = await batchItem('COLA', ['A', '300', '2027-01-31'], ['B', '2', '2027-06-30'])
  const workspaces = [shop.branchId, other].map((workspaceId) => ({ type: 2 as const, workspaceId }))
  await app.addUser({ userName: 'decider', roles: ['branch_manager'], workspaces })
  const decider = (await app.signIn('decider')).call
  const of = (...[a, b]: [string, string]) => [
    {
      itemId,
      quantity: '302',
      batches: [
        { code: 'A', quantity: a },
        { code: 'B', quantity: b },
      ],
    },
  ]
  const gone = await sent(of('300', '2'))
  // 125 pairs at 2.00 are 500.00, which this person may accept; 126 are above it.
  const counted = { ...shop.key(gone), lines: of('174', '128') }
  const { body } = await moving(taker, goodsTransfers.complete, counted)
  const said = { ...shop.key(body), note: 'The wrong box was packed' }
  expect((await moving(decider, goodsTransfers.writeOff, said)).error.code).toBe('ABOVE_OWN_LIMIT')
  const again = { ...shop.key(body), lines: of('175', '127') }
  const { body: less } = await moving(judge, goodsTransfers.recount, again)
  expect(less.state).toBe('differing')
  const { body: done } = await moving(decider, goodsTransfers.writeOff, { ...said, ...shop.key(less) })
  expect(done.state).toBe('completed')
})

/** A category with one tracked item, so that each test counts goods of its own. */
const shelf = async (itemId: string, sku: string) => {
  const { body: category } = await shop.call(categories.create, { code: sku, name: sku })
  await app.owner(`update retail.item set category_id = $2 where id = $1`, [itemId, category.id])
  return (line: object) => ({
    branchId: shop.branchId,
    categoryIds: [category.id],
    isZeroConfirmed: true,
    lines: [{ itemId, ...line }],
  })
}
const countedBy = async (by: Call, input: CallOf<typeof goodsCounts.createAndProcess>) => {
  const { body } = await moving(by, goodsCounts.createAndProcess, input)
  if (body.state !== 'recount') return body
  return (
    await moving(by, goodsCounts.countAgain, {
      ...shop.key(body),
      lines: input.lines,
      isZeroConfirmed: true,
    })
  ).body
}

test('a count of serials says which are missing and which were found, at the value of the difference', async () => {
  const itemId = await serialItem('CNT', 'C-1', 'C-2', 'C-3')
  const count = await shelf(itemId, 'CNT')
  expect(
    faultOf(await moving(taker, goodsCounts.createAndProcess, count({ quantity: '2', serials: ['C-1'] }))),
  ).toEqual(['SERIALS_COUNT', 'lines.0.serials'])
  const body = await countedBy(taker, count({ serials: ['C-1', 'C-9'] }))
  expect(body.state).toBe('processed')
  expect(await serialsOf(itemId)).toEqual({ 'C-1': 'stock', 'C-2': 'gone', 'C-3': 'gone', 'C-9': 'stock' })
  expect(await shop.pool(itemId)).toBe('2 / 40.00')
  expect(await shop.wrong()).toEqual([])
  // One for another is no difference in quantity, and yet two of them: it is counted once more.
  const swap = count({ serials: ['C-9', 'C-2'] })
  const { body: swapped } = await moving(taker, goodsCounts.createAndProcess, swap)
  expect(swapped).toMatchObject({ state: 'recount', variance: '40.00' })
  await moving(taker, goodsCounts.countAgain, { ...shop.key(swapped), lines: swap.lines })
  expect(await serialsOf(itemId)).toEqual({ 'C-1': 'gone', 'C-2': 'stock', 'C-3': 'gone', 'C-9': 'stock' })
  expect(await shop.pool(itemId)).toBe('2 / 40.00')
})

test('nobody counts into a store what was sold, or lies in another one by the books', async () => {
  const itemId = await serialItem('NOT', 'N-1', 'N-2', 'N-3')
  const count = await shelf(itemId, 'NOT')
  const fault = async (...serials: string[]) =>
    faultOf(await moving(taker, goodsCounts.createAndProcess, count({ serials })))
  await shop.sold([{ itemId, quantity: '1', serials: ['N-1'] }])
  expect(await fault('N-1', 'N-2', 'N-3')).toEqual(['SERIAL_NOT_IN_STOCK', 'lines.0.serials'])
  const gone = await sent([{ itemId, quantity: '1', serials: ['N-2'] }])
  expect(await fault('N-2', 'N-3')).toEqual(['SERIAL_PACKED', 'lines.0.serials'])
  const lines = [{ itemId, quantity: '1', serials: ['N-2'] }]
  await moving(taker, goodsTransfers.complete, { ...shop.key(gone), lines })
  expect(await fault('N-2', 'N-3')).toEqual(['SERIAL_ELSEWHERE', 'lines.0.serials'])
})

test('a difference is not accepted once one of its serials has moved', async () => {
  const itemId = await serialItem('MOV', 'M-1', 'M-2')
  const count = await shelf(itemId, 'MOV')
  const { body: draft } = await taker(goodsCounts.create, count({ serials: ['M-1'] }))
  await shop.sold([{ itemId, quantity: '1', serials: ['M-2'] }])
  const { body } = await moving(taker, goodsCounts.process, shop.key(draft))
  const again = await moving(taker, goodsCounts.countAgain, {
    ...shop.key(body),
    lines: [{ itemId, serials: ['M-1'] }],
  })
  expect(again.body.state).toBe('processed')
  expect(await serialsOf(itemId)).toEqual({ 'M-1': 'stock', 'M-2': 'sold' })
  expect(await shop.pool(itemId)).toBe('1 / 20.00')
})

test('a drawer holds nothing that is kept one by one', async () => {
  const itemId = await serialItem('DRW', 'R-1')
  const asked = { branchId: shop.branchId, counterId: shop.counterId, isFull: false }
  const lines = [{ itemId, serials: ['R-1'] }]
  expect(faultOf(await moving(taker, counts.createAndProcess, { ...asked, lines }))).toEqual([
    'ITEM_UNKNOWN',
    'lines.0.itemId',
  ])
})

test('a serial that is sold between the count and its decision is not missing', async () => {
  const itemId = await serialItem('SLD', 'D-1', 'D-2')
  const count = await shelf(itemId, 'SLD')
  const { body: draft } = await taker(goodsCounts.create, count({ serials: ['D-1', 'D-2'] }))
  await shop.sold([{ itemId, quantity: '1', serials: ['D-1'] }])
  const { body } = await moving(taker, goodsCounts.process, shop.key(draft))
  expect(body.state).toBe('processed')
  expect(await serialsOf(itemId)).toEqual({ 'D-1': 'sold', 'D-2': 'stock' })
})

test('batches are counted each by itself, and none is counted whose last day nobody knows', async () => {
  const itemId = await batchItem('TEA', ['T1', '4', '2027-01-31'], ['T2', '6', '2027-06-30'])
  const count = await shelf(itemId, 'TEA')
  const batches = (...all: [code: string, quantity: string][]) =>
    count({ batches: all.map(([code, quantity]) => ({ code, quantity })) })
  expect(faultOf(await moving(taker, goodsCounts.createAndProcess, batches(['T9', '10'])))).toEqual([
    'BATCH_UNKNOWN',
    'lines.0.batches',
  ])
  const body = await countedBy(taker, batches(['T1', '5'], ['T2', '4']))
  expect(body.state).toBe('processed')
  expect(await batchesOf(itemId)).toEqual(['T1 5', 'T2 4'])
  expect(await shop.pool(itemId)).toBe('9 / 18.00')
  await countedBy(taker, count({ quantity: '0' }))
  expect(await batchesOf(itemId)).toEqual([])
  expect(await shop.wrong()).toEqual([])
})

test('of goods that are kept by quantity alone no unit is named', async () => {
  const { id: itemId } = await shop.item('PLAIN', '5.00')
  await shop.adjusted('receipt', [{ itemId, quantity: '2', cost: '4.00' }])
  expect(faultOf(await made([{ itemId, quantity: '1', serials: ['X'] }]))).toEqual([
    'UNITS_NOT_KEPT',
    'lines.0.serials',
  ])
})
