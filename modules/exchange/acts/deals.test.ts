// Long because a deal is tried from basket to reversal on one set of books.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { deliveryModes, paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { subCurrencies } from '#modules/currencies/sub-currencies/sub-currencies.contract.ts'
import { customersMerged } from '#modules/customers/public.server.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { adjustmentEvents, type OpeningPart } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import {
  lookAtBooks,
  post,
  type PostingLine,
  releaseExpired,
  replayBooks,
  sealBooks,
} from '#modules/ledger/public.server.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { customRates } from '#modules/rates/custom-rates/custom-rates.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { effectiveRates } from '#modules/rates/effective/effective.contract.ts'
import { openGatesOf } from '#modules/approvals/public.server.ts'
import { dashboard } from '#modules/reports/dashboard/dashboard.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { dealDocuments } from '../receipts/documents.contract.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { lookAtDeals } from '../settlement/check.queries.ts'

let app: TestApp
let companyId: string
let place: { branchId: string; counters: string[] }
let ids: Map<string, string>
let teller: Call
let manager: Call
const id = (code: string) => ids.get(code) ?? ''
const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)

beforeAll(async () => {
  app = await testApp()
  const admin = await app.signIn('admin')
  companyId = admin.login.company.companyId
  await within(async () => {
    ids = new Map((await readTradedCurrencies(app.services.db)).map((one) => [one.code, one.id]))
    const { branches, counters } = await tree(app.services.db)
    const branch = branches.find(({ name }) => name === 'Bukit Bintang')
    place = {
      branchId: branch?.id ?? '',
      counters: counters.filter(({ branchId }) => branchId === branch?.id).map((one) => one.id),
    }
  })
  await app.owner(`update access.role_limit set amount = 2500 where type = 'deal_amount' and role_id in
    (select id from access.role where base_role = 'teller')`)
  teller = (await app.signIn('teller')).call
  manager = (await app.signIn('manager')).call
  await sit(teller, 0)
  await teller(days.open, { counterId: place.counters[0] ?? '' })
  await stock('60000', { USD: ['10000', '20000.00'], SGD: ['5000', '5000.00'] })
})
afterAll(() => app.stop())

const sit = (call: Call, counter: number) =>
  call(workspaces.switch, { type: 3, workspaceId: place.counters[counter] ?? '' })

/** Opening balances in the drawer of the first counter. */
const stock = (cash: string, items: Record<string, [quantity: string, cost: string]>) =>
  within(() =>
    app.services.db.transaction().execute((db) => {
      const here = { branchId: place.branchId, counterId: place.counters[0] ?? null }
      const lines: PostingLine<OpeningPart>[] = [
        { part: 'cash', ...here, itemId: id('MYR'), quantity: cash, amount: cash },
        { part: 'opening', ...here, amount: `-${cash}` },
        ...Object.entries(items).flatMap(([code, [quantity, amount]]): PostingLine<OpeningPart>[] => [
          { part: 'stock', ...here, itemId: id(code), quantity, amount },
          { part: 'opening', ...here, amount: `-${amount}` },
        ]),
      ]
      const source = { type: 'opening', id: randomUUIDv7() }
      return post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: adjustmentEvents.opening,
          source,
          businessDate: '2026-01-02',
          branchId: place.branchId,
          lines,
        },
      )
    }),
  )

type NewDeal = CallOf<typeof deals.create>
const line = (
  side: 'buy' | 'sell',
  code: string,
  quantity: string,
  more: Partial<NewDeal['lines'][number]> = {},
) => ({
  side,
  currencyId: id(code),
  quantity,
  ...more,
})
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const deal = (call: Call, lines: NewDeal['lines'], more: Partial<NewDeal> = {}) =>
  call(deals.create, { lines, upTo: 'settle', ...more }, key())
const rateOf = async (code: string) => {
  const { body } = await teller(effectiveRates.branchList, { branchId: place.branchId })
  const found = body.find((one) => one.code === code)
  if (!found) throw new Error(`no rate for ${code}`)
  return found
}
/** So many units as this much local money buys, about; the demonstration's rates are not those of yesterday. */
const worth = async (code: string, local: number) =>
  String(Math.round(local / Number((await rateOf(code)).buy)))
const onHand = async (code: string) =>
  Number(
    (
      await app.owner<{ n: string }>(
        `select coalesce(sum(on_hand), 0)::text as n from ledger.holding where item_id = $1 and counter_id = $2`,
        [id(code), place.counters[0]],
      )
    )[0]?.n,
  )
const clean = () =>
  within(async () => {
    const { db } = app.services
    const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))]
    const wrong = looks.filter((one) => one.wrong > 0)
    const { differences } = await db.transaction().execute(replayBooks)
    return [...wrong, ...differences]
  })

