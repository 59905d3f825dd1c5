import { afterAll, beforeAll, expect, test } from 'vitest'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { fillDemo, hasDemo } from './demo.ts'
import { screenDemo } from '#modules/screening/demo.server.ts'
import { tradeDemo } from '#modules/exchange/demo.server.ts'
import { seedPendingDeals } from '#modules/exchange/demo-waiting.server.ts'
import { type TestApp, testApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ demo: false })
})
afterAll(() => app.stop())

const companies = () => app.owner<{ plan: string }>('select plan from organisation.company')

test('a demonstration company is made once, and known whatever became of its people', async () => {
  expect(await hasDemo(app.services.db)).toBe(false)
  await Promise.all([1, 2, 3].map(() => fillDemo(app.services)))
  expect(await companies()).toEqual([{ plan: 'demonstration' }])
  await app.owner(`update access.user set user_name = 'was ' || user_name`)
  await fillDemo(app.services)
  expect(await companies()).toHaveLength(1)
  expect(await hasDemo(app.services.db)).toBe(true)
  await app.owner(`update organisation.company set plan = 'standard'`)
  await fillDemo(app.services)
  expect([await companies(), await hasDemo(app.services.db)]).toEqual([[{ plan: 'standard' }], false])
})

test('nothing is invented in a branch that a person has made, nor once anybody has made anything', async () => {
  const used = await testApp()
  try {
    const { call, login } = await used.signIn('admin')
    const { companyId } = login.company
    const days = (count: number) => ({ days: count, isOver: () => false })
    expect(await tradeDemo(used.services, companyId, days(1))).toBeGreaterThanOrEqual(0)
    const [region] = (await call(regions.list)).body.items
    const draft = { regionId: region?.id ?? '', code: 'OWN', name: 'Own branch' }
    const { body: branch } = await call(branches.create, draft)
    expect(
      (await call(counters.create, { branchId: branch.id, code: 'OWN-1', name: 'Counter 1' })).status,
    ).toBe(200)
    const before = await used.owner('select count(*) from exchange.deal')
    expect(await tradeDemo(used.services, companyId, days(5))).toBe(0)
    expect(await used.owner('select count(*) from exchange.deal')).toEqual(before)
    expect(await used.owner('select 1 from exchange.deal where branch_id = $1', [branch.id])).toEqual([])
  } finally {
    await used.stop()
  }
})

test('the company has traded on each of its last working days, and its books agree; deals wait for people; some customers are on lists; a second time adds nothing', async () => {
  const trading = await testApp()
  try {
    const { companyId } = (await trading.signIn('admin')).login.company
    for (const _ of [1, 2]) await screenDemo(trading.services, companyId)
    const days = { days: 3, isOver: () => false }
    const made = await tradeDemo(trading.services, companyId, days)
    // Three days, one of which may be a Sunday, at a counter of each of four branches.
    expect([8, 12]).toContain(made)
    expect(await tradeDemo(trading.services, companyId, days)).toBe(0)
    const dealt = await trading.owner<{ n: number }>(
      `select count(*)::int as n from exchange.deal where state = 'settled'`,
    )
    expect(dealt[0]?.n).toBeGreaterThan(made * 2)
    for (const _ of [1, 2]) await seedPendingDeals(trading.services, companyId)
    expect(
      await trading.owner(
        `select d.state, coalesce(string_agg(g.reason, ', '), '') as waits
           from exchange.deal d left join approvals.gate g on g.subject_id = d.id
          where d.state not in ('settled', 'cancelled', 'reversed') group by d.id, d.state order by d.state, waits`,
      ),
    ).toEqual([
      { state: 'draft', waits: '' },
      { state: 'pending', waits: '' },
      { state: 'quote', waits: '' },
      { state: 'waiting', waits: 'rateDeviation' },
      { state: 'waiting', waits: 'requested' },
      { state: 'waiting', waits: 'screening' },
    ])
    const wrong = await inCompany(companyId, async () => {
      const found = (await lookAtBooks(trading.services.db)).filter((one) => one.wrong > 0)
      const { differences } = await trading.services.db.transaction().execute(replayBooks)
      return [...found, ...differences]
    })
    expect(wrong).toEqual([])

    expect(
      await trading.owner(
        `select name, data_source from screening.screening where state = 'in_review' order by name, data_source`,
      ),
    ).toEqual([
      { name: 'Casimir Ostrander-Demo', data_source: 'enhanced' },
      { name: 'Nasrin Golparvar', data_source: 'unsc' },
    ])
  } finally {
    await trading.stop()
  }
}, 60_000)
