import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockRequests } from '../requests/requests.contract.ts'
import { transfers } from './transfers.contract.ts'

let app: TestApp
let teller: Session
let keeper: Session
let second: Session
let till: Awaited<ReturnType<typeof openTill>>

beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
  till = await openTill(app, teller, { cash: '6000' })
  const workspaces = [{ type: 2 as const, workspaceId: till.branchId }]
  for (const userName of ['keeper', 'second'])
    await app.addUser({ userName, roles: ['vault_keeper'], workspaces })
  keeper = await app.signIn('keeper')
  second = await app.signIn('second')
  const admin = await app.signIn('admin')
  const lines = [{ itemId: till.id('USD'), quantity: '900', cost: '2700' }]
  await admin.call(adjustments.createOpening, { branchId: till.branchId, note: 'Brought', lines }, headers())
})
afterAll(() => app.stop())

const headers = () => ({ headers: { 'idempotency-key': randomUUID() } })
/** The kinds of what waits for somebody, and of what they wait for. */
async function inbox({ call }: Session, of: string) {
  const { mine, others } = (await call(work.list)).body
  const kinds = (all: readonly { kind: string; subject: { id: string } }[]) =>
    all.filter(({ subject }) => subject.id === of).map(({ kind }) => kind)
  return [kinds(mine), kinds(others)]
}

test('what a drawer is to take over is in the inbox of its teller, and gone once it is', async () => {
  const lines = [{ itemId: till.id('USD'), quantity: '200' }]
  const from = { fromBranchId: till.branchId, fromCounterId: null }
  const to = { toBranchId: till.branchId, toCounterId: till.counterId }
  const { body: made, error } = await keeper.call(transfers.create, { ...from, ...to, lines }, headers())
  expect(error?.code).toBeUndefined()
  expect(await inbox(teller, made.id)).toEqual([['arrival'], []])
  expect(await inbox(keeper, made.id)).toEqual([[], []])
  const done = await teller.call(transfers.takeOver, { id: made.id, version: made.version, lines }, headers())
  expect(done.body.state, JSON.stringify(done.error)).toBe('completed')
  expect(await inbox(teller, made.id)).toEqual([[], []])
})

test('a request is in the inbox of who may fill it, and waited for by who asked', async () => {
  const asked = {
    fromBranchId: till.branchId,
    fromCounterId: null,
    toBranchId: till.branchId,
    toCounterId: till.counterId,
    lines: [{ itemId: till.id('USD'), quantity: '100' }],
  }
  const { body: made, error } = await teller.call(stockRequests.create, asked, headers())
  expect(error?.code).toBeUndefined()
  expect(await inbox(teller, made.id)).toEqual([[], ['request']])
  expect(await inbox(keeper, made.id)).toEqual([['request'], []])
  // Half of it is packed: the other half still waits, and nobody refuses it now.
  const half = { ...asked, requestId: made.id, lines: [{ itemId: till.id('USD'), quantity: '40' }] }
  const packed = await keeper.call(transfers.create, half, headers())
  expect(packed.error?.code).toBeUndefined()
  expect(await inbox(keeper, made.id)).toEqual([['request'], []])
  // With the other half nothing is left to send.
  const rest = { ...half, lines: [{ itemId: till.id('USD'), quantity: '60' }] }
  const whole = await keeper.call(transfers.create, rest, headers())
  expect(whole.error?.code).toBeUndefined()
  expect(await inbox(keeper, made.id)).toEqual([[], []])
  for (const { id, version } of [packed.body, whole.body])
    expect((await keeper.call(transfers.cancel, { id, version }, headers())).status).toBe(200)
  const now = (await keeper.call(stockRequests.getById, { id: made.id })).body
  const refused = { id: made.id, version: now.version, note: 'None left' }
  expect((await second.call(stockRequests.refuse, refused, headers())).status).toBe(200)
  expect(await inbox(keeper, made.id)).toEqual([[], []])
  expect(await inbox(teller, made.id)).toEqual([[], []])
})
