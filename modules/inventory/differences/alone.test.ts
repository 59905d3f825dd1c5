import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { delegations } from '#modules/approvals/delegations/delegations.contract.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { counts } from '../counts/counts.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'

let app: TestApp
let admin: Call
let head: Call
let mate: Call
let boss: Call
let chief: Call
let clerk: Call
let branchId: string
let drawers: string[]
let myr: string
const moving = <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const ringgits = (count: number) => [
  { itemId: myr, pieces: [{ kind: 'note' as const, faceValue: '100', count }] },
]
const keyOf = ({ id, version }: { id: string; version: number }) => ({ id, version })
const workers = ['head', 'mate', 'boss', 'chief'] as const

async function signIn() {
  admin = (await app.signIn('admin')).call
  clerk = (await app.signIn('clerk')).call
  head = (await app.signIn('head')).call
  mate = (await app.signIn('mate')).call
  boss = (await app.signIn('boss')).call
  chief = (await app.signIn('chief')).call
}

/** Each drawer has 5,000 that the administrator brought. */
beforeAll(async () => {
  app = await testApp()
  const own = (await (await app.signIn('teller')).call(counters.list, {})).body.items
  branchId = own[0]?.branchId ?? ''
  drawers = own.map(({ id }) => id)
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  for (const userName of workers) await app.addUser({ userName, roles: ['branch_manager'], workspaces })
  const places = drawers.map((workspaceId) => ({ type: 3 as const, workspaceId }))
  await app.addUser({ userName: 'clerk', roles: ['teller'], workspaces: places })
  await signIn()
  myr = (await admin(stockItems.listSelection)).body.find(({ isLocal }) => isLocal)?.id ?? ''
  await moving(admin, adjustments.createOpening, { branchId, lines: [{ itemId: myr, quantity: '50000' }] })
  for (const counterId of drawers) {
    await admin(days.open, { counterId })
    expect((await floated(admin, null, counterId)).status).toBe(200)
  }
  const settings = [{ key: 'COUNT_TOLERANCE' as const, customerType: 0 as const, value: '1000' }]
  expect((await admin(configuration.update, { settings })).status).toBe(200)
})
afterAll(() => app.stop())

const floated = async (call: Call, fromCounterId: string | null, to: string | null, quantity = '5000') => {
  await occupyCounter(app, call, fromCounterId ?? to ?? '')
  const lines = [{ itemId: myr, quantity }]
  return moving(call, adjustments.createFloat, { branchId, fromCounterId, toCounterId: to, lines })
}
const counted = async (call: Call, at: number, count: number) =>
  (
    await moving(call, counts.createAndProcess, {
      branchId,
      counterId: drawers[at] ?? '',
      lines: ringgits(count),
    })
  ).body
/** Accepts a difference, or answers why not. */
const accepted = async (call: Call, row: { id: string; version: number }) => {
  const { status, error, body } = await moving(call, counts.accept, { ...keyOf(row), note: 'Found nowhere' })
  return status === 200 ? body.state : error.code
}

test('what one person posts alone adds up over the counters of a branch and thirty days', async () => {
  expect((await counted(head, 0, 47)).state).toBe('processed')
  expect((await counted(head, 1, 48)).state).toBe('processed')
  const over = await counted(head, 0, 46)
  expect(over.state).toBe('submitted')
  expect(await accepted(mate, over)).toBe('processed')
  const earlier = (nights: number) =>
    app.owner(`update inventory.count set business_date = business_date - $1::int where reason = ''`, [
      nights,
    ])
  await earlier(29)
  const still = await counted(head, 0, 45)
  expect(still.state).toBe('submitted')
  expect(await accepted(mate, still)).toBe('processed')
  await earlier(1)
  expect((await counted(head, 0, 44)).state).toBe('processed')
})

test('the switch of stock stays where there is stock, and may be said again', async () => {
  const switched = async (value: string) => {
    const settings = [{ key: 'INVENTORY_ENABLED' as const, customerType: 0 as const, value }]
    const { status, error } = await admin(configuration.update, { settings })
    return status === 200 ? status : error.code
  }
  expect([await switched('1'), await switched('0')]).toEqual([200, 'STOCK_IS_KEPT'])
})

test('two at once at two counters do not each find what the other has not posted yet', async () => {
  const found = await Promise.all([counted(mate, 0, 41), counted(mate, 1, 45)])
  expect(found.map(({ state }) => state).toSorted()).toEqual(['processed', 'submitted'])
  for (const one of found.filter(({ state }) => state === 'submitted'))
    expect(await accepted(admin, one)).toBe('processed')
})

test('whoever has moved an item there since another counted it posts no difference of it alone', async () => {
  const [from = '', to = ''] = drawers
  expect((await floated(boss, from, null, '1000')).status).toBe(200)
  expect((await floated(boss, null, to, '1000')).status).toBe(200)
  for (const [at, count] of [
    [0, 30],
    [1, 54],
  ] as const) {
    const found = await counted(boss, at, count)
    expect(found.state).toBe('submitted')
    expect(await accepted(admin, found)).toBe('processed')
  }
  // What they find whole themselves says nothing.
  expect((await counted(boss, 0, 30)).state).toBe('processed')
  const again = await counted(boss, 0, 29)
  expect(again.state).toBe('submitted')
  expect(await accepted(admin, again)).toBe('processed')
  expect((await counted(clerk, 0, 29)).state).toBe('processed')
  expect((await counted(boss, 0, 28)).state).toBe('processed')
  // A float that is taken back moves it once more.
  const { body: float } = await floated(admin, from, null, '100')
  await occupyCounter(app, boss, from)
  const undone = { ...keyOf(float), note: 'Not there' }
  expect((await moving(boss, adjustments.reverse, undone)).status).toBe(200)
  const last = await counted(boss, 0, 27)
  expect(last.state).toBe('submitted')
  expect(await accepted(admin, last)).toBe('processed')
})

