import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { workspaces as seats } from '#modules/access/workspaces/workspaces.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { reversalJobs } from '../decisions/lapse.server.ts'
import { refundOf } from '../basket/basket.domain.ts'
import { deals } from '../deals/deals.contract.ts'
import { rows } from '../deals/deals.queries.ts'
import { lookAtDeals } from '../settlement/check.queries.ts'
import { endApproval } from '#modules/approvals/public.server.ts'

let app: TestApp
let admin: Call
let teller: Call
let manager: Call
let peer: Call
let usd: string
let counterId: string
let workspaces: { type: 2; workspaceId: string }[]

beforeAll(async () => {
  app = await testApp()
  // What the managers of this company may pay back alone.
  await app.owner(`update access.role_limit set amount = 100 where type = 'refund' and amount is not null`)
  const session = await app.signIn('teller')
  teller = session.call
  admin = (await app.signIn('admin')).call
  const till = await openTill(app, session, { stock: { USD: ['10000', '20000'] } })
  const { branchId } = till
  ;({ counterId } = till)
  usd = till.id('USD')
  workspaces = [{ type: 2 as const, workspaceId: branchId }]
  for (const userName of ['head', 'peer'])
    await app.addUser({ userName, roles: ['branch_manager'], workspaces })
  manager = (await app.signIn('head')).call
  peer = (await app.signIn('peer')).call
  for (const call of [admin, manager, peer]) await call(seats.switch, { type: 3, workspaceId: counterId })
})
afterAll(() => app.stop())

/** The jobs of a minute. */
const runJobs = async (services: TestApp['services']) => {
  for (const { run } of reversalJobs) await run({}, { services } as never)
}
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const settled = async () => {
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '100' }]
  return (await teller(deals.create, { lines, upTo: 'settle' }, key())).body
}
const of = ({ id, version }: { id: string; version: number }) => ({ id, version })
const noted = (one: { id: string; version: number }) => ({ ...of(one), note: 'Wrong currency' })
/** The counters of the branch beside the one where it is dealt. */
const others = async () =>
  (await manager(counters.list, {})).body.items.map(({ id }) => id).filter((id) => id !== counterId)
const waiting = async (call: Call) => (await call(deals.approvals, {})).body.items.map(({ id }) => id)
const toldOf = async (call: Call) => {
  const { body } = await call(messages.list)
  return (body as unknown as (typeof body)['items']).map(({ title }) => title)
}

test('a reversal above the limit of a person waits for another whose limit covers it', async () => {
  const deal = await settled()
  const refused = await manager(deals.reverse, noted(deal), key())
  expect(refused.error.code).toBe('OVER_LIMIT_ASK')
  const seen = (await manager(deals.getById, { id: deal.id })).body
  expect(seen.can).toContain('askReversal')
  expect(seen.can).not.toContain('reverse')
  expect((await manager(deals.askReversal, { ...of(deal), note: ' ' })).error.invalidParams).toMatchObject([
    { field: 'note' },
  ])
  const { body: asked } = await manager(deals.askReversal, noted(deal))
  expect(asked).toMatchObject({ state: 'settled', openGates: ['reversal'] })
  expect(asked.gates).toMatchObject([{ kind: 'reversal', reason: 'refund', limit: '100.00', state: 'open' }])
  const { companyId } = (await app.signIn('teller')).login.company
  const looks = await inCompany(companyId, () => lookAtDeals(app.services.db))
  // To wait for a decision is no fault of the books.
  expect(looks.filter(({ wrong }) => wrong > 0)).toEqual([])
  const code = async (call: Call, act: 'approveReversal' | 'askReversal') =>
    (await call(deals[act], noted(asked))).error.code
  expect(await code(manager, 'askReversal')).toBe('REVERSAL_ASKED')
  expect(await code(manager, 'approveReversal')).toBe('MAKER_IS_CHECKER')
  expect(await code(teller, 'approveReversal')).toBe('FORBIDDEN')
  expect(await code(peer, 'approveReversal')).toBe('ABOVE_OWN_LIMIT')
  expect([await waiting(admin), await waiting(peer), await waiting(manager)]).toEqual([[deal.id], [], []])
  expect((await toldOf(admin))[0]).toBe('A deal waits for your decision')
  const { body: passed } = await admin(deals.approveReversal, of(asked))
  expect(passed).toMatchObject({ state: 'settled', openGates: [] })
  expect(await waiting(admin)).toEqual([])
  expect((await toldOf(manager))[0]).toBe('Reversal approved')
  // Out of the drawer by whoever sits there.
  const [elsewhere = ''] = await others()
  await manager(seats.switch, { type: 3, workspaceId: elsewhere })
  expect((await manager(deals.getById, { id: deal.id })).body.can).not.toContain('reverse')
  expect((await manager(deals.reverse, noted(passed), key())).error.code).toBe('DRAWER_OF_OTHERS')
  await manager(seats.switch, { type: 3, workspaceId: counterId })
  const { body: back } = await manager(deals.reverse, noted(passed), key())
  expect(back.state).toBe('reversed')
  expect(back.events.map(({ act }) => act)).toEqual(['settle', 'askReversal', 'approveReversal', 'reverse'])
})

