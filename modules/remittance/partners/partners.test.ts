// Long because every rule of orders at a partner is tried with one partner, one counter and one balance.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#apps/server/test-app.ts'
import { openPartner, partnerKey } from '#apps/server/test-partner.ts'
import { type Order, orders } from '../orders/orders.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import { providerReports } from '../reporting/provider-reports.contract.ts'
import { signedHeaders } from '../sending/signature.server.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let partner: Awaited<ReturnType<typeof openPartner>>
const admin: Call = (...asked) => partner.admin(...asked)
const moving: typeof partner.moving = (...asked) => partner.moving(...asked)
const order: typeof partner.order = (...asked) => partner.order(...asked)
const look: typeof partner.look = (one) => partner.look(one)
const send: typeof partner.send = (...asked) => partner.send(...asked)
const ask: typeof partner.ask = (one) => partner.ask(one)
const report: typeof partner.report = (...asked) => partner.report(...asked)
const wrong = () => partner.wrong()
const balance = () => partner.balance()
const topUp = (amount: string) => partner.topUp(amount)
const later = (seconds: number) => partner.later(seconds)
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  partner = await openPartner({
    clock,
    partner: { mostQueries: 2 },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
})
afterAll(() => partner.stop())

const sent = async (amount = '1000', fixed?: 'gets' | 'sends') => {
  const one = await order(amount, fixed)
  await send(one)
  return look(one)
}
const giveUp = async (one: Pick<Order, 'id'>) => {
  const now = await look(one)
  await admin(orders.cancelPaid, { ...key(now), note: 'No longer needed' })
}

test('an order waits by name until a top-up reaches it, and goes the oldest first', async () => {
  const [first, second] = [await order('1000'), await order('2000')]
  expect(first).toMatchObject({ state: 'approved', waitsFor: 'prefund' })
  expect((await topUp('4000000')).body).toMatchObject({ state: 'posted', value: '1040.00' })
  expect(await look(first)).toMatchObject({ state: 'queued', waitsFor: '' })
  expect(await look(second)).toMatchObject({ state: 'approved', waitsFor: 'prefund' })
  expect(await balance()).toEqual([4_000_000, 3_812_500, 187_500])
  await giveUp(second)
  await giveUp(first)
  expect(await balance()).toEqual([4_000_000, 0, 4_000_000])
  expect((await topUp('6000000')).status).toBe(200)
  expect(await wrong()).toEqual([])
})

test('a timeout is not a refusal: unknown until the partner says, and nothing leaves it', async () => {
  const one = await order('1000')
  partner.simulator.plan(one.number, { isLost: true, notFoundFirst: 2, ends: 'accepted' })
  await send(one)
  expect(await look(one)).toMatchObject({ state: 'unknown', isAskable: true })
  expect(await balance()).toEqual([10_000_000, 3_812_500, 6_187_500])
  for (const act of ['refund', 'sendAgain', 'oweBack'] as const) {
    const refused = await moving(orders[act], key(await look(one)))
    expect(refused.error.code).toBe('ILLEGAL_TRANSITION')
  }
  await partner.app.owner(`delete from kit.outbox where name = 'changed'`)
  await ask(one)
  expect(await look(one)).toMatchObject({ state: 'unknown', waitsFor: '' })
  // That it is not found stands on its page, which is told.
  const said = await partner.app.owner(`select payload from kit.outbox where name = 'changed'`)
  expect(said).toEqual([{ payload: { topic: 'changed', data: { home: '/remittance' } } }])
  await ask(one)
  // The questions are used up: a person is asked to look, and the state stays.
  expect(await look(one)).toMatchObject({ state: 'unknown', waitsFor: 'statement' })
  await ask(one)
  expect(await look(one)).toMatchObject({ state: 'accepted', waitsFor: '' })
  expect(await balance()).toEqual([6_187_500, 0, 6_187_500])
  expect(partner.simulator.store.all().filter(({ reference }) => reference === one.number)).toHaveLength(1)
  await send(one)
  expect(
    partner.simulator.store.movements().filter(({ reference }) => reference === one.number),
  ).toHaveLength(1)
  partner.simulator.become(one.number, 'returned', { returned: '3812500' })
  const back = { id: randomUUID(), reference: one.number, status: 'returned', amount: '3812500' }
  expect((await report(back)).statusCode).toBe(200)
  expect(await balance()).toEqual([10_000_000, 0, 10_000_000])
  expect(await wrong()).toEqual([])
})

