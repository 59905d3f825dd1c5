import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { lookAtDeals } from '#modules/exchange/public.server.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { lookAtBooks, post, replayBooks } from '#modules/ledger/public.server.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { defaultLimits } from '#modules/rates/validation/validation.domain.ts'
import { retailPolicy } from '../policy/policy.contract.ts'
import { mixesDealsIn } from '../policy/policy.domain.ts'
import { saleReceipts } from '../printing/printing.contract.ts'
import { retailSalesReport } from '../reports/reports.contract.ts'
import { sales } from '../sales/sales.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let companyId: string
let ids: Map<string, string>
let simId: string
const id = (code: string) => ids.get(code) ?? ''

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  ;({ companyId } = shop.login.company)
  await shop.call(workspaces.switch, { type: 3, workspaceId: shop.counterId })
  await within(async () => {
    ids = new Map((await readTradedCurrencies(app.services.db)).map((one) => [one.code, one.id]))
  })
  // Rates that are typed hold as they are.
  await app.owner(
    `insert into rates.rate_rule (company_id, rule, is_enabled) select $1, unnest($2::text[]), false
     on conflict (company_id, rule) do update set is_enabled = false`,
    [companyId, Object.keys(defaultLimits)],
  )
  await shop.call(baseRates.update, { rates: [{ currencyId: id('USD'), mid: '4.45' }], reason: 'A test.' })
  await stock('2000', '1000', '4450.00')
  const taxId = await shop.tax('SST8', [['2020-01-01', '0.08']])
  const sim = await shop.item('SIM', '35.00', { taxId })
  simId = sim.id
  await shop.adjusted('receipt', [{ itemId: simId, quantity: '30', cost: '735.00' }])
})
afterAll(() => app.stop())

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
/** Opening balances in the drawer. */
const stock = (cash: string, quantity: string, amount: string, counterId = shop.counterId) =>
  within(() =>
    app.services.db.transaction().execute((db) => {
      const here = { branchId: shop.branchId, counterId }
      return post(
        { db, actor: { userId: null, name: 'Books' }, now: app.services.now() },
        {
          event: adjustmentEvents.opening,
          source: { type: 'opening', id: randomUUIDv7() },
          businessDate: '2026-01-02',
          branchId: shop.branchId,
          lines: [
            { part: 'cash', ...here, itemId: id('MYR'), quantity: cash, amount: cash },
            { part: 'opening', ...here, amount: `-${cash}` },
            { part: 'stock', ...here, itemId: id('USD'), quantity, amount },
            { part: 'opening', ...here, amount: `-${amount}` },
          ],
        },
      )
    }),
  )
const onHand = async (code: string) =>
  (
    await app.owner<{ n: string }>(
      `select trim_scale(sum(on_hand))::text || ' ' || trim_scale(sum(reserved))::text as n from ledger.holding
       where item_id = $1 and counter_id = $2`,
      [id(code), shop.counterId],
    )
  )[0]?.n
const posted = async (type: string, sourceId: string) =>
  (
    await app.owner<{ line: string }>(
      `select a.code || ' ' || l.amount::numeric(20, 2) as line from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_type = $1 and e.source_id in (select $2::uuid union select id from exchange.settlement where deal_id = $2::uuid)
        order by a.code, l.amount`,
      [type, sourceId],
    )
  ).map(({ line }) => line)
const wrong = () =>
  within(async () => {
    const { db } = app.services
    const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))]
    const { differences } = await db.transaction().execute(replayBooks)
    return [...looks.filter((one) => one.wrong > 0), ...differences]
  })
const deal = async (side: 'buy' | 'sell', quantity: string, rate = '4.45') => {
  const { body, error } = await shop.moving(deals.create, {
    lines: [{ side, currencyId: id('USD'), quantity, rate, reason: 'A regular.' }],
    upTo: 'submit',
  })
  expect(body?.state, JSON.stringify(error)).toBe('pending')
  return body
}
const basket = (quantity: string) => shop.parked([{ itemId: simId, quantity }])
type Key = { id: string; version: number }
const settled = (sale: Key, one: Key, cash?: string) =>
  shop.moving(sales.settle, {
    ...shop.key(sale),
    deal: shop.key(one),
    payments: cash === undefined ? [] : [{ modeId: shop.modeId('cash'), amount: cash }],
  })
const stateOf = async (saleId: string, dealId: string) => [
  (await shop.call(sales.getById, { id: saleId })).body.state,
  (await shop.call(deals.getById, { id: dealId })).body.state,
]

