// Long because each case from outside is told whole, over the same books.
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { look } from '../check/check.queries.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { post } from '../posting/posting.server.ts'
import { sealAll } from '../seal/seal.server.ts'
import { trialBalance } from '../statements/statements.contract.ts'
import { revaluations, type RevaluationDetail } from './revaluations.contract.ts'
import { differenceOf, revaluationWorkflow, totalsOf, worthOf } from './revaluations.domain.ts'
import { returnDue } from './returns.server.ts'

let app: TestApp
let books: Call
let admin: Call
let companyId: string
let branches: { id: string; name: string }[]
const ids = new Map<string, string>()
const items = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  admin = (await app.signIn('admin')).call
  ;({ companyId } = session.login.company)
  for (const { code, id } of (await books(accounts.list)).body) ids.set(code, id)
  for (const { code, id } of (await books(stockItems.listSelection)).body) items.set(code, id)
  ;({ branches } = await inCompany(companyId, () => tree(app.services.db)))
  app.setNow(new Date('2026-02-05T02:00:00Z'))
})
afterAll(() => app.stop())

interface Line {
  code: string
  amount?: string
  item?: string
  quantity?: string
  party?: string
  proceeds?: string
}
/** Posts lines at a branch on a day, as a document would. */
const put = (businessDate: string, lines: readonly Line[], at = 0) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: entryEvent,
          source: { type: 'manualEntry', id: randomUUIDv7() },
          businessDate,
          branchId: branches[at]?.id ?? '',
          lines: lines.map(({ code, amount, item, quantity, party, proceeds }) => ({
            part: {
              id: ids.get(code) ?? '',
              keeps: code === '1100' ? 'notes' : null,
              party: party ? 'customer' : null,
            },
            branchId: branches[at]?.id ?? '',
            ...(amount && { amount }),
            ...(proceeds && { proceeds }),
            ...(item && { itemId: items.get(item) ?? '', quantity: quantity ?? '0' }),
            ...(party && { party: { type: 'customer', id: party } }),
          })),
        },
      ),
    ),
  )
