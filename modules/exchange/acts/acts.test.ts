// Long because each act of a deal is tried on one set of books.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { openTill, occupyCounter } from '#apps/server/test-till.ts'
import { deliveryModes, paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { subCurrencies } from '#modules/currencies/sub-currencies/sub-currencies.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { counts } from '#modules/inventory/counts/counts.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { statistics } from '../statistics/statistics.contract.ts'
import { dealExport } from '../monitoring/monitoring.contract.ts'
import { dealDocuments } from '../receipts/documents.contract.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'

type NewDeal = CallOf<typeof deals.create>
let app: TestApp
let teller: Call
let manager: Call
let officer: Call
let token: string
let cashIn: string
let place: { branchId: string; counterId: string }
let id: (code: string) => string

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  teller = session.call
  const boss = await app.signIn('manager')
  manager = boss.call
  token = boss.login.userInfo.accessToken
  officer = (await app.signIn('compliance')).call
  const till = await openTill(app, session, { stock: { USD: ['10000', '20000'] } })
  ;({ id } = till)
  // A hundred dollars make an amount with cents.
  const rates = [{ currencyId: id('USD'), mid: '4.0123' }]
  const { status } = await (await app.signIn('admin')).call(baseRates.update, { rates, reason: 'A test.' })
  expect(status).toBe(200)
  place = { branchId: till.branchId, counterId: till.counterId }
  cashIn = (await teller(paymentModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const line = (side: 'buy' | 'sell', quantity: string) => ({ side, currencyId: id('USD'), quantity })
const deal = (call: Call, lines: NewDeal['lines'], more: Partial<NewDeal> = {}) =>
  call(deals.create, { lines, upTo: 'settle', ...more }, key())
/** A mode by which money goes out that is not notes, and needs no customer. */
const notCash = async () =>
  (await teller(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'bankTransfer')?.id ?? ''
const of = ({ id: dealId, version }: { id: string; version: number }) => ({ id: dealId, version })
const held = async () =>
  app.owner<{ item: string; hand: string; kept: string }>(
    `select item_id as item, sum(on_hand)::text as hand, sum(reserved)::text as kept from ledger.holding group by 1 order by 1`,
  )
let persons = 0
const register = async (name: string) => {
  const paper = { idType: 'PASSPORT' as const, idNumber: `D${(persons += 1)}`, idIssuingCountry: 'SG' }
  return (await teller(individuals.create, { name, nationality: 'SG', ...paper })).body
}
/** A call that answers a file, with what it holds. */
const fileOf = (endpoint: Endpoint, payload: object) =>
  app.http.inject({
    method: 'POST',
    url: `/api${endpoint.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })

test('what can be handed out follows counts, deals and floats, note by note', async () => {
  const pieces = (faces: Record<string, number>) =>
    Object.entries(faces).map(([faceValue, count]) => ({ kind: 'note' as const, faceValue, count }))
  const lines = [
    { itemId: id('USD'), pieces: pieces({ 100: 95, 50: 10 }) },
    { itemId: id('MYR'), pieces: pieces({ 100: 600 }) },
  ]
  const counted = await teller(counts.createAndProcess, { ...place, lines }, key())
  expect(counted.body.state).toBe('processed')
  const { body: parts } = await teller(subCurrencies.activeList, { currencyId: id('USD') })
  const part = (code: string) => parts.find((one) => one.code === code)?.id ?? null
  const offered = async (quantity: string, subCurrencyId: string | null = null) => {
    const asked = { lines: [{ ...line('sell', quantity), subCurrencyId }] }
    const given = (await teller(deals.price, asked)).body.lines[0]?.suggested
    return given && Object.fromEntries(given.map(({ faceValue, count }) => [Number(faceValue), count]))
  }
  expect(await offered('150')).toEqual({ 100: 1, 50: 1 })
  expect([await offered('150', part('USD-L')), await offered('100', part('USD-S'))]).toEqual([
    { 100: 1, 50: 1 },
    null,
  ])
  // No note is offered twice, neither one that was chosen for another line.
  const usd = (quantity: string, chosen: Record<string, number> = {}) => ({
    ...line('sell', quantity),
    pieces: pieces(chosen),
  })
  const twice = async (...asked: NewDeal['lines']) =>
    (await teller(deals.price, { lines: asked })).body.lines.map(
      ({ suggested }) =>
        suggested && Object.fromEntries(suggested.map((one) => [Number(one.faceValue), one.count])),
    )
  expect(await twice(usd('450'), usd('150'))).toEqual([
    { 100: 4, 50: 1 },
    { 100: 1, 50: 1 },
  ])
  expect(await twice(usd('250'), usd('500', { 50: 10 }))).toEqual([null, { 50: 10 }])
  expect(await twice(usd('9500'), usd('100'), usd('500'))).toEqual([{ 100: 95 }, { 50: 2 }, null])
  // What is paid out is kept with the deal, and is no longer in the drawer; change of a few cents has no notes.
  const bought = [line('buy', '100')]
  const { body: priced } = await teller(deals.price, { lines: bought })
  expect(priced.payout).toBeNull()
  const cashOut =
    (await teller(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  const account = await notCash()
  const even = (amount: string, rest: string) => [
    { direction: 'out' as const, modeId: cashOut, amount },
    { direction: 'out' as const, modeId: account, amount: rest },
  ]
  const rest = (Number(priced.totals.buy) - 300).toFixed(2)
  const asked = { lines: bought, payments: even('300', rest) }
  const three = (await teller(deals.price, asked)).body.payout
  expect(three).toEqual([{ kind: 'note', faceValue: '100', count: 3 }])
  const { body: paid } = await deal(teller, bought, { payments: asked.payments, payout: pieces({ 100: 3 }) })
  expect(paid.payments.map((one) => one.pieces)).toEqual([three, []])
  const odd = await deal(teller, bought, { payments: asked.payments, payout: pieces({ 7: 1 }) })
  expect([odd.status, odd.error.invalidParams[0]?.field]).toEqual([422, 'payout'])
  const [some, more] = [pieces({ 100: 2 }), pieces({ 100: 4 })]
  for (const [payout, sum] of [
    [some, '200'],
    [more, '400'],
  ] as const) {
    const { status, error } = await deal(teller, bought, { payments: asked.payments, payout })
    const fault = { field: 'payout', message: `The notes and coins make ${sum}, not 300.` }
    expect([status, error.invalidParams]).toMatchObject([422, [fault]])
  }
  const sold = await deal(teller, [{ ...line('sell', '450'), pieces: pieces({ 50: 9 }) }])
  expect(sold.body.state).toBe('settled')
  expect([await offered('100'), await offered('150')]).toEqual([{ 100: 1 }, { 100: 1, 50: 1 }])
  const ends = { fromCounterId: place.counterId, toCounterId: null }
  const fifty = [{ itemId: id('USD'), quantity: '50', pieces: pieces({ 50: 1 }) }]
  const float = (from: typeof ends | { fromCounterId: null; toCounterId: string }) =>
    manager(adjustments.createFloat, { branchId: place.branchId, ...from, lines: fifty }, key())
  await occupyCounter(app, manager, place.counterId)
  expect((await float(ends)).body.lines[0]?.pieces).toEqual([{ kind: 'note', faceValue: '50', count: 1 }])
  expect(await offered('150')).toBeNull()
  await float({ fromCounterId: null, toCounterId: place.counterId })
  await occupyCounter(app, teller, place.counterId)
  expect(await offered('150')).toEqual({ 100: 1, 50: 1 })
})

test('what compliance rejects, with a reason, is over: nothing has moved, and what was kept for it is free', async () => {
  const before = await held()
  const { id: customerId } = await register('Viktor Emilovich Zarunin')
  const { body } = await deal(teller, [line('sell', '50')], { customerId })
  expect(body).toMatchObject({ state: 'waiting', openGates: ['rba'] })
  expect(await held()).not.toEqual(before)
  const no = { ...of(body), note: 'Nobody we want' }
  for (const decide of [deals.clearRba, deals.rejectRba]) {
    expect((await teller(decide, no)).status).toBe(403)
    for (const input of [of(body), { ...no, note: '' }])
      expect((await officer(decide, input)).error.invalidParams).toMatchObject([{ field: 'note' }])
  }
  expect((await teller(deals.settle, of(body), key())).status).toBe(409)
  const { body: refused } = await officer(deals.rejectRba, no)
  expect(refused).toMatchObject({
    state: 'rejected',
    number: body.number,
    gates: [{ state: 'rejected', note: no.note }],
  })
  expect(await held()).toEqual(before)
  expect((await officer(deals.clearRba, { ...of(refused), note: 'After all' })).status).toBe(409)
  expect((await teller(deals.settle, of(refused), key())).status).toBe(409)
})

test('a deal above the limit is refused by whoever may decide, with a reason; it moves nothing', async () => {
  await app.owner(`update access.role_limit set amount = 1000 where type = 'deal_amount' and role_id in
    (select id from access.role where base_role = 'teller')`)
  const before = await held()
  const { body } = await deal(teller, [line('buy', '500')])
  expect(body).toMatchObject({ state: 'waiting', openGates: ['limit'] })
  const no = { ...of(body), note: 'Not today' }
  expect((await teller(deals.rejectLimit, no)).status).toBe(403)
  expect((await manager(deals.rejectLimit, of(body))).error.invalidParams).toMatchObject([{ field: 'note' }])
  expect((await manager(deals.rejectAuthorization, no)).error.code).toBe('GATE_NOT_OPEN')
  const { body: refused } = await manager(deals.rejectLimit, no)
  expect(refused).toMatchObject({ state: 'rejected', gates: [{ state: 'rejected', note: 'Not today' }] })
  expect(refused.events.at(-1)).toMatchObject({ act: 'rejectLimit', note: 'Not today', to: 'rejected' })
  expect(await held()).toEqual(before)
  expect((await teller(deals.cancelled, {})).body.items.map((one) => one.id)).toContain(body.id)
})

test('a fee that is waived is not charged; whoever may not waive so much asks, and one that is not waivable stays', async () => {
  const admin = (await app.signIn('admin')).call
  const fee = (name: string, isWaivable: boolean) =>
    admin(feeSettings.create, {
      name,
      priority: 1,
      kind: 'flat',
      amount: '15',
      currencyId: id('USD'),
      side: 'buy',
      taxKind: 'inclusive',
      taxName: 'SST',
      taxRate: '0.06',
      isWaivable,
    })
  const { body: kept } = await fee('Handling', true)
  const lines = [line('buy', '60')]
  const { body: charged } = await teller(deals.price, { lines })
  expect(charged).toMatchObject({ totals: { fee: '15.00' }, fees: [{ ruleId: kept.id, isWaivable: true }] })
  const taxed = { tax: '0.85', taxName: 'SST', taxRate: '0.06' }
  const draft = (await deal(teller, lines, { upTo: 'draft' })).body
  // By name and rate, as receipts add it up, and kept so.
  expect([charged.fees, draft.fees]).toMatchObject([[taxed], [taxed]])
  const waivedFees = [{ ruleId: kept.id, reason: 'A regular customer' }]
  const { body: waiting } = await deal(teller, lines, { waivedFees })
  expect(waiting).toMatchObject({
    state: 'waiting',
    openGates: ['authorization'],
    gates: [{ reason: 'feeWaiver', value: '15.00' }],
    totals: { fee: '0.00' },
    fees: [{ isWaived: true, reason: 'A regular customer' }],
  })
  const { body: approved } = await manager(deals.approveAuthorization, of(waiting))
  const { body: settled } = await teller(deals.settle, of(approved), key())
  const paid = Number(settled.totals.rounding) - Number(settled.buy)
  expect(settled).toMatchObject({ state: 'settled', fee: '0.00', net: paid.toFixed(2) })
  await admin(feeSettings.disable, { id: kept.id, version: kept.version })
  const { body: fixed } = await fee('Stamp duty', false)
  const forced = await deal(teller, lines, { waivedFees: [{ ruleId: fixed.id, reason: 'x' }] })
  expect([forced.status, forced.error.code]).toEqual([422, 'FEE_NOT_WAIVABLE'])
  await admin(feeSettings.disable, { id: fixed.id, version: fixed.version })
})

test('what was handed over is kept with its change; the drawer gets what was owed', async () => {
  const lines = [line('sell', '100')]
  const { body: priced } = await teller(deals.price, { lines })
  const { net, rounding } = priced.totals
  const owed = (Number(net) + Number(rounding)).toFixed(2)
  const payment = { direction: 'in' as const, modeId: cashIn, amount: owed }
  const [before] = (await held()).filter(({ item }) => item === id('MYR'))
  const less = await deal(teller, lines, { payments: [{ ...payment, tendered: '1' }] })
  expect([less.status, less.error.code]).toEqual([422, 'TENDERED_TOO_LITTLE'])
  const { body } = await deal(teller, lines, { payments: [{ ...payment, tendered: '1000' }] })
  expect(body).toMatchObject({ state: 'settled', payments: [{ amount: owed, tendered: '1000.00' }] })
  const [after] = (await held()).filter(({ item }) => item === id('MYR'))
  expect(Number(after?.hand) - Number(before?.hand)).toBeCloseTo(Number(owed), 2)
})

test('what a customer has dealt is counted by days, without what was refused', async () => {
  const { id: customerId } = await register('Counted Out')
  const statistic = async () => (await teller(statistics.customer, { customerId })).body
  expect(await statistic()).toMatchObject({ deals: 0, first: null, last: null, total: '0.00' })
  const made = [await deal(teller, [line('buy', '20')], { customerId })]
  made.push(await deal(teller, [line('sell', '30')], { customerId }))
  const over = await deal(teller, [line('buy', '500')], { customerId })
  await manager(deals.rejectLimit, { ...of(over.body), note: 'No' })
  const total = made.reduce((sum, { body }) => sum + Number(body.buy) + Number(body.sell), 0).toFixed(2)
  const day = made[0]?.body.businessDate
  const seen = await statistic()
  expect(seen).toMatchObject({ deals: 2, first: day, last: day, total })
  expect(seen.windows).toEqual([1, 7, 30, 365].map((span) => ({ days: span, deals: 2, amount: total })))
  expect((await teller(statistics.customer, { customerId: randomUUID() })).status).toBe(404)
})

test('a deal that is held at once keeps its notes, is settled by nobody, and is decided on when it is let go', async () => {
  const kept = async () => Number((await held()).find(({ item }) => item === id('USD'))?.kept)
  const before = await kept()
  const { body } = await deal(teller, [line('sell', '30')], { upTo: 'hold' })
  expect(body).toMatchObject({ state: 'pending', isOnHold: true, number: expect.any(String) })
  expect(body.events.map(({ act, from, to }) => [act, from, to])).toEqual([
    ['submit', 'draft', 'pending'],
    ['hold', 'pending', 'pending'],
  ])
  expect((await kept()) - before).toBe(30)
  expect((await manager(deals.settle, { ...of(body) }, key())).error.code).toBe('ON_HOLD')
  const released = (await teller(deals.releaseHold, of(body), key())).body
  expect((await teller(deals.settle, of(released), key())).body.state).toBe('settled')

  const { body: stopped } = await deal(teller, [line('sell', '30')], { upTo: 'submit' })
  const byBoss = (await manager(deals.hold, of(stopped), key())).body
  expect((await teller(deals.getById, { id: stopped.id })).body.can).not.toContain('releaseHold')
  expect((await teller(deals.releaseHold, of(byBoss), key())).error.code).toBe('HELD_BY_OTHERS')
  expect((await teller(deals.cancel, of(byBoss), key())).error.code).toBe('HELD_BY_OTHERS')
  const free = (await manager(deals.releaseHold, of(byBoss), key())).body
  await manager(deals.cancel, of(free), key())

  // A pause of its maker is stopped by another, and then is theirs.
  const { body: paused } = await deal(teller, [line('sell', '30')], { upTo: 'hold' })
  const taken = (await manager(deals.hold, of(paused), key())).body
  expect((await teller(deals.releaseHold, of(taken), key())).error.code).toBe('HELD_BY_OTHERS')
  await manager(deals.cancel, of(taken), key())
  const { body: drafted } = await deal(teller, [line('sell', '30')], { upTo: 'draft' })
  const frozen = (await manager(deals.hold, of(drafted), key())).body
  expect((await teller(deals.delete, of(frozen))).error.code).toBe('HELD_BY_OTHERS')

  const waiting = async (dealId: string) =>
    (await manager(deals.approvals, { pageSize: 100 })).body.items.some((one) => one.id === dealId)
  const { body: over } = await deal(teller, [line('buy', '500')], { upTo: 'hold' })
  expect([over.state, over.isOnHold, await waiting(over.id)]).toEqual(['waiting', true, false])
  await teller(deals.releaseHold, of(over), key())
  expect(await waiting(over.id)).toBe(true)
  // What waits at a gate can be ended there also while its maker holds it.
  const { body: limited } = await deal(teller, [line('buy', '500')], { upTo: 'hold' })
  const ended = await manager(deals.rejectLimit, { ...of(limited), note: 'No' })
  expect(ended.body).toMatchObject({ state: 'rejected', isOnHold: false })
})

test('a quote is printed while it holds, and is no receipt; what was settled is no quote', async () => {
  const { body: quoted } = await deal(teller, [line('sell', '40')], { upTo: 'quote' })
  const paper = { id: quoted.id, paper: 'a4', language: 'zh_Hant' }
  const quote = await fileOf(dealDocuments.printQuote, paper)
  expect([quote.statusCode, quote.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(quote.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await manager(dealDocuments.print, { id: quoted.id })).error.code).toBe('NOT_SETTLED')
  const { body: settled } = await deal(teller, [line('sell', '40')])
  expect((await manager(dealDocuments.printQuote, { id: settled.id })).error.code).toBe('NOT_A_QUOTE')
})

test('each list is taken away as a workbook, with what its filters show', async () => {
  const sheet = async (list: string, filters: object[] = []) => {
    const reply = await fileOf(dealExport.export, { list, filters })
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/deals-\d{4}-\d\d-\d\d\.xlsx/),
    ])
    const rows = await Array.fromAsync(streamXlsxRows(reply.rawPayload))
    return rows.map(({ values }) => values)
  }
  for (const [list, call] of [
    ['all', deals.allList],
    ['pending', deals.pending],
    ['history', deals.history],
    ['cancelled', deals.cancelled],
  ] as const) {
    const { items } = (await manager(call, { pageSize: 1000 })).body
    const [head, ...rows] = await sheet(list)
    expect(head?.slice(0, 3)).toEqual(['Number', 'Status', 'Business date'])
    // By the calendar of the company, as the list shows it.
    for (const [, , , created] of rows) expect(created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+08:00$/)
    expect(new Set(rows.map(([number]) => number ?? null))).toEqual(new Set(items.map((one) => one.number)))
    expect(rows).toHaveLength(items.length)
  }
  const named = await sheet('history', [{ key: 'customerName', operator: 'Contains', value: 'counted' }])
  expect(named).toHaveLength(3)
  expect(named[1]?.[9]).toEqual(expect.any(Number))
  const refused = await teller(dealExport.export, {})
  expect(refused.status).toBe(403)
  const [audit] = await app.owner<{ kind: string }>(
    `select kind from kit.audit where act = 'deal.export' order by id desc limit 1`,
  )
  expect(audit).toEqual({ kind: 'PRINT' })
})

test('deals of a currency are found by a part of its code in any writing, alone, among others and left out', async () => {
  const others = { side: 'buy' as const, currencyId: id('SGD'), quantity: '10' }
  const { body: both } = await deal(teller, [line('buy', '10'), others])
  const { body: one } = await deal(teller, [others])
  const found = async (operator: 'And' | 'Not', value: string) => {
    const condition = { key: 'currencies' as const, operator: 'Contains' as const, value }
    const { body } = await manager(deals.list, {
      filters: [{ operator, filters: [condition] }],
      pageSize: 100,
    })
    return [both, one].map(({ number }) => body.items.some((each) => each.number === number))
  }
  expect(await found('And', 'us')).toEqual([true, false])
  expect(await found('And', 'SGD')).toEqual([true, true])
  expect(await found('Not', 'usd')).toEqual([false, true])
  expect(await found('And', 'ZZZ')).toEqual([false, false])
})

test('what was kept is handed over beside new deals at the same drawer, and none waits for another in a circle', async () => {
  const deadlocks = async () => {
    // A connection tells what it counted within a second.
    await setTimeout(1200)
    const [all] = await app.owner<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return all?.deadlocks
  }
  const kept: { id: string; version: number }[] = []
  for (let count = 0; count < 12; count += 1)
    kept.push((await deal(teller, [line('sell', '1')], { upTo: 'submit' })).body)
  const before = await deadlocks()
  const answers = await Promise.all(
    kept.flatMap((one) => [teller(deals.settle, of(one), key()), deal(teller, [line('sell', '1')])]),
  )
  expect(answers.map(({ body }) => body.state)).toEqual(answers.map(() => 'settled'))
  expect(await deadlocks()).toBe(before)
})
