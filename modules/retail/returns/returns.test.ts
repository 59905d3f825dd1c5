import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { sellGoods } from '#apps/server/test-retail.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { items } from '../items/items.contract.ts'
import { goodsAdjustments } from '../adjustments/adjustments.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { refunds } from './returns.contract.ts'
import { refundWorkflow } from './returns.domain.ts'

let app: TestApp
let companyId: string
let admin: Call
let teller: Call
let branchId: string
let counterId: string
const mode: Record<string, string> = {}
const taxId: Record<string, string> = {}

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
    roles: ['senior_teller'],
    workspaces: [{ type: 3, workspaceId: counterId }],
  })
  teller = (await app.signIn('seller')).call
  await moving(teller, days.open, { counterId })
  for (const [code, kind, rate] of [
    ['T8', 'standard', '0.08'],
    ['T6', 'standard', '0.06'],
    ['T0', 'zero', '0'],
  ] as const)
    taxId[code] = (
      await admin(taxes.create, {
        code,
        name: code,
        kind,
        versions: kind === 'zero' ? [] : [{ validFrom: '2020-01-01', rates: [rate] }],
      })
    ).body.id
})
afterAll(() => app.stop())

const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const item = async (sku: string, price: string, more = {}) =>
  (
    await admin(items.create, {
      sku,
      name: sku,
      kind: 'goods',
      unit: 'piece',
      price,
      taxId: taxId['T8'] ?? null,
      ...more,
    })
  ).body
const received = (itemId: string, quantity: string, cost: string) =>
  moving(admin, goodsAdjustments.create, {
    branchId,
    supplier: 'Northern Wholesale',
    lines: [{ itemId, quantity, cost }],
  })

/** A sale that is settled; paid by card unless said. */
async function sold(
  lines: { itemId: string; quantity: string }[],
  { discount = '0', payments }: { discount?: string; payments?: [kind: string, amount: string][] } = {},
) {
  const { body } = await moving(admin, sales.create, {
    id: randomUUID(),
    branchId,
    counterId,
    lines,
    discount,
  })
  const paid = payments ?? [['card', body.total] as [string, string]]
  return (
    await moving(admin, sales.settle, {
      ...key(body),
      payments: paid.map(([kind, amount]) => ({ modeId: mode[kind] ?? '', amount })),
    })
  ).body
}
const asked = (saleId: string, lines: [position: number, quantity: string][], more = {}) => ({
  id: randomUUID(),
  saleId,
  counterId,
  reason: 'Wrong network',
  lines: lines.map(([position, quantity]) => ({ position, quantity })),
  ...more,
})
async function returned(saleId: string, ...lines: [position: number, quantity: string][]) {
  const { body } = await admin(refunds.create, asked(saleId, lines))
  return (await moving(admin, refunds.settle, key(body))).body
}
const posted = async (id: string) =>
  (
    await app.owner<{ line: string }>(
      `select a.code || ' ' || l.amount::numeric(20, 2) as line from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_id = '${id}' order by a.code, l.amount`,
    )
  ).map(({ line }) => line)
const pool = async (itemId: string) =>
  (
    await app.owner<{ pool: string }>(
      `select trim_scale(quantity) || ' / ' || value::numeric(20, 2) as pool from ledger.pool
        where kind = 'retail' and item_id = '${itemId}'`,
    )
  )[0]?.pool
/** What is left of a sale and its returns on each account. */
const leftOf = async (...ids: string[]) =>
  app.owner<{ code: string; left: string }>(
    `select a.code, sum(l.amount)::numeric(20, 2)::text as left from ledger.entry e
      join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
      join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
      where e.source_id in (${ids.map((id) => `'${id}'`).join(', ')}) group by a.code having sum(l.amount) <> 0`,
  )
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

test('the table of returns', () => {
  walkWorkflow(
    {
      flow: refundWorkflow,
      people: {
        teller: personOf('teller'),
        senior: personOf('senior_teller'),
        books: personOf('accountant'),
      },
      record: (state: string | null) => ({ state, makerIds: ['maker'], above: [] }),
    },
    `
    act     | states   | teller    | senior    | books
    create  | null     | approved  | approved  | FORBIDDEN
    approve | pending  | FORBIDDEN | approved  | FORBIDDEN
    reject  | pending  | FORBIDDEN | rejected  | FORBIDDEN
    settle   | approved | settled   | settled   | FORBIDDEN
    exchange | approved | settled   | settled   | FORBIDDEN
    cancel  | pending  | cancelled | cancelled | FORBIDDEN
    cancel  | approved | cancelled | cancelled | FORBIDDEN`,
  )
})

test('two SIMs come back one by one: price, tax and cost as they were, and the last takes the rest', async () => {
  const sim = await item('SIM', '35.00')
  await received(sim.id, '20', '480.00')
  await received(sim.id, '10', '255.00')
  const sale = await sold([{ itemId: sim.id, quantity: '2' }])
  await admin(items.update, {
    sku: 'SIM',
    name: 'SIM',
    kind: 'goods',
    unit: 'piece',
    taxId: taxId['T8'] ?? null,
    price: '38.00',
    id: sim.id,
    version: 1,
  })
  const first = await returned(sale.id, [1, '1'])
  expect(first).toMatchObject({ state: 'settled', total: '35.00', net: '32.40', tax: '2.60' })
  expect(await posted(first.id)).toEqual([
    '1120 24.50',
    '1310 -35.00',
    '2100 2.60',
    '4030 32.40',
    '5060 -24.50',
  ])
  const last = await returned(sale.id, [1, '1'])
  expect(last).toMatchObject({ total: '35.00', net: '32.41', tax: '2.59' })
  expect(last.number).toMatch(/-R-\d{4}-000002$/)
  expect(await leftOf(sale.id, first.id, last.id)).toEqual([])
  expect(await pool(sim.id)).toBe('30 / 735.00')
  expect(await wrong()).toEqual([])
})