describe('a deal at the counter', () => {
  test('is priced, settled and numbered by one call, and moves drawer and stock together', async () => {
    const [dollars, cash] = [await onHand('USD'), await onHand('MYR')]
    const { status, body } = await deal(teller, [line('buy', 'USD', '400')])
    expect(status).toBe(200)
    const { buy } = await rateOf('USD')
    const amount = (400 * Number(buy)).toFixed(2)
    expect(body).toMatchObject({ state: 'settled', buy: amount, net: `-${amount}`, maker: 'Mei Ling Wong' })
    expect(body.number).toMatch(/^KLC-\d{4}-\d{6}$/)
    // What is answered as it is written is what is read later.
    expect((await teller(deals.getById, { id: body.id })).body).toEqual(body)
    expect(await onHand('USD')).toBe(dollars + 400)
    // Cash is paid in steps of five cents.
    const paid = Number(body.payments[0]?.amount)
    expect(Math.abs(paid - Number(amount))).toBeLessThanOrEqual(0.025)
    expect(await onHand('MYR')).toBeCloseTo(cash - paid, 2)
    expect(await clean()).toEqual([])
  })

  test('that sells takes the average cost, and says its gain to whoever may know', async () => {
    const { body } = await deal(teller, [line('sell', 'SGD', '100')])
    expect(body).toMatchObject({ state: 'settled', gain: null })
    const seen = await manager(deals.getById, { id: body.id })
    const { sell, mid } = await rateOf('SGD')
    const proceeds = Number(sell) * 100
    expect(Number(seen.body.gain?.realised)).toBeCloseTo(proceeds - 100, 2)
    expect(Number(seen.body.gain?.dealing)).toBeCloseTo(proceeds - 100 * Number(mid), 2)
  })

  test('of notes that have a rate of their own is dealt at that, and of other notes at the usual one', async () => {
    const [small, whole] = [await rateOf('USD-S'), await rateOf('USD')]
    expect([small.currencyId, Number(small.buy) < Number(whole.buy)]).toEqual([whole.currencyId, true])
    const { body: parts } = await teller(subCurrencies.activeList, { currencyId: id('USD') })
    const of = (code: string) => ({ subCurrencyId: parts.find((one) => one.code === code)?.id ?? null })
    const { body } = await deal(teller, [
      line('buy', 'USD', '20', of('USD-S')),
      line('buy', 'USD', '100', of('USD-L')),
    ])
    expect(body.lines.map(({ rate }) => rate)).toEqual([small.buy, whole.buy])
    const stale = { ...of('USD-S'), usualRate: whole.buy }
    expect((await deal(teller, [line('buy', 'USD', '20', stale)])).error.code).toBe('RATE_CHANGED')
  })

  test('crosses two currencies, and rounds what is paid to the smallest coin', async () => {
    const { body } = await deal(teller, [line('buy', 'SGD', '300'), line('sell', 'USD', '200')])
    expect(body.state).toBe('settled')
    const { net, rounding } = body.totals
    expect(Number(net)).toBeCloseTo(Number(body.sell) - Number(body.buy), 2)
    const paid = Number(body.payments[0]?.amount)
    expect(Math.round(paid * 100) % 5).toBe(0)
    expect(Number(rounding)).toBeCloseTo(Math.sign(Number(net)) * paid - Number(net), 2)
    // The net of a deal is what was paid, to the cent, on its page and in the list.
    expect(Number(body.net)).toBeCloseTo(Math.sign(Number(net)) * paid, 2)
    const { items } = (await teller(deals.allList, { pageSize: 50 })).body
    expect(items.find((one) => one.id === body.id)?.net).toBe(body.net)
    expect(await clean()).toEqual([])
  })

  test('is made once for one key, however often it is asked for', async () => {
    const before = await onHand('USD')
    const same = key()
    const input = { lines: [line('buy', 'USD', '10')], upTo: 'settle' as const }
    const answers = await Promise.all([1, 2, 3].map(() => teller(deals.create, input, same)))
    expect(new Set(answers.map(({ body }) => body.number)).size).toBe(1)
    expect(await onHand('USD')).toBe(before + 10)
  })

  test('numbers have no gap, also where deals were refused between', async () => {
    const numbers: number[] = []
    for (const quantity of ['10', '1000000', '20', '0.5', '30']) {
      const { body, status } = await deal(teller, [line('sell', 'USD', quantity)], { upTo: 'settle' })
      if (status === 200 && body.number) numbers.push(Number(body.number.slice(-6)))
    }
    expect(numbers.length).toBeGreaterThanOrEqual(3)
    expect(numbers.map((one) => one - (numbers[0] ?? 0))).toEqual(numbers.map((_, at) => at))
  })
})

/** How many messages of a person ask for a decision on a deal. */
const askedOf = async (call: Call, dealId: string) => {
  const told = (await call(messages.list, { pageSize: 100 })).body as unknown as {
    title: string
    data: object
  }[]
  return told.filter(
    ({ title, data }) =>
      title === 'A deal waits for your decision' && 'dealId' in data && data.dealId === dealId,
  ).length
}

describe('gates', () => {
  test('what was asked about a deal leaves the bell where it is changed, and where it is given up', async () => {
    const { body } = await deal(teller, [line('buy', 'USD', await worth('USD', 2750))])
    expect(await askedOf(manager, body.id)).toBe(1)
    const given = await teller(deals.cancel, { id: body.id, version: body.version, note: 'Not today' })
    expect(given.body.state).toBe('cancelled')
    expect(await askedOf(manager, body.id)).toBe(0)
  })

  test('an amount above the limit of the maker waits for somebody else, who may go that far', async () => {
    const { body } = await deal(teller, [line('buy', 'USD', await worth('USD', 2750))])
    expect(body).toMatchObject({ state: 'waiting', openGates: ['limit'] })
    const own = await teller(deals.approveLimit, { id: body.id, version: body.version })
    expect(own.status).toBe(403)
    const [told] = (await manager(messages.list)).body as unknown as { title: string; data: object }[]
    expect(told).toMatchObject({ title: 'A deal waits for your decision', data: { dealId: body.id } })
    const settling = await teller(deals.settle, { id: body.id, version: body.version }, key())
    expect(settling.status).toBe(409)
    expect(await askedOf(manager, body.id)).toBe(1)
    const approved = await manager(deals.approveLimit, { id: body.id, version: body.version, note: 'seen' })
    expect(approved.body).toMatchObject({ state: 'pending', openGates: [] })
    expect(await askedOf(manager, body.id)).toBe(0)
    const { body: settled } = await teller(
      deals.settle,
      { id: body.id, version: approved.body.version },
      key(),
    )
    expect(settled.state).toBe('settled')
    expect(settled.events.map(({ act }) => act)).toEqual(['submit', 'approveLimit', 'settle'])
    expect(await clean()).toEqual([])
  })
})