test('what one person accepts at a branch within a day adds up to their limit', async () => {
  const first = await counted(clerk, 0, 24)
  expect(await accepted(chief, first)).toBe('processed')
  const second = await counted(clerk, 0, 21)
  expect((await chief(counts.getById, { id: second.id })).body.can).not.toContain('accept')
  expect(await accepted(chief, second)).toBe('OVER_DAY_LIMIT')
  app.setNow(new Date(Date.now() + 86_400_000))
  await signIn()
  expect((await chief(counts.getById, { id: second.id })).body.can).toContain('accept')
  expect(await accepted(chief, second)).toBe('processed')
})

test('two accepted at once do not each find what the other has not accepted yet', async () => {
  app.setNow(new Date(Date.now() + 2 * 86_400_000))
  await signIn()
  const [one, other] = [await counted(clerk, 0, 18), await counted(clerk, 1, 51)]
  const answers = await Promise.all([accepted(chief, one), accepted(chief, other)])
  expect(answers.toSorted()).toEqual(['OVER_DAY_LIMIT', 'processed'])
})

test('a delegate accepts in the stead of an absent person, by the limit of that one', async () => {
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'deputy', roles: ['vault_keeper'], workspaces })
  const deputy = (await app.signIn('deputy')).call
  const filters = [{ key: 'state' as const, operator: 'Equals' as const, value: 'submitted' }]
  const left = (await head(counts.list, { filters })).body.items[0] ?? { id: '', version: 0 }
  expect(await accepted(deputy, left)).toBe('OVER_LIMIT')
  const { body: people } = await boss(delegations.delegates)
  const delegateId = people.find(({ name }) => name === 'deputy')?.id ?? ''
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(app.services.now())
  const { body: given } = await boss(delegations.create, { delegateId, fromDate: day, toDate: day })
  // Who counted sees that it waits, and nobody is told there by how much it differs.
  const page = `/inventory/audit-or-count/${left.id}`
  expect((await deputy(work.list)).body.mine).toMatchObject([{ kind: 'shortage', page, value: null }])
  expect((await clerk(work.list)).body.others).toMatchObject([{ kind: 'difference', page, value: null }])
  expect(await accepted(deputy, left)).toBe('processed')
  const history = await app.owner<{ act: string; by: string; for: string }>(
    `select act, by_name as by, for_name as for from documents.event where subject_id = $1 order by position`,
    [left.id],
  )
  expect(history).toEqual([
    { act: 'create', by: 'clerk', for: '' },
    { act: 'process', by: 'clerk', for: '' },
    { act: 'accept', by: 'deputy', for: given.delegator },
  ])

  // Two delegates do not make two limits of one, nor does the person who is back.
  await app.addUser({ userName: 'stand-in', roles: ['vault_keeper'], workspaces })
  const second = (await app.signIn('stand-in')).call
  const secondId = (await boss(delegations.delegates)).body.find(({ name }) => name === 'stand-in')?.id
  await boss(delegations.create, { delegateId: secondId ?? '', fromDate: day, toDate: day })
  const [of] = await app.owner<{ most: string; held: string }>(
    `select (select max(l.amount)::numeric::text from access.role_limit l join access.role r on r.id = l.role_id
       where l.type = 'count_variance' and r.base_role = 'branch_manager') as most,
     (select sum(on_hand)::text from ledger.holding where counter_id = $1) as held`,
    [drawers[0]],
  )
  const more = await counted(clerk, 0, Math.floor((Number(of?.held) + Number(of?.most)) / 100))
  expect(more.state).toBe('submitted')
  expect(await accepted(second, more)).toBe('OVER_LIMIT')
})

test('on a difference on which nobody may decide those hear who could change that, and the list says so', async () => {
  // The one administrator has made this account lately: the two count as one person.
  await app.owner(`update access.account_hand h set at = now() from access.user u
    where u.company_id = h.company_id and u.id = h.user_id and u.user_name = 'clerk'`)
  const once = await counted(clerk, 0, 1)
  const key = { ...keyOf(once), lines: ringgits(1) }
  const sent = once.state === 'recount' ? (await moving(clerk, counts.countAgain, key)).body : once
  expect(sent).toMatchObject({ state: 'submitted', short: null, deciders: null, can: [] })
  const seen = (await admin(counts.getById, { id: sent.id })).body
  expect(seen).toMatchObject({ deciders: [], can: [], over: '0.00' })
  expect(Number(seen.short)).toBeGreaterThan(500)
  const told = async (call: Call) => {
    const { body } = await call(messages.list)
    const all = body as unknown as (typeof body)['items']
    return all
      .filter(({ data }) => data && 'countId' in data && data.countId === sent.id)
      .map(({ title }) => title)
  }
  for (const call of [admin, head])
    expect(await told(call)).toEqual(['A difference waits and nobody may decide on it'])
  expect(await told(clerk)).toEqual([])
})
