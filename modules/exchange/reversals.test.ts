import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { refundOf } from './deals/basket.domain.ts'
import { deals } from './deals/deals.contract.ts'

let app: TestApp
let admin: Call
let teller: Call
let manager: Call
let peer: Call
let usd: string

beforeAll(async () => {
  app = await testApp()
  // What the managers of this company may pay back alone.
  await app.owner(`update access.role_limit set amount = 100 where type = 'refund' and amount is not null`)
  const session = await app.signIn('teller')
  teller = session.call
  admin = (await app.signIn('admin')).call
  const { id, branchId } = await openTill(app, session, { stock: { USD: ['10000', '20000'] } })
  usd = id('USD')
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  for (const userName of ['head', 'peer'])
    await app.addUser({ userName, roles: ['branch_manager'], workspaces })
  manager = (await app.signIn('head')).call
  peer = (await app.signIn('peer')).call
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const settled = async () => {
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '100' }]
  return (await teller(deals.create, { lines, upTo: 'settle' }, key())).body
}
const of = ({ id, version }: { id: string; version: number }) => ({ id, version })
const noted = (one: { id: string; version: number }) => ({ ...of(one), note: 'Wrong currency' })
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
  expect(asked.gates).toMatchObject([{ kind: 'reversal', reason: 'refund', limit: '100', state: 'open' }])
  const code = async (call: Call, act: 'approveReversal' | 'askReversal') =>
    (await call(deals[act], noted(asked))).error.code
  expect(await code(manager, 'askReversal')).toBe('REVERSAL_ASKED')
  expect(await code(manager, 'approveReversal')).toBe('REQUESTER_IS_APPROVER')
  expect(await code(teller, 'approveReversal')).toBe('FORBIDDEN')
  expect(await code(peer, 'approveReversal')).toBe('ABOVE_OWN_LIMIT')
  expect([await waiting(admin), await waiting(peer), await waiting(manager)]).toEqual([[deal.id], [], []])
  expect((await toldOf(admin))[0]).toBe('A deal waits for your decision')
  const { body: passed } = await admin(deals.approveReversal, of(asked))
  expect(passed).toMatchObject({ state: 'settled', openGates: [] })
  expect(await waiting(admin)).toEqual([])
  expect((await toldOf(manager))[0]).toBe('Reversal approved')
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