test('what a partner says late, twice or out of order changes nothing that came after it', async () => {
  const before = (await balance())[0] ?? 0
  const one = await sent()
  expect(one.state).toBe('accepted')
  const said = async (id: string, status: string, occurredAt: string, amount?: string) => {
    expect(
      (await report({ id, reference: one.number, status, occurredAt, ...(amount && { amount }) })).statusCode,
    ).toBe(200)
    return [(await look(one)).state, (await balance())[0]]
  }
  const at = (time: string) => `2026-11-25T${time}:00+08:00`
  expect(await said('e-paid', 'paid', at('10:02'))).toEqual(['paid', before - 3_812_500])
  expect(await said('e-accepted', 'accepted', at('10:00'))).toEqual(['paid', before - 3_812_500])
  expect(await said('e-returned', 'returned', at('12:00'), '3812500')).toEqual(['returned', before])
  expect(await said('e-paid', 'paid', at('10:02'))).toEqual(['returned', before])
  expect(await said('e-again', 'paid', at('10:02'))).toEqual(['returned', before])
  const { told } = await look(one)
  expect(told.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['accepted', 'applied'],
    ['paid', 'applied'],
    ['accepted', 'passed'],
    ['returned', 'applied'],
    ['paid', 'conflict'],
  ])
})

test('a report is a partner’s own and fresh, or nothing', async () => {
  const one = await sent('100')
  const body = { id: 'e-5', reference: one.number, status: 'returned', amount: '381250' }
  const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000)
  expect((await report(body, { at: minutes(-6) })).statusCode).toBe(401)
  expect((await report(body, { at: minutes(10) })).statusCode).toBe(401)
  expect((await report(body, { keys: ['another key of thirty-two characters'] })).statusCode).toBe(401)
  const text = JSON.stringify(body)
  const { 'agio-timestamp': _time, ...without } = signedHeaders(text, [partnerKey], clock.now)
  const timeless = await partner.app.http.inject({
    method: 'POST',
    url: partner.reportPath,
    payload: text,
    headers: without,
  })
  expect(timeless.statusCode).toBe(401)
  expect((await look(one)).state).toBe('accepted')
  expect((await admin(providers.getById, { id: partner.providerId })).body.health.refusedReports).toBe(4)
  const [before = 0] = await balance()
  for (const at of [minutes(0), minutes(2), minutes(0)])
    expect((await report(body, { at })).statusCode).toBe(200)
  expect((await balance())[0]).toBe(before + 381_250)
  const stray = await report({ id: 'e-6', reference: 'never given', status: 'paid' })
  expect(stray.statusCode).toBe(200)
})

test('an order that a partner rejects is released once, mended, and sent under a reference of its own', async () => {
  const one = await order('200')
  partner.simulator.plan(one.number, { rejects: 'AC01' })
  const [, , before = 0] = await balance()
  await send(one)
  const rejected = await look(one)
  expect(rejected.state).toBe('rejected')
  expect(rejected.told[0]?.reason).toBe('AC01')
  expect((await balance())[2]).toBe(before + 762_500)
  const again = (await admin(orders.sendAgain, key(rejected))).body
  expect(again).toMatchObject({ state: 'queued', reference: `${one.number}-2` })
  await send(again)
  expect((await look(one)).state).toBe('accepted')
  expect(await wrong()).toEqual([])
})

test('what a rejected order had cost goes back whole, whatever the rate is by then', async () => {
  const one = await order('300')
  partner.simulator.plan(one.number, { rejects: 'AC04' })
  await send(one)
  const owed = (await admin(orders.oweBack, key(await look(one)))).body
  expect(owed.state).toBe('refundPending')
  const refunded = await moving(orders.refund, key(owed))
  expect(refunded.body.state).toBe('refunded')
  expect((await moving(orders.refund, key(refunded.body))).error.code).toBe('ILLEGAL_TRANSITION')
  expect(await wrong()).toEqual([])
})

test('an order that is called back is refunded only when the partner agrees', async () => {
  const made = await order('150')
  partner.simulator.plan(made.number, { ends: 'accepted' })
  await send(made)
  const one = await look(made)
  const asked = (await admin(orders.recall, { ...key(one), note: 'The sender asked' })).body
  expect(asked.state).toBe('cancelRequested')
  await ask(one)
  expect((await look(one)).state).toBe('refundPending')
  expect(await wrong()).toEqual([])
})