test('a part of one discount over different taxes goes back, then the rest', async () => {
  const lines = await Promise.all([
    item('D8', '34.90', { kind: 'service' }),
    item('D0', '12.50', { kind: 'service', taxId: taxId['T0'] }),
    item('D6', '19.95', { kind: 'service', taxId: taxId['T6'] }),
  ])
  const sale = await sold(
    lines.map(({ id }) => ({ itemId: id, quantity: '1' })),
    { discount: '7.77' },
  )
  expect(sale).toMatchObject({ total: '59.58', tax: '3.29' })
  const third = await returned(sale.id, [3, '1'])
  expect(third).toMatchObject({ total: '17.65', tax: '1.00', discount: '2.30' })
  const rest = await returned(sale.id, [1, '1'], [2, '1'])
  expect(rest).toMatchObject({ total: '41.93', tax: '2.29', discount: '5.47' })
  expect(await leftOf(sale.id, third.id, rest.id)).toEqual([])
})

test('a whole return mirrors the rounding, by the modes that it came by', async () => {
  const one = await item('ROUND', '15.28', { kind: 'service' })
  const line = { itemId: one.id, quantity: '1' }
  const cash = await sold([line], { payments: [['cash', '20.00']] })
  const back = await returned(cash.id, [1, '1'])
  expect(back).toMatchObject({ rounding: '0.02', payments: [{ amount: '15.30' }] })
  const mixed = await sold([line], {
    payments: [
      ['card', '10.00'],
      ['cash', '5.30'],
    ],
  })
  const both = await returned(mixed.id, [1, '1'])
  expect(both.payments.map(({ amount }) => amount)).toEqual(['10.00', '5.30'])
  expect(await leftOf(cash.id, back.id)).toEqual([])
  expect(await leftOf(mixed.id, both.id)).toEqual([])
})

test('a pack that was sold comes back unit by unit', async () => {
  const adaptor = await item('PACK', '12.90')
  await received(adaptor.id, '40', '252.00')
  const sale = await sold([{ itemId: adaptor.id, quantity: '12' }])
  expect(await returned(sale.id, [1, '1'])).toMatchObject({ total: '12.90' })
  expect(await pool(adaptor.id)).toBe('29 / 182.70')
})

test('no more comes back than is left, also twice at once, and what was rejected may be asked again', async () => {
  const one = await item('TWICE', '10.00', { kind: 'service' })
  const sale = await sold([{ itemId: one.id, quantity: '2' }])
  const ask = (lines: [number, string][]) => admin(refunds.create, asked(sale.id, lines))
  const both = await Promise.all([ask([[1, '2']]), ask([[1, '2']])])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const made = both.find(({ status }) => status === 200)?.body
  const { error } = await ask([[1, '1']])
  expect(error).toMatchObject({ code: 'MORE_THAN_SOLD', invalidParams: [{ field: 'lines.0.quantity' }] })
  await admin(refunds.cancel, key(made as never))
  expect((await ask([[1, '2']])).status).toBe(200)
  expect((await ask([[7, '1']])).error.code).toBe('LINE_NOT_RETURNABLE')
})

test('the same return sent again is one, and what nobody sold is refused', async () => {
  const one = await item('AGAIN', '10.00', { kind: 'service' })
  const sale = await sold([{ itemId: one.id, quantity: '2' }])
  const draft = asked(sale.id, [[1, '1']])
  const [first, second] = [await admin(refunds.create, draft), await admin(refunds.create, draft)]
  expect(second.body).toEqual(first.body)
  const { body: open } = await admin(sales.create, {
    id: randomUUID(),
    branchId,
    counterId,
    lines: [{ itemId: one.id, quantity: '1' }],
  })
  expect((await admin(refunds.create, asked(open.id, [[1, '1']]))).error.code).toBe('NOT_SOLD')
  expect((await admin(refunds.create, asked(first.body.id, [[1, '1']]))).status).toBe(404)
  const look = (number: string) => admin(refunds.getReturnable, { number, counterId })
  expect((await look(sale.number)).body.lines).toMatchObject([{ quantity: '2', left: '1' }])
  expect((await look(first.body.number)).error.code).toBe('RECEIPT_UNKNOWN')
})

test('above the limit of whoever asks another person approves, and only then it is paid back', async () => {
  const dear = await item('DEAR', '900.00', { kind: 'service' })
  const sale = await sold([{ itemId: dear.id, quantity: '3' }])
  const { body } = await teller(refunds.create, asked(sale.id, [[1, '3']]))
  expect(body).toMatchObject({ state: 'pending', can: ['cancel'] })
  expect((await moving(teller, refunds.settle, key(body))).status).toBe(409)
  expect((await teller(refunds.approve, key(body))).error.code).toBe('MAKER_IS_CHECKER')
  const { body: approved } = await admin(refunds.approve, key(body))
  expect(approved).toMatchObject({ state: 'approved' })
  const { body: paid } = await moving(teller, refunds.settle, key(approved))
  expect(paid).toMatchObject({ state: 'settled', total: '2700.00' })
})
