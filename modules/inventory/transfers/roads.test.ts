import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { poolStory } from '../position/position.contract.ts'
import { stockOnHand } from '../reports/reports.contract.ts'
import { transfers } from './transfers.contract.ts'

// Fifty at once, and the first refusal of a run, take longer than other tests where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let companyId: string
let sender: Call
let receiver: Call
let regionId = ''
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

const whole = [{ type: 0 as const, workspaceId: null }]
const signIn = async () => {
  sender = (await app.signIn('admin')).call
  receiver = (await app.signIn('taker')).call
}
beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  companyId = session.login.company.companyId
  for (const { code, id: itemId } of (await session.call(stockItems.listSelection)).body)
    ids.set(code, itemId)
  regionId = (await session.call(branches.list, {})).body.items[0]?.regionId ?? ''
  await app.addUser({
    userName: 'taker',
    roles: ['company_administrator'],
    workspaces: whole,
  })
  await signIn()
})
afterAll(() => app.stop())

const branchAt = async (code: string, timeZone: string | null = null) =>
  (await sender(branches.create, { code, name: `Branch ${code}`, regionId, timeZone })).body.id
const opened = async (branchId: string, code: string, quantity: string, cost: string) => {
  const lines = [{ itemId: id(code), quantity, cost }]
  const { status } = await moving(sender, adjustments.createOpening, { branchId, note: 'Brought', lines })
  expect(status).toBe(200)
}
const vaults = (fromBranchId: string, toBranchId: string) => ({
  fromBranchId,
  fromCounterId: null,
  toBranchId,
  toCounterId: null,
})
const of = (code: string, quantity: string) => [{ itemId: id(code), quantity }]
const key = (row: { id: string; version: number }) => ({ id: row.id, version: row.version })
const sent = async (from: string, to: string, code: string, quantity: string) => {
  const draft = { ...vaults(from, to), lines: of(code, quantity) }
  const { body } = await moving(sender, transfers.create, draft)
  return moving(sender, transfers.sendToTransit, key(body))
}
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))
const pools = (code: string) =>
  app.owner<{ branchId: string; kind: string; pool: string }>(
    `select branch_id as "branchId", kind, trim_scale(quantity)::text || ' / ' || value::numeric(20,2)::text as pool
      from ledger.pool where item_id = $1 and quantity <> 0`,
    [id(code)],
  )

describe('a receipt of more than was sent', () => {
  const surplus = async (from: string, to: string) => {
    const load = (await sent(from, to, 'GBP', '1000')).body
    const { body } = await moving(receiver, transfers.complete, { ...key(load), lines: of('GBP', '1020') })
    return body
  }
  let [a, b] = ['', '']
  beforeAll(async () => {
    await app.addUser({ userName: 'judge', roles: ['company_administrator'], workspaces: whole })
    ;[a, b] = [await branchAt('SA'), await branchAt('SB')]
    await opened(a, 'GBP', '4000', '22400')
  })

  test('is a difference: what was sent is taken in, the surplus when another person has decided', async () => {
    const over = await surplus(a, b)
    expect(over.state).toBe('differing')
    expect(over.lines).toMatchObject([{ quantity: '1000', received: '1020' }])
    expect((await pools('GBP')).find(({ branchId }) => branchId === b)?.pool).toBe('1000 / 5600.00')
    const judge = (await app.signIn('judge')).call
    const said = { ...key(over), note: 'The sender packed one bundle too many' }
    for (const call of [sender, receiver])
      expect((await moving(call, transfers.writeOff, said)).error.code).toBe('MAKER_IS_CHECKER')
    expect((await moving(judge, transfers.claim, said)).error.code).toBe('NOTHING_TO_CLAIM')
    const { body } = await moving(judge, transfers.writeOff, said)
    expect(body).toMatchObject({ state: 'completed', outcome: 'writtenOff' })
    expect(await pools('GBP')).toEqual(
      expect.arrayContaining([
        { branchId: a, kind: 'notes', pool: '3000 / 16800.00' },
        // At what the others cost: 5.60 each.
        { branchId: b, kind: 'notes', pool: '1020 / 5712.00' },
      ]),
    )
    expect(await wrong()).toEqual([])
  })

  test('is whole again when a second look finds what was sent, and nothing was taken in twice', async () => {
    const over = await surplus(a, b)
    const again = await moving((await app.signIn('judge')).call, transfers.recount, {
      ...key(over),
      lines: of('GBP', '1000'),
    })
    expect(again.body.state).toBe('completed')
    expect((await pools('GBP')).find(({ branchId }) => branchId === b)?.pool).toBe('2020 / 11312.00')
    expect(await wrong()).toEqual([])
  })
})