test('a partner is asked to call an order back until it answers, and what it refuses is taken from the balance', async () => {
  const one = await order('120')
  partner.simulator.plan(one.number, { isLost: true, notFoundFirst: 99, ends: 'accepted' })
  await send(one)
  // Its answer is still awaited.
  await partner.app.owner(`update remittance.payout_order set state = 'sent' where id = '${one.id}'`)
  const [held = 0, reserved = 0] = await balance()
  await admin(orders.recall, { ...key(await look(one)), note: 'The sender asked' })
  const asked = async () => {
    const [row] = await partner.app.owner<{ askAt: string | null; queries: number }>(
      `select ask_at as "askAt", queries from remittance.payout_order where id = '${one.id}'`,
    )
    return [row?.queries, row?.askAt ? (new Date(row.askAt).getTime() - clock.now.getTime()) / 1000 : null]
  }
  expect(await asked()).toEqual([0, 30])
  await ask(one)
  expect(await asked()).toEqual([1, 60])
  await ask(one)
  expect(await look(one)).toMatchObject({ state: 'cancelRequested', waitsFor: 'statement' })
  const refused = { id: randomUUID(), reference: one.number, status: 'cancelRefused' }
  expect((await report(refused)).statusCode).toBe(200)
  expect(await look(one)).toMatchObject({ state: 'accepted', waitsFor: '' })
  expect((await balance()).slice(0, 2)).toEqual([held - 457_500, reserved - 457_500])
  expect(await asked()).toEqual([2, null])
  expect(await wrong()).toEqual([])
})

test('a reference is sent again only after a later not found, and as long as the partner remembers it', async () => {
  const one = await order('655.74')
  partner.simulator.plan(one.number, { isLost: true, notFoundFirst: 99, ends: 'accepted' })
  await send(one)
  const unknown = await look(one)
  expect(unknown.state).toBe('unknown')
  await ask(one)
  expect((await admin(orders.repeat, key(await look(one)))).error.code).toBe('NOT_FOUND_FIRST')
  later(180)
  await ask(one)
  const repeated = await admin(orders.repeat, key(await look(one)))
  expect(repeated.body.state).toBe('sent')
  await send(one, { isAgain: true })
  // A second create of the same reference is no failure of the order.
  expect(await look(one)).toMatchObject({ state: 'unknown' })
  expect(
    partner.simulator.store.movements().filter(({ reference }) => reference === one.number),
  ).toHaveLength(1)
  await partner.app.owner(`update remittance.payout_order set gets = gets + 1 where id = '${one.id}'`)
  later(180)
  await ask(one)
  expect((await admin(orders.repeat, key(await look(one)))).error.code).toBe('REFERENCE_CHANGED')
  await partner.app.owner(`update remittance.payout_order set gets = gets - 1 where id = '${one.id}'`)
  later(9 * 86_400)
  await ask(one)
  expect((await admin(orders.repeat, key(await look(one)))).error.code).toBe('REFERENCE_FORGOTTEN')
  expect((await moving(orders.confirmPaid, { ...key(await look(one)), note: 'x' })).error.code).toBe(
    'PAPER_ASKED',
  )
})

test('what partners report is looked through, also of orders that nobody knows', async () => {
  const { items } = (
    await admin(providerReports.list, {
      filters: [{ key: 'outcome', operator: 'Equals', value: ['unknownReference'] }],
    })
  ).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ reference: 'never given', kind: 'paid', orderId: null, order: '' })
  const { body } = await admin(providerReports.list, { pageSize: 100 })
  expect(body.items.filter(({ order: number }) => number !== '').length).toBeGreaterThan(10)
})

test('a partner keeps the currency of its balance, and is not removed with one', async () => {
  const { id, version, ...rest } = (await admin(providers.getById, { id: partner.providerId })).body
  const { isEnabled: _on, createdAt: _at, reportPath: _path, health: _health, ...draft } = rest
  const changed = await admin(providers.update, { id, version, ...draft, settlementCurrency: 'USD' })
  expect(changed.error).toMatchObject({
    code: 'PREFUND_OF_CURRENCY',
    invalidParams: [{ field: 'settlementCurrency' }],
  })
  expect((await admin(providers.delete, { id, version })).error.code).toBe('PROVIDER_IN_USE')
})
