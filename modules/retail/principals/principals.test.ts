import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { settlements } from '../settlements/settlements.contract.ts'
import { paymentModes, deliveryModes } from '#modules/currencies/modes/modes.contract.ts'
import { type Item, items } from '../items/items.contract.ts'
import { retailPrincipalReport } from '../reports/reports.contract.ts'
import { principals } from './principals.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let taxId: string
const mode: Record<string, string> = {}

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-11-20T04:00:00Z'))
  shop = await openShop(app)
  taxId = await shop.tax('SST8', [['2020-01-01', '0.08']])
  for (const [side, modes] of [
    ['payment', paymentModes],
    ['delivery', deliveryModes],
  ] as const)
    for (const { id, kind } of (await shop.call(modes.listSelection)).body) mode[`${side} ${kind}`] = id
})
afterAll(() => app.stop())

const principal = async (code: string) =>
  (await shop.call(principals.create, { code, name: `Principal ${code}` })).body
const policy = (sku: string, price: string, principalId: string, more = {}) =>
  shop.item(sku, price, {
    kind: 'agency',
    principalId,
    taxId,
    commissions: [
      { validFrom: '2026-12-01', rate: '0.2' },
      { validFrom: '2026-01-01', rate: '0.15' },
    ],
    ...more,
  })
/** An item as its update takes it. */
const draftOf = ({
  category: _category,
  tax: _tax,
  principal: _principal,
  isEnabled: _isEnabled,
  createdAt: _createdAt,
  ...draft
}: Item) => draft
const posted = async (id: string) =>
  (
    await app.owner<{ line: string }>(
      `select a.code || ' ' || l.amount::numeric(20, 2) as line from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_id = '${id}' order by a.code, l.amount`,
    )
  ).map(({ line }) => line)
const statement = async (id: string, month: string) =>
  (await shop.call(principals.statement, { id, month })).body
const settle = (principalId: string, month: string, modeId = mode['delivery bankTransfer'] ?? '') =>
  shop.moving(settlements.create, { principalId, month, branchId: shop.branchId, modeId })
/** What the sub-ledger of principals says of one of them. */
const inLedger = async (principalId: string) =>
  (
    await app.owner<{ owed: string }>(
      `select (-sum(l.amount))::numeric(20, 2)::text as owed from ledger.line l
        where l.party_type = 'principal' and l.party_id = '${principalId}' and l.account_id in
          (select account_id from ledger.mapping where part = 'principalPayable')`,
    )
  )[0]?.owed

test('two policies on one line come back one by one, and nothing is left of what is owed, earned and taxed', async () => {
  const { id } = await principal('PAIR')
  const one = await policy('POLICY60', '60.00', id)
  const sold = await shop.sold([{ itemId: one.id, quantity: '2' }])
  expect(sold.lines[0]).toMatchObject({ total: '120.00', owed: '102.00', net: '16.67', tax: '1.33' })
  // Today's commission is another.
  const commissions = [{ validFrom: '2026-01-01', rate: '0.2' }]
  const { body: dearer } = await shop.call(items.update, { ...draftOf(one), commissions })
  expect(dearer.commissions).toEqual(commissions)
  const [first, second] = [await shop.returned(sold.id, [1, '1']), await shop.returned(sold.id, [1, '1'])]
  expect(first.lines[0]).toMatchObject({ total: '60.00', owed: '51.00', net: '8.33', tax: '0.67' })
  expect(second.lines[0]).toMatchObject({ total: '60.00', owed: '51.00', net: '8.34', tax: '0.66' })
  expect(await inLedger(id)).toBe('0.00')
  expect((await shop.call(principals.getById, { id })).body.balance).toBe('0.00')
})

test('a return takes back the commission of its sale, and what a paid principal then owes is set off by the next statement', async () => {
  const { id } = await principal('INSURER')
  const insurance = await policy('POLICY120', '120.00', id)
  const sold = await shop.sold([{ itemId: insurance.id, quantity: '1' }])
  expect(sold).toMatchObject({ total: '120.00', net: '16.67', tax: '1.33' })
  expect(sold.lines[0]).toMatchObject({ net: '16.67', tax: '1.33', owed: '102.00', total: '120.00' })
  expect(await posted(sold.id)).toEqual(['1310 120.00', '2060 -102.00', '2100 -1.33', '4035 -16.67'])

  const { body: paid } = await settle(id, '2026-11')
  expect(paid).toMatchObject({ state: 'posted', amount: '102.00', until: '2026-11-30' })
  expect(await posted(paid.id)).toEqual(['1200 -102.00', '2060 102.00'])
  expect((await settle(id, '2026-11')).error).toMatchObject({
    code: 'NOTHING_DUE',
    invalidParams: [{ field: 'month' }],
  })
  expect(await statement(id, '2026-11')).toMatchObject({ opening: '0.00', closing: '0.00', due: '0.00' })

  await shop.goTo('2026-12-03')
  const back = await shop.returned(sold.id, [1, '1'])
  expect(back).toMatchObject({ total: '120.00', net: '16.67', tax: '1.33' })
  expect(await posted(back.id)).toEqual(['1310 -120.00', '2060 102.00', '2100 1.33', '4035 16.67'])
  expect((await shop.call(principals.getById, { id })).body.balance).toBe('-102.00')

  // The commission of December is another: 240.00 less 48.00.
  const again = await shop.sold([{ itemId: insurance.id, quantity: '2' }])
  expect(again.lines[0]).toMatchObject({ net: '44.44', tax: '3.56', owed: '192.00' })
  const december = await statement(id, '2026-12')
  expect(december).toMatchObject({ opening: '0.00', closing: '90.00', due: '90.00' })
  expect(
    december.rows.map(({ kind, total, commission, tax, owed }) => [kind, total, commission, tax, owed]),
  ).toEqual([
    ['return', '-120.00', '-16.67', '-1.33', '-102.00'],
    ['sale', '240.00', '44.44', '3.56', '192.00'],
  ])
  expect((await settle(id, '2026-12')).body.amount).toBe('90.00')
  expect((await shop.call(principals.getById, { id })).body.balance).toBe('0.00')
  expect(await inLedger(id)).toBe('0.00')
  expect(await shop.wrong()).toEqual([])
})

