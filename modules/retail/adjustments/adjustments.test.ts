import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { goodsStock } from '../reports/reports.contract.ts'
import { type AdjustmentDraft, goodsAdjustments } from './adjustments.contract.ts'
import { adjustmentWorkflow } from './adjustments.domain.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

const posted = async (id: string) =>
  (
    await app.owner<{ line: string }>(
      `select a.code || ' ' || sum(l.amount)::numeric(20, 2) as line from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_id = '${id}' group by a.code order by a.code`,
    )
  ).map(({ line }) => line)

test('the table of adjustments', () => {
  walkWorkflow(
    {
      flow: adjustmentWorkflow,
      people: { manager: personOf('branch_manager'), teller: personOf('teller') },
      record: (state: string | null) => ({ state, makerIds: ['maker'], above: [] }),
    },
    `
    act     | states  | manager   | teller
    create  | null    | posted    | FORBIDDEN
    approve | pending | posted    | FORBIDDEN
    reject  | pending | rejected  | FORBIDDEN
    cancel  | pending | cancelled | FORBIDDEN`,
  )
})

test('20 @ 24.00 and 10 @ 25.50: 30, 735.00, average 24.50; what goes out goes at it, to the account of its reason', async () => {
  const { adjusted, item, pool, call, branchId } = shop
  const sim = await item('SIM', '35.00', { reorderLevel: '26' })
  await adjusted('opening', [{ itemId: sim.id, quantity: '20', cost: '480.00' }])
  const { body: receipt } = await adjusted('receipt', [{ itemId: sim.id, quantity: '10', cost: '255.00' }])
  expect(await posted(receipt.id)).toEqual(['1120 255.00', '2050 -255.00'])
  expect(await pool(sim.id)).toBe('30 / 735.00')
  const one = [{ itemId: sim.id, quantity: '1' }]
  const out = async (reason: 'damaged' | 'expired' | 'ownUse' | 'supplierReturn') =>
    posted((await adjusted(reason, one)).body.id)
  expect(await out('damaged')).toEqual(['1120 -24.50', '5061 24.50'])
  expect(await out('expired')).toEqual(['1120 -24.50', '5061 24.50'])
  expect(await out('ownUse')).toEqual(['1120 -24.50', '5062 24.50'])
  expect(await out('supplierReturn')).toEqual(['1120 -24.50', '2050 24.50'])
  expect(await pool(sim.id)).toBe('26 / 637.00')
  const { body } = await call(goodsStock.list, { branchId, below: 'true' })
  expect(body.rows).toMatchObject([{ sku: 'SIM', quantity: '26', cost: '24.5', value: '637.00' }])
  expect(await shop.wrong()).toEqual([])
})

test('more than there is, a service, a missing supplier and a cost of what goes out are refused at their fields', async () => {
  const { adjusted, item, moving, branchId } = shop
  const few = await item('FEW', '5.00')
  const service = await item('SERVICE', '5.00', { kind: 'service' })
  await adjusted('receipt', [{ itemId: few.id, quantity: '3', cost: '6.00' }])
  const fault = async (answer: ReturnType<typeof adjusted>) => {
    const { error } = await answer
    return [error.code, error.invalidParams[0]?.field]
  }
  const line = { itemId: few.id, quantity: '4' }
  expect(await fault(adjusted('damaged', [line]))).toEqual(['SOLD_OUT', 'lines.0.quantity'])
  expect(await fault(adjusted('damaged', [{ ...line, cost: '1.00' }]))).toEqual([
    'COST_NOT_GIVEN',
    'lines.0.cost',
  ])
  expect(await fault(adjusted('receipt', [{ itemId: service.id, quantity: '1', cost: '1.00' }]))).toEqual([
    'ITEM_NOT_STOCKED',
    'lines.0.itemId',
  ])
  const nobody = moving(goodsAdjustments.create, { branchId, lines: [{ ...line, cost: '8.00' }] })
  expect(await fault(nobody)).toEqual(['SUPPLIER_MISSING', 'supplier'])
})

test('above the limit of its maker another person approves it, and only then it is posted', async () => {
  const { item, pool, moving, call, branchId, key } = shop
  const dear = await item('DEAR', '900.00')
  await app.addUser({
    userName: 'shopkeeper',
    roles: ['branch_manager'],
    workspaces: [{ type: 2, workspaceId: branchId }],
  })
  const keeper = (await app.signIn('shopkeeper')).call
  const { body: made } = await keeper(
    goodsAdjustments.create,
    {
      branchId,
      supplier: 'Northern Wholesale',
      lines: [{ itemId: dear.id, quantity: '10', cost: '6000.00' }],
    },
    { headers: { 'idempotency-key': 'above-the-limit' } },
  )
  expect(made).toMatchObject({ state: 'pending', can: ['cancel'], businessDate: null })
  expect(await pool(dear.id)).toBeUndefined()
  const { body } = await moving(goodsAdjustments.approve, key(made))
  expect(body).toMatchObject({ state: 'posted', value: '6000.00' })
  expect(await pool(dear.id)).toBe('10 / 6000.00')
  expect((await call(goodsAdjustments.cancel, key(body))).status).toBe(409)
})

