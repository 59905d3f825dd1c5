import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { manualEntries } from '#modules/ledger/entries/entries.contract.ts'
import { monthEnd } from '#modules/ledger/month-end/month-end.contract.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import { trialBalance } from '#modules/ledger/statements/statements.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { defaultLimits } from '#modules/rates/validation/validation.domain.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { lookAtDeals } from './check.queries.ts'

let app: TestApp
let teller: Call
let manager: Call
let admin: Call
let books: Call
let companyId: string
let counterId: string
let usd: string

const keepStock = (value: '0' | '1') =>
  admin(configuration.update, { settings: [{ key: 'INVENTORY_ENABLED', customerType: 0, value }] })

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  ;[teller, manager] = [session.call, (await app.signIn('manager')).call]
  ;[admin, books] = [(await app.signIn('admin')).call, (await app.signIn('accountant')).call]
  ;({ companyId } = session.login.company)
  expect((await keepStock('0')).status).toBe(200)
  await inCompany(companyId, async () => {
    const { db } = app.services
    usd = (await readTradedCurrencies(db)).find(({ code }) => code === 'USD')?.id ?? ''
    const { branches, counters } = await tree(db)
    const branchId = branches.find(({ name }) => name === 'Bukit Bintang')?.id ?? ''
    counterId = counters.find((one) => one.branchId === branchId)?.id ?? ''
  })
  for (const call of [teller, manager]) await call(workspaces.switch, { type: 3, workspaceId: counterId })
  // Rates that are typed hold as they are.
  await app.owner(
    `insert into rates.rate_rule (company_id, rule, is_enabled) select $1, unnest($2::text[]), false
     on conflict (company_id, rule) do update set is_enabled = false`,
    [companyId, Object.keys(defaultLimits)],
  )
  const rates = [{ currencyId: usd, mid: '4.45' }]
  const set = await admin(baseRates.update, { rates, reason: 'A test.' })
  expect(set.status, JSON.stringify(set.error)).toBe(200)
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const of = ({ id, version }: { id: string; version: number }) => ({ id, version })
const deal = (side: 'buy' | 'sell', quantity: string, rate: string, upTo: 'settle' | 'submit' = 'settle') =>
  teller(
    deals.create,
    { lines: [{ side, currencyId: usd, quantity, rate, reason: 'A regular.' }], upTo },
    key(),
  )
/** What each ledger comes to, debit above zero; those of nothing are left out. */
const balances = async () => {
  const rows = await app.owner<{ code: string; amount: string }>(
    `select a.code, sum(l.amount)::numeric(20, 2)::text as amount from ledger.line l
     join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     group by a.code having sum(l.amount) <> 0 order by a.code`,
  )
  return Object.fromEntries(rows.map(({ code, amount }) => [code, amount]))
}
const wrong = () =>
  inCompany(companyId, async () => {
    const { db } = app.services
    const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))]
    const { differences } = await replayBooks(db)
    return [...looks.filter((look) => look.wrong > 0), ...differences]
  })

test('a day opens without a count, and one that is sent is refused', async () => {
  const lines = [{ itemId: usd, pieces: [{ kind: 'note' as const, faceValue: '100', count: 1 }] }]
  const counted = await teller(days.open, { counterId, lines })
  expect([counted.status, counted.error.code]).toEqual([422, 'STOCK_NOT_KEPT'])
  expect((await teller(days.open, { counterId })).body.state).toBe('open')
})

test('deals post their value: notes bought and sold are an amount of the account, without stock or gain', async () => {
  const { body: bought } = await deal('buy', '100', '4.40')
  expect([bought.state, bought.totals.buy]).toEqual(['settled', '440.00'])
  const { body: priced } = await teller(deals.price, {
    lines: [{ side: 'sell', currencyId: usd, quantity: '9000' }],
  })
  expect(priced.lines[0]).toMatchObject({ available: null, isShort: false, suggested: null })
  const { body: sold } = await deal('sell', '50', '4.50')
  expect([sold.state, sold.totals.sell]).toEqual(['settled', '225.00'])
  const { body: seen } = await manager(deals.getById, { id: sold.id })
  expect([seen.gain, seen.lines[0]?.gain]).toEqual([null, null])
  expect(await balances()).toEqual({ 1000: '-215.00', 1100: '215.00' })
  const kept = await app.owner(`select from ledger.line where item_id is not null or quantity is not null
    union all select from ledger.pool union all select from ledger.holding`)
  expect(kept).toEqual([])
  expect(await wrong()).toEqual([])
})

