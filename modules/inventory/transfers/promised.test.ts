import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { counts } from '../counts/counts.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { transfers } from './transfers.contract.ts'

// The first refusal of a run takes longer than other calls where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let companyId: string
let admin: Call
let [a, b] = ['', '']
const call: Record<string, Call> = {}
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(by: Call | undefined, endpoint: E, input: CallOf<E>) =>
  (by as Call)(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const key = (row: { id: string; version: number }) => ({ id: row.id, version: row.version })
const note = (faceValue: string, count: number) => ({ kind: 'note' as const, faceValue, count })
const opened = (code: string, quantity: string, cost?: string) =>
  moving(admin, adjustments.createOpening, {
    branchId: a,
    note: 'Brought',
    lines: [{ itemId: id(code), quantity, ...(cost && { cost }) }],
  })
type Lines = CallOf<typeof transfers.create>['lines']
const draft = (by: string, lines: Lines) =>
  moving(call[by], transfers.create, {
    fromBranchId: a,
    fromCounterId: null,
    toBranchId: b,
    toCounterId: null,
    lines,
  })
const limitTo = (amount: string) =>
  app.owner(
    `update access.role_limit set amount = $1, is_unlimited = false where type = 'transfer_value' and role_id in (
      select id from access.role where base_role = 'vault_keeper')`,
    [amount],
  )
/** What lies at the vault of a branch: quantity, reserved, value. */
async function held(branchId: string, code: string) {
  const { lines } = (await admin(stock.list, { branchId })).body
  const line = lines.find((one) => one.itemId === id(code) && one.counterId === null)
  return [line?.onHand ?? '0', line?.reserved ?? '0', line?.value ?? '0.00']
}

beforeAll(async () => {
  app = await testApp({ rates: false })
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  for (const item of (await admin(stockItems.listSelection)).body) ids.set(item.code, item.id)
  ;[a, b] = (await admin(branches.list, {})).body.items.map((one) => one.id) as [string, string]
  const workspaces = [{ type: 2 as const, workspaceId: a }]
  for (const userName of ['keeper', 'second'])
    await app.addUser({ userName, roles: ['vault_keeper'], workspaces })
  for (const userName of ['boss', 'chief'])
    await app.addUser({ userName, roles: ['branch_manager', 'vault_keeper'], workspaces })
  for (const userName of ['keeper', 'second', 'boss', 'chief'])
    call[userName] = (await app.signIn(userName)).call
  // Below what things cost here, so that limits are asked for the cost.
  const mids = { USD: '4.40', JPY: '0.028', EUR: '4.60' }
  const rates = Object.entries(mids).map(([code, mid]) => ({ currencyId: id(code), mid }))
  const { status, error } = await admin(baseRates.update, { rates, reason: 'As quoted' })
  expect(status, JSON.stringify(error)).toBe(200)
})
afterAll(() => app.stop())

describe('the same notes promised twice', () => {
  test('notes are held against what the lines before leave of them, although the amount would do', async () => {
    await opened('USD', '1000', '4450')
    const settings = [{ key: 'COUNT_TOLERANCE' as const, customerType: 0 as const, value: '100000' }]
    await admin(configuration.update, { settings })
    const lines = [{ itemId: id('USD'), pieces: [note('100', 5), note('50', 10)] }]
    const first = await moving(call['keeper'], counts.createAndProcess, {
      branchId: a,
      counterId: null,
      isFull: true,
      lines,
    })
    const again = await moving(call['second'], counts.countAgain, { ...key(first.body), lines })
    expect(again.body.state).toBe('processed')
    expect((await draft('keeper', [{ itemId: id('USD'), quantity: '300' }])).status).toBe(200)
    const usd = (quantity: string, count: number) => ({
      itemId: id('USD'),
      quantity,
      pieces: [note('100', count)],
    })
    const { error } = await draft('keeper', [usd('400', 4), usd('300', 3)])
    expect(error.invalidParams).toMatchObject([
      { field: 'lines.1.pieces', message: '7 of 100 asked, 5 held.' },
    ])
    expect(await held(a, 'USD')).toEqual(['1000', '300', '4450.00'])
  })

  test('of two approved at the same moment one passes, and the other passes once that one is cancelled', async () => {
    await opened('EUR', '1000', '4700')
    await draft('keeper', [{ itemId: id('EUR'), quantity: '300' }])
    await limitTo('1000')
    const pending = await Promise.all(
      ['keeper', 'second'].map((by) => draft(by, [{ itemId: id('EUR'), quantity: '400' }])),
    )
    expect(pending.map(({ body }) => body.state)).toEqual(['pending', 'pending'])
    expect((await held(a, 'EUR'))[1]).toBe('300')
    await limitTo('500000')
    const [one, other] = pending.map(({ body }) => body)
    if (!one || !other) throw new Error('Both were made')
    const both = await Promise.all([
      moving(call['boss'], transfers.approve, key(one)),
      moving(call['chief'], transfers.approve, key(other)),
    ])
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422])
    const refused = both.find(({ status }) => status === 422)
    expect(refused?.error.invalidParams).toMatchObject([
      { field: 'lines.0.quantity', message: '400 asked, 300 available.' },
    ])
    expect((await held(a, 'EUR'))[1]).toBe('700')
    const passed = both.find(({ status }) => status === 200)?.body
    if (!passed) throw new Error('One passed')
    const maker = passed.id === one.id ? 'keeper' : 'second'
    expect((await moving(call[maker], transfers.cancel, key(passed))).body.state).toBe('cancelled')
    const left = passed.id === one.id ? other : one
    expect((await moving(call['boss'], transfers.approve, key(left))).body.state).toBe('approved')
    expect((await held(a, 'EUR'))[1]).toBe('700')
  })
})