test('100 USD at 4.45 against two SIMs: 375.00 is paid out, by two documents that balance', async () => {
  const [one, sale] = [await deal('buy', '100'), await basket('2')]
  expect(await onHand('MYR')).toBe('2000 445')
  const { body: choices } = await shop.call(sales.listDeals, { id: sale.id })
  expect(choices).toMatchObject([
    { id: one.id, number: one.number, owed: '445.00', due: '-375.00', inCash: '-375.00' },
  ])
  const { body, error } = await settled(sale, one)
  expect(body, JSON.stringify(error)).toMatchObject({
    state: 'settled',
    total: '70.00',
    rounding: '0.00',
    deal: { id: one.id, number: one.number, owed: '445.00' },
    payments: [{ amount: '-375.00' }],
  })
  expect(body.number).not.toBe(one.number)
  expect(await posted('deal', one.id)).toEqual(['1100 445.00', '2000 -445.00'])
  expect(await posted('retailSale', sale.id)).toEqual([
    '1000 -375.00',
    '1120 -49.00',
    '2000 445.00',
    '2100 -5.19',
    '4030 -64.81',
    '5060 49.00',
  ])
  expect([await onHand('MYR'), await onHand('USD')]).toEqual(['1625 0', '1100 0'])
  const { body: whole } = await shop.call(deals.getById, { id: one.id })
  expect(whole).toMatchObject({ state: 'settled', payments: [{ modeKind: 'offset', amount: '445.00' }] })
  expect((await shop.call(sales.listDeals, { id: sale.id })).body).toEqual([])
  expect(await wrong()).toEqual([])

  // One comes back: in cash, as the deal has paid for it.
  const back = await shop.returned(sale.id, [1, '1'])
  expect(back).toMatchObject({ state: 'settled', total: '35.00', payments: [{ amount: '35.00' }] })
  expect(await onHand('MYR')).toBe('1590 0')
  const { body: report } = await shop.call(retailSalesReport.list, {
    by: 'mode',
    from: sale.createdAt.slice(0, 10),
    to: '2099-12-31',
  })
  expect(report.rows.map(({ name, total }) => `${name} ${total}`).toSorted()).toEqual([
    'Cash -410.00',
    'Set off with deals 445.00',
  ])
  const paper = await shop.call(saleReceipts.print, { id: sale.id, paper: 'roll80', language: 'en' })
  expect(paper.status).toBe(200)
})

