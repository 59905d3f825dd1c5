import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import { openShop } from '#apps/server/test-retail.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { transfers } from '#modules/inventory/transfers/transfers.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { goodsTransfers } from './transfers.contract.ts'
import { goodsTransferWorkflow } from './transfers.domain.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let other = ''
const whole = [{ type: 0 as const, workspaceId: null }]
const as = async (userName: string) => (await app.signIn(userName)).call
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const regionId = (await shop.call(branches.list, {})).body.items[0]?.regionId ?? ''
  other = (await shop.call(branches.create, { code: 'GB', name: 'Branch GB', regionId, timeZone: null })).body
    .id
  for (const userName of ['taker', 'second', 'judge'])
    await app.addUser({ userName, roles: ['company_administrator'], workspaces: whole })
})
afterAll(() => app.stop())

/** What lies of an item in each pool: the store of a branch, or on the way. */
const pools = async (itemId: string) =>
  new Map(
    (
      await app.owner<{ at: string; pool: string }>(
        `select case kind when 'transit' then 'transit' else branch_id::text end as at,
            trim_scale(quantity) || ' / ' || value::numeric(20, 2) as pool
          from ledger.pool where item_id = $1 and quantity <> 0`,
        [itemId],
      )
    ).map(({ at, pool }) => [at, pool]),
  )
const stocked = async (sku: string, quantity: string, cost: string) => {
  const { id } = await shop.item(sku, '50.00')
  await shop.adjusted('receipt', [{ itemId: id, quantity, cost }])
  return id
}
const made = (itemId: string, quantity: string) =>
  shop.moving(goodsTransfers.create, {
    fromBranchId: shop.branchId,
    toBranchId: other,
    lines: [{ itemId, quantity }],
  })
const sent = async (itemId: string, quantity: string) =>
  (await shop.moving(goodsTransfers.sendToTransit, shop.key((await made(itemId, quantity)).body))).body

test('the table of transfers of goods asks for the rights of retail stock', () => {
  const record = (state: string | null) => ({
    state,
    makerIds: ['maker'],
    above: [],
    senderId: null,
    isDirect: false,
  })
  walkWorkflow(
    {
      flow: goodsTransferWorkflow,
      people: { manager: personOf('branch_manager'), teller: personOf('teller') },
      record,
    },
    `
    act            | states                    | manager         | teller
    create         | null                      | created         | FORBIDDEN
    approve        | pending                   | approved        | FORBIDDEN
    sendToTransit  | created approved          | inTransit       | FORBIDDEN
    takeOver       | created approved          | ILLEGAL_TRANSITION | FORBIDDEN
    complete       | inTransit                 | completed       | FORBIDDEN
    recount        | differing                 | completed       | FORBIDDEN
    writeOff       | differing                 | completed       | FORBIDDEN
    claim          | differing                 | completed       | FORBIDDEN
    rejectReceipt  | inTransit                 | rejectedReceipt | FORBIDDEN
    returnToSender | rejectedReceipt           | returned        | FORBIDDEN
    reject         | created pending approved  | rejected        | FORBIDDEN
    cancel         | created pending approved  | cancelled       | FORBIDDEN`,
  )
})

test('sent goods are on the way by transfer, and arrive at the value at which they left', async () => {
  const sim = await stocked('SIM', '30', '735.00')
  const { body: one } = await made(sim, '10')
  expect(one).toMatchObject({ state: 'created', value: '245.00', lines: [{ code: 'SIM', quantity: '10' }] })
  // What is promised nobody else takes away.
  expect((await made(sim, '21')).error.code).toBe('MORE_THAN_AVAILABLE')
  const { body: gone } = await shop.moving(goodsTransfers.sendToTransit, shop.key(one))
  expect(gone).toMatchObject({ state: 'inTransit', value: '245.00' })
  expect(await pools(sim)).toEqual(
    new Map([
      [shop.branchId, '20 / 490.00'],
      ['transit', '10 / 245.00'],
    ]),
  )
  const arrived = { ...shop.key(gone), lines: [{ itemId: sim, quantity: '10' }] }
  expect((await shop.moving(goodsTransfers.complete, arrived)).error.code).toBe('MAKER_IS_CHECKER')
  const { body: done } = await moving(await as('taker'), goodsTransfers.complete, arrived)
  expect(done.state).toBe('completed')
  expect(await pools(sim)).toEqual(
    new Map([
      [shop.branchId, '20 / 490.00'],
      [other, '10 / 245.00'],
    ]),
  )
  expect(await shop.wrong()).toEqual([])
})

