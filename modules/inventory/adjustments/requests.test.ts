import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { delegations } from '#modules/approvals/delegations/delegations.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { adjustments } from './adjustments.contract.ts'

let app: TestApp
let admin: Call
let head: Call
let peer: Call
let books: Call
let branchId: string
let eur: string
const moving = <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const keyOf = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  const [own] = (await (await app.signIn('teller')).call(counters.list, {})).body.items
  branchId = own?.branchId ?? ''
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  const company = [{ type: 0 as const, workspaceId: null }]
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  await app.addUser({ userName: 'peer', roles: ['branch_manager'], workspaces })
  await app.addUser({ userName: 'books', roles: ['accountant'], workspaces: company })
  head = (await app.signIn('head')).call
  peer = (await app.signIn('peer')).call
  books = (await app.signIn('books')).call
  eur = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'EUR')?.id ?? ''
})
afterAll(() => app.stop())

const opening = (call: Call, quantity: string, cost: string, askApproval = true, itemId = eur) =>
  moving(call, adjustments.createOpening, {
    branchId,
    note: 'Brought by the owner',
    lines: [{ itemId, quantity, cost }],
    askApproval,
  })
const canOf = async (call: Call, id: string) => (await call(adjustments.getById, { id })).body.can
const inVault = async () =>
  (await admin(stock.list, { branchId })).body.lines.find(({ itemId }) => itemId === eur)?.onHand ?? '0'
const approved = async (call: Call, row: { id: string; version: number }) => {
  const { status, error, body } = await moving(call, adjustments.approve, keyOf(row))
  return status === 200 ? body.state : String(error.code)
}
/** What somebody was told of an adjustment; the list is answered bare. */
const toldOf = async (call: Call, id: string) => {
  const { body } = await call(messages.list)
  const all = body as unknown as (typeof body)['items']
  return all.flatMap(({ data, title }) =>
    data && 'adjustmentId' in data && data.adjustmentId === id ? title : [],
  )
}

test('opening stock above a limit is requested, told to whose limit covers it, and posted once one of them approves', async () => {
  expect((await opening(head, '1000', '6000', false)).error.code).toBe('OVER_LIMIT_ASK')
  const { body } = await opening(head, '1000', '6000')
  expect(body).toMatchObject({ kind: 'opening', state: 'requested', value: '6000.00', can: ['withdraw'] })
  expect(await inVault()).toBe('0')
  for (const call of [admin, books]) {
    expect(await canOf(call, body.id)).toEqual(['approve', 'reject'])
    expect(await toldOf(call, body.id)).toEqual(['Opening stock needs your approval'])
  }
  // Neither whoever asked, nor one with the same limit.
  expect(await canOf(peer, body.id)).toEqual(['reject'])
  expect(await toldOf(peer, body.id)).toEqual([])
  expect(await approved(head, body)).toBe('MAKER_IS_CHECKER')
  expect(await approved(peer, body)).toBe('OVER_LIMIT_ASK')
  const both = await Promise.all([approved(books, body), approved(admin, body)])
  expect(both.toSorted()).toEqual(['STALE_VERSION', 'posted'])
  expect(await inVault()).toBe('1000')
  const posted = (await head(adjustments.getById, { id: body.id })).body
  expect(posted).toMatchObject({ state: 'posted', author: 'head', value: '6000.00' })
  expect(posted.decidedBy).not.toBe(null)
  expect(await toldOf(head, body.id)).toEqual(['Opening stock approved'])
  // Nobody is asked any more.
  for (const call of [admin, books]) expect(await toldOf(call, body.id)).toEqual([])
  // What another approved counts as theirs.
  expect((await opening(head, '500', '3000', false)).body.state).toBe('posted')
})

test('a request within the limit is posted at once', async () => {
  expect((await opening(peer, '10', '60')).body).toMatchObject({ state: 'posted', decidedBy: null })
})

test('a request is rejected with a reason or withdrawn by whoever made it, and then posts nothing', async () => {
  const before = await inVault()
  const { body: one } = await opening(head, '1000', '6000')
  const rejected = await peer(adjustments.reject, { ...keyOf(one), note: 'Not ours' })
  expect(rejected.body).toMatchObject({ state: 'rejected', decidedBy: 'peer', reason: 'Not ours', can: [] })
  expect(await toldOf(head, one.id)).toEqual(['Opening stock rejected'])
  expect(await approved(admin, { ...one, version: rejected.body.version })).toBe('ILLEGAL_TRANSITION')
  const { body: other } = await opening(head, '1000', '6000')
  expect((await peer(adjustments.withdraw, keyOf(other))).error.code).toBe('NOT_OWN_REQUEST')
  expect((await head(adjustments.withdraw, keyOf(other))).body.state).toBe('withdrawn')
  expect(await inVault()).toBe(before)
})

test('what one person approves within a day adds up to their limit', async () => {
  const [one, other] = [await opening(peer, '5000', '30000'), await opening(peer, '5000', '30000')]
  const found = [await approved(books, one.body), await approved(books, other.body)]
  expect(found).toEqual(['posted', 'OVER_LIMIT_ASK'])
  expect(await approved(admin, other.body)).toBe('posted')
})

test('who may do what is above a limit is said by what each of them has opened that day, not by what was refused', async () => {
  // The manager has used up most of the limit, a peer has not.
  const refused = await opening(head, '500', '3000', false)
  expect(refused.error.code).toBe('OVER_LIMIT_ASK')
  expect(refused.error.message).toContain('Branch manager')
})

test('a currency without a mid rate is opened by no limit, however little it is said to cost', async () => {
  const draft = { code: 'ISK', quoteUnit: 1 as const, cashUnit: '1', denominations: [] }
  expect((await admin(companyCurrencies.create, draft)).status).toBe(200)
  const isk = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'ISK')?.id ?? ''
  const refused = await opening(peer, '1000000', '1', false, isk)
  expect(refused.error.code).toBe('WORTH_UNKNOWN_ASK')
  expect(refused.error.message).toContain('Company administrator')
  expect(refused.error.message).not.toContain('Accountant')
  const { body } = await opening(peer, '1000000', '1', true, isk)
  expect(body.state).toBe('requested')
  expect(await canOf(books, body.id)).toEqual(['reject'])
  expect(await approved(books, body)).toBe('WORTH_UNKNOWN_ASK')
  expect(await approved(admin, body)).toBe('posted')
  const posted = (await admin(adjustments.getById, { id: body.id })).body
  expect(await moving(books, adjustments.reverse, { ...keyOf(posted), note: 'Not ours' })).toMatchObject({
    error: { code: 'WORTH_UNKNOWN_ASK' },
  })
})

test('a delegate approves opening stock in the stead of an absent person, by the limit of that one', async () => {
  const { body: people } = await books(delegations.delegates)
  const delegateId = people.find(({ name }) => name === 'peer')?.id ?? ''
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(app.services.now())
  const { body: given } = await books(delegations.create, { delegateId, fromDate: day, toDate: day })
  const { body } = await opening(head, '1000', '6000')
  expect(await toldOf(peer, body.id)).toEqual(['Opening stock needs your approval'])
  expect(await canOf(peer, body.id)).toEqual(['approve', 'reject'])
  expect(await approved(peer, body)).toBe('posted')
  const history = await app.owner<{ act: string; by_name: string; for_name: string }>(
    `select act, by_name, for_name from documents.event where subject_id = $1 order by position`,
    [body.id],
  )
  expect(history).toEqual([
    { act: 'createOpening', by_name: 'head', for_name: '' },
    { act: 'approve', by_name: 'peer', for_name: given.delegator },
  ])
})
