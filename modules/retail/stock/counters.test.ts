import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { counts } from '#modules/inventory/counts/counts.contract.ts'
import { dayReports } from '#modules/inventory/day-reports/day-reports.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { items } from '../items/items.contract.ts'
import { goodsStock } from '../reports/reports.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { goodsTransfers } from '../transfers/transfers.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let taker: Call
let second = ''
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  await app.addUser({
    userName: 'taker',
    roles: ['company_administrator'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  taker = (await app.signIn('taker')).call
  const { branchId } = shop
  second = (await shop.call(counters.create, { branchId, code: 'C9', name: 'Counter 9' })).body.id
  await shop.moving(days.open, { counterId: second })
})
afterAll(() => app.stop())

/** Where the units of an item lie: in the store, at the counter of the shop, at the second one. */
const lying = async (itemId: string) => {
  const rows = await app.owner<{ at: string | null; units: string }>(
    `select counter_id as at, trim_scale(on_hand)::text as units from ledger.holding
      where item_id = $1 and branch_id = $2 and holder_id is null`,
    [itemId, shop.branchId],
  )
  return [null, shop.counterId, second].map((id) => rows.find(({ at }) => at === id)?.units ?? '0')
}
const stocked = async (sku: string, quantity: string, cost: string, more = {}) => {
  const { id } = await shop.item(sku, '50.00', more)
  await shop.adjusted('receipt', [{ itemId: id, quantity, cost }])
  return id
}
type Draft = CallOf<typeof goodsTransfers.create>
const made = (itemId: string, quantity: string, ends: Partial<Draft>) =>
  shop.moving(goodsTransfers.create, {
    fromBranchId: shop.branchId,
    toBranchId: shop.branchId,
    lines: [{ itemId, quantity }],
    ...ends,
  })
/** Hands goods from one place of the branch to another. */
const brought = async (itemId: string, quantity: string, ends: Partial<Draft>) => {
  const { body } = await made(itemId, quantity, ends)
  const taken = { ...shop.key(body), lines: [{ itemId, quantity }] }
  return (await moving(taker, goodsTransfers.takeOver, taken)).body
}
const toCounter = (itemId: string, quantity: string) =>
  brought(itemId, quantity, { toCounterId: shop.counterId })

test('goods go from the store to a counter, to another one and back, and their pool stays that of the branch', async () => {
  const pens = await stocked('PENS', '30', '735.00')
  expect(await toCounter(pens, '10')).toMatchObject({
    kind: 'branchToCounter',
    state: 'completed',
    value: '245.00',
  })
  expect(await lying(pens)).toEqual(['20', '10', '0'])
  const across = { fromCounterId: shop.counterId, toCounterId: second }
  expect(await brought(pens, '4', across)).toMatchObject({ kind: 'counterToCounter', value: '98.00' })
  expect(await lying(pens)).toEqual(['20', '6', '4'])
  expect((await made(pens, '7', { fromCounterId: shop.counterId })).error.code).toBe('MORE_THAN_AVAILABLE')
  expect(await brought(pens, '6', { fromCounterId: shop.counterId })).toMatchObject({
    kind: 'counterToBranch',
  })
  expect(await lying(pens)).toEqual(['26', '0', '4'])
  expect(await shop.pool(pens)).toBe('30 / 735.00')
  expect(await shop.wrong()).toEqual([])
})

test('within a branch goods are handed over at once; where transit is kept they are sent and received', async () => {
  const caps = await stocked('CAPS', '6', '60.00')
  const { body: one } = await made(caps, '2', { toCounterId: shop.counterId })
  expect((await shop.moving(goodsTransfers.sendToTransit, shop.key(one))).error.code).toBe(
    'HANDED_OVER_AT_ONCE',
  )
  const taken = (quantity: string) => ({ ...shop.key(one), lines: [{ itemId: caps, quantity }] })
  expect((await shop.moving(goodsTransfers.takeOver, taken('2'))).error.code).toBe('MAKER_IS_CHECKER')
  expect((await moving(taker, goodsTransfers.takeOver, taken('1'))).error.code).toBe('COUNT_DIFFERS')
  expect((await moving(taker, goodsTransfers.takeOver, taken('2'))).body.state).toBe('completed')
  const setTransit = (value: string) =>
    shop.call(configuration.update, {
      settings: [{ key: 'TRANSIT_WITHIN_BRANCH', customerType: 0, value }],
    })
  await setTransit('KEPT')
  const { body: other } = await made(caps, '3', { toCounterId: shop.counterId })
  const { body: gone } = await shop.moving(goodsTransfers.sendToTransit, shop.key(other))
  expect(await lying(caps)).toEqual(['1', '2', '0'])
  const arrived = { ...shop.key(gone), lines: [{ itemId: caps, quantity: '3' }] }
  expect((await moving(taker, goodsTransfers.complete, arrived)).body.state).toBe('completed')
  await setTransit('SKIPPED')
  expect(await lying(caps)).toEqual(['1', '5', '0'])
  expect(await shop.pool(caps)).toBe('6 / 60.00')
  expect(await shop.wrong()).toEqual([])
})

test('what is kept by serial or batch goes to no counter', async () => {
  const { id: phone } = await shop.item('PHONE', '900.00', { tracking: 'serial' })
  for (const ends of [{ toCounterId: shop.counterId }, { fromCounterId: shop.counterId }]) {
    const { error } = await made(phone, '1', ends)
    expect([error.code, error.invalidParams[0]?.field]).toEqual(['TRACKED_AT_COUNTER', 'lines.0.itemId'])
  }
})

test('a sale takes what lies at its counter first and the rest from the store, at one cost', async () => {
  // 1.0049 each: one and one would cost 1.00 + 1.00, two cost 2.01.
  const mints = await stocked('MINTS', '100', '100.49')
  await toCounter(mints, '1')
  const sale = await shop.sold([{ itemId: mints, quantity: '2' }])
  expect(sale.state).toBe('settled')
  expect(await lying(mints)).toEqual(['98', '0', '0'])
  expect(await shop.pool(mints)).toBe('98 / 98.48')
  await toCounter(mints, '5')
  await shop.sold([
    { itemId: mints, quantity: '3' },
    { itemId: mints, quantity: '4' },
  ])
  expect(await lying(mints)).toEqual(['91', '0', '0'])
  await toCounter(mints, '5')
  await shop.sold([{ itemId: mints, quantity: '2' }])
  expect(await lying(mints)).toEqual(['86', '3', '0'])
  expect(await shop.wrong()).toEqual([])
})

test('of what was brought to a counter and all sold there no value is left at it', async () => {
  const dice = await stocked('DICE', '4', '13.00')
  await toCounter(dice, '3')
  const sale = await shop.sold([{ itemId: dice, quantity: '4' }])
  const cost = await app.owner('select cost::numeric(20, 2)::text from retail.sale_line where sale_id = $1', [
    sale.id,
  ])
  expect(cost).toEqual([{ cost: '13.00' }])
  const left = await app.owner<{ value: string }>(
    `select sum(amount)::numeric(20, 2)::text as value from ledger.line where item_id = $1 and counter_id is not null`,
    [dice],
  )
  expect(left).toEqual([{ value: '0.00' }])
})

test('what may be sold lies at the counter and in the store, and not at another counter; sold out says both together', async () => {
  const mugs = await stocked('MUGS', '10', '40.00')
  await toCounter(mugs, '3')
  await brought(mugs, '4', { toCounterId: second })
  const { branchId, counterId } = shop
  const found = async (more: object) =>
    (await shop.call(items.getByBarcode, { code: 'MUGS', branchId, ...more })).body.available
  expect([await found({}), await found({ counterId })]).toEqual(['3', '6'])
  const lines = [{ itemId: mugs, quantity: '8' }]
  expect((await shop.call(sales.price, { branchId, counterId, lines })).body.lines[0]?.short).toBe('2')
  const parked = await shop.parked(lines)
  const { error } = await shop.paid(parked, [['card', parked.total]])
  expect(error).toMatchObject({ code: 'SOLD_OUT', invalidParams: [{ field: 'lines.0.quantity' }] })
  expect(error.message).toContain('6')
  await shop.sold([{ itemId: mugs, quantity: '6' }])
  expect(await lying(mugs)).toEqual(['0', '0', '4'])
  expect(await shop.pool(mugs)).toBe('4 / 16.00')
  expect(await shop.wrong()).toEqual([])
})

test('what may be sold before it is received goes below in the store alone', async () => {
  const soon = await stocked('SOON', '4', '96.00', { soldOut: 'warn' })
  await toCounter(soon, '3')
  await shop.sold([{ itemId: soon, quantity: '6' }])
  expect(await lying(soon)).toEqual(['-2', '0', '0'])
  expect(await shop.pool(soon)).toBe('-2 / -48.00')
  expect(await shop.wrong()).toEqual([])
})

test('what is returned lies at the counter that took it back, and is sold there first', async () => {
  const bags = await stocked('BAGS', '4', '40.00')
  await toCounter(await stocked('SHELF', '1', '1.00'), '1')
  const sale = await shop.sold([{ itemId: bags, quantity: '3' }])
  await shop.returned(sale.id, [1, '2'])
  expect(await lying(bags)).toEqual(['1', '2', '0'])
  expect(await shop.pool(bags)).toBe('3 / 30.00')
  await shop.sold([{ itemId: bags, quantity: '1' }])
  expect(await lying(bags)).toEqual(['1', '1', '0'])
  expect(await shop.wrong()).toEqual([])
})

test('the report of stock says where goods lie, and its values add up to the pool', async () => {
  const tins = await stocked('TINS', '3', '10.00', { reorderLevel: '2' })
  await toCounter(tins, '2')
  const rows = async (below: string) =>
    (await shop.call(goodsStock.list, { branchId: shop.branchId, below })).body.rows
      .filter(({ itemId }) => itemId === tins)
      .map(({ counterId, quantity, value }) => [counterId, quantity, value])
  expect(await rows('false')).toEqual([
    [null, '1', '3.33'],
    [shop.counterId, '2', '6.67'],
  ])
  // Three of the branch are more than two.
  expect(await rows('true')).toEqual([])
  await shop.sold([{ itemId: tins, quantity: '2' }])
  expect(await rows('true')).toEqual([[null, '1', '3.33']])
})

test('the day of a counter is closed with its goods counted: blind, and a difference goes to stock and short and over', async () => {
  const keys = await stocked('KEYS', '5', '10.00')
  await brought(keys, '3', { toCounterId: second })
  const { branchId } = shop
  const asked = (await taker(counts.itemsAt, { branchId, counterId: second })).body
  expect(asked).toContain(keys)
  const offered = (await taker(stockItems.listSelection, { withGoods: 'true' })).body
  expect(offered.find(({ id }) => id === keys)).toMatchObject({ code: 'KEYS', name: 'KEYS' })
  const { day } = (await taker(days.current, { counterId: second })).body
  const close = async (found: string | null) => {
    const lines = asked.flatMap((itemId) =>
      itemId === keys ? (found === null ? [] : [{ itemId, quantity: found }]) : [{ itemId, quantity: '4' }],
    )
    return moving(taker, days.close, { id: day?.id ?? '', version: day?.version ?? 0, lines })
  }
  expect((await close(null)).error.code).toBe('COUNT_INCOMPLETE')
  const { body: closed } = await close('3')
  expect(closed.state).toBe('closed')
  const { drawer } = (await shop.call(dayReports.list, { dayId: closed.id })).body
  expect(drawer.find(({ itemId }) => itemId === keys)).toMatchObject({
    code: 'KEYS',
    opening: '0',
    quantityIn: '3',
    counted: '3',
    difference: '0',
  })
  // It is opened again with the same goods; one has gone, for two ringgit.
  const opening = asked.map((itemId) => ({ itemId, quantity: itemId === keys ? '2' : '4' }))
  const nobody = await moving(shop.call, days.open, { counterId: second, lines: [] })
  expect(nobody.error.code).toBe('COUNT_INCOMPLETE')
  const { body: first } = await moving(shop.call, days.open, { counterId: second, lines: opening })
  expect(first).toMatchObject({ state: 'opening', isRecount: true })
  const again = { counterId: second, version: first.version, lines: opening }
  expect((await moving(shop.call, days.open, again)).body.state).toBe('open')
  expect(await shop.pool(keys)).toBe('4 / 8.00')
  const [found] = (await shop.call(counts.list, {})).body.items
  expect(found).toMatchObject({ kind: 'opening', counterId: second, short: '2.00' })
  expect(await shop.wrong()).toEqual([])
})
