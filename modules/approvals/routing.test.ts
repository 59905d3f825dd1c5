// Long because who is asked, who is asked next and who stands in are tried on one set of books.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { post } from '#modules/ledger/public.server.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { nextStep, stepsOf } from './routing/routing.domain.ts'
import { escalate, routingJobs } from './routing/routing.server.ts'
import { type Deal, deals } from '#modules/exchange/deals/deals.contract.ts'
import { delegations } from './delegations/delegations.contract.ts'
import { covers, type Limits, reachOf } from '#modules/exchange/gates/gates.domain.ts'
import { workflowSetting } from '#modules/exchange/workflow/workflow-settings.contract.ts'

let app: TestApp
let companyId: string
let counters: string[]
let usd: string
let myr: string
const calls: Record<string, Call> = {}
const users: Record<string, string> = {}
const call = (who: string) => calls[who] as Call

beforeAll(async () => {
  app = await testApp()
  app.setNow(started)
  const { login } = await app.signIn('admin')
  companyId = login.company.companyId
  let branchId = ''
  let elsewhere = ''
  await inCompany(companyId, async () => {
    const all = await readTradedCurrencies(app.services.db)
    const idOf = (code: string) => all.find((one) => one.code === code)?.id ?? ''
    usd = idOf('USD')
    myr = idOf('MYR')
    const { branches, counters: seats } = await tree(app.services.db)
    branchId = branches.find(({ name }) => name === 'Bukit Bintang')?.id ?? ''
    counters = seats.filter((one) => one.branchId === branchId).map(({ id }) => id)
    elsewhere = seats.find((one) => one.branchId !== branchId)?.id ?? ''
  })
  // So that a deal below what a rule asks the customer's name for is above what a senior teller may let through.
  await app.owner(`update access.role_limit set amount = 1000 where type = 'deal_amount' and role_id in
    (select id from access.role where base_role = 'senior_teller')`)
  const people: Record<string, [role: string, counterId: string | undefined]> = {
    senior: ['senior_teller', counters[0]],
    away: ['senior_teller', elsewhere],
    further: ['senior_teller', elsewhere],
  }
  for (const [userName, [role, workspaceId = null]] of Object.entries(people))
    users[userName] = (
      await app.addUser({ userName, roles: [role], workspaces: [{ type: 3, workspaceId }] })
    ).id
  for (const who of ['admin', 'manager', 'teller', ...Object.keys(people)])
    calls[who] = (await app.signIn(who)).call
  const counterId = counters[0] ?? ''
  for (const who of ['teller', 'manager', 'senior'])
    await call(who)(workspaces.switch, { type: 3, workspaceId: counterId })
  await call('teller')(days.open, { counterId })
  await inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: adjustmentEvents.opening,
          source: { type: 'opening', id: randomUUIDv7() },
          businessDate: '2026-01-02',
          branchId,
          lines: [
            { part: 'cash', branchId, counterId, itemId: myr, quantity: '900000', amount: '900000' },
            { part: 'opening', branchId, counterId, amount: '-900000' },
          ],
        },
      ),
    ),
  )
})
// The tests go on for hours, and none of them over midnight at the counter.
const isLate = [13, 14, 15].includes(new Date().getUTCHours())
const started = new Date(Date.now() - (isLate ? 4 * 3_600_000 : 0))
beforeEach(() => app.setNow(started))
afterAll(() => app.stop())

