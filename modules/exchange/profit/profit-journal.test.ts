import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { lookAtBooks, sealBooks } from '#modules/ledger/public.server.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { lookAtDeals } from '../settlement/check.queries.ts'

// What the profit report says is what the accounts of gain and loss say, whatever moved them.

let app: TestApp
let companyId: string
let admin: Call
let teller: Call
let manager: Call
let till: Awaited<ReturnType<typeof openTill>>

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  ;({ companyId } = session.login.company)
  const own = await app.signIn('teller')
  teller = own.call
  manager = (await app.signIn('manager')).call
  till = await openTill(app, own)
})
afterAll(() => app.stop())

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
const moving = async <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) => {
  const { status, body } = await call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const dealt = (...lines: [side: 'buy' | 'sell', code: string, quantity: string][]) =>
  moving(teller, deals.create, {
    lines: lines.map(([side, code, quantity]) => ({ side, currencyId: till.id(code), quantity })),
    upTo: 'settle',
  })
const profit = async () =>
  (await manager(profitReport.profitLoss, { from: '2020-01-01', to: '2099-12-31' })).body
const inJournal = async () => {
  const [row] = await app.owner<{ gain: string }>(
    `select coalesce(-sum(l.amount), 0)::numeric(20, 2)::text as gain from ledger.line l
      join ledger.account a on a.company_id = l.company_id and a.id = l.account_id where a.code in ('4000', '5000')`,
  )
  return row?.gain
}
const wrong = async () => {
  const { db } = app.services
  const looks = await within(async () => [...(await lookAtBooks(db)), ...(await lookAtDeals(db))])
  return looks.filter((look) => look.wrong > 0).map(({ what }) => what)
}

test('a deal that sells before it buys has one gain: on its page, in the report, in the books', async () => {
  const { id } = await dealt(['sell', 'CAD', '20'], ['buy', 'CAD', '30'])
  const { body } = await manager(deals.getById, { id })
  expect([body.state, body.gain?.realised, body.lines[0]?.gain?.realised]).toEqual([
    'settled',
    await inJournal(),
    await inJournal(),
  ])
  expect((await profit()).total.realised).toBe(await inJournal())
  expect(await wrong()).toEqual([])
  // Of what was bought nothing is gained yet: what its rate lies below the mid has a name of its own.
  const [sold, bought] = body.lines.map(({ gain }) => gain)
  expect(bought).toMatchObject({ dealing: '0.00', holding: '0.00', realised: '0.00' })
  expect(Number(bought?.purchaseMargin)).toBeGreaterThan(0)
  expect(sold?.purchaseMargin).toBe('0.00')
})

test('what an opening that was reversed had lost is in the report, apart from deals', async () => {
  const opening = await moving(admin, adjustments.createOpening, {
    branchId: till.branchId,
    note: 'Found in the safe',
    lines: [{ itemId: till.id('SAR'), quantity: '10', cost: '1' }],
  })
  await dealt(['buy', 'SAR', '10'])
  const before = await inJournal()
  await dealt(['sell', 'SAR', '10'])
  const sold = await inJournal()
  expect(sold).not.toBe(before)
  await moving(admin, adjustments.reverse, { id: opening.id, version: opening.version, note: 'Not ours' })
  expect(await inJournal()).not.toBe(sold)
  const { rows, total } = await profit()
  expect(total.realised).toBe(await inJournal())
  expect(rows.flatMap(({ code, source }) => (code === 'SAR' ? source : []))).toEqual(['deals', 'other'])
  expect(await wrong()).toEqual([])
  await within(() => sealBooks(app.services.db, app.services.now()))
  expect((await profit()).rows).toEqual(rows)
  expect(await wrong()).toEqual([])
})

test('a gain that no deal has is found by branch, currency and day', async () => {
  const change = (by: string) =>
    app.owner(`update exchange.profit_day set cost = cost + ${by} where side = 'sell'`)
  await change('1')
  expect(await wrong()).toContain('profit of deals is what the accounts of gain and loss say')
  await change('-1')
  expect(await wrong()).toEqual([])
})
