import { afterAll, beforeAll, expect, test } from 'vitest'
import { work } from '#modules/approvals/work/work.contract.ts'
import { tradeDemo } from '#modules/exchange/demo.server.ts'
import { seedDealsByBank } from '#modules/exchange/demo-by-bank.server.ts'
import { seedPendingDeals } from '#modules/exchange/demo-waiting.server.ts'
import { screenDemo } from '#modules/screening/demo.server.ts'
import { seedStates } from './demo-states.ts'
import { type TestApp, testApp } from './test-app.ts'

let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await testApp()
  companyId = (await app.signIn('admin')).login.company.companyId
  await screenDemo(app.services, companyId)
  await tradeDemo(app.services, companyId, { days: 2, isOver: () => false })
  await seedPendingDeals(app.services, companyId)
  await seedStates(app.services, companyId)
  await seedDealsByBank(app.services, companyId)
}, 90_000)
afterAll(() => app.stop())

const zone = 'Asia/Kuala_Lumpur'
const numberOf = async (sql: string) =>
  (await app.owner<{ n: number }>(`select count(*)::int as n ${sql}`))[0]?.n

test('customers were registered before their first deal', async () => {
  expect(await numberOf('from exchange.deal where customer_id is not null')).toBeGreaterThan(3)
  expect(
    await app.owner(
      `select c.name from exchange.deal d join customers.customer c on c.id = d.customer_id where c.created_at > d.created_at`,
    ),
  ).toEqual([])
})

test('yesterday is closed at each branch, with a count at its end, whatever day of the week it was', async () => {
  const yesterday = `(now() at time zone '${zone}')::date - 1`
  expect(await numberOf(`from inventory.day where business_date = ${yesterday} and state = 'closed'`)).toBe(4)
  expect(
    await numberOf(`from inventory.day where business_date < ${yesterday} + 1 and state <> 'closed'`),
  ).toBe(0)
  expect(
    await numberOf(
      `from inventory.day d where business_date = ${yesterday}
        and exists (select 1 from inventory.count c where c.day_id = d.id and c.kind = 'closing' and c.state = 'processed')`,
    ),
  ).toBe(4)
})

test('a counter is open today since before its first deal, and nothing is dealt in the future', async () => {
  expect(
    await numberOf(
      `from exchange.deal d join inventory.day y on y.counter_id = d.counter_id and y.state = 'open'
        where d.business_date = y.business_date and d.created_at < y.opened_at`,
    ),
  ).toBe(0)
  expect(await numberOf(`from exchange.deal where created_at > now()`)).toBe(0)
  expect(
    await numberOf(
      `from exchange.deal d join inventory.day y on y.counter_id = d.counter_id and y.state = 'open'
        where d.business_date = y.business_date`,
    ),
  ).toBeGreaterThan(5)
})

test('foreign money of deals has come and gone by a bank, and orders abroad by a partner', async () => {
  const lines = await app.owner<{ side: string; state: string }>(
    `select l.side, d.state from exchange.deal_line l join exchange.deal d on d.company_id = l.company_id and d.id = l.deal_id
      where l.account_id is not null order by 1, 2`,
  )
  expect(lines.map(({ side, state }) => `${side} ${state}`)).toEqual([
    'buy pending',
    'sell quote',
    'sell settled',
  ])
  const states = await app.owner<{ state: string }>(
    'select distinct state from remittance.payout_order order by 1',
  )
  expect(states.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['batched', 'cancelled', 'paid', 'quoted', 'rejected']),
  )
})

test('last month is locked to its last day', async () => {
  expect(
    await numberOf(
      `from ledger.period_lock where locked_to = date_trunc('month', now() at time zone '${zone}')::date - 1`,
    ),
  ).toBe(1)
})

/** What there is to decide for each; the auditor decides nothing. */
const pending = {
  admin: `adjustment/limit correction/limit count/shortage deal/authorization deal/rba duplicateReview/duplicate goodsAdjustment/limit incomingFund/unmatched
    payeeChange/details payeeExpense/limit payeePayment/limit periodUnlock/unlock refund/limit remittanceOrder/funds request/request
    retailSale/belowCost retailSale/discount screening/hit statementDifference/difference transfer/arrival
    transfer/comingBack transfer/limit`,
  manager: `deal/authorization duplicateReview/duplicate goodsTransfer/arrival incomingFund/unmatched payoutBatch/release refund/limit remittanceOrder/funds request/request retailSale/belowCost
    retailSale/discount transfer/arrival transfer/comingBack transfer/limit`,
  teller: 'handover/handover',
  compliance: 'deal/rba duplicateReview/duplicate screening/hit',
  accountant:
    'correction/limit incomingFund/unmatched payeeExpense/limit payeePayment/limit payoutBatch/release',
  auditor: '',
}

test.for(Object.entries(pending))('something is pending for %s', async ([name, kinds]) => {
  const { call } = await app.signIn(name)
  const { mine } = (await call(work.list)).body
  const found = new Set(mine.map(({ subject, kind }) => `${subject.type}/${kind}`))
  expect([...found].toSorted()).toEqual(kinds.split(/\s+/).filter(Boolean))
})

test('a first start soon after the midnight of a Monday finds Sunday closed, and counters open since then', async () => {
  const early = await testApp()
  try {
    const { companyId: id } = (await early.signIn('admin')).login.company
    // The last Monday but one, at twenty past midnight in Kuala Lumpur.
    const today = new Date(Date.now() + 8 * 3_600_000)
    const back = ((today.getUTCDay() + 6) % 7) + 7
    const sunday = new Date(today.getTime() - (back + 1) * 86_400_000).toISOString().slice(0, 10)
    const services = { ...early.services, now: () => new Date(`${sunday}T16:20:00Z`) }
    await tradeDemo(services, id, { days: 2, isOver: () => false })
    await seedPendingDeals(services, id)
    const rows = await early.owner<{ date: string; state: string; n: number }>(
      `select business_date::text as date, state, count(*)::int as n from inventory.day group by 1, 2 order by 1 desc, 2`,
    )
    const monday = new Date(Date.parse(sunday) + 86_400_000).toISOString().slice(0, 10)
    // The manager has closed the first counter again.
    expect(rows.slice(0, 3)).toEqual([
      { date: monday, state: 'closed', n: 1 },
      { date: monday, state: 'open', n: 1 },
      { date: sunday, state: 'closed', n: 4 },
    ])
  } finally {
    await early.stop()
  }
}, 90_000)