test('a discount stays with what is ours, and the commission of a free service moves no cost of goods', async () => {
  const { id } = await principal('MIXED')
  const topUp = await policy('TOPUP', '30.00', id)
  const gift = await shop.item('GIFT', '0.00', { kind: 'service', taxId })
  const sim = await shop.item('SIM-MIX', '35.00', { taxId })
  await shop.adjusted('receipt', [{ itemId: sim.id, quantity: '4', cost: '98.00' }])
  const sold = await shop.sold(
    [
      { itemId: gift.id, quantity: '1' },
      { itemId: topUp.id, quantity: '1' },
      { itemId: sim.id, quantity: '1' },
    ],
    { discount: '1.00' },
  )
  expect(sold.lines.map(({ discount, owed, total }) => [discount, owed, total])).toEqual([
    ['0.00', '0.00', '0.00'],
    ['0.00', '24.00', '30.00'],
    ['1.00', '0.00', '34.00'],
  ])
  const [{ costs } = { costs: '' }] = await app.owner<{ costs: string }>(
    `select string_agg(cost::numeric(20, 2)::text, ' ' order by position) as costs from retail.sale_line where sale_id = '${sold.id}'`,
  )
  expect(costs).toBe('0.00 0.00 24.50')
})

test('a principal that owes pays us, in cash of a counter', async () => {
  const { id } = await principal('OWES')
  const one = await policy('OWED', '50.00', id)
  const sold = await shop.sold([{ itemId: one.id, quantity: '1' }])
  await settle(id, '2026-12')
  await shop.returned(sold.id, [1, '1'])
  const cash = { principalId: id, month: '2026-12', branchId: shop.branchId, counterId: shop.counterId }
  expect(
    (await shop.moving(settlements.create, { ...cash, modeId: mode['delivery cash'] ?? '' })).error,
  ).toMatchObject({ code: 'MODE_NOT_TAKEN', invalidParams: [{ field: 'modeId' }] })
  const { body } = await shop.moving(settlements.create, { ...cash, modeId: mode['payment cash'] ?? '' })
  expect(body).toMatchObject({ state: 'posted', amount: '-40.00' })
  expect(await posted(body.id)).toEqual(['1000 40.00', '2060 -40.00'])
})

test('an item of a principal has its commission before it is sold, and a principal in use stays', async () => {
  const { id, version } = await principal('LATER')
  const later = await policy('LATER', '10.00', id, {
    commissions: [{ validFrom: '2099-01-01', rate: '0.1' }],
  })
  const asked = await shop.parked([{ itemId: later.id, quantity: '1' }])
  expect(asked).toMatchObject({ code: 'COMMISSION_UNKNOWN' })
  expect((await shop.call(principals.delete, { id, version })).error.code).toBe('PRINCIPAL_USED')
  await shop.call(principals.disable, { id, version })
  const { error } = await shop.call(items.create, {
    sku: 'NEVER',
    name: 'Never',
    kind: 'agency',
    unit: 'piece',
    price: '1.00',
    principalId: id,
    commissions: [{ validFrom: '2026-01-01', rate: '0.1' }],
  })
  expect(error).toMatchObject({ code: 'PRINCIPAL_UNKNOWN', invalidParams: [{ field: 'principalId' }] })
})

test('a settlement above the limit of its maker is paid once another person approves it', async () => {
  const { id } = await principal('LARGE')
  const dear = await policy('DEAR', '1000.00', id)
  await shop.sold([{ itemId: dear.id, quantity: '1' }])
  await app.addUser({
    userName: 'settler',
    roles: ['branch_manager'],
    workspaces: [{ type: 2, workspaceId: shop.branchId }],
  })
  const manager = (await app.signIn('settler')).call
  const draft = {
    principalId: id,
    month: '2026-12',
    branchId: shop.branchId,
    modeId: mode['delivery bankTransfer'] ?? '',
  }
  const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const { body: pending } = await manager(settlements.create, draft, keyed())
  expect(pending).toMatchObject({ state: 'pending', amount: '800.00', businessDate: null })
  // What is about to be paid is not paid again.
  expect((await shop.moving(settlements.create, draft)).error.code).toBe('NOTHING_DUE')
  expect((await manager(settlements.approve, shop.key(pending), keyed())).error.code).toBe('FORBIDDEN')
  const { body: paid } = await shop.moving(settlements.approve, shop.key(pending))
  expect(paid).toMatchObject({ state: 'posted', businessDate: '2026-12-03' })
  expect(await posted(pending.id)).toEqual(['1200 -800.00', '2060 800.00'])
  const asked = { from: '2026-12-01', to: '2026-12-31' }
  const { rows } = (await shop.call(retailPrincipalReport.list, asked)).body
  expect(rows.find(({ code }) => code === 'LARGE')).toEqual({
    code: 'LARGE',
    name: 'Principal LARGE',
    opening: '0.00',
    total: '1000.00',
    commission: '185.19',
    tax: '14.81',
    owed: '800.00',
    settled: '800.00',
    closing: '0.00',
  })
  expect(rows.find(({ code }) => code === 'INSURER')).toMatchObject({
    opening: '0.00',
    settled: '90.00',
    closing: '0.00',
  })
})
