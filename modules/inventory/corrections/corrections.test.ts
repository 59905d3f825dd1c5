import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { subCurrencies } from '#modules/currencies/sub-currencies/sub-currencies.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { corrections } from './corrections.contract.ts'
import { correctionWorkflow, type Reason } from './corrections.domain.ts'

let app: TestApp
let companyId: string
let admin: Call
let keeper: Call
let manager: Call
let branchId: string
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const readItems = async () => {
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
}

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  await readItems()
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'keeper', roles: ['vault_keeper'], workspaces })
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  keeper = (await app.signIn('keeper')).call
  manager = (await app.signIn('head')).call
})
afterAll(() => app.stop())

type Line = [way: 'in' | 'out', code: string, quantity: string, cost?: string]
const draft = (reason: Reason, lines: readonly Line[]) => ({
  reason,
  branchId,
  counterId: null,
  note: 'Found at the vault',
  lines: lines.map(([way, code, quantity, cost = null]) => ({ itemId: id(code), way, quantity, cost })),
})
const make = (by: Call, reason: Reason, ...lines: Line[]) =>
  moving(by, corrections.createAndProcess, draft(reason, lines))
const opened = (code: string, quantity: string, cost: string) =>
  moving(admin, adjustments.createOpening, {
    branchId,
    note: 'Brought',
    lines: [{ itemId: id(code), quantity, cost }],
  })
async function held(code: string) {
  const { lines } = (await admin(stock.list, { branchId })).body
  const line = lines.find((one) => one.itemId === id(code) && one.counterId === null)
  return [line?.onHand ?? '0', line?.value ?? '0.00']
}
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

test('an adjustment is processed within the limit of its maker, and above it by another', () => {
  const people = {
    maker: personOf('branch_manager', 'maker'),
    manager: personOf('branch_manager', 'manager'),
    teller: personOf('teller'),
  }
  const record = (state: string | null) => ({ state, makerIds: ['maker'], above: [] as string[] })
  walkWorkflow(
    { flow: correctionWorkflow, people, record },
    `
    act              | states        | maker     | manager         | teller
    create           | null          | draft     | draft           | FORBIDDEN
    createAndProcess | null          | processed | processed       | FORBIDDEN
    update           | draft         | draft     | NOT_OWN_REQUEST | FORBIDDEN
    process          | draft         | processed | NOT_OWN_REQUEST | FORBIDDEN
    approve          | pending       | processed | processed       | FORBIDDEN
    reject           | pending       | rejected  | rejected        | FORBIDDEN
    cancel           | draft pending | cancelled | NOT_OWN_REQUEST | FORBIDDEN
    reverse          | processed     | reversed  | reversed        | FORBIDDEN`,
  )
})

describe('counterfeit notes', () => {
  test('leave at cost, above a limit once another has approved it, and come back at that cost', async () => {
    await opened('GBP', '5000', '28000')
    const asked = (await make(keeper, 'counterfeit', ['out', 'GBP', '50'])).body
    expect(asked).toMatchObject({ state: 'pending', value: '280.00', can: ['cancel'] })
    expect(await held('GBP')).toEqual(['5000', '28000.00'])
    const key = { id: asked.id, version: asked.version }
    expect((await moving(keeper, corrections.approve, key)).error.code).toBe('MAKER_IS_CHECKER')
    const { body } = await moving(manager, corrections.approve, key)
    expect(body).toMatchObject({ state: 'processed', value: '280.00' })
    expect(await held('GBP')).toEqual(['4950', '27720.00'])
    const back = { id: body.id, version: body.version, note: 'They were good' }
    expect((await moving(manager, corrections.reverse, back)).body.state).toBe('reversed')
    expect(await held('GBP')).toEqual(['5000', '28000.00'])
    const wrongWay = await make(admin, 'counterfeit', ['in', 'GBP', '50'])
    expect(wrongWay.error.invalidParams).toMatchObject([{ field: 'lines.0.way' }])
    expect(await wrong()).toEqual([])
  })
})