test('two branches with different dates: nothing arrives on a date before it left', async () => {
  const [a, b] = [await branchAt('DA', 'Asia/Kuala_Lumpur'), await branchAt('DB', 'Pacific/Honolulu')]
  const start = app.services.now()
  const at = async (days: number, hour: number) => {
    const day = new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    app.setNow(new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`))
    await signIn()
    return day
  }
  const first = await at(2, 2)
  await opened(a, 'CHF', '1000', '4450')
  // The branch that sends has the next day already, the other one has not.
  await at(2, 18)
  const load = (await sent(a, b, 'CHF', '300')).body
  const take = () => moving(receiver, transfers.complete, { ...key(load), lines: of('CHF', '300') })
  expect((await take()).error.code).toBe('RECEIVED_BEFORE_SENT')
  const second = await at(3, 12)
  const taken = (await take()).body
  expect([taken.sentDate, taken.receivedDate]).toEqual([second, second])
  const by = async (date: string) =>
    Object.fromEntries(
      (await sender(stockOnHand.list, { level: 'branch', date, itemId: id('CHF') })).body.rows.map((row) => [
        row.branchId === a ? 'a' : row.branchId === b ? 'b' : 'transit',
        `${row.quantity} / ${row.value}`,
      ]),
    )
  expect(await by(first)).toEqual({ a: '1000 / 4450.00' })
  expect(await by(second)).toEqual({ a: '700 / 3115.00', b: '300 / 1335.00' })
  const ask = { branchId: a, itemId: id('CHF'), from: first, to: second }
  const { rows } = (await sender(poolStory.list, ask)).body
  expect(rows.map(({ businessDate, afterQuantity }) => [businessDate, afterQuantity])).toEqual([
    [first, '1000'],
    [second, '700'],
  ])
  expect(await wrong()).toEqual([])
})

test('fifty transfers at once among ten branches in both directions: no deadlock reaches anybody', async () => {
  const ten: string[] = []
  for (let index = 0; index < 10; index++) {
    const branchId = await branchAt(`X${index}`)
    await opened(branchId, 'AUD', '1000', '2900')
    ten.push(branchId)
  }
  const pairs = Array.from({ length: 50 }, (_, index) => {
    const [one, other] = [index % 10, (index + 1 + Math.floor(index / 20)) % 10]
    return index % 2 === 0 ? [ten[one], ten[other]] : [ten[other], ten[one]]
  }) as [string, string][]
  const sends = await Promise.all(pairs.map(([from, to]) => sent(from, to, 'AUD', '10')))
  expect(sends.map(({ status, error }) => error?.code ?? status)).toEqual(pairs.map(() => 200))
  // Half of them arrive while as many leave again in the other direction.
  const taken = (row: (typeof sends)[number]) =>
    moving(receiver, transfers.complete, { ...key(row.body), lines: of('AUD', '10') })
  const both = await Promise.all(
    sends.flatMap((row, index) => {
      const [from, to] = pairs[index] ?? ['', '']
      return index < 25 ? [taken(row), sent(to, from, 'AUD', '10')] : [taken(row)]
    }),
  )
  expect(both.map(({ status }) => status)).toEqual(both.map(() => 200))
  const left = both.flatMap(({ body }) => (body.state === 'inTransit' ? [body] : []))
  expect(left).toHaveLength(25)
  await Promise.all(
    left.map((row) => moving(receiver, transfers.complete, { ...key(row), lines: of('AUD', '10') })),
  )
  const found = await pools('AUD')
  expect(found.filter(({ kind }) => kind === 'transit')).toEqual([])
  const sum = found.reduce((total, { pool }) => total + Number(pool.split(' / ')[0]), 0)
  expect(sum).toBe(10_000)
  // Nobody was made to try again either: whatever is locked is locked in one order.
  const sql = 'select deadlocks::int from pg_stat_database where datname = current_database()'
  expect(await app.owner(sql)).toEqual([{ deadlocks: 0 }])
  expect(await wrong()).toEqual([])
})