describe('a rate away from the board’s', () => {
  beforeAll(() => sit(manager, 0))
  const shares = [
    ['buy', 0.901],
    ['buy', 1.099],
    ['sell', 1.099],
    ['sell', 0.901],
  ] as const
  test.each(shares)('asks for a second person, with a reason: %s at %d of it', async (side, share) => {
    const usual = (await rateOf('USD'))[side]
    const own = { rate: (Number(usual) * share).toFixed(6), reason: 'Agreed by telephone.' }
    const gate = { kind: 'authorization', reason: 'rateDeviation', rule: 'rateValidation', limit: '0.02' }
    const bare = await deal(manager, [line(side, 'USD', '10', { rate: own.rate })])
    expect(bare.error.invalidParams.map(({ field }) => field)).toEqual(['lines.0.reason'])
    const { body } = await deal(manager, [line(side, 'USD', '10', own)])
    expect(body).toMatchObject({ state: 'waiting', openGates: ['authorization'] })
    expect(body.gates).toContainEqual(expect.objectContaining(gate))
    await manager(deals.cancel, { id: body.id, version: body.version })
  })

  test('is refused from a tenth on, either way, in words that name both', async () => {
    const { buy, sell } = await rateOf('USD')
    const rates = [
      ['buy', Number(buy) * 0.9],
      ['buy', Number(buy) * 1.1],
      ['sell', Number(sell) * 1.1],
      ['sell', Number(sell) * 0.9],
    ] as const
    for (const [side, rate] of rates) {
      const own = { rate: rate.toFixed(8), reason: 'Agreed by telephone.' }
      const { status, error } = await deal(manager, [line(side, 'USD', '10', own)])
      expect([status, error.code]).toEqual([422, 'RATE_OUT_OF_TOLERANCE'])
      expect(error.invalidParams[0]?.message).toContain('10%')
    }
  })

  test('of a quote asks when the customer accepts it', async () => {
    const { buy } = await rateOf('USD')
    const own = { rate: (Number(buy) * 0.95).toFixed(6), reason: 'Agreed by telephone.' }
    const { body: draft } = await deal(manager, [line('buy', 'USD', '10', own)], { upTo: 'quote' })
    expect(draft).toMatchObject({ state: 'quote' })
    const { body } = await manager(deals.submit, { id: draft.id, version: draft.version })
    expect(body).toMatchObject({ state: 'waiting', gates: [{ rule: 'rateValidation', value: '0.05' }] })
    await manager(deals.cancel, { id: body.id, version: body.version })
  })

  test('is measured from the customer’s own rate, where there is one', async () => {
    const admin = (await app.signIn('admin')).call
    const { buy } = await rateOf('USD')
    const agreed = (Number(buy) * 0.97).toFixed(4)
    const { items } = (await admin(individuals.list, {})).body
    const customerId = items.find(({ isBlocked }) => !isBlocked)?.id ?? ''
    const rate = { currencyId: id('USD'), customerId, buy: agreed, sell: null, reason: 'Agreed in writing.' }
    const byType = (value: '0' | '1') =>
      admin(configuration.update, { settings: [{ key: 'RATE_SETTING_TYPE', customerType: 1, value }] })
    await byType('1')
    const { body: kept } = await admin(customRates.create, rate)
    const at = async (own: object) =>
      (await manager(deals.price, { customerId, lines: [line('buy', 'USD', '10', own)] })).body
    expect((await at({})).lines[0]?.usualRate).toBe(new Exact(agreed).toFixed())
    expect((await at({})).gates).toEqual([])
    const board = await at({ rate: buy, reason: 'The board.' })
    expect(board.gates.map(({ rule }) => rule)).toEqual(['rateValidation'])
    await admin(customRates.delete, { id: kept.id })
    await byType('0')
  })
})

test('whoever may decide finds what waits for them, and nothing of their own, above their limits or elsewhere', async () => {
  await sit(manager, 0)
  const people: Record<string, [role: string, at: number]> = {
    narrow: ['senior_teller', 0],
    away: ['senior_teller', 1],
  }
  const calls: Record<string, Call> = { manager, admin: (await app.signIn('admin')).call }
  for (const [userName, [role, at]] of Object.entries(people)) {
    const workplaces = [{ type: 3 as const, workspaceId: place.counters[at] ?? null }]
    await app.addUser({ userName, roles: [role], workspaces: workplaces })
    calls[userName] = (await app.signIn(userName)).call
  }
  const ask = { upTo: 'submit' as const, askAuthorization: true }
  const small = (await deal(teller, [line('buy', 'USD', '30')], ask)).body
  const large = (await deal(manager, [line('buy', 'USD', '30')], ask)).body
  await app.owner(`update approvals.gate set value = 30001 where subject_id = $1`, [large.id])
  const inbox = async (who: string) => {
    const { items } = (await (calls[who] as Call)(deals.approvals, { pageSize: 100 })).body
    return items.filter(({ id: one }) => one === small.id || one === large.id)
  }
  const idsOf = async (who: string) => (await inbox(who)).map((one) => one.id)
  expect(await idsOf('admin')).toEqual([small.id, large.id])
  expect(await idsOf('manager')).toEqual([small.id])
  expect(await idsOf('narrow')).toEqual([small.id])
  expect(await idsOf('away')).toEqual([])
  expect((await teller(deals.approvals, {})).body.items).toEqual([])
  const [row] = await inbox('narrow')
  expect(row).toMatchObject({ decides: [{ kind: 'authorization', reason: 'requested' }], maker: small.maker })
  // A list of all says the same of the same deal, and the dashboard counts it.
  const { items } = (await manager(deals.pending, { pageSize: 100 })).body
  const decides = (of: string) => items.find((one) => one.id === of)?.decides.length
  expect([decides(small.id), decides(large.id)]).toEqual([1, 0])
  const total = (await manager(deals.approvals, {})).body.pagination.totalItems
  expect((await manager(dashboard.get)).body.waiting.mine).toBe(total)
  // What is held waits for nobody.
  const { body: held } = await manager(deals.hold, { id: small.id, version: small.version })
  expect(await idsOf('narrow')).toEqual([])
  await manager(deals.cancel, { id: small.id, version: held.version })
  await manager(deals.cancel, { id: large.id, version: large.version })
})

describe('maker and checker', () => {
  test('are two people: who made or changed a deal neither approves, clears nor reverses it', async () => {
    const workplaces = [{ type: 2 as const, workspaceId: place.branchId }]
    await app.addUser({ userName: 'second', roles: ['branch_manager'], workspaces: workplaces })
    const manager2 = (await app.signIn('second')).call
    await sit(manager, 0)
    const { body } = await deal(manager, [line('buy', 'USD', '30')], { askAuthorization: true })
    expect(body).toMatchObject({ state: 'waiting', openGates: ['authorization'] })
    const key1 = (version: number) => ({ id: body.id, version })
    const own = await manager(deals.approveAuthorization, key1(body.version))
    expect([own.status, own.error.code]).toEqual([422, 'MAKER_IS_CHECKER'])
    // Whoever changes it becomes one of its makers, and who submits it the one who answers for it.
    const { body: changed } = await manager2(deals.update, {
      ...key1(body.version),
      lines: [line('buy', 'USD', '31')],
      askAuthorization: true,
    })
    const { body: submitted } = await manager(deals.submit, key1(changed.version))
    expect(submitted).toMatchObject({ state: 'waiting', maker: body.maker })
    for (const call of [manager, manager2])
      expect((await call(deals.approveAuthorization, key1(submitted.version))).error.code).toBe(
        'MAKER_IS_CHECKER',
      )
    const admin = (await app.signIn('admin')).call
    const { body: approved } = await admin(deals.approveAuthorization, key1(submitted.version))
    expect(approved).toMatchObject({ state: 'pending' })
    // Before it is settled there is no paper that says it was.
    expect(approved.can).not.toContain('print')
    const print = { id: body.id, paper: 'a4' as const, language: 'en' }
    expect((await manager(dealDocuments.print, print)).error.code).toBe('NOT_SETTLED')
    const { body: settled } = await manager(deals.settle, key1(approved.version), key())
    expect(settled.state).toBe('settled')
    // One original; whoever prints it again prints a copy, and the deal remembers it.
    const papers = await Promise.all([1, 2].map(() => manager(dealDocuments.print, print)))
    expect(papers.map(({ status }) => status)).toEqual([200, 200])
    const { body: onPaper } = await manager(deals.getById, { id: body.id })
    expect(onPaper.events.slice(-2).map(({ act }) => act)).toEqual(['print.receipt', 'print.receipt'])
    const back = await manager(deals.reverse, { ...key1(settled.version), note: 'Mine.' }, key())
    expect(back.error.code).toBe('MAKER_IS_CHECKER')
    await admin(workspaces.switch, { type: 3, workspaceId: settled.counterId })
    const { body: reversed } = await admin(
      deals.reverse,
      { ...key1(settled.version), note: 'Theirs.' },
      key(),
    )
    expect(reversed.postings).toMatchObject([{ reversalId: expect.any(String) as string }])
    // The journal names the handover.
    const [settlement] = await app.owner<{ id: string }>(
      `select id from exchange.settlement where deal_id = $1`,
      [body.id],
    )
    expect((await admin(deals.getById, { id: settlement?.id ?? '' })).body.id).toBe(body.id)
    expect(await clean()).toEqual([])
  })
})