describe('notes exchanged between sub-currencies with costs of their own', () => {
  test('come in by amount at what went out has cost, and nobody need approve it', async () => {
    const usd = id('USD')
    for (const [code, faceValues] of [
      ['USDH', ['100']],
      ['USDF', ['50']],
      ['USDT', ['20']],
    ] as const)
      await admin(subCurrencies.create, {
        currencyId: usd,
        code,
        name: code,
        kind: 'largeNotes',
        faceValues: [...faceValues],
        hasOwnStock: true,
      })
    await readItems()
    await opened('USDH', '4000', '17881.37')
    await opened('USDF', '1500', '6603.15')
    const uneven = await make(
      keeper,
      'exchange',
      ['out', 'USDH', '1000'],
      ['in', 'USDF', '700'],
      ['in', 'USDT', '250'],
    )
    expect(uneven.error.code).toBe('EXCHANGE_UNEVEN')
    const more = await make(
      keeper,
      'exchange',
      ['out', 'USDH', '1000'],
      ['in', 'USDF', '700'],
      ['in', 'USDT', '350'],
    )
    expect(more.error.code).toBe('EXCHANGE_UNEVEN')
    const { body } = await make(
      keeper,
      'exchange',
      ['out', 'USDH', '1000'],
      ['in', 'USDF', '700'],
      ['in', 'USDT', '300'],
    )
    // Nothing for the approval by value.
    expect(body).toMatchObject({ state: 'processed', value: '0.00' })
    expect([await held('USDH'), await held('USDF'), await held('USDT')]).toEqual([
      ['3000', '13411.03'],
      ['2200', '9732.39'],
      ['300', '1341.10'],
    ])
    expect(await wrong()).toEqual([])
  })
})

test('a correction comes in at what is typed and goes out at cost; short and over go by the average', async () => {
  await opened('EUR', '1000', '5000')
  expect((await make(admin, 'correction', ['in', 'EUR', '100'])).error.invalidParams).toMatchObject([
    { field: 'lines.0.cost' },
  ])
  expect((await make(admin, 'correction', ['in', 'EUR', '100', '450'])).body.state).toBe('processed')
  expect(await held('EUR')).toEqual(['1100', '5450.00'])
  await make(admin, 'shortOver', ['out', 'EUR', '110'])
  expect(await held('EUR')).toEqual(['990', '4905.00'])
  await make(admin, 'shortOver', ['in', 'EUR', '10'])
  expect(await held('EUR')).toEqual(['1000', '4954.55'])
  expect(await wrong()).toEqual([])
})

test('an item stands in one line, whatever its way; of an exchange alone in several', async () => {
  await opened('AUD', '1000', '3000')
  const mixed = await make(manager, 'correction', ['in', 'AUD', '1000', '0.02'], ['out', 'AUD', '1000'])
  expect(mixed.error.invalidParams).toMatchObject([{ field: 'lines.1.itemId' }])
  expect(mixed.error.code).toBe('ITEM_TWICE')
  const same = await make(manager, 'shortOver', ['in', 'AUD', '1'], ['in', 'AUD', '1'])
  expect(same.error.code).toBe('ITEM_TWICE')
  const smaller = await make(manager, 'exchange', ['out', 'AUD', '100'], ['in', 'AUD', '100'])
  expect(smaller.body).toMatchObject({ state: 'processed', value: '0.00' })
  expect(await held('AUD')).toEqual(['1000', '3000.00'])
})

test('a draft from before in which an item stands twice is not posted', async () => {
  await opened('THB', '1000', '120')
  const { body } = await manager(corrections.create, draft('correction', [['in', 'THB', '1000', '0.02']]))
  await app.owner(
    `insert into inventory.correction_line (company_id, correction_id, revision, position, item_id, quantity, pieces)
      select company_id, correction_id, revision, 2, item_id, -quantity, pieces
      from inventory.correction_line where correction_id = $1`,
    [body.id],
  )
  const done = await moving(manager, corrections.process, { id: body.id, version: body.version })
  expect(done.error.code).toBe('ITEM_TWICE')
})