describe('three currencies in one document', () => {
  const load = (): Lines => [
    { itemId: id('USD'), quantity: '2000' },
    { itemId: id('JPY'), quantity: '500000' },
    { itemId: id('MYR'), quantity: '1500' },
  ]

  test('are worth what each has cost together: in the document, its entry, due-to and due-from, and against the limit', async () => {
    // With what is there it comes to 5,200 / 23,173.90.
    await opened('USD', '4200', '18723.90')
    await opened('JPY', '830000', '23697.45')
    await opened('MYR', '5000')
    await limitTo('24688.60')
    const above = (await draft('keeper', load())).body
    expect([above.state, above.value]).toEqual(['pending', '24688.61'])
    await moving(call['keeper'], transfers.cancel, key(above))
    await limitTo('24688.61')
    const { body } = await draft('keeper', load())
    expect(body.state).toBe('created')
    const sent = (await moving(call['keeper'], transfers.sendToTransit, key(body))).body
    expect(sent.value).toBe('24688.61')
    expect(sent.lines.map(({ code, quantity, value }) => [code, quantity, value])).toEqual([
      ['USD', '2000', '8913.04'],
      ['JPY', '500000', '14275.57'],
      ['MYR', '1500', '1500.00'],
    ])
    const lines = await app.owner<{ code: string; quantity: string; amount: string }>(
      `select c.code, trim_scale(l.quantity)::text as quantity, l.amount::numeric(20,2)::text as amount
        from ledger.entry e join ledger.line l on l.company_id = e.company_id and l.entry_id = e.id
        join currencies.currency c on c.company_id = l.company_id and c.id = l.item_id
        where e.source_id = $1 and l.amount > 0 order by l.amount`,
      [sent.id],
    )
    expect(lines).toEqual([
      { code: 'MYR', quantity: '1500', amount: '1500.00' },
      { code: 'USD', quantity: '2000', amount: '8913.04' },
      { code: 'JPY', quantity: '500000', amount: '14275.57' },
    ])
    expect((await held(a, 'USD')).filter((_, index) => index !== 1)).toEqual(['3200', '14260.86'])
    expect((await held(a, 'JPY')).filter((_, index) => index !== 1)).toEqual(['330000', '9421.88'])
    const taken = await moving(admin, transfers.complete, { ...key(sent), lines: load() })
    expect(taken.body.state).toBe('completed')
    // What is between the branches is the whole of it, once at each of them.
    const between = await app.owner<{ amount: string }>(
      `select sum(l.amount)::numeric(20,2)::text as amount from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.entry_id = e.id and l.item_id is null
        where e.source_id = $1 group by l.branch_id, l.account_id order by 1`,
      [sent.id],
    )
    expect(between.map(({ amount }) => amount)).toEqual(['-24688.61', '24688.61'])
    expect(
      await inCompany(companyId, async () =>
        (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0),
      ),
    ).toEqual([])
  })
})

test('what a load is insured for has no more decimals than local money', async () => {
  await opened('CHF', '100', '500')
  const insured = (insuredValue: string) =>
    moving(admin, transfers.create, {
      fromBranchId: a,
      fromCounterId: null,
      toBranchId: b,
      toCounterId: null,
      insuredValue,
      lines: [{ itemId: id('CHF'), quantity: '10' }],
    })
  const { error } = await insured('50.005')
  expect(error).toMatchObject({ code: 'TOO_MANY_DECIMALS', invalidParams: [{ field: 'insuredValue' }] })
  expect((await insured('50.50')).status).toBe(200)
})