/** A deal of so many dollars for which a second person is asked. */
const asking = async (who: string, quantity = '30'): Promise<Deal> => {
  const draft = { lines: [{ side: 'buy' as const, currencyId: usd, quantity }], askAuthorization: true }
  const { status, body } = await call(who)(
    deals.create,
    { ...draft, upTo: 'submit' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Deal
}
const told = async (who: string, { id }: Deal) =>
  ((await call(who)(messages.list, { pageSize: 100 })).body as unknown as { title: string; data: object }[])
    .filter(({ data }) => data && 'dealId' in data && data.dealId === id)
    .map(({ title }) => title)
const row = async (who: string, { id }: Deal) =>
  (await call(who)(deals.approvals, { pageSize: 100 })).body.items.find((one) => one.id === id)
const key = ({ id, version }: Deal) => ({ id, version })
const [job] = routingJobs
/** The job of every minute, as a server runs it. */
const minute = () =>
  inCompany(undefined, async () => job?.run({}, { services: app.services, log: app.http.log as never }))
const later = (minutes: number) => app.setNow(new Date(app.services.now().getTime() + minutes * 60_000))

describe('steps', () => {
  const limits = fc.option(fc.constantFrom('100', '30000', '100000', 'unlimited'), { nil: undefined })
  const people = fc.array(
    fc.record({ deal: limits, rate: limits }).map(({ deal, rate }) => ({
      limits: new Map(
        [
          ['deal_amount', deal],
          ['rate_deviation', rate],
        ].filter((one): one is [string, string] => one[1] !== undefined),
      ) as Limits,
    })),
    { maxLength: 8 },
  )
  test('go up: nobody on a lower step may go further than anybody above, and nobody is left out or named twice', () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 200_000 }), (found, amount) => {
        const gates = [{ reason: 'dealAmount' as const, value: String(amount) }]
        const able = found
          .filter((one) => gates.every((gate) => covers(one.limits, gate)))
          .map((one, at) => ({ ...one, userId: String(at) }))
        const steps = stepsOf(able, gates, (held, { reason }) => reachOf(held, reason))
        expect(steps.flat().length).toBe(able.length)
        const reach = steps.map(([one]) => {
          const held = one?.limits.get('deal_amount')
          return held === 'unlimited' ? Infinity : Number(held)
        })
        expect(reach).toEqual([...new Set(reach)].toSorted((a, b) => a - b))
        const seen = new Set<string>()
        for (const step of steps) {
          expect(nextStep(steps, seen)).toBe(step)
          for (const { userId } of step) seen.add(userId)
        }
        expect(nextStep(steps, seen)).toBeUndefined()
      }),
    )
  })
})

