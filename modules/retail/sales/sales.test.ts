import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { sellGoods } from '#apps/server/test-retail.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { items } from '../items/items.contract.ts'
import { goodsAdjustments } from '../adjustments/adjustments.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { sales } from './sales.contract.ts'
import { saleWorkflow } from './sales.domain.ts'

let app: TestApp
let companyId: string
let admin: Call
let teller: Call
let branchId: string
let counterId: string
const mode: Record<string, string> = {}

const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  counterId = (await admin(counters.list, {})).body.items.find((one) => one.branchId === branchId)?.id ?? ''
  await sellGoods(session)
  for (const { id, kind } of (await admin(paymentModes.listSelection)).body) mode[kind] ??= id
  await app.addUser({
    userName: 'seller',
    roles: ['teller'],
    workspaces: [{ type: 3, workspaceId: counterId }],
  })
  teller = (await app.signIn('seller')).call
  await moving(teller, days.open, { counterId })
  await admin(taxes.create, {
    code: 'SST8',
    name: 'SST',
    kind: 'standard',
    versions: [{ validFrom: '2020-01-01', rates: ['0.08'] }],
    isDefault: true,
  })
})
afterAll(() => app.stop())

const item = async (sku: string, price: string, more = {}) =>
  (await admin(items.create, { sku, name: sku, kind: 'goods', unit: 'piece', price, ...more })).body
const received = (itemId: string, quantity: string, cost: string) =>
  moving(admin, goodsAdjustments.create, {
    branchId,
    supplier: 'Northern Wholesale',
    lines: [{ itemId, quantity, cost }],
  })
const zeroRated = async () => (await admin(taxes.create, { code: 'Z', name: 'Zero', kind: 'zero' })).body
const basket = (lines: { itemId: string; quantity: string; price?: string }[], more = {}) => ({
  id: randomUUID(),
  branchId,
  counterId,
  lines,
  ...more,
})
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const pool = async (itemId: string) =>
  (
    await app.owner<{ pool: string }>(
      `select trim_scale(quantity) || ' / ' || value::numeric(20, 2) as pool from ledger.pool
        where kind = 'retail' and item_id = '${itemId}'`,
    )
  )[0]?.pool
const posted = async (id: string) =>
  (
    await app.owner<{ line: string }>(
      `select a.code || ' ' || l.amount::numeric(20, 2) as line from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_id = '${id}' order by a.code, l.amount`,
    )
  ).map(({ line }) => line)
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

test('the table of sales', () => {
  walkWorkflow(
    {
      flow: saleWorkflow,
      people: {
        teller: personOf('teller'),
        senior: personOf('senior_teller'),
        books: personOf('accountant'),
        officer: personOf('compliance_officer'),
      },
      record: (state: string | null) => ({ state, makerIds: ['maker'], above: [] }),
    },
    `
    act              | states  | teller    | senior    | books     | officer
    create           | null    | open      | open      | FORBIDDEN | FORBIDDEN
    park             | open    | open      | open      | FORBIDDEN | FORBIDDEN
    settle           | open    | settled   | settled   | FORBIDDEN | FORBIDDEN
    approveDiscount  | waiting | FORBIDDEN | open      | FORBIDDEN | FORBIDDEN
    approveBelowCost | waiting | FORBIDDEN | open      | FORBIDDEN | FORBIDDEN
    reject           | waiting | FORBIDDEN | open      | FORBIDDEN | FORBIDDEN
    clear            | waiting | FORBIDDEN | FORBIDDEN | FORBIDDEN | open
    refuse           | waiting | FORBIDDEN | FORBIDDEN | FORBIDDEN | cancelled
    cancel           | open    | cancelled | cancelled | FORBIDDEN | FORBIDDEN
    cancel           | waiting | cancelled | cancelled | FORBIDDEN | FORBIDDEN`,
  )
})

