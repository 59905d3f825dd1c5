import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtDeals } from './check.queries.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { effectiveRates } from '#modules/rates/effective/effective.contract.ts'
import { marginRates } from '#modules/rates/margin-rates/margin-rates.contract.ts'
import { deals } from '../deals/deals.contract.ts'

let app: TestApp
let id: (code: string) => string
let branchId: string
let companyId: string
let counterId: string
let admin: Call
let manager: Call
let teller: Call

beforeAll(async () => {
  app = await testApp()
  // The clock goes on by hours below: it is morning where the company is.
  const ahead = ((9 - new Date().getUTCHours() + 36) % 24) - 12
  await app.owner(
    `update organisation.company set time_zone = 'Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}'`,
  )
  await app.owner(
    `update access.role_limit set amount = 50000 where type = 'deal_amount' and amount is not null`,
  )
  const session = await app.signIn('teller')
  teller = session.call
  companyId = session.login.company.companyId
  admin = (await app.signIn('admin')).call
  manager = (await app.signIn('manager')).call
  const till = await openTill(app, session, {
    stock: { USD: ['10000', '20000'], EUR: ['1000', '4000'] },
  })
  ;({ id, branchId, counterId } = till)
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const of = ({ id: dealId, version }: { id: string; version: number }) => ({ id: dealId, version })
const line = (side: 'buy' | 'sell', quantity: string) => ({ side, currencyId: id('USD'), quantity })

test('a quote of two lines in two bands of amounts holds the rate of each, and only for its quantity', async () => {
  const band = {
    currencyId: id('USD'),
    kind: 'percent' as const,
    buy: '0.001',
    sell: '0.001',
    branchId,
    amountFrom: '600',
  }
  expect((await admin(marginRates.create, { ...band, reason: 'A test.' })).status).toBe(200)
  const lines = [line('buy', '50'), line('buy', '650')]
  const { body: quoted } = await teller(deals.create, { lines, upTo: 'quote' }, key())
  expect(quoted.lines[1]?.usualRate).not.toBe(quoted.lines[0]?.usualRate)
  const { status, body: submitted, error } = await teller(deals.submit, of(quoted), key())
  expect(status, JSON.stringify(error)).toBe(200)
  expect(submitted.lines.map(({ rate }) => rate)).toEqual(quoted.lines.map(({ rate }) => rate))
  await teller(deals.cancel, { ...of(submitted), note: '' })

  const { body: other } = await teller(deals.create, { lines, upTo: 'quote' }, key())
  const changed = { lines: [line('buy', '650')], dealId: other.id }
  expect((await teller(deals.price, changed)).body.lines[0]?.usualRate).toBe(other.lines[1]?.usualRate)
})

test('the rest of a deal is not settled at a rate that no longer holds, but by a second person, or where it is paid', async () => {
  /** Two lines of which the first is handed over; what we sell is paid with it, what we buy is not. */
  const part = async (side: 'buy' | 'sell') => {
    const lines = [line(side, '100'), line(side, '50')]
    const { body: whole } = await teller(deals.create, { lines, upTo: 'submit' }, key())
    const asked = { ...of(whole), lines: [0], payments: side === 'sell' ? null : [] }
    const { body, error } = await teller(deals.settle, asked, key())
    expect(body.state, JSON.stringify(error)).toBe('partiallySettled')
    return body
  }
  const [open, paid] = [await part('buy'), await part('sell')]
  const mid = (await admin(effectiveRates.getRates, {})).body.find((one) => one.currencyId === id('USD'))?.mid
  const moved = (Number(mid) * 1.005).toFixed(4)
  const rates = [{ currencyId: id('USD'), mid: moved }]
  expect((await admin(baseRates.update, { rates, reason: 'A test.' })).status).toBe(200)
  const all = { lines: null, payments: null }
  app.setNow(new Date(Date.now() + 121 * 60_000))
  const { status, error } = await teller(deals.settle, { ...of(open), ...all }, key())
  expect([status, error.code]).toEqual([409, 'REST_RATE_CHANGED'])
  const now = (await admin(effectiveRates.getRates, {})).body.find((one) => one.currencyId === id('USD'))?.buy
  expect(error.message).toContain(now)
  expect((await teller(deals.settle, { ...of(paid), ...all }, key())).body.state).toBe('settled')
  // Who may let it through pays nothing out of a drawer at which another sits.
  expect((await manager(deals.getById, { id: open.id })).body.can).not.toContain('settle')
  const away = await manager(deals.settle, { ...of(open), ...all }, key())
  expect([away.status, away.error.code, away.error.invalidParams[0]?.field]).toEqual([
    422,
    'DRAWER_OF_OTHERS',
    'counterId',
  ])
  await manager(workspaces.switch, { type: 3, workspaceId: counterId })
  expect((await manager(deals.settle, { ...of(open), ...all }, key())).body.state).toBe('settled')
})

test('whoever is alone at a branch settles a rest whose rate has moved once another lets the old rate through', async () => {
  const lines = [line('buy', '100'), line('buy', '50')]
  const { body: whole } = await teller(deals.create, { lines, upTo: 'submit' }, key())
  const { body: part } = await teller(deals.settle, { ...of(whole), lines: [0], payments: [] }, key())
  expect(part.can).not.toContain('askRest')
  const all = { lines: null, payments: null }
  const noted = (one: { id: string; version: number }) => ({
    ...of(one),
    note: 'The customer fetched the notes',
  })
  const move = async (factor: number) => {
    const mid = (await admin(effectiveRates.getRates, {})).body.find(
      (one) => one.currencyId === id('USD'),
    )?.mid
    const rates = [{ currencyId: id('USD'), mid: (Number(mid) * factor).toFixed(4) }]
    expect((await admin(baseRates.update, { rates, reason: 'A test.' })).status).toBe(200)
  }
  expect((await teller(deals.askRest, noted(part))).error.code).toBe('REST_RATE_HOLDS')
  app.setNow(new Date(app.services.now().getTime() + 121 * 60_000))
  await move(1.005)
  expect((await teller(deals.settle, { ...of(part), ...all }, key())).error.code).toBe('REST_RATE_CHANGED')
  expect((await teller(deals.getById, { id: part.id })).body.can).toContain('askRest')
  const { body: asked, error } = await teller(deals.askRest, noted(part))
  expect(asked?.openGates, JSON.stringify(error)).toEqual(['rest'])
  expect(asked.gates.at(-1)).toMatchObject({ kind: 'rest', reason: 'restRate', state: 'open' })
  expect((await teller(deals.askRest, noted(asked))).error.code).toBe('REST_ASKED')
  expect((await teller(deals.approveRest, of(asked))).status).toBe(403)
  expect((await teller(deals.settle, { ...of(asked), ...all }, key())).error.code).toBe('REST_RATE_CHANGED')
  const waiting = async () => (await manager(deals.approvals, {})).body.items.map((one) => one.id)
  expect(await waiting()).toContain(part.id)
  const { body: rejected } = await manager(deals.rejectRest, noted(asked))
  expect([rejected.state, rejected.openGates]).toEqual(['partiallySettled', []])
  const { body: again } = await teller(deals.askRest, noted(rejected))
  const { body: passed } = await manager(deals.approveRest, of(again))
  expect([passed.state, passed.openGates, await waiting()]).toEqual(['partiallySettled', [], []])
  // Further than what was let through it is asked anew.
  await move(1.01)
  const further = await teller(deals.settle, { ...of(passed), ...all }, key())
  expect(further.error.code).toBe('REST_RATE_CHANGED')
  await move(1 / 1.01)
  const { body: done, error: why } = await teller(deals.settle, { ...of(passed), ...all }, key())
  expect(done?.state, JSON.stringify(why)).toBe('settled')
  expect(done.events.map(({ act }) => act).slice(-5)).toEqual([
    'askRest',
    'rejectRest',
    'askRest',
    'approveRest',
    'settle',
  ])
})

test('a rest that a second person settles, or a reversal, ends the request for its old rate', async () => {
  for (const [act, ends] of [
    ['settle', 'approved'],
    ['reverse', 'rejected'],
  ] as const) {
    const lines = [line('buy', '100'), line('buy', '50')]
    const { body: whole } = await teller(deals.create, { lines, upTo: 'submit' }, key())
    const { body: part } = await teller(deals.settle, { ...of(whole), lines: [0], payments: [] }, key())
    app.setNow(new Date(app.services.now().getTime() + 121 * 60_000))
    const mid = (await admin(effectiveRates.getRates, {})).body.find(
      (one) => one.currencyId === id('USD'),
    )?.mid
    const rates = [{ currencyId: id('USD'), mid: (Number(mid) * 1.005).toFixed(4) }]
    expect((await admin(baseRates.update, { rates, reason: 'A test.' })).status).toBe(200)
    const { body: asked } = await teller(deals.askRest, { ...of(part), note: 'Alone here' })
    const ended =
      act === 'settle'
        ? await manager(deals.settle, { ...of(asked), lines: null, payments: null }, key())
        : await manager(deals.reverse, { ...of(asked), note: 'Given up' }, key())
    expect(ended.status, JSON.stringify(ended.error)).toBe(200)
    expect(ended.body.openGates).toEqual([])
    expect(ended.body.gates.at(-1)).toMatchObject({ kind: 'rest', state: ends })
  }
})

test('a maker who settles the rest at a rate that holds again has let nothing through', async () => {
  const lines = [line('buy', '100'), line('buy', '50')]
  const { body: whole } = await teller(deals.create, { lines, upTo: 'submit' }, key())
  const { body: part } = await teller(deals.settle, { ...of(whole), lines: [0], payments: [] }, key())
  app.setNow(new Date(app.services.now().getTime() + 121 * 60_000))
  const mid = (await admin(effectiveRates.getRates, {})).body.find((one) => one.currencyId === id('USD'))?.mid
  const publish = (value: string) =>
    admin(baseRates.update, { rates: [{ currencyId: id('USD'), mid: value }], reason: 'A test.' })
  await publish((Number(mid) * 1.005).toFixed(4))
  const { body: asked } = await teller(deals.askRest, { ...of(part), note: 'The customer is back' })
  expect(asked.openGates).toEqual(['rest'])
  await publish(mid ?? '')
  const { body: done, error } = await teller(
    deals.settle,
    { ...of(asked), lines: null, payments: null },
    key(),
  )
  expect([done?.state, done?.openGates], JSON.stringify(error)).toEqual(['settled', []])
  expect(done.gates.at(-1)).toMatchObject({ kind: 'rest', state: 'rejected' })
  const wrong = await inCompany(companyId, () => lookAtDeals(app.services.db))
  expect(wrong.filter((one) => one.wrong > 0)).toEqual([])
})

test('the small rest of a cross deal that is paid holds no rate while the customer still owes the notes of it', async () => {
  const lines = [line('buy', '100'), { ...line('sell', '100'), currencyId: id('EUR') }]
  const whole = await teller(deals.create, { lines, upTo: 'submit' }, key())
  expect(whole.body.payments, JSON.stringify(whole.error)).toMatchObject([{ direction: 'in' }])
  const payments = whole.body.payments.map((one) => one.id)
  const token = await teller(deals.settle, { ...of(whole.body), lines: [], payments }, key())
  expect(token.body.state, JSON.stringify(token.error)).toBe('partiallySettled')
  const mid = (await admin(effectiveRates.getRates, {})).body.find((one) => one.currencyId === id('USD'))?.mid
  const rates = [{ currencyId: id('USD'), mid: (Number(mid) * 1.005).toFixed(4) }]
  expect((await admin(baseRates.update, { rates, reason: 'A test.' })).status).toBe(200)
  app.setNow(new Date(app.services.now().getTime() + 121 * 60_000))
  const all = { lines: null, payments: null }
  const { status, error } = await teller(deals.settle, { ...of(token.body), ...all }, key())
  expect([status, error.code]).toEqual([409, 'REST_RATE_CHANGED'])
  // Once the notes are brought, all is paid, and what is owed for it keeps its rate.
  const brought = await manager(deals.settle, { ...of(token.body), lines: [0], payments: [] }, key())
  expect(brought.body.state, JSON.stringify(brought.error)).toBe('partiallySettled')
  expect((await teller(deals.settle, { ...of(brought.body), ...all }, key())).body.state).toBe('settled')
})
