import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { look } from './check.queries.ts'
import { checkCodes, promises } from './check.domain.ts'
import { inventorySystemCheck, systemCheck } from './system-check.contract.ts'
import { checkJobs } from './system-check.server.ts'

let app: TestApp
let books: Call
let companyId: string

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  const admin = (await app.signIn('admin')).call
  const itemId = (await admin(stockItems.listSelection)).body.find(({ isLocal }) => isLocal)?.id ?? ''
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  const draft = { branchId: branches[0]?.id ?? '', lines: [{ itemId, quantity: '100' }] }
  await admin(adjustments.createOpening, draft, { headers: { 'idempotency-key': randomUUID() } })
})
afterAll(() => app.stop())

const nightly = () => checkJobs[0]?.run({}, { services: app.services } as never)

test('every promise of the books has a code, and each is looked at', async () => {
  const all = await inCompany(companyId, () => look(app.services.db))
  expect(all.map(({ what }) => what)).toEqual(checkCodes.map((code) => promises[code]))
  expect((await books(systemCheck.latest)).body).toEqual({ run: null })
  const { body } = await books(systemCheck.run, {})
  expect(body.looks.map(({ check, seen, wrong }) => [promises[check], seen, wrong])).toEqual(
    all.map(({ what, seen, wrong }) => [what, seen, wrong]),
  )
  expect((await books(systemCheck.latest)).body.run).toEqual(body)
  expect((await books(systemCheck.export, { id: body.id })).status).toBe(200)
  expect((await books(inventorySystemCheck.getById, { id: body.id })).status).toBe(404)
})

test('what does not agree is red by night, whoever keeps the books is told, and it leads to the entry', async () => {
  const at = `from ledger.line where quantity = 100 and amount = 100`
  const [found] = await app.owner(`select entry_id ${at}`)
  await app.owner(
    `set session_replication_role = replica; update ledger.line set quantity = 101 where quantity = 100 and amount = 100`,
  )
  await nightly()
  const { run } = (await books(inventorySystemCheck.latest)).body
  const of = (check: string) => run?.looks.find((one) => one.check === check)
  expect(of('cashIsQuantity')?.wrong).toBeGreaterThan(0)
  expect(of('cashIsQuantity')?.examples[0]?.entryId).toBe((found as { entry_id: string }).entry_id)
  expect(of('holdingsAreLines')?.wrong).toBe(1)
  expect(of('poolsAreLines')?.wrong).toBe(0)
  // On the wire it is the rows alone.
  const rows = (await books(messages.list, {})).body as unknown as { title: string }[]
  const told = rows.map(({ title }) => title)
  expect(told).toContain('The books do not agree')
  expect((await books(systemCheck.list, { filters: [] })).body.items).toHaveLength(2)
})

test('it is for whoever may look at statements', async () => {
  const teller = (await app.signIn('teller')).call
  expect((await teller(systemCheck.run, {})).status).toBe(403)
})