test('a deal that is held does not move until it is let go, and a draft without a number can be thrown away', async () => {
  const { body } = await deal(teller, [line('buy', 'USD', '15')], { upTo: 'submit' })
  const at = (version: number) => ({ id: body.id, version })
  const { body: held } = await manager(deals.hold, { ...at(body.version), note: 'The note looks odd.' })
  expect(held).toMatchObject({ state: 'pending', isOnHold: true })
  const refused = [
    await teller(deals.settle, at(held.version), key()),
    await teller(deals.update, { ...at(held.version), lines: [line('buy', 'USD', '14')] }),
    await manager(deals.hold, at(held.version)),
  ]
  expect(refused.map(({ error }) => error.code)).toEqual(['ON_HOLD', 'ON_HOLD', 'ILLEGAL_TRANSITION'])
  const { body: free } = await manager(deals.releaseHold, at(held.version))
  const { body: settled } = await teller(deals.settle, at(free.version), key())
  expect(settled).toMatchObject({ state: 'settled', isOnHold: false })
  expect(settled.events.map(({ act }) => act)).toEqual(['submit', 'hold', 'releaseHold', 'settle'])
  expect((await teller(deals.delete, at(settled.version))).status).toBe(409)

  const { body: draft } = await deal(teller, [line('buy', 'USD', '15')], { upTo: 'draft' })
  const { body: paused } = await manager(deals.hold, { id: draft.id, version: draft.version })
  const quoted = await teller(deals.quote, { id: draft.id, version: paused.version })
  expect(quoted.error.code).toBe('ON_HOLD')
  const stopped = await teller(deals.delete, { id: draft.id, version: paused.version })
  expect(stopped.error.code).toBe('HELD_BY_OTHERS')
  expect((await manager(deals.delete, { id: draft.id, version: paused.version })).status).toBe(200)
  expect((await teller(deals.getById, { id: draft.id })).status).toBe(404)
  expect(await clean()).toEqual([])
})

const gateOf = (
  subjectId: string,
) => `insert into approvals.gate (company_id, subject_type, subject_id, kind, reason, rule, rule_version,
  source, value) values ('${companyId}', 'deal', '${subjectId}', 'limit', 'dealAmount', 'x', 1, 'x', '1')`
const routeOf = (
  subjectId: string,
) => `insert into approvals.route (company_id, subject_type, subject_id, kind, roles, told, since)
  values ('${companyId}', 'deal', '${subjectId}', 'limit', '{}', '{}', now())`
const feeOf = (
  subjectId: string,
) => `insert into charges.fee (company_id, subject_type, subject_id, rule_id, rule_version, name, fee, tax,
  is_waived, is_waivable) values ('${companyId}', 'deal', '${subjectId}', '${randomUUID()}', 1, 'x', 1, 0, false, false)`

test('a draft that is thrown away leaves nothing of it in other schemas', async () => {
  const { body: draft } = await deal(teller, [line('buy', 'USD', '15')], { upTo: 'draft' })
  await app.owner(gateOf(draft.id))
  await app.owner(routeOf(draft.id))
  await app.owner(feeOf(draft.id))
  expect((await teller(deals.delete, { id: draft.id, version: draft.version })).status).toBe(200)
  for (const table of ['approvals.gate', 'approvals.route', 'charges.fee'])
    expect(await app.owner(`select from ${table} where subject_id = $1`, [draft.id])).toEqual([])
})

test('a draft is thrown away with its history, which the audit keeps; a deal with a number is not, whoever asks', async () => {
  const { body: draft } = await deal(teller, [line('buy', 'USD', '15')], { upTo: 'draft' })
  await expect(app.owner(`delete from exchange.deal_event where deal_id = '${draft.id}'`)).rejects.toThrow(
    'append-only',
  )
  expect((await teller(deals.delete, { id: draft.id, version: draft.version })).status).toBe(200)
  const noted = await app.owner<{ before: { act: string } | null }>(
    `select before from kit.audit_change where relation = 'exchange.deal_event' and row_id like '${draft.id}%' order by at`,
  )
  expect(noted.map(({ before }) => before?.act)).toEqual([undefined, 'create'])
  const { body: numbered } = await deal(teller, [line('buy', 'USD', '15')], { upTo: 'submit' })
  await expect(app.owner(`delete from exchange.deal where id = '${numbered.id}'`)).rejects.toThrow(
    'append-only',
  )
})

test('a gate of a kind that no module declares is not opened', async () => {
  const gate = {
    kind: 'unheardOf' as 'limit',
    reason: 'dealAmount' as const,
    rule: 'x',
    ruleVersion: 1,
    source: 'x',
    value: '1',
    limit: null,
    line: null,
    approveRole: null,
  }
  await expect(
    within(async () => {
      await openGatesOf(app.services.db, { type: 'deal', id: randomUUID() }, [gate])
    }),
  ).rejects.toThrow("No module declares 'deal.unheardOf' in 'approvals.gateKinds'")
})