test('the deal of a basket is not reversed: its cash moved with the goods', async () => {
  const [one, sale] = [await deal('buy', '10'), await basket('2')]
  await settled(sale, one, '30.00')
  const { body } = await shop.call(deals.getById, { id: one.id })
  expect(body.can).not.toContain('reverse')
  const manager = (await app.signIn('manager')).call
  const { error } = await manager(
    deals.reverse,
    { ...shop.key(body), note: 'Sent back' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(error.code).toBe('SETTLED_IN_BASKET')
})

test('what the customer owes of both is paid in cash alone, and change is given', async () => {
  const [one, sale] = [await deal('sell', '100', '4.50'), await basket('1')]
  const byCard = await shop.moving(sales.settle, {
    ...shop.key(sale),
    deal: shop.key(one),
    payments: [{ modeId: shop.modeId('card'), amount: '485.00' }],
  })
  expect(byCard.error).toMatchObject({
    code: 'DEAL_PAID_IN_CASH',
    invalidParams: [{ field: 'payments.0.modeId' }],
  })
  expect((await settled(sale, one, '450.00')).error.code).toBe('PAID_TOO_LITTLE')
  const before = Number((await onHand('MYR'))?.split(' ')[0])
  const { body } = await settled(sale, one, '500.00')
  expect(body).toMatchObject({ state: 'settled', payments: [{ tendered: '500.00', amount: '485.00' }] })
  expect(Number((await onHand('MYR'))?.split(' ')[0])).toBe(before + 485)
  expect(await posted('deal', one.id)).toContain('2000 450.00')
  expect(await wrong()).toEqual([])
})

test('neither is settled where one fails', async () => {
  const one = await deal('buy', '100')
  const rare = await shop.item('RARE', '5.00')
  const soldOut = await shop.parked([{ itemId: rare.id, quantity: '1' }])
  const before = [await onHand('MYR'), await onHand('USD')]
  expect((await settled(soldOut, one)).error.code).toBe('SOLD_OUT')
  expect(await stateOf(soldOut.id, one.id)).toEqual(['open', 'pending'])
  expect([await onHand('MYR'), await onHand('USD')]).toEqual(before)
  const sale = await basket('1')
  const { body: held } = await shop.call(deals.hold, shop.key(one))
  expect((await settled(sale, held)).error.code).toBe('ON_HOLD')
  expect((await settled(sale, one)).error.code).toBe('STALE_VERSION')
  const { body: gated } = await shop.moving(deals.create, {
    lines: [{ side: 'buy', currencyId: id('USD'), quantity: '1', rate: '4.45', reason: 'A regular.' }],
    askAuthorization: true,
    upTo: 'submit',
  })
  expect(gated.state).toBe('waiting')
  expect((await settled(sale, gated, '35.00')).error.code).toBe('ILLEGAL_TRANSITION')
  const { body: free } = await shop.call(deals.releaseHold, shop.key(held))
  expect(await stateOf(sale.id, one.id)).toEqual(['open', 'pending'])
  expect((await settled(sale, free, '10.00')).error.code).toBe('NOTHING_TO_PAY')
  expect((await settled(sale, free)).body.state).toBe('settled')
  const again = await basket('1')
  expect((await settled(again, { id: one.id, version: free.version + 1 })).error.code).toBe(
    'DEAL_NOT_IN_BASKET',
  )
  expect(await wrong()).toEqual([])
})

test('a drawer in which too little is free to pay the net out settles neither', async () => {
  const [one, sale] = [await deal('buy', '20'), await basket('1')]
  const hold = (reserved: string) =>
    app.owner(`update ledger.holding set reserved = ${reserved} where item_id = $1 and counter_id = $2`, [
      id('MYR'),
      shop.counterId,
    ])
  // What was kept for this deal has run out, and others have taken what there is.
  await app.owner('delete from ledger.reservation where source_id = $1', [one.id])
  await hold('on_hand')
  expect((await settled(sale, one)).error.code).toBe('DRAWER_SHORT')
  expect(await stateOf(sale.id, one.id)).toEqual(['open', 'pending'])
  await hold(
    `coalesce((select sum(quantity) from ledger.reservation r where r.holding_id = ledger.holding.id), 0)`,
  )
  expect((await settled(sale, one)).body.state).toBe('settled')
})

test('settled twice at once a basket with a deal is settled once', async () => {
  const one = await deal('buy', '20')
  const [first, second] = [await basket('1'), await basket('1')]
  const both = await Promise.all([settled(first, one), settled(second, one)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await wrong()).toEqual([])
})

test('a deal of another counter, or one that is not there, is not settled with a sale', async () => {
  const { body: all } = await shop.call(counters.list, {})
  const counterId =
    all.items.find((one) => one.branchId === shop.branchId && one.id !== shop.counterId)?.id ?? ''
  await shop.moving(days.open, { counterId })
  await stock('100', '10', '44.50', counterId)
  await shop.call(workspaces.switch, { type: 3, workspaceId: counterId })
  const one = await deal('sell', '1')
  await shop.call(workspaces.switch, { type: 3, workspaceId: shop.counterId })
  const sale = await basket('1')
  expect((await shop.call(sales.listDeals, { id: sale.id })).body).toEqual([])
  expect((await settled(sale, one, '40.00')).error.code).toBe('DEAL_OTHER_COUNTER')
  expect((await settled(sale, { id: randomUUID(), version: 1 })).status).toBe(404)
  expect(await stateOf(sale.id, one.id)).toEqual(['open', 'pending'])
})

test('where deals and goods are settled apart a basket with a deal is refused; the pack of Hong Kong has it so', async () => {
  expect([mixesDealsIn('HK'), mixesDealsIn('MY')]).toEqual([false, true])
  const { body: policy } = await shop.call(retailPolicy.get)
  const { hasDocument: _hasDocument, asksApproval: _asksApproval, ...kept } = policy
  expect((await shop.call(retailPolicy.update, { ...kept, mixesDeals: false })).body.mixesDeals).toBe(false)
  const [one, sale] = [await deal('buy', '10'), await basket('1')]
  expect((await shop.call(sales.listDeals, { id: sale.id })).body).toEqual([])
  expect((await settled(sale, one)).error).toMatchObject({
    code: 'DEAL_IN_BASKET_OFF',
    invalidParams: [{ field: 'deal' }],
  })
  expect(await stateOf(sale.id, one.id)).toEqual(['open', 'pending'])
})