test('what comes in is judged at what it is worth where its cost is typed low, and what goes out at its cost', async () => {
  await opened('HKD', '10000', '6000')
  const low = await make(manager, 'correction', ['in', 'GBP', '5000', '0.02'])
  expect(low.body).toMatchObject({ state: 'pending', value: '0.02' })
  // What goes out does not set off what comes in.
  const both = await make(manager, 'correction', ['in', 'EUR', '600', '3000'], ['out', 'HKD', '5000'])
  expect(both.body).toMatchObject({ state: 'pending', value: '6000.00' })
})

test('a cost has no more decimals than local money', async () => {
  const { error } = await make(manager, 'correction', ['in', 'CHF', '10', '45.005'])
  expect(error.code).toBe('TOO_MANY_DECIMALS')
  expect(error.invalidParams).toMatchObject([{ field: 'lines.0.cost' }])
  expect((await make(manager, 'correction', ['in', 'CHF', '10', '45.0500'])).body.state).toBe('processed')
})

const alone = async (userName: string) => {
  await app.addUser({ userName, roles: ['branch_manager'], workspaces: [{ type: 2, workspaceId: branchId }] })
  return (await app.signIn(userName)).call
}
const statesOf = async (...made: ReturnType<typeof make>[]) =>
  (await Promise.all(made)).map(({ body, error }) => String(error?.code ?? body.state)).toSorted()

test('what one person corrects and takes back alone within a day adds up to their limit', async () => {
  await opened('TWD', '100000', '14000')
  const one = await alone('adds')
  const out = (by: Call, quantity: string) => make(by, 'damaged', ['out', 'TWD', quantity])
  // 2,800.00 of the 5,000.00 of a branch manager each.
  const first = await out(one, '20000')
  expect(first.body.state).toBe('processed')
  const second = (await out(one, '20000')).body
  expect(second.state).toBe('pending')
  expect((await make(one, 'exchange', ['out', 'TWD', '1000'], ['in', 'TWD', '1000'])).body.state).toBe(
    'processed',
  )
  const key = ({ id: correctionId, version }: { id: string; version: number }) => ({
    id: correctionId,
    version,
  })
  const approved = (await moving(admin, corrections.approve, key(second))).body
  expect(approved.state).toBe('processed')
  // A draft counts once it is processed.
  const later = (await one(corrections.create, draft('damaged', [['out', 'TWD', '20000']]))).body
  expect((await moving(one, corrections.process, key(later))).body.state).toBe('pending')
  const back = (by: Call, row: typeof second) =>
    moving(by, corrections.reverse, { ...key(row), note: 'It was good' })
  expect((await one(corrections.getById, { id: approved.id })).body.can).toEqual([])
  expect((await back(one, approved)).error.code).toBe('ABOVE_OWN_LIMIT')
  // One's own is undone within what it was done with.
  expect((await back(one, first.body)).body.state).toBe('reversed')
  expect((await back(admin, approved)).body.state).toBe('reversed')
})

test('two corrections at once do not each find what the other has not posted yet', async () => {
  await opened('PHP', '200000', '15000')
  const quick = await alone('quick')
  const out = () => make(quick, 'damaged', ['out', 'PHP', '40000'])
  expect(await statesOf(out(), out(), out())).toEqual(['pending', 'pending', 'processed'])
})

test('a draft is changed by its maker alone, and what it said before stays', async () => {
  await opened('SGD', '1000', '3300')
  const { body } = await keeper(corrections.create, draft('damaged', [['out', 'SGD', '20']]))
  const more = { ...draft('damaged', [['out', 'SGD', '30']]), id: body.id, version: body.version }
  expect((await manager(corrections.update, more)).error.code).toBe('NOT_OWN_REQUEST')
  const changed = (await keeper(corrections.update, more)).body
  expect(changed.lines).toMatchObject([{ quantity: '30' }])
  expect(
    await app.owner(`select revision from inventory.correction_line where correction_id = $1`, [body.id]),
  ).toEqual([{ revision: 1 }, { revision: 2 }])
  const waiting = (await moving(keeper, corrections.process, { id: body.id, version: changed.version })).body
  expect(waiting.state).toBe('pending')
})