test('what was kept for a deal too long is free again, and its maker hears of it', async () => {
  const { body } = await deal(teller, [line('sell', 'SGD', '40')], { upTo: 'submit' })
  const later = new Date(Date.parse(body.reservedUntil ?? '') + 1000)
  await within(() => app.services.db.transaction().execute((tx) => releaseExpired(tx, later)))
  const { body: seen } = await teller(deals.getById, { id: body.id })
  expect(seen.events.map(({ act }) => act)).toEqual(['submit', 'expire'])
  const heard = (await teller(messages.list)).body as unknown as { title: string; content: string }[]
  const own = heard.find(({ content }) => content.includes(body.number ?? ''))
  expect(own?.title).toBe('What was kept is free again')
  await teller(deals.cancel, { id: body.id, version: body.version })
  expect(await clean()).toEqual([])
})

describe('money that comes another way', () => {
  test('is waited for, until somebody else than the maker says that it is good', async () => {
    const modes = (await teller(paymentModes.listSelection)).body
    const transfer = (
      await app.owner<{ id: string }>(
        `select id from currencies.mode where side = 'payment' and needs_clearing and is_enabled limit 1`,
      )
    )[0]
    expect(modes.some(({ id: mode }) => mode === transfer?.id)).toBe(true)
    const [line1] = [line('sell', 'USD', '10')]
    const { body: priced } = await teller(deals.price, { lines: [line1] })
    const payments = [{ direction: 'in' as const, modeId: transfer?.id ?? '', amount: priced.totals.net }]
    const { body } = await deal(teller, [line1], { payments })
    expect(body).toMatchObject({ state: 'pending', payments: [{ state: 'expected', isSettled: false }] })
    const settle = (version: number) => teller(deals.settle, { id: body.id, version }, key())
    expect((await settle(body.version)).error.code).toBe('PAYMENT_NOT_CLEARED')
    const say = { id: body.id, payment: body.payments[0]?.id ?? '', state: 'cleared' as const, note: 'Seen.' }
    expect((await teller(deals.clearPayment, { ...say, version: body.version })).status).toBe(403)
    const silent = await manager(deals.clearPayment, { ...say, version: body.version, note: '' })
    expect(silent.error.invalidParams.map(({ field }) => field)).toEqual(['note'])
    const { body: came } = await manager(deals.clearPayment, { ...say, version: body.version })
    const back = await manager(deals.clearPayment, { ...say, version: came.version, state: 'bounced' })
    expect((await settle(back.body.version)).error.code).toBe('PAYMENT_NOT_CLEARED')
    const again = await manager(deals.clearPayment, { ...say, version: back.body.version })
    const { body: settled } = await settle(again.body.version)
    expect(settled).toMatchObject({ state: 'settled', payments: [{ state: 'cleared', isSettled: true }] })
    expect(settled.events.map(({ act }) => act)).toContain('payment.bounced')
    expect((await manager(deals.clearPayment, { ...say, version: settled.version })).status).toBe(409)
    expect(await clean()).toEqual([])
  })
})

describe('due diligence', () => {
  test('above a threshold of the law the customer must be named, and the screen says by which rule', async () => {
    const lines = [line('buy', 'USD', await worth('USD', 6000))]
    const { body } = await teller(deals.price, { lines })
    const [missing] = body.missing
    expect(missing).toMatchObject({ field: 'customerId', code: 'CUSTOMER_REQUIRED' })
    expect([missing?.rule, missing?.source].every(Boolean)).toBe(true)
    expect(body.asks).toEqual(['name', 'nationality', 'idType', 'idNumber'])
    const { status, error } = await deal(teller, lines)
    expect([status, error.code]).toEqual([422, 'DEAL_INCOMPLETE'])
    // What a customer on file lacks is said with the rule that asks for it, and not with the lowest that was crossed.
    const known = (await teller(individuals.list, { pageSize: 50 })).body.items
    const asked = await Promise.all(
      known.map(async ({ id: customerId }) => {
        const large = [line('buy', 'USD', await worth('USD', 12_000))]
        return (await teller(deals.price, { lines: large, customerId })).body
      }),
    )
    const papers = asked
      .flatMap((one) => one?.missing ?? [])
      .filter(({ code }) => code === 'DOCUMENT_REQUIRED')
    expect(papers.length).toBeGreaterThan(0)
    expect(new Set(papers.map((one) => one.rule))).toEqual(new Set(['MY-EXCHANGE-10K']))
    // As a draft it may wait.
    expect((await deal(teller, lines, { upTo: 'draft' })).body).toMatchObject({
      state: 'draft',
      number: null,
    })
  })

  test('that asks for a role is cleared by who holds it or stands above it, and by nobody else', async () => {
    const admin = (await app.signIn('admin')).call
    const people: Record<string, Call> = { admin }
    for (const role of ['compliance_officer', 'mlro']) {
      await app.addUser({ userName: role, roles: [role], workspaces: [{ type: 0, workspaceId: null }] })
      people[role] = (await app.signIn(role)).call
    }
    const rule = { name: 'Agreed', service: 'money_changing', direction: 'both', instrument: 'any' } as const
    const change = { code: 'OWN-AGREED', operator: '>=', amount: '800' } as const
    const made = await admin(cdd.create, {
      ...rule,
      ...change,
      metric: 'single',
      currency: 'MYR',
      linkBy: ['customer'],
      approveRole: 'mlro',
    })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    const waiting = async () => (await deal(teller, [line('buy', 'USD', await worth('USD', 900))])).body
    const clear = (who: string, one: { id: string; version: number }) =>
      (people[who] as Call)(deals.clearRba, { id: one.id, version: one.version, note: 'Seen' })
    const inbox = async (who: string) =>
      (await (people[who] as Call)(deals.approvals, {})).body.items.map(
        ({ decides }) => decides[0]?.approveRole,
      )
    const high = await waiting()
    // The counter hears no more than that compliance looks at it.
    expect(high).toMatchObject({
      openGates: ['rba'],
      gates: [{ rule: '', ruleVersion: 0, approveRole: null }],
    })
    const { body: seen } = await admin(deals.getById, { id: high.id })
    expect(seen).toMatchObject({ gates: [{ rule: change.code, limit: '800.00', approveRole: 'mlro' }] })
    expect([seen.can.includes('clearRba'), seen.can.includes('rejectRba')]).toEqual([false, true])
    for (const who of ['admin', 'compliance_officer']) {
      const { status, error } = await clear(who, high)
      expect([status, error.code, error.message]).toEqual([422, 'ONLY_MLRO', 'Only an MLRO may clear this.'])
      expect(await inbox(who)).not.toContain('mlro')
    }
    expect(await inbox('mlro')).toEqual(['mlro'])
    expect((await clear('mlro', high)).body).toMatchObject({ state: 'pending' })
    await admin(cdd.update, { ...change, latest: 1, approveRole: 'compliance_officer' })
    for (const who of ['compliance_officer', 'mlro'])
      expect((await clear(who, await waiting())).body).toMatchObject({ state: 'pending' })
    await admin(cdd.update, { ...change, latest: 2, isEnabled: false })
  })

  test('deals of one paper on one day count together', async () => {
    const admin = (await app.signIn('admin')).call
    const made = await admin(cdd.create, {
      code: 'HOUSE-DAY',
      name: 'A day of one customer',
      service: 'money_changing',
      direction: 'both',
      instrument: 'any',
      metric: 'sameDay',
      currency: 'MYR',
      linkBy: ['customer', 'idDocument'],
      operator: '>=',
      amount: '2500',
      tier: 'SDD',
    })
    expect(made.status).toBe(200)
    const walkIn = {
      name: 'Somebody',
      idType: 'PASSPORT' as const,
      idNumber: 'a-12 34',
      idIssuingCountry: 'SG',
    }
    const half = [line('buy', 'USD', await worth('USD', 1600))]
    expect((await deal(teller, half, { walkIn })).body.state).toBe('settled')
    const { error } = await deal(teller, half, { walkIn: { ...walkIn, idNumber: 'A1234' } })
    expect(error.code).toBe('DEAL_INCOMPLETE')
    expect((await deal(teller, half, { walkIn: { ...walkIn, idNumber: 'B9' } })).body.state).toBe('settled')
  })
})