describe('what waits for a decision', () => {
  test('is announced to the lowest role that may go so far, and role by role to those above, who may act at any time', async () => {
    const deal = await asking('teller')
    expect([await told('senior', deal), await told('manager', deal), await told('away', deal)]).toEqual([
      ['A deal waits for your decision'],
      [],
      [],
    ])
    expect(await row('senior', deal)).toMatchObject({
      routes: [{ kind: 'authorization', roles: ['Senior teller'], isTold: true }],
    })
    expect(await row('manager', deal)).toMatchObject({
      routes: [{ roles: ['Senior teller'], isTold: false }],
    })
    const { body: seen } = await call('manager')(deals.getById, { id: deal.id })
    expect(seen.can).toContain('approveAuthorization')

    later(9)
    await minute()
    expect(await told('manager', deal)).toEqual([])
    later(2)
    // Two servers at once, and once more by one that was killed and began anew.
    await Promise.all([minute(), minute()])
    await minute()
    expect(await told('manager', deal)).toEqual(['A deal has waited and now comes to you'])
    expect(await told('senior', deal)).toHaveLength(1)
    expect(await row('manager', deal)).toMatchObject({
      routes: [{ roles: ['Branch manager'], isTold: true }],
    })
    expect(await told('admin', deal)).toEqual([])
    later(11)
    await minute()
    expect(await told('admin', deal)).toEqual(['A deal has waited and now comes to you'])
    // Nobody stands above: it goes no further.
    later(60)
    await minute()
    const { body } = await call('admin')(deals.getById, { id: deal.id })
    expect(body.events.map(({ act, note }) => [act, note])).toEqual([
      ['submit', ''],
      ['escalate.authorization', 'Branch manager'],
      ['escalate.authorization', 'Company administrator'],
    ])
    // Who was asked first still may.
    const { body: passed } = await call('senior')(deals.approveAuthorization, key(deal))
    expect(passed).toMatchObject({ state: 'pending', gates: [{ decidedFor: null }] })
    expect(await app.owner(`select from approvals.route where subject_id = $1`, [deal.id])).toEqual([])
  })

  test('passes those by whose limit is too low, rests while it is held, and stays where it is without the setting', async () => {
    const large = await asking('teller', '500')
    expect([await told('senior', large), (await told('manager', large)).length]).toEqual([[], 1])
    const { body: held } = await call('manager')(deals.hold, key(large))
    later(30)
    await minute()
    expect(await told('admin', large)).toEqual([])
    const { body: free } = await call('manager')(deals.releaseHold, key(held))
    await minute()
    expect(await told('admin', large)).toHaveLength(1)
    await call('manager')(deals.cancel, key(free))
    expect(await app.owner(`select from approvals.route where subject_id = $1`, [large.id])).toEqual([])

    const { body: setting } = await call('admin')(workflowSetting.get)
    expect(setting.escalationMinutes).toBe(10)
    await call('admin')(workflowSetting.update, { ...setting, escalationMinutes: null })
    const deal = await asking('teller')
    later(60)
    await minute()
    expect([await told('senior', deal), await told('manager', deal)].map((all) => all.length)).toEqual([1, 0])
    const { body: kept } = await call('admin')(workflowSetting.get)
    await call('admin')(workflowSetting.update, { ...kept, escalationMinutes: 10 })
    await call('manager')(deals.cancel, key(deal))
  })

  test('comes to whoever may decide by then, where nobody could when it was submitted', async () => {
    await app.owner(
      `update access.role set is_enabled = false where base_role <> 'teller' and company_id = $1`,
      [companyId],
    )
    const deal = await asking('teller')
    await app.owner(`update access.role set is_enabled = true where company_id = $1`, [companyId])
    expect(await row('manager', deal)).toMatchObject({ routes: [{ roles: [], isTold: false }] })
    later(11)
    await inCompany(companyId, () =>
      app.services.db.transaction().execute((tx) => escalate(tx, app.services.now())),
    )
    expect(await told('senior', deal)).toHaveLength(1)
    await call('manager')(deals.cancel, key(deal))
  })
})