test('a deal that is cancelled moves nothing, and one that is reversed comes back at its value', async () => {
  const { body: open } = await deal('sell', '70', '4.50', 'submit')
  expect(open.state).toBe('pending')
  expect(await app.owner(`select from ledger.reservation`)).toEqual([])
  expect((await teller(deals.cancel, { ...of(open), note: 'Not today' }, key())).body.state).toBe('cancelled')
  const { body: later } = await deal('sell', '10', '4.50', 'submit')
  const settled = await teller(deals.settle, { ...of(later), lines: null, payments: null }, key())
  expect(settled.body.state).toBe('settled')
  expect(await balances()).toEqual({ 1000: '-170.00', 1100: '170.00' })
  const { body: back } = await manager(deals.reverse, { ...of(settled.body), note: 'Wrong notes' }, key())
  expect([back.state, back.gain]).toEqual(['reversed', null])
  expect(await balances()).toEqual({ 1000: '-215.00', 1100: '215.00' })
  expect(await wrong()).toEqual([])
})

test('every call of stock is refused by one code, and is not activated', async () => {
  const stocked = app.services.endpoints.filter(({ feature }) => feature === 'stock')
  const paths = stocked.map(({ path }) => path)
  const rest = app.services.endpoints.filter(
    ({ path }) => path.startsWith('/posinventory/') && !paths.includes(path),
  )
  // What a counter's day needs, and where modes of payment lead, which is no stock.
  const ofDay = ['blockers', 'close', 'current', 'export', 'getById', 'list', 'open'].map(
    (name) => `day/${name}`,
  )
  const kept = [...ofDay, 'modemapping/list', 'modemapping/update'].map((name) => `/posinventory/${name}`)
  expect(rest.map(({ path }) => path).toSorted()).toEqual(kept)
  expect(paths).toEqual(
    expect.arrayContaining(['/possetting/stocklimit/update', '/posreport/branchstocklimit/list']),
  )
  for (const endpoint of stocked) {
    const { status, error } = await admin(endpoint as never, {} as never, key())
    expect([status, error.code], endpoint.path).toEqual([422, 'STOCK_NOT_KEPT'])
  }
  const [path = ''] = paths
  expect((await admin(signIn.checkActive, { apis: [path] })).body[path]?.isActivated).toBe(false)
  expect((await app.signIn('teller')).login.company.absent).toEqual(['stock'])
})

test('what was gained is an entry by hand at the month end; the report does not know it, and stock steps are not needed', async () => {
  const ids = new Map((await books(accounts.list)).body.map(({ code, id }) => [code, id]))
  const choices = (await books(manualEntries.choices)).body.accounts.map(({ id }) => id)
  expect(choices).toEqual(expect.arrayContaining([ids.get('1000'), ids.get('1100')]))
  expect(choices).not.toContain(ids.get('1210'))
  const today = (await teller(days.current, {})).body.day?.businessDate ?? ''
  const { body } = await admin(profitReport.profitLoss, { from: today, to: today })
  expect([body.isKnown, body.total.sell, body.total.realised]).toEqual([false, '225.00', null])
  const { steps } = (await books(monthEnd.get, { month: today.slice(0, 7) })).body
  expect(steps.flatMap(({ step, isNeeded }) => (isNeeded ? [] : step))).toEqual([
    'openings',
    'counts',
    'vaults',
    'transit',
    'revaluation',
  ])
  const { rows } = (await books(trialBalance.list, { from: today, to: today })).body
  expect(
    rows.filter(({ kind }) => kind === 'ledger').map(({ code, amounts }) => [code, amounts.at(-1)]),
  ).toEqual([
    ['1000', '-215.00'],
    ['1100', '215.00'],
  ])
})

test('the day closes without a count, and the switch stays where something is posted', async () => {
  const { day } = (await teller(days.current, {})).body
  const closed = await teller(days.close, { id: day?.id ?? '', version: day?.version ?? 0 })
  expect(closed.body.state).toBe('closed')
  const { status, error } = await keepStock('1')
  expect([status, error.code, error.invalidParams[0]?.field]).toEqual([
    422,
    'STOCK_IS_KEPT',
    'settings.0.value',
  ])
  expect((await keepStock('0')).status).toBe(200)
})