test('a deal is in the history of its customer', async () => {
  const known = (await teller(individuals.list, { pageSize: 50 })).body.items
  const customer = known.find(({ isActive, isBlocked }) => isActive && !isBlocked)
  if (!customer) throw new Error('the demonstration has customers')
  const { body } = await deal(teller, [line('buy', 'USD', '20')], { customerId: customer.id })
  const { body: history } = await teller(individuals.listForTransactionHistory, { customerId: customer.id })
  expect(history.items).toMatchObject([{ id: body.id, number: body.number, state: 'settled' }])
})

test('the deals of a customer who was merged are those of the one who stays', async () => {
  const [gone, stays] = (await teller(individuals.list, { pageSize: 50 })).body.items
    .filter(({ isActive, isBlocked }) => isActive && !isBlocked)
    .slice(3)
  if (!gone || !stays) throw new Error('the demonstration has customers')
  const { body } = await deal(teller, [line('buy', 'USD', '21')], { customerId: gone.id })
  await within(() =>
    app.services.db
      .transaction()
      .execute((tx) => customersMerged.ask(tx, { fromId: gone.id, toId: stays.id })),
  )
  const historyOf = async (customerId: string) =>
    (await teller(individuals.listForTransactionHistory, { customerId })).body.items.map(({ id: one }) => one)
  expect([await historyOf(stays.id), await historyOf(gone.id)]).toEqual([[body.id], []])
})

test('a customer who was blocked after the deal was submitted gets nothing any more', async () => {
  const known = (await teller(individuals.list, { pageSize: 50 })).body.items
  const customer = known.findLast(({ isActive, isBlocked }) => isActive && !isBlocked)
  if (!customer) throw new Error('the demonstration has customers')
  const customerId = customer.id
  const lines = [line('buy', 'USD', '20')]
  const { body } = await deal(teller, lines, { customerId, upTo: 'submit' })
  const blocked = await manager(individuals.block, {
    id: customerId,
    version: customer.version,
    note: 'Asked.',
  })
  expect(blocked.status).toBe(200)
  const { error } = await teller(deals.settle, { id: body.id, version: body.version }, key())
  expect(error.code).toBe('CUSTOMER_CANNOT_DEAL')
  expect(await clean()).toEqual([])
})

describe('a quote', () => {
  test('that has run out is refused until it is quoted anew, and so is a draft whose rates are no longer those', async () => {
    const { body: quoted } = await deal(teller, [line('buy', 'USD', '100')], { upTo: 'quote' })
    const { body: draft } = await deal(teller, [line('buy', 'USD', '90')], { upTo: 'draft' })
    const treasury = (await app.signIn('admin')).call
    const mid = (await rateOf('USD')).mid
    const publish = (to: string) =>
      treasury(baseRates.update, { rates: [{ currencyId: id('USD'), mid: to }], reason: 'A test.' })
    expect((await publish((Number(mid) * 1.005).toFixed(4))).status).toBe(200)
    app.setNow(new Date(Date.now() + 31 * 60_000))
    const expired = await teller(deals.submit, { id: quoted.id, version: quoted.version })
    expect([expired.status, expired.error.code]).toEqual([409, 'QUOTE_EXPIRED'])
    const moved = await teller(deals.submit, { id: draft.id, version: draft.version })
    expect([moved.status, moved.error.code]).toEqual([409, 'RATE_CHANGED'])
    const { body: again } = await teller(deals.quote, { id: quoted.id, version: quoted.version })
    expect(again.lines[0]?.rate).toBe((await rateOf('USD')).buy)
    expect((await teller(deals.submit, { id: again.id, version: again.version })).status).toBe(200)
    await teller(deals.cancel, { id: again.id, version: again.version + 1, note: '' })
    app.setNow(new Date())
    await publish(mid)
  })

  test('holds its rates until it runs out', async () => {
    const { body } = await deal(teller, [line('buy', 'USD', '100')], { upTo: 'quote' })
    expect(body).toMatchObject({ state: 'quote', number: null })
    const { body: settled } = await teller(deals.submit, { id: body.id, version: body.version })
    expect(settled).toMatchObject({ state: 'pending', lines: [{ rate: body.lines[0]?.rate }] })
    const { body: gone } = await teller(deals.cancel, {
      id: body.id,
      version: settled.version,
      note: 'Left.',
    })
    expect(gone.state).toBe('cancelled')
    expect(await clean()).toEqual([])
  })
})

describe('a reversal', () => {
  test('puts back what was sold at the cost it had, once', async () => {
    const pool = () =>
      app.owner(`select quantity::float8, value::float8 from ledger.pool where item_id = $1`, [id('USD')])
    const before = await pool()
    const { body } = await deal(teller, [line('sell', 'USD', '100')])
    expect((await teller(deals.reverse, { ...body, note: 'wrong' } as never, key())).status).not.toBe(200)
    const back = { id: body.id, version: body.version, note: 'The customer came back.' }
    const { body: reversed, status } = await manager(deals.reverse, back, key())
    expect(status).toBe(200)
    expect(reversed.state).toBe('reversed')
    expect(await pool()).toEqual(before)
    expect((await manager(deals.reverse, back, key())).status).toBe(409)
    expect(await clean()).toEqual([])
  })
})