test('a reversal that is rejected leaves the deal settled, and can be asked for again', async () => {
  const deal = await settled()
  const { body: asked } = await manager(deals.askReversal, noted(deal))
  expect((await admin(deals.rejectReversal, of(asked))).status).toBe(400)
  const { body: rejected } = await admin(deals.rejectReversal, noted(asked))
  expect(rejected).toMatchObject({ state: 'settled', openGates: [] })
  expect((await toldOf(manager))[0]).toBe('Reversal rejected')
  expect((await manager(deals.reverse, noted(rejected), key())).error.code).toBe('OVER_LIMIT_ASK')
  const { body: again } = await manager(deals.askReversal, noted(rejected))
  // Who may do it alone ends the request by doing it.
  const { body: back } = await admin(deals.reverse, noted(again), key())
  expect([back.state, back.openGates, await waiting(admin)]).toEqual(['reversed', [], []])
})

const bought = async (quantity: string, more: Partial<CallOf<typeof deals.create>> = {}) => {
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity }]
  const made = await teller(deals.create, { lines, upTo: 'settle', ...more }, key())
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}

test('what one person reverses alone on a day adds up to their limit, and what another lets through does not', async () => {
  const [first, second, third, fourth] = [
    await bought('10'),
    await bought('10'),
    await bought('10'),
    await bought('1'),
  ]
  for (const one of [first, second])
    expect((await manager(deals.reverse, noted(one), key())).status).toBe(200)
  // Paid out in cash, to the next coin.
  const worth = ({ amount, payments }: typeof first) => Exact.max(amount, payments[0]?.amount ?? 0)
  const left = new Exact(100).minus(worth(first)).minus(worth(second)).toFixed(2)
  const { error } = await manager(deals.reverse, noted(third), key())
  expect([error.code, error.message.includes(left)]).toEqual(['OVER_LIMIT_ASK', true])
  const { can } = (await manager(deals.getById, { id: third.id })).body
  expect([can.includes('askReversal'), can.includes('reverse')]).toEqual([true, false])
  const { body: asked } = await manager(deals.askReversal, noted(third))
  expect(asked.gates.at(-1)).toMatchObject({ value: worth(third).toFixed(2), limit: left })
  const { body: passed } = await peer(deals.approveReversal, of(asked))
  expect((await manager(deals.reverse, noted(passed), key())).body.state).toBe('reversed')
  // What is left still is; and the day of another is their own.
  expect((await manager(deals.reverse, noted(fourth), key())).body.state).toBe('reversed')
  const own = await bought('20')
  expect((await peer(deals.reverse, noted(own), key())).body.state).toBe('reversed')
})

test('what is on hold is reversed only by who may let it go, and is on no hold after that', async () => {
  // One who may reverse much, and decides on nothing else.
  const [role] = await app.owner<{ id: string }>(`with made as (
      insert into access.role (company_id, name, base_role, level, permissions)
      select company_id, 'Reverser', base_role, level, '{view_transactions,reverse_transactions}' from access.role
      where base_role = 'branch_manager' returning *
    ), may as (insert into access.role_limit (company_id, role_id, type, amount) select company_id, id, 'refund', 5000 from made)
    select id from made`)
  await app.addUser({ userName: 'reverser', roleIds: [role?.id ?? ''], workspaces })
  const reverser = (await app.signIn('reverser')).call
  await reverser(seats.switch, { type: 3, workspaceId: counterId })
  const lines = ['10', '20'].map((quantity) => ({ side: 'buy' as const, currencyId: usd, quantity }))
  const part = async () => {
    const { body: open } = await teller(deals.create, { lines, upTo: 'submit' }, key())
    const { body } = await teller(deals.settle, { ...of(open), lines: [0], payments: [] }, key())
    expect(body.state).toBe('partiallySettled')
    return (await peer(deals.hold, of(body), key())).body
  }
  const held = await part()
  expect(held.isOnHold).toBe(true)
  expect((await reverser(deals.getById, { id: held.id })).body.can).not.toContain('reverse')
  expect((await reverser(deals.reverse, noted(held), key())).error.code).toBe('HELD_BY_OTHERS')
  const { body: free } = await peer(deals.releaseHold, of(held), key())
  const { body: back } = await reverser(deals.reverse, noted(free), key())
  expect([back.state, back.isOnHold]).toEqual(['reversed', false])
  const { body: ended } = await admin(deals.reverse, noted(await part()), key())
  expect([ended.state, ended.isOnHold]).toEqual(['reversed', false])
})