const buy = (day: string, item: string, quantity: string, cost: string, at = 0) =>
  put(
    day,
    [
      { code: '1100', item, quantity, amount: cost },
      { code: '1200', amount: `-${cost}` },
    ],
    at,
  )
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  books(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const draft = async (businessDate: string, rates: Record<string, string>, branch?: number) =>
  await books(revaluations.create, {
    businessDate,
    rateKind: 'entered',
    ...(branch !== undefined && { branchId: branches[branch]?.id ?? '' }),
    rates: Object.entries(rates).map(([code, rate]) => ({ currencyId: items.get(code) ?? '', rate })),
  })
const run = async (businessDate: string, rates: Record<string, string>, branch?: number) => {
  const { body } = await draft(businessDate, rates, branch)
  return moving(revaluations.post, key(body))
}
const closing = async (code: string, to: string, branchId: string | null = null) => {
  const { rows, totals } = (
    await books(trialBalance.list, { from: '2026-01-01', to, branchId, isWhole: true })
  ).body
  expect(totals[3]).toBe('0.00')
  return rows.find((one) => one.code === code)?.amounts[3]
}
const pools = async () =>
  (await app.owner(`select quantity, value from ledger.pool order by value desc`)).map((one) =>
    Object.values(one as object)
      .map(Number)
      .join(' / '),
  )
const told = ({ lines }: RevaluationDetail) =>
  lines.map(({ currency, worth, difference, residue }) => [currency, worth, difference, residue])

test('the table of revaluations', () => {
  walkWorkflow(
    {
      flow: revaluationWorkflow,
      people: { books: personOf('accountant', 'books'), teller: personOf('teller') },
      record: (state: string | null) => ({ state, makerIds: ['books'], above: [] as string[] }),
    },
    `
    act     | states | books     | teller
    create  | null   | draft     | FORBIDDEN
    post    | draft  | posted    | FORBIDDEN
    reverse | posted | reversed  | FORBIDDEN
    cancel  | draft  | cancelled | FORBIDDEN`,
  )
})

test('a holding at a rate is rounded once, half up, and the total is the sum of what is posted', () => {
  expect(differenceOf({ worth: worthOf('900', '4.48', 1, 2), value: '4011' })).toBe('21')
  const lines = [
    ['100.10', '441.00'],
    ['50.05', '222.10'],
    ['33.35', '148.30'],
  ].map(([quantity = '', value = '']) => ({ value, worth: worthOf(quantity, '4.4450', 1, 2) }))
  expect(lines.map(differenceOf)).toEqual(['3.94', '0.37', '-0.06'])
  expect(totalsOf(lines)).toEqual({ gain: '4.31', loss: '0.06' })
  expect(differenceOf({ worth: worthOf('333333', '2.8535', 100, 2), value: '9512.40' })).toBe('-0.74')
})

test('the last day belongs to the run, the days after it do not', async () => {
  await buy('2026-01-10', 'EUR', '2000', '9600')
  await put('2026-01-31', [
    { code: '1100', item: 'EUR', quantity: '-700', proceeds: '3465' },
    { code: '1200', amount: '3465' },
  ])
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  await buy('2026-02-03', 'EUR', '1500', '7650')
  const first = (await draft('2026-01-31', { EUR: '4.9' })).body
  const second = (await draft('2026-01-31', { EUR: '4.9020' })).body
  expect((await books(revaluations.getById, { id: first.id })).body.state).toBe('cancelled')
  expect(second.lines).toHaveLength(1)
  expect(second.lines[0]).toMatchObject({
    kind: 'notes',
    quantity: '1300.00',
    value: '6240.00',
    worth: '6372.60',
    difference: '132.60',
  })
  const posted = await moving(revaluations.post, key(second))
  expect(posted.body).toMatchObject({
    state: 'posted',
    returnsOn: '2026-02-01',
    isReturned: true,
    gain: '132.60',
  })
  expect(await closing('1190', '2026-01-31')).toBe('132.60')
  expect(await closing('4050', '2026-01-31')).toBe('-132.60')
  expect(await closing('1190', '2026-02-01')).toBe('0.00')
  expect(await closing('4000', '2026-02-05')).toBe('-105.00')
  expect(await pools()).toEqual(['2800 / 13890'])
  expect((await draft('2026-01-31', { EUR: '4.9' })).body).toMatchObject({ code: 'REVALUATION_POSTED' })
  const undone = await moving(revaluations.reverse, key(posted.body))
  expect(undone.body.state).toBe('reversed')
  for (const day of ['2026-01-31', '2026-02-01']) expect(await closing('1190', day)).toBe('0.00')
  const again = await run('2026-01-31', { EUR: '4.9020' })
  expect(again.body.state).toBe('posted')
  expect((await moving(revaluations.reverse, key(again.body))).body.state).toBe('reversed')
})

test('the total is the sum of what was posted, in each branch its own lines', async () => {
  for (const [at, quantity, cost] of [
    [0, '100.10', '441.00'],
    [1, '50.05', '222.10'],
    [2, '33.35', '148.30'],
  ] as const)
    await buy('2025-12-10', 'USD', quantity, cost, at)
  await buy('2025-12-10', 'JPY', '333333', '9512.40')
  const { body } = await draft('2025-12-31', { USD: '4.4450', JPY: '2.8535' })
  expect(told(body).toSorted((a, b) => String(b[0]).localeCompare(String(a[0])))).toEqual([
    ['USD', '444.94', '3.94', null],
    ['USD', '222.47', '0.37', null],
    ['USD', '148.24', '-0.06', null],
    ['JPY', '9511.66', '-0.74', null],
  ])
  expect([body.gain, body.loss, body.net]).toEqual(['4.31', '0.80', '3.51'])
  expect((await moving(revaluations.post, key(body))).body.state).toBe('posted')
  const net = async (code: string, to: string, at: number) => {
    const branchId = branches[at]?.id ?? ''
    const { rows } = (await books(trialBalance.list, { from: '2025-12-01', to, branchId, isWhole: true }))
      .body
    return rows.find((one) => one.code === code)?.amounts[3]
  }
  expect(await Promise.all([0, 1, 2].map((at) => net('1190', '2025-12-31', at)))).toEqual([
    '3.20',
    '0.37',
    '-0.06',
  ])
  expect(await net('1190', '2026-01-01', 1)).toBe('0.00')
  expect((await books(revaluations.download, { id: body.id })).status).toBe(200)
})

test('what is left when one side is nil: what is settled is cleared for good, what is not goes back', async () => {
  const [kestrel, osprey] = [randomUUIDv7(), randomUUIDv7()]
  const owed = (day: string, party: string, quantity: string, amount: string) =>
    put(
      day,
      [
        { code: '1400', item: 'USD', quantity, amount, party },
        { code: '1200', amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
      ],
      3,
    )
  await owed('2026-01-12', kestrel, '1000', '4500')
  await owed('2026-01-20', kestrel, '-1000', '-4420')
  await owed('2026-01-14', osprey, '500', '2225')
  await owed('2026-01-25', osprey, '-250', '-2225')
  const usd = async (to: string) =>
    (await books(trialBalance.list, { from: '2026-01-01', to })).body.foreign.flatMap(
      ({ accountId, currency, quantity }) =>
        accountId === ids.get('1400') ? [`${currency} ${quantity}`] : [],
    )
  const { body } = await draft('2026-01-31', { USD: '4.40' }, 3)
  expect(told(body).toSorted((a, b) => String(a[3]).localeCompare(String(b[3])))).toEqual([
    ['USD', '0.00', '-80.00', 'foreignNil'],
    ['USD', '1100.00', '1100.00', 'localNil'],
  ])
  expect((await moving(revaluations.post, key(body))).body).toMatchObject({ isReturned: true })
  const at = branches[3]?.id ?? ''
  expect([await closing('1400', '2026-01-31', at), await closing('1190', '2026-01-31', at)]).toEqual([
    '0.00',
    '1100.00',
  ])
  expect([await closing('1190', '2026-02-01', at), await closing('5000', '2026-02-01', at)]).toEqual([
    '0.00',
    '80.00',
  ])
  expect(await usd('2026-02-05')).toEqual(['USD 250.00'])
})

test('what is due later goes back by itself on the first day of the next period, once', async () => {
  await buy('2026-02-04', 'SGD', '100', '330', 2)
  const posted = await run('2026-02-05', { SGD: '3.40', USD: '4.4450' }, 2)
  expect(posted.body).toMatchObject({ returnsOn: '2026-03-01', isReturned: false })
  const back = () => inCompany(companyId, () => returnDue(app.services.db, app.services.now()))
  expect(await back()).toBe(0)
  app.setNow(new Date('2026-03-01T02:00:00Z'))
  expect([await back(), await back()]).toEqual([1, 0])
  const at = branches[2]?.id ?? ''
  expect([await closing('1190', '2026-02-28', at), await closing('1190', '2026-03-01', at)]).toEqual([
    '9.94',
    '0.00',
  ])
  expect((await run('2026-02-20', { SGD: '3.5', USD: '4.4450' }, 2)).body).toMatchObject({
    code: 'REVALUATION_STANDS',
  })
  const returned = (await books(revaluations.getById, { id: posted.body.id })).body
  expect((await moving(revaluations.reverse, key(returned))).body.state).toBe('reversed')
  app.setNow(new Date('2026-02-06T02:00:00Z'))
})

test('within a period one run takes the place of the one before it', async () => {
  const at = branches[2]?.id ?? ''
  const early = await run('2026-02-05', { SGD: '3.40', USD: '4.4450' }, 2)
  expect(await closing('1190', '2026-02-06', at)).toBe('9.94')
  const late = await run('2026-02-06', { SGD: '3.50', USD: '4.4450' }, 2)
  expect(late.body.state).toBe('posted')
  expect((await books(revaluations.getById, { id: early.body.id })).body).toMatchObject({
    returnsOn: '2026-02-06',
    isReturned: true,
  })
  expect([await closing('1190', '2026-02-05', at), await closing('1190', '2026-02-06', at)]).toEqual([
    '9.94',
    '19.94',
  ])
  expect((await moving(revaluations.reverse, key(late.body))).body.state).toBe('reversed')
  expect(await closing('1190', '2026-02-06', at)).toBe('0.00')
})

test('what changed since the draft, what is locked, ahead or without a rate is refused', async () => {
  const { body } = await draft('2026-02-05', { SGD: '3.40', USD: '4.4' }, 1)
  await buy('2026-02-05', 'SGD', '10', '33', 1)
  expect((await moving(revaluations.post, key(body))).body).toMatchObject({ code: 'REVALUATION_STALE' })
  expect((await draft('2026-02-05', {}, 1)).body).toMatchObject({ code: 'REVALUATION_RATE_MISSING' })
  expect((await draft('2026-02-09', { SGD: '3' }, 1)).body).toMatchObject({ code: 'DATE_AHEAD' })
  expect((await run('2025-01-01', {}, 1)).body).toMatchObject({ code: 'REVALUATION_NOTHING' })
  const at = branches[1]?.id ?? ''
  await books(periodLocks.update, { branchId: at, lockedTo: '2026-02-05', reason: 'Closed' })
  expect((await run('2026-02-05', { SGD: '3.40', USD: '4.4' }, 1)).body).toMatchObject({
    code: 'PERIOD_LOCKED',
  })
})

test('a permanent one carries the new value into the pool, and gains are measured from it', async () => {
  await admin(configuration.update, {
    settings: [{ key: 'REVALUATION_METHOD', customerType: 0, value: 'PERMANENT' }],
  })
  await buy('2026-02-06', 'AUD', '50000', '75000', 2)
  const rates = { AUD: '1.7', SGD: '3.3', USD: '4.4450' }
  const posted = await run('2026-02-06', rates, 2)
  expect(posted.body).toMatchObject({ method: 'PERMANENT', gain: '10000.00', returnsOn: null })
  expect(await pools()).toContain('50000 / 85000')
  await put(
    '2026-02-06',
    [
      { code: '1100', item: 'AUD', quantity: '-50000', proceeds: '87500' },
      { code: '1200', amount: '87500' },
    ],
    2,
  )
  expect(await closing('4000', '2026-02-06', branches[2]?.id ?? '')).toBe('-2500.00')
  const late = await draft('2026-02-04', rates, 2)
  expect((await moving(revaluations.post, key(late.body))).body).toMatchObject({ code: 'REVALUATION_MOVED' })
})

test('money at a bank is a holding of its own, by the name of its account', async () => {
  await admin(configuration.update, {
    settings: [{ key: 'REVALUATION_METHOD', customerType: 0, value: 'AUTO_REVERSING' }],
  })
  const at = branches[1]?.id ?? ''
  const opened = await admin(
    bankAccounts.create,
    {
      code: 'USD1',
      name: 'Nostro',
      bankName: 'Harbour Bank',
      number: '0068123499',
      branchId: at,
      currencyId: items.get('USD') ?? '',
      openingAmount: '1000',
      openingValue: '4400',
    },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(opened.status).toBe(200)
  await buy('2026-02-06', 'USD', '100', '430', 1)
  const { body } = await draft('2026-02-06', { USD: '4.45', SGD: '3.4' }, 1)
  const usd = body.lines.filter(({ currency }) => currency === 'USD')
  expect(usd.map(({ kind, party, difference }) => [kind, party, difference])).toEqual([
    ['notes', null, '15.62'],
    ['bank', 'USD1 Nostro', '50.00'],
  ])
  expect((await moving(revaluations.post, key(body))).body).toMatchObject({
    gain: '66.62',
    returnsOn: '2026-03-01',
  })
  expect(await pools()).toContain('1000 / 4400')
  expect(await closing('1190', '2026-02-06', at)).toBe('66.62')
})

test('a part of a currency with a stock of its own is a holding of its own, at the rate of its currency', async () => {
  await buy('2026-02-06', 'USD-O', '10', '40.00')
  const rates = { USD: '4.5', SGD: '3.4', EUR: '5', JPY: '3', AUD: '1.7', GBP: '5.5' }
  const { body } = await draft('2026-02-06', rates, 0)
  const own = body.lines.filter(({ currency }) => currency === 'USD-O')
  expect(own.map(({ currencyId, worth, difference }) => [currencyId, worth, difference])).toEqual([
    [items.get('USD'), '45.00', '5.00'],
  ])
})

test('the books agree after all of it', async () => {
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  const wrong = (await inCompany(companyId, () => look(app.services.db))).filter((one) => one.wrong > 0)
  expect(wrong).toEqual([])
})