test('the dashboard adds up the day, and tells nobody who counts blind how much there is', async () => {
  const { body: mine } = await teller(dashboard.get)
  const { body: sums } = await teller(deals.totals, {
    filters: [
      { key: 'counterId', operator: 'Equals', value: place.counters[0] ?? '', type: 'Guid' },
      { key: 'businessDate', operator: 'Equals', value: mine.businessDate, type: 'Date' },
      { key: 'state', operator: 'Equals', value: 'settled', type: 'select' },
    ],
  })
  expect(mine.today).toMatchObject({ deals: sums.deals, buy: sums.buy, sell: sums.sell, gain: null })
  expect(mine.positions.map(({ code }) => code)).toEqual(expect.arrayContaining(['MYR', 'USD', 'SGD']))
  expect(new Set(mine.positions.map(({ quantity, value }) => quantity ?? value))).toEqual(new Set([null]))
  const { body: all } = await manager(dashboard.get)
  expect(all.today?.gain).not.toBeNull()
  expect(all.positions.every(({ quantity }) => quantity !== null)).toBe(true)
})

test('what the role may not see is not known to its dashboard: no zero, and no alarm', async () => {
  await app.addUser({ userName: 'blind.officer', roles: ['compliance_officer'] })
  const officer = await app.signIn('blind.officer')
  const { permissions } = officer.login.company
  const { body } = await officer.call(dashboard.get)
  expect(permissions).not.toContain('view_stock')
  expect(body.positions.length).toBeGreaterThan(0)
  expect(body.positions.filter(({ isLow, quantity, value }) => isLow || quantity || value)).toEqual([])
})

test('the profit of a day is what the ledger says, also where a purchase came back at another worth', async () => {
  const day = (await teller(dashboard.get)).body.businessDate
  const profit = async () => {
    const { body } = await manager(profitReport.profitLoss, { from: day, to: day })
    return Number(body.total.realised)
  }
  const inLedger = async () =>
    Number(
      (
        await app.owner<{ gain: string }>(
          `select coalesce(-sum(l.amount), 0)::text as gain from ledger.line l
            where l.account_id in (select account_id from ledger.mapping where part in ('realisedGain', 'realisedLoss'))`,
        )
      )[0]?.gain,
    )
  expect(await profit()).toBeCloseTo(await inLedger(), 2)
  const { body: dear } = await deal(teller, [line('buy', 'AUD', '100')])
  await manager(deals.reverse, { id: dear.id, version: dear.version, note: 'Nothing left of it.' }, key())
  await deal(teller, [line('buy', 'AUD', '100')])
  const cheap = (Number((await rateOf('AUD')).buy) * 0.985).toFixed(4)
  const { body: second } = await deal(teller, [line('buy', 'AUD', '100', { rate: cheap, reason: 'Torn.' })])
  const { body: sold } = await deal(teller, [line('sell', 'AUD', '150')])
  expect([second.state, sold.state]).toEqual(['settled', 'settled'])
  const bought = await manager(deals.getById, { id: second.id })
  const back = { id: second.id, version: bought.body.version, note: 'False notes.' }
  // A hundred that cost less than the average go back out of fifty that are left: short, and trued up at the average.
  const undone = await manager(deals.reverse, back, key())
  expect([undone.status, undone.error.code]).toEqual([422, 'INSUFFICIENT_STOCK'])
  await deal(teller, [line('buy', 'AUD', '50')])
  expect((await manager(deals.reverse, back, key())).status).toBe(200)
  expect(await profit()).toBeCloseTo(await inLedger(), 2)
  // The list of deals says the same as both, and the deal that came back what it left.
  const { body: totals } = await manager(deals.totals, {})
  expect(Number(totals.realised)).toBeCloseTo(await inLedger(), 2)
  const { body: gone } = await manager(deals.getById, { id: second.id })
  expect([gone.gain?.dealing, gone.gain?.holding]).toEqual(['0.00', gone.gain?.realised])
  expect(Number(gone.gain?.realised)).not.toBe(0)
  expect(await clean()).toEqual([])
  // Whatever of it is sealed, before a deal that comes back and after, is the same.
  const report = async () => (await manager(profitReport.profitLoss, { from: day, to: day })).body
  const seal = () => within(() => sealBooks(app.services.db, app.services.now()))
  const unsealed = await report()
  await seal()
  expect(await report()).toEqual(unsealed)
  expect(await clean()).toEqual([])
  await manager(deals.reverse, { id: sold.id, version: sold.version, note: 'Came back.' }, key())
  const tail = await report()
  expect(tail).not.toEqual(unsealed)
  await seal()
  expect(await report()).toEqual(tail)
  expect(await clean()).toEqual([])
  const change = (sign: string) => app.owner(`update exchange.profit_day set dealing = dealing ${sign} 1`)
  await change('+')
  expect(await clean()).not.toEqual([])
  await change('-')
  // Where the chain is another, it is made anew.
  await app.owner(
    `update ledger.balanced_to set number = number + 1; update exchange.profit_day set lines = 7`,
  )
  await deal(teller, [line('buy', 'AUD', '10')])
  await seal()
  expect(await clean()).toEqual([])
})

test('the sums of a list leave out what is no deal yet, and what is none any more', async () => {
  const sums = async () => {
    const { realised: _gain, ...rest } = (await manager(deals.totals, {})).body
    return rest
  }
  const before = await sums()
  const make = async (upTo: 'draft' | 'settle' | 'submit') =>
    (await teller(deals.create, { lines: [line('buy', 'USD', '10')], upTo }, key())).body
  await make('draft')
  const { id: open, version } = await make('submit')
  const counted = await sums()
  expect([counted.deals - before.deals, counted.buy > before.buy]).toEqual([1, true])
  expect((await teller(deals.cancel, { id: open, version, note: 'Left.' })).body.state).toBe('cancelled')
  expect(await sums()).toEqual(before)
  const done = await make('settle')
  expect((await sums()).deals).toBe(before.deals + 1)
  await manager(deals.reverse, { id: done.id, version: done.version, note: 'Came back.' }, key())
  expect(await sums()).toEqual(before)
})