test('what one person adjusts alone within a day adds up to their limit', async () => {
  const { item, branchId } = shop
  const { id: itemId } = await item('PARTS', '900.00')
  await app.addUser({
    userName: 'splitter',
    roles: ['branch_manager'],
    workspaces: [{ type: 2, workspaceId: branchId }],
  })
  const keeper = (await app.signIn('splitter')).call
  const received = async (cost: string) =>
    (
      await keeper(
        goodsAdjustments.create,
        { branchId, supplier: 'Northern Wholesale', lines: [{ itemId, quantity: '1', cost }] },
        { headers: { 'idempotency-key': randomUUID() } },
      )
    ).body.state
  const at = await Promise.all([received('3000.00'), received('3000.00')])
  expect(at.toSorted()).toEqual(['pending', 'posted'])
  expect(await received('2000.00')).toBe('posted')
  expect(await received('0.01')).toBe('pending')
})

/** Where the units of an item lie: in the store, at the counter of the shop. */
const lying = async (itemId: string) => {
  const rows = await app.owner<{ at: string | null; units: string }>(
    `select counter_id as at, trim_scale(on_hand)::text as units from ledger.holding
      where item_id = $1 and branch_id = $2 and holder_id is null`,
    [itemId, shop.branchId],
  )
  return [null, shop.counterId].map((id) => rows.find(({ at }) => at === id)?.units ?? '0')
}
type At = { reason: AdjustmentDraft['reason']; counterId: string | null; supplier?: string }
const adjustedAt = (at: At, line: { itemId: string; quantity: string; cost?: string }) =>
  shop.moving(goodsAdjustments.create, { branchId: shop.branchId, ...at, lines: [line] })
const faultOf = async (answer: ReturnType<typeof adjustedAt>) => {
  const { error } = await answer
  return [error.code, error.invalidParams[0]?.field]
}

test('goods that lie at a counter come in and go out there, at the average of the branch', async () => {
  const { item, adjusted, pool, counterId, call, branchId } = shop
  const { id: itemId } = await item('COUNTERED', '9.00')
  await adjusted('receipt', [{ itemId, quantity: '10', cost: '40.00' }])
  const receipt = { reason: 'receipt' as const, counterId, supplier: 'Northern Wholesale' }
  const { body: came } = await adjustedAt(receipt, { itemId, quantity: '10', cost: '60.00' })
  expect(came).toMatchObject({ state: 'posted', branchId, counterId, value: '60.00' })
  expect(came.counter).not.toBeNull()
  expect([await lying(itemId), await pool(itemId)]).toEqual([['10', '10'], '20 / 100.00'])
  const one = { itemId, quantity: '1' }
  for (const reason of ['damaged', 'expired', 'ownUse'] as const) {
    const { body } = await adjustedAt({ reason, counterId }, one)
    expect(await posted(body.id)).toEqual(['1120 -5.00', `${reason === 'ownUse' ? '5062' : '5061'} 5.00`])
  }
  expect([await lying(itemId), await pool(itemId)]).toEqual([['10', '7'], '17 / 85.00'])
  // Seven lie at the counter, whatever is in the store.
  const more = adjustedAt({ reason: 'damaged', counterId }, { itemId, quantity: '8' })
  expect(await faultOf(more)).toEqual(['SOLD_OUT', 'lines.0.quantity'])
  const filter = { key: 'counterId', operator: 'Equals', value: counterId } as const
  const { items: listed } = (await call(goodsAdjustments.list, { filters: [filter] })).body
  expect(listed.map((row) => row.counterId)).toEqual([counterId, counterId, counterId, counterId])
  expect(await shop.wrong()).toEqual([])
})

test('a counter without an open day, one of another branch, and what is kept by serial or batch are refused', async () => {
  const { item, call, branchId, counterId } = shop
  const { id: itemId } = await item('REFUSED', '9.00')
  const line = { itemId, quantity: '1', cost: '1.00' }
  const shut = (await call(counters.create, { branchId, code: 'C8', name: 'Counter 8' })).body.id
  const opening = (at: string) => ({ reason: 'opening' as const, counterId: at })
  expect((await adjustedAt(opening(shut), line)).error.code).toBe('COUNTER_CLOSED')
  await shop.moving(days.open, { counterId: shut })
  expect((await adjustedAt(opening(shut), line)).body.counterId).toBe(shut)
  const others = (await call(counters.list, {})).body.items.find((one) => one.branchId !== branchId)
  expect(await faultOf(adjustedAt(opening(others?.id ?? ''), line))).toEqual([
    'COUNTER_OTHER_BRANCH',
    'counterId',
  ])
  for (const tracking of ['serial', 'batch'] as const) {
    const { id } = await item(`KEPT-${tracking}`, '9.00', { tracking })
    const kept = adjustedAt(opening(counterId), { ...line, itemId: id })
    expect(await faultOf(kept)).toEqual(['TRACKED_AT_COUNTER', 'lines.0.itemId'])
  }
})
