import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { deliveryModes } from '#modules/currencies/modes/modes.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { deals } from '../deals/deals.contract.ts'

let app: TestApp
let usd: string
let first: string
let second: string

beforeAll(async () => {
  app = await testApp()
  await app.owner(`update access.role_limit set amount = 100 where type = 'refund' and amount is not null`)
  // Half an hour before midnight at the branch.
  app.setNow(new Date(`${new Date().toISOString().slice(0, 10)}T15:30:00Z`))
  const { id, branchId } = await openTill(app, await app.signIn('teller'))
  usd = id('USD')
  const found = await app.owner<{ id: string }>(
    `select id from organisation.counter where branch_id = $1 order by name`,
    [branchId],
  )
  ;[first = '', second = ''] = found.map((one) => one.id)
  const places = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces: places })
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const later = (hours: number) => app.setNow(new Date(app.services.now().getTime() + hours * 3_600_000))

/** A deal of one counter, in the day that is open there, that somebody else reverses at once. */
async function reversed(counterId: string, teller: Call) {
  await teller(workspaces.switch, { type: 3, workspaceId: counterId })
  await teller(days.open, { counterId })
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '15' }]
  const modes = (await teller(deliveryModes.listSelection)).body
  const modeId = modes.find(({ kind }) => kind === 'bankTransfer')?.id ?? ''
  const amount = (await teller(deals.price, { lines })).body.totals.buy
  const payments = [{ direction: 'out' as const, modeId, amount }]
  const made = await teller(deals.create, { lines, payments, upTo: 'settle' }, key())
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return { deal: made.body, became: await reverse(made.body) }
}

async function reverse({ id, version, counterId }: { id: string; version: number; counterId: string }) {
  const manager = (await app.signIn('head')).call
  await manager(workspaces.switch, { type: 3, workspaceId: counterId })
  const { body, error } = await manager(deals.reverse, { id, version, note: 'Wrong currency' }, key())
  return body.state ?? error.code
}

test('two business dates that are open side by side are one budget of refunds, until a day has passed', async () => {
  const before = await reversed(first, (await app.signIn('teller')).call)
  expect(before.became).toBe('reversed')
  later(1)
  const after = await reversed(second, (await app.signIn('teller')).call)
  expect(after.deal.businessDate).not.toBe(before.deal.businessDate)
  expect(after.became).toBe('OVER_LIMIT_ASK')
  later(24)
  expect(await reverse(after.deal)).toBe('reversed')
})