test('of two who receive at once one does, and the goods arrive once', async () => {
  const sim = await stocked('TWICE', '5', '50.00')
  const gone = await sent(sim, '5')
  const arrived = { ...shop.key(gone), lines: [{ itemId: sim, quantity: '5' }] }
  const [taker, second] = [await as('taker'), await as('second')]
  const both = await Promise.all([
    moving(taker, goodsTransfers.complete, arrived),
    moving(second, goodsTransfers.complete, arrived),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await pools(sim)).toEqual(new Map([[other, '5 / 50.00']]))
})

test('what did not arrive is decided by a person who neither sent nor counted it', async () => {
  const sim = await stocked('LOST', '4', '40.00')
  const gone = await sent(sim, '4')
  const taker = await as('taker')
  const lines = [{ itemId: sim, quantity: '3' }]
  const { body } = await moving(taker, goodsTransfers.complete, { ...shop.key(gone), lines })
  expect(body.state).toBe('differing')
  const said = { ...shop.key(body), note: 'One box was open' }
  for (const call of [shop.call, taker])
    expect((await moving(call, goodsTransfers.writeOff, said)).error.code).toBe('MAKER_IS_CHECKER')
  const { body: done } = await moving(await as('judge'), goodsTransfers.writeOff, said)
  expect(done).toMatchObject({ state: 'completed', outcome: 'writtenOff' })
  expect(await pools(sim)).toEqual(new Map([[other, '3 / 30.00']]))
  expect(await shop.wrong()).toEqual([])
})

test('above the limit of its maker another person approves it before it is sent', async () => {
  const dear = await stocked('DEAR', '100', '9000000.00')
  await app.addUser({
    userName: 'keeper',
    roles: ['branch_manager'],
    workspaces: [{ type: 2, workspaceId: shop.branchId }],
  })
  const { body: one } = await moving(await as('keeper'), goodsTransfers.create, {
    fromBranchId: shop.branchId,
    toBranchId: other,
    lines: [{ itemId: dear, quantity: '100' }],
  })
  expect(one).toMatchObject({ state: 'pending', can: ['cancel'] })
  const { body } = await shop.moving(goodsTransfers.approve, shop.key(one))
  expect(body.state).toBe('approved')
})

test('goods are whole, known, and go to another branch; money and goods are lists of their own', async () => {
  const sim = await stocked('OWN', '2', '20.00')
  const draft = {
    fromBranchId: shop.branchId,
    toBranchId: shop.branchId,
    lines: [{ itemId: sim, quantity: '1' }],
  }
  const fault = async (more: object) => {
    const { error } = await shop.moving(goodsTransfers.create, { ...draft, ...more })
    return [error.code, error.invalidParams[0]?.field]
  }
  expect(await fault({})).toEqual(['SAME_PLACE', 'toCounterId'])
  expect(await fault({ toBranchId: other, lines: [{ itemId: randomUUID(), quantity: '1' }] })).toEqual([
    'ITEM_UNKNOWN',
    'lines.0.itemId',
  ])
  const { body } = await made(sim, '1')
  const numbers = async (list: typeof goodsTransfers.list) =>
    (await shop.call(list, {})).body.items.map(({ number }) => number)
  expect(await numbers(goodsTransfers.list)).toContain(body.number)
  expect(await numbers(transfers.list)).not.toContain(body.number)
  expect((await shop.call(transfers.getById, { id: body.id })).status).toBe(404)
})