describe('what cannot be', () => {
  test('money that goes round in a deal, past its limits', async () => {
    const modes = (await teller(paymentModes.listSelection)).body
    const out = (await teller(deliveryModes.listSelection)).body
    const { body: priced } = await teller(deals.price, { lines: [line('sell', 'USD', '10')] })
    const payments = [
      {
        direction: 'in' as const,
        modeId: modes.find((one) => one.kind === 'cash')?.id ?? '',
        amount: String(Number(priced.totals.net) + Number(priced.totals.rounding) + 50_000),
      },
      {
        direction: 'out' as const,
        modeId: out.find((one) => one.kind === 'bankTransfer')?.id ?? '',
        amount: '50000',
      },
    ]
    const { error } = await deal(teller, [line('sell', 'USD', '10')], { payments })
    expect([error.code, error.invalidParams[0]?.field]).toEqual(['PAYMENT_AGAINST_NET', 'payments.1.amount'])
  })

  test('a blocked customer who comes back as a stranger with the same paper', async () => {
    const known = (await teller(individuals.list, { pageSize: 50 })).body.items
    const one = known.find(({ isActive, isBlocked, idNumber }) => isActive && !isBlocked && idNumber)
    if (!one) throw new Error('the demonstration has customers')
    const asWalkIn = (idNumber: string) =>
      deal(teller, [line('buy', 'USD', '5')], {
        walkIn: { name: 'A stranger', idType: '', idNumber, idIssuingCountry: '' },
      })
    await manager(individuals.block, { id: one.id, version: one.version, note: 'Asked.' })
    expect(
      (await asWalkIn(`${one.idNumber.toLowerCase().slice(0, 4)} ${one.idNumber.slice(4)}`)).error.code,
    ).toBe('CUSTOMER_CANNOT_DEAL')
    expect((await asWalkIn('Q7654321')).body.state).toBe('settled')
  })

  test('notes that there are not, and the same one twice', async () => {
    for (const pieces of [
      [{ kind: 'note' as const, faceValue: '0.0001', count: 1_000_000 }],
      [
        { kind: 'note' as const, faceValue: '50', count: 1 },
        { kind: 'note' as const, faceValue: '50', count: 1 },
      ],
    ]) {
      const { error } = await deal(teller, [line('buy', 'USD', '100', { pieces })])
      expect(error.code).toBe('NO_SUCH_PIECE')
    }
  })

  const refused: [what: string, lines: () => NewDeal['lines'], field: string, status: number][] = [
    ['nothing', () => [line('buy', 'USD', '0')], 'lines.0.quantity', 400],
    ['less than nothing', () => [line('buy', 'USD', '-1')], 'lines.0.quantity', 400],
    ['a number too large', () => [line('buy', 'USD', '1e30')], 'lines.0.quantity', 400],
    ['too many decimals', () => [line('buy', 'USD', '10.001')], 'lines.0.quantity', 422],
    ['a part of a yen', () => [line('buy', 'JPY', '10.5')], 'lines.0.quantity', 422],
    ['the local currency', () => [line('buy', 'MYR', '10')], 'lines.0.currencyId', 422],
    [
      'an unknown currency',
      () => [{ ...line('buy', 'USD', '10'), currencyId: randomUUID() }],
      'lines.0.currencyId',
      422,
    ],
    [
      'a rate out of tolerance',
      () => [line('buy', 'USD', '10', { rate: '40', reason: 'friend' })],
      'lines.0.rate',
      422,
    ],
    ['a rate of yesterday', () => [line('buy', 'USD', '10', { usualRate: '1.23' })], 'lines.0.rate', 409],
  ]
  test.each(refused)('%s is refused at its field, and nothing moves', async (_what, lines, field, status) => {
    const before = [await onHand('USD'), await onHand('MYR')]
    const answer = await deal(teller, lines())
    expect([answer.status, answer.error.invalidParams.map((one) => one.field)]).toEqual([status, [field]])
    expect([await onHand('USD'), await onHand('MYR')]).toEqual(before)
  })

  test('a rate of one’s own wants a reason', async () => {
    const { buy } = await rateOf('USD')
    const rate = (Number(buy) * 1.001).toFixed(6)
    const own = (reason: string) => deal(teller, [line('buy', 'USD', '10', { rate, reason })])
    expect((await own('')).error.invalidParams.map(({ field }) => field)).toEqual(['lines.0.reason'])
    // Without a limit for it, every concession is for a second person.
    expect((await own('A regular.')).body).toMatchObject({ openGates: ['authorization'] })
  })

  test('what the drawer does not hold is not sold', async () => {
    const { status, error } = await deal(teller, [line('sell', 'EUR', '100')])
    expect([status, error.code]).toEqual([422, 'INSUFFICIENT_STOCK'])
  })

  test('a counter whose day is not open does not deal, and neither does somebody without a counter', async () => {
    await sit(teller, 1)
    expect((await deal(teller, [line('buy', 'USD', '10')])).error.code).toBe('COUNTER_CLOSED')
    await sit(teller, 0)
    const nowhere = (await app.signIn('manager')).call
    expect((await deal(nowhere, [line('buy', 'USD', '10')])).error.code).toBe('COUNTER_REQUIRED')
  })
})

test('fifty deals at once on one drawer: what is there is sold, nothing twice and nothing below zero', async () => {
  const before = await onHand('SGD')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => deal(teller, [line('sell', 'SGD', '150')])),
  )
  const made = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200).map(({ error }) => error.code)
  expect(made).toHaveLength(Math.floor(before / 150))
  expect(new Set(refused)).toEqual(new Set(['INSUFFICIENT_STOCK']))
  expect(new Set(made.map(({ body }) => body.number)).size).toBe(made.length)
  expect(await onHand('SGD')).toBe(before - made.length * 150)
  expect(await clean()).toEqual([])
})

test('a deal that says something else than the journal, or a number that is missing, is found', async () => {
  const tamper = async (sql: (sign: '+' | '-') => string) => {
    await app.owner(sql('+'))
    const found = await clean()
    await app.owner(sql('-'))
    return found.map((one) => (typeof one === 'string' ? one : one.what))
  }
  expect(await clean()).toEqual([])
  expect(await tamper((sign) => `update exchange.deal_line set cost = cost ${sign} 0.01`)).toEqual([
    'stock moved as the lines of the deal say, and had cost that',
    'profit of deals is what the accounts of gain and loss say',
    'the profit of the days is the sum of their lines',
  ])
  expect(await tamper((sign) => `update organisation.number_series set last = last ${sign} 1`)).toEqual([
    'numbers of deals follow one another without a gap',
  ])
  const nobodys = randomUUID()
  const held = (table: string, insert: string) =>
    tamper((sign) => (sign === '+' ? insert : `delete from ${table} where subject_id = '${nobodys}'`))
  const orphaned = ['what is held of a deal elsewhere is of one that is there']
  expect(await held('approvals.gate', gateOf(nobodys))).toEqual(orphaned)
  expect(await held('approvals.route', routeOf(nobodys))).toEqual(orphaned)
  expect(await held('charges.fee', feeOf(nobodys))).toEqual(orphaned)
  expect(await clean()).toEqual([])
})