test('two SIMs by cash: goods leave at cost, and money, sales and tax are in the books', async () => {
  const sim = await item('SIM', '35.00')
  await received(sim.id, '20', '480.00')
  await received(sim.id, '10', '255.00')
  expect(await pool(sim.id)).toBe('30 / 735.00')
  const { body: open } = await teller(sales.create, basket([{ itemId: sim.id, quantity: '2' }]))
  expect(open).toMatchObject({ state: 'open', total: '70.00', net: '64.81', tax: '5.19', number: '' })
  const { body } = await moving(teller, sales.settle, {
    ...key(open),
    payments: [{ modeId: mode['cash'] ?? '', amount: '100.00' }],
  })
  expect(body).toMatchObject({
    state: 'settled',
    applicationType: 4,
    rounding: '0.00',
    payments: [{ amount: '70.00', tendered: '100.00' }],
  })
  expect(body.number).toMatch(/-S-\d{4}-000001$/)
  expect(await pool(sim.id)).toBe('28 / 686.00')
  expect(await posted(open.id)).toEqual([
    '1000 70.00',
    '1120 -49.00',
    '2100 -5.19',
    '4030 -64.81',
    '5060 49.00',
  ])
  expect(await wrong()).toEqual([])
})

test('a basket that comes twice is one sale, and is settled once', async () => {
  const adaptor = await item('TWICE', '12.90')
  await received(adaptor.id, '40', '252.00')
  const draft = basket([{ itemId: adaptor.id, quantity: '12' }])
  const [first, second] = [await teller(sales.create, draft), await teller(sales.create, draft)]
  expect(second.body).toEqual(first.body)
  const other = { ...draft, id: randomUUID() }
  const tabs = await Promise.all([teller(sales.create, other), teller(sales.create, other)])
  expect(tabs.map(({ status, body }) => [status, body.id])).toEqual([
    [200, other.id],
    [200, other.id],
  ])
  const pay = () =>
    moving(teller, sales.settle, {
      ...key(first.body),
      payments: [{ modeId: mode['card'] ?? '', amount: '154.80' }],
    })
  const both = await Promise.all([pay(), pay()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await pool(adaptor.id)).toBe('28 / 176.40')
  expect(await wrong()).toEqual([])
})

test('what is sold out is refused at its line, with how much there is', async () => {
  const last = await item('LAST', '5.00')
  await received(last.id, '3', '6.00')
  const { body } = await teller(sales.create, basket([{ itemId: last.id, quantity: '4' }]))
  const { error } = await moving(teller, sales.settle, {
    ...key(body),
    payments: [{ modeId: mode['cash'] ?? '', amount: '20.00' }],
  })
  expect(error).toMatchObject({ code: 'SOLD_OUT', invalidParams: [{ field: 'lines.0.quantity' }] })
  expect((await teller(sales.getById, { id: body.id })).body.state).toBe('open')
})

test('a price that has changed is asked about before it is sold', async () => {
  const one = await item('MOVED', '35.00')
  await received(one.id, '5', '10.00')
  const { body } = await teller(sales.create, basket([{ itemId: one.id, quantity: '1' }]))
  await admin(items.update, {
    sku: 'MOVED',
    name: 'Moved',
    kind: 'goods',
    unit: 'piece',
    price: '38.00',
    id: one.id,
    version: 1,
  })
  const pay = (amount: string, acceptsPrices: boolean) =>
    moving(teller, sales.settle, {
      ...key(body),
      acceptsPrices,
      payments: [{ modeId: mode['cash'] ?? '', amount }],
    })
  const { error } = await pay('35.00', false)
  expect(error).toMatchObject({ code: 'PRICE_MOVED', invalidParams: [{ field: 'lines.0.price' }] })
  expect((await pay('38.00', true)).body).toMatchObject({ state: 'settled', total: '38.00' })
})

test('below cost is without tax and after the discount: what is above the limits waits for another person', async () => {
  const dear = await item('DEAR', '26.46', { priceMode: 'open' })
  const zero = await item('ZERO', '26.00', { taxId: (await zeroRated()).id })
  await received(dear.id, '20', '490.00')
  await received(zero.id, '5', '122.50')
  const draft = async (lines: { itemId: string; quantity: string; price?: string }[], discount = '0') =>
    (await teller(sales.create, basket(lines, { discount }))).body
  const settled = (by: Call, one: { id: string; version: number; total: string }) =>
    moving(by, sales.settle, {
      ...key(one),
      payments: [{ modeId: mode['card'] ?? '', amount: one.total }],
    })
  const stateOf = async (quantity: string, price: string) =>
    (await settled(teller, await draft([{ itemId: dear.id, quantity, price }]))).body.state
  expect(await stateOf('1', '26.00')).toBe('waiting')
  expect(await stateOf('1', '26.46')).toBe('settled')
  expect(await stateOf('1', '26.45')).toBe('waiting')
  expect(await stateOf('3', '26.45')).toBe('waiting')
  expect((await settled(teller, await draft([{ itemId: zero.id, quantity: '1' }]))).body.state).toBe(
    'settled',
  )

  const both = [{ itemId: dear.id, quantity: '1', price: '35.00' }]
  const { body: priced } = await teller(sales.price, {
    branchId,
    counterId,
    lines: both,
    discount: '8.55',
  })
  expect(priced).toMatchObject({ total: '26.45', net: '24.49', asks: ['discount', 'belowCost'] })
  const { body: waiting } = await settled(teller, await draft(both, '8.55'))
  expect(waiting).toMatchObject({ state: 'waiting', payments: [], number: '' })
  expect((await teller(sales.approveDiscount, key(waiting))).error.code).toBe('FORBIDDEN')
  // The right to approve does not reach what one has sold oneself.
  await app.addUser({
    userName: 'approver',
    roles: ['senior_teller'],
    workspaces: [{ type: 3, workspaceId: counterId }],
  })
  const approver = (await app.signIn('approver')).call
  const { body: own } = await approver(sales.create, basket(both, { discount: '8.55' }))
  const { body: held } = await settled(approver, own)
  expect(held.state).toBe('waiting')
  expect((await approver(sales.approveDiscount, key(held))).error.code).toBe('MAKER_IS_CHECKER')
  // Nor what one has changed of a basket of another.
  const changed = { ...key(await draft(both)), lines: both, discount: '8.55' }
  const { body: theirs } = await settled(teller, (await approver(sales.park, changed)).body)
  expect((await approver(sales.approveDiscount, key(theirs))).error.code).toBe('MAKER_IS_CHECKER')
  const inbox = (await admin(work.list)).body.mine.filter((one) => one.subject.id === waiting.id)
  expect(inbox.map(({ kind }) => kind).toSorted()).toEqual(['belowCost', 'discount'])
  const { body: once } = await admin(sales.approveDiscount, key(waiting))
  expect(once.state).toBe('waiting')
  const { body: open } = await admin(sales.approveBelowCost, key(once))
  expect(open.state).toBe('open')
  // What was allowed is this basket, at this price.
  const { body: sold } = await settled(teller, open)
  expect(sold).toMatchObject({ state: 'settled', total: '26.45', tax: '1.96' })
  const again = await settled(teller, await draft(both, '8.55'))
  const { body: refused } = await admin(sales.reject, { ...key(again.body), note: 'Too much' })
  expect(refused.state).toBe('open')
  expect((await settled(teller, refused)).body.state).toBe('waiting')
})

test('a basket belongs to a counter of its branch', async () => {
  const top = await item('ELSEWHERE', '10.00', { kind: 'service' })
  const other = (await admin(branches.list, {})).body.items.find(({ id }) => id !== branchId)
  const draft = basket([{ itemId: top.id, quantity: '1' }], { branchId: other?.id ?? randomUUID() })
  const { error } = await admin(sales.create, draft)
  expect(error).toMatchObject({ code: 'COUNTER_OTHER_BRANCH', invalidParams: [{ field: 'counterId' }] })
})

test('services are no stock, and what is put aside is changed and cancelled', async () => {
  const top = await item('SERVICE', '10.00', { kind: 'service' })
  const { body: open } = await teller(
    sales.create,
    basket([{ itemId: top.id, quantity: '1' }], { name: 'Mr Tan' }),
  )
  const { body: parked } = await teller(sales.park, {
    ...key(open),
    name: 'Mr Tan',
    lines: [{ itemId: top.id, quantity: '3' }],
  })
  expect(parked).toMatchObject({ state: 'open', total: '30.00', name: 'Mr Tan', version: 2 })
  expect((await teller(sales.cancel, key(parked))).body.state).toBe('cancelled')
  expect((await received(top.id, '1', '1.00')).error.invalidParams[0]?.field).toBe('lines.0.itemId')
})