describe('an absence', () => {
  const today = () =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(app.services.now())
  const name = (who: string, delegate: string, more: object = {}) =>
    call(who)(delegations.create, {
      delegateId: users[delegate] ?? '',
      fromDate: today(),
      toDate: today(),
      ...more,
    })

  test('is bridged by a delegate with the other’s limits and places, never for a deal of either, and the decision says so', async () => {
    const { body: people } = await call('manager')(delegations.delegates)
    expect(people.map(({ name: one }) => one)).toEqual(expect.arrayContaining(['senior', 'away']))
    expect(people.map(({ name: one }) => one)).not.toContain('teller')
    expect((await call('teller')(delegations.list)).body).toEqual([])
    const past = await name('manager', 'away', { fromDate: '2026-01-02', toDate: '2026-01-03' })
    expect(past.error.invalidParams).toMatchObject([{ field: 'toDate', message: 'These days are over.' }])
    const turned = await name('manager', 'away', { toDate: '2026-01-03' })
    expect(turned.error.invalidParams).toMatchObject([{ field: 'toDate' }])
    const nobody = await name('manager', 'nobody', { delegateId: randomUUID() })
    expect(nobody.error.invalidParams).toMatchObject([{ field: 'delegateId' }])

    const { body: given } = await name('manager', 'away', { reason: 'Leave' })
    expect(given).toMatchObject({ state: 'active', mine: 'given', can: ['end'] })
    expect((await call('away')(delegations.list)).body).toMatchObject([{ mine: 'received', reason: 'Leave' }])
    expect((await call('senior')(delegations.list)).body).toEqual([])
    expect((await call('senior')(delegations.end, { id: given.id, version: 1 })).status).toBe(404)

    // Above what the delegate may do alone, and where they do not work.
    const deal = await asking('teller', '500')
    expect(await told('away', deal)).toEqual(['A deal waits for your decision'])
    expect(await row('away', deal)).toMatchObject({
      decides: [{ kind: 'authorization', inStead: given.delegator }],
      routes: [{ roles: ['Branch manager'], isTold: true }],
    })
    const { body: seen } = await call('away')(deals.getById, { id: deal.id })
    expect(seen.inStead).toEqual([given.delegator])
    expect(seen.can).toEqual(['approveAuthorization', 'rejectAuthorization'])
    // Nothing but that.
    expect((await call('away')(deals.cancel, key(deal))).status).toBe(404)
    // A stand-in hands nothing on.
    await name('away', 'further')
    expect(await row('further', deal)).toBeUndefined()
    expect((await call('further')(deals.approveAuthorization, key(deal))).status).toBe(404)

    const { body: passed } = await call('away')(deals.approveAuthorization, key(deal))
    expect(passed).toMatchObject({
      state: 'pending',
      gates: [{ state: 'approved', decidedBy: 'away', decidedFor: given.delegator }],
    })
    expect(passed.events.at(-1)).toMatchObject({ by: 'away', forName: given.delegator })

    // What the absent one made, and what is above their limit, stays with others.
    const own = await asking('manager')
    expect(await row('away', own)).toBeUndefined()
    expect((await call('away')(deals.approveAuthorization, key(own))).error.code).toBe('OUT_OF_SCOPE')
    const most = await asking('teller')
    await app.owner(`update approvals.gate set value = 100001 where subject_id = $1`, [most.id])
    expect(await row('away', most)).toBeUndefined()
    expect((await call('away')(deals.approveAuthorization, key(most))).error.code).toBe('OUT_OF_SCOPE')
    for (const one of [own, most]) await call('manager')(deals.cancel, key(one))
  })

  test('gives nothing before its days, after them, once it was ended, and while the absent one is locked', async () => {
    const deal = await asking('teller', '500')
    const may = async () => (await row('away', deal)) !== undefined
    expect(await may()).toBe(true)
    const [first] = (await call('manager')(delegations.list)).body
    await app.owner(`update access.user set state = 'locked' where user_name = 'manager'`)
    expect(await may()).toBe(false)
    await app.owner(`update access.user set state = 'active' where user_name = 'manager'`)
    expect(await may()).toBe(true)
    await app.owner(
      `update approvals.delegation set from_date = from_date + 1, to_date = to_date + 1 where id = $1`,
      [first?.id],
    )
    expect(await may()).toBe(false)
    await app.owner(
      `update approvals.delegation set from_date = from_date - 1, to_date = to_date - 1 where id = $1`,
      [first?.id],
    )
    const ended = await call('away')(delegations.end, { id: first?.id ?? '', version: first?.version ?? 0 })
    expect(ended.body).toMatchObject({ state: 'ended', can: [] })
    expect(await may()).toBe(false)
    const again = await call('manager')(delegations.end, { id: first?.id ?? '', version: ended.body.version })
    expect(again.status).toBe(409)
    const acts = await app.owner<{ act: string }>(
      `select act from kit.audit where act like 'delegation.%' and outcome = 'done' order by at`,
    )
    expect(acts.map(({ act }) => act)).toEqual(['delegation.create', 'delegation.create', 'delegation.end'])
  })

  test('of a maker’s stand-in does not let the maker decide', async () => {
    await name('manager', 'senior')
    const deal = await asking('senior')
    expect(await row('senior', deal)).toBeUndefined()
    expect((await call('senior')(deals.approveAuthorization, key(deal))).error.code).toBe('MAKER_IS_CHECKER')
    expect(await told('senior', deal)).toEqual([])
  })
})