test('what is paid back is the largest of what went over the counter by now', () => {
  const line = (side: 'buy' | 'sell', amount: string, settlementId: string | null = 's') => ({
    side,
    amount,
    settlementId,
  })
  const payments = [{ direction: 'in' as const, amount: '310', settlementId: 's' }]
  expect(
    refundOf({ lines: [line('sell', '300'), line('buy', '100'), line('buy', '500', null)], payments }),
  ).toBe('310')
  expect(refundOf({ lines: [line('buy', '300'), line('buy', '100')], payments })).toBe('400')
  expect(refundOf({ lines: [line('buy', '300', null)], payments: [] })).toBe('0')
})

test('what lapses waits for whoever works on the deal, and nobody is told where a new request is open', async () => {
  const [one, other] = [await settled(), await settled()]
  const passed: { id: string; version: number }[] = []
  for (const deal of [one, other]) {
    const { body: asked } = await manager(deals.askReversal, noted(deal))
    passed.push((await admin(deals.approveReversal, of(asked))).body)
  }
  app.setNow(new Date(Date.now() + 31 * 3_600_000))
  const [later, boss] = [(await app.signIn('head')).call, (await app.signIn('admin')).call]
  const again = await later(deals.askReversal, noted(passed[1] ?? one))
  expect(again.status, JSON.stringify(again.error)).toBe(200)
  const before = (await toldOf(later)).filter((title) => title === 'Reversal approval lapsed').length
  const stateOf = async (id: string) => (await boss(deals.getById, { id })).body.gates[0]?.state
  const { db } = app.services
  const { companyId } = (await app.signIn('admin')).login.company
  await inCompany(companyId, () =>
    db.transaction().execute(async (tx) => {
      await rows.lock(tx, of(passed[0] ?? one))
      await runJobs(app.services)
      expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['approved', 'lapsed'])
      await endApproval(tx, { type: 'deal', id: one.id })
    }),
  )
  await app.owner(
    `update approvals.gate set lapses_at = now() where subject_id = $1 and state = 'approved'`,
    [one.id],
  )
  expect((await toldOf(later)).filter((title) => title === 'Reversal approval lapsed')).toHaveLength(before)
  await runJobs(app.services)
  expect(await stateOf(one.id)).toBe('lapsed')
  expect((await toldOf(later)).filter((title) => title === 'Reversal approval lapsed')).toHaveLength(
    before + 1,
  )
  app.setNow(new Date())
})

test('an approved reversal lapses with the business day, the asker is told, and nothing begins in a day that is over', async () => {
  const [deal, small] = [await settled(), await bought('1')]
  const { body: asked } = await manager(deals.askReversal, noted(deal))
  const { body: passed } = await admin(deals.approveReversal, of(asked))
  const open = await bought('10', { upTo: 'submit' })
  const draft = await bought('10', { upTo: 'draft' })
  app.setNow(new Date(Date.now() + 31 * 3_600_000))
  const [later, desk] = [(await app.signIn('head')).call, (await app.signIn('teller')).call]
  await later(seats.switch, { type: 3, workspaceId: counterId })
  expect((await later(deals.reverse, noted(passed), key())).error.code).toBe('OVER_LIMIT_ASK')
  await runJobs(app.services)
  const { body: lapsed } = await later(deals.getById, { id: deal.id })
  expect(lapsed.gates).toMatchObject([{ kind: 'reversal', state: 'lapsed' }])
  expect(lapsed.events.at(-1)).toMatchObject({ act: 'lapseReversal', by: '' })
  expect(lapsed.can).toContain('askReversal')
  expect((await toldOf(later))[0]).toBe('Reversal approval lapsed')

  const { body: offered } = await later(deals.getById, { id: small.id })
  expect([offered.reverseBar, offered.can.includes('reverse')]).toEqual(['DAY_IS_OVER', false])
  const over = [
    await later(deals.reverse, noted(small), key()),
    await desk(deals.submit, of(draft), key()),
    await desk(deals.update, { ...of(draft), lines: [{ side: 'buy', currencyId: usd, quantity: '5' }] }),
  ]
  for (const { error } of over)
    expect([error.code, error.message.includes(deal.businessDate)]).toEqual(['DAY_IS_OVER', true])
  // What keeps the day from being closed is ended in it, by whoever sits there.
  await desk(seats.switch, { type: 3, workspaceId: counterId })
  expect((await desk(deals.settle, { ...of(open), lines: null, payments: null }, key())).body.state).toBe(
    'settled',
  )
})

test('what was dealt at a counter that is closed is not offered to be reversed, and the deal says why', async () => {
  app.setNow(new Date())
  const deal = await bought('1')
  const lookAt = async () => {
    const { reverseBar, can } = (await manager(deals.getById, { id: deal.id })).body
    return [reverseBar, can.includes('reverse')]
  }
  expect(await lookAt()).toEqual([null, true])
  await app.owner(`update inventory.day set state = 'closed', closed_at = now() where state = 'open'`)
  expect(await lookAt()).toEqual(['COUNTER_CLOSED', false])
  expect((await manager(deals.reverse, noted(deal), key())).error.code).toBe('COUNTER_CLOSED')
})
