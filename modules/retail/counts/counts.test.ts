import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { type Call, otherHouse, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { counts } from '#modules/inventory/counts/counts.contract.ts'
import { categories } from '../categories/categories.contract.ts'
import { goodsCounts } from './counts.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
const as = async (userName: string) => (await app.signIn(userName)).call
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  const workspaces = [{ type: 2 as const, workspaceId: shop.branchId }]
  for (const userName of ['keeper', 'second'])
    await app.addUser({ userName, roles: ['branch_manager'], workspaces })
  await app.addUser({
    userName: 'judge',
    roles: ['company_administrator'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
})
afterAll(() => app.stop())

const posted = async (id: string) =>
  (
    await app.owner<{ line: string }>(
      `select a.code || ' ' || sum(l.amount)::numeric(20, 2) as line from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where e.source_id = $1 group by a.code order by a.code`,
      [id],
    )
  ).map(({ line }) => line)
/** Counts, and once more what differs by more than the tolerance. */
const counted = async (by: Call, input: CallOf<typeof goodsCounts.createAndProcess>) => {
  const { body } = await moving(by, goodsCounts.createAndProcess, input)
  if (body.state !== 'recount') return body
  return (await moving(by, goodsCounts.countAgain, { ...shop.key(body), lines: input.lines })).body
}
/** A category with one item, so that each test counts goods of its own. */
const shelf = async (code: string, quantity: string, cost: string) => {
  const { body: category } = await shop.call(categories.create, { code, name: code })
  const { id: itemId } = await shop.item(code, '50.00', { categoryId: category.id })
  await shop.adjusted('receipt', [{ itemId, quantity, cost }])
  const count = (quantityFound: string | null) => ({
    branchId: shop.branchId,
    categoryIds: [category.id],
    lines: [{ itemId, quantity: quantityFound }],
  })
  return { itemId, count, categoryId: category.id }
}

test('a difference is valued at cost and posted to stock and short and over', async () => {
  const { itemId, count } = await shelf('PENS', '10', '20.00')
  const keeper = await as('keeper')
  const body = await counted(keeper, count('9'))
  expect(body).toMatchObject({ state: 'processed', kind: 'store' })
  expect(await posted(body.id)).toEqual(['1120 -2.00', '5020 2.00'])
  expect(await shop.pool(itemId)).toBe('9 / 18.00')
  expect(await shop.wrong()).toEqual([])
})

test('a count compares with the books at its time stamp, while a sale goes on', async () => {
  const { itemId, count } = await shelf('CAPS', '10', '20.00')
  const keeper = await as('keeper')
  const { body: draft } = await keeper(goodsCounts.create, count('9'))
  expect(draft.state).toBe('draft')
  await shop.sold([{ itemId, quantity: '2' }])
  const { body } = await moving(keeper, goodsCounts.process, shop.key(draft))
  expect(body.state).toBe('recount')
  const again = { ...shop.key(body), lines: count('7').lines }
  expect((await moving(keeper, goodsCounts.countAgain, again)).body.state).toBe('processed')
  // Ten less the one that was missing and the two that were sold.
  expect(await shop.pool(itemId)).toBe('7 / 14.00')
  expect((await shop.call(goodsCounts.getById, { id: body.id })).body.takes[1]?.lines).toMatchObject([
    { code: 'CAPS', counted: '9', expected: '10', difference: '-1', value: '-2.00' },
  ])
  expect(await shop.wrong()).toEqual([])
})

test('a difference above the limit waits for a person who did not count, with the reason', async () => {
  const { itemId, count } = await shelf('WATCH', '10', '50000.00')
  const keeper = await as('keeper')
  const { body: first } = await moving(keeper, goodsCounts.createAndProcess, count('8'))
  expect(first.state).toBe('recount')
  const again = { ...shop.key(first), lines: count('8').lines }
  const { body: waits } = await moving(keeper, goodsCounts.countAgain, again)
  expect(waits.state).toBe('submitted')
  expect(await shop.pool(itemId)).toBe('10 / 50000.00')
  const said = { ...shop.key(waits), note: 'Two are missing from the case' }
  expect((await moving(keeper, goodsCounts.accept, said)).error.code).toBe('MAKER_IS_CHECKER')
  expect((await moving(await as('second'), goodsCounts.accept, said)).error.code).toBe('OVER_LIMIT')
  const { body } = await moving(await as('judge'), goodsCounts.accept, said)
  expect(body).toMatchObject({ state: 'processed', reason: said.note })
  expect(await posted(body.id)).toEqual(['1120 -10000.00', '5020 10000.00'])
  expect(await shop.pool(itemId)).toBe('8 / 40000.00')
  expect(await shop.wrong()).toEqual([])
})

test('what lies in the chosen categories is counted whole, and nothing outside of them', async () => {
  const shirts = await shelf('SHIRT', '4', '40.00')
  const hats = await shelf('HAT', '4', '40.00')
  const keeper = await as('keeper')
  const asked = { branchId: shop.branchId, categoryIds: [shirts.categoryId] }
  expect((await keeper(goodsCounts.itemsAt, asked)).body).toEqual([shirts.itemId])
  const outside = { ...asked, lines: hats.count('4').lines }
  expect((await moving(keeper, goodsCounts.createAndProcess, outside)).error.code).toBe('ITEM_UNKNOWN')
  const both = { branchId: shop.branchId, categoryIds: [shirts.categoryId, hats.categoryId] }
  const part = { ...both, lines: hats.count('4').lines }
  const { error } = await moving(keeper, goodsCounts.createAndProcess, part)
  expect(error).toMatchObject({ code: 'COUNT_INCOMPLETE' })
})

test('whoever counts without the right to know does so blind, and a count of money stands beside', async () => {
  const { count } = await shelf('BLIND', '3', '30.00')
  await app.owner(
    `update access.role set permissions = array_remove(permissions, 'view_expected_count') where base_role = 'branch_manager'`,
  )
  const keeper = await as('keeper')
  const { body: draft } = await keeper(goodsCounts.create, count('3'))
  expect(draft.takes[0]?.lines).toMatchObject([{ counted: '3', expected: null, difference: null }])
  // Of one store one count goes on at a time, whoever begins it.
  expect((await (await as('judge'))(goodsCounts.create, count('3'))).error.code).toBe('COUNT_GOING_ON')
  expect((await shop.call(counts.list, {})).body.items.map(({ id }) => id)).not.toContain(draft.id)
  expect((await shop.call(counts.getById, { id: draft.id })).status).toBe(404)
  await keeper(goodsCounts.cancel, { ...shop.key(draft), note: 'Begun by mistake' })
})

test('another company finds neither the count nor the goods', async () => {
  const { itemId, count } = await shelf('ALIEN', '3', '30.00')
  const { body } = await moving(await as('keeper'), goodsCounts.createAndProcess, count('3'))
  const person = { userName: 'other.admin', firstName: 'Other', password: demoPassword }
  await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      { ...person, role: 'company_administrator', places: [{ type: 0, workspaceId: null }] },
      roleIds,
    ),
  )
  const theirs = await as('other.admin')
  expect((await theirs(goodsCounts.getById, { id: body.id })).status).toBe(404)
  const cancelled = { ...shop.key(body), note: 'Not ours' }
  expect((await theirs(goodsCounts.cancel, cancelled)).status).toBe(404)
  const ours = { branchId: shop.branchId, lines: [{ itemId, quantity: '1' }] }
  expect((await moving(theirs, goodsCounts.createAndProcess, ours)).status).toBe(404)
})
