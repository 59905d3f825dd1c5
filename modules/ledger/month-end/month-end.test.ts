import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { counts } from '#modules/inventory/counts/counts.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { sealBooks } from '../public.server.ts'
import { frozenStatements } from '../frozen/frozen.contract.ts'
import { monthEnd } from './month-end.contract.ts'
import { daysOf } from './month-end.domain.ts'

let app: TestApp
let admin: Call
let accountant: Call
let companyId: string
let branchId: string
let elsewhere: string
beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  accountant = (await app.signIn('accountant')).call
  const all = (await admin(branches.list, {})).body.items
  branchId = all.find(({ name }) => name === 'Bukit Bintang')?.id ?? ''
  elsewhere = all.find(({ name }) => name === 'George Town')?.id ?? ''
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
/** What is left of each step, for the steps of which something is. */
async function left(month: string, at?: string) {
  const { body } = await accountant(monthEnd.get, { month, ...(at && { branchId: at }) })
  expect(body.steps.map(({ step }) => step)).toEqual([
    'deals',
    'openings',
    'days',
    'counts',
    'vaults',
    'transit',
    'banks',
    'partners',
    'payable',
    'revaluation',
    'sealed',
    'check',
    'statements',
    'yearEnd',
    'lock',
  ])
  return Object.fromEntries(body.steps.flatMap(({ step, count }) => (count > 0 ? [[step, count]] : [])))
}

test('a month has its own last day', () => {
  expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf('2026-12').to).toBe('2026-12-31')
})

test('what is left of a month is counted as it stands, until it is done and locked', async () => {
  app.setNow(new Date('2026-03-30T02:00:00Z'))
  const itemId = (await admin(stockItems.listSelection)).body.find(({ isLocal }) => isLocal)?.id ?? ''
  const [counter] = (await admin(counters.list, { filters: [], pageSize: 50 })).body.items.filter(
    (one) => one.branchId === branchId,
  )
  await admin(adjustments.createOpening, { branchId, lines: [{ itemId, quantity: '100' }] }, key())
  const { body: day } = await admin(days.open, { counterId: counter?.id ?? '' })
  const pieces = [{ kind: 'note' as const, faceValue: '100', count: 1 }]
  const { body: count } = await admin(
    counts.createAndProcess,
    { branchId, lines: [{ itemId, pieces }] },
    key(),
  )
  await app.owner(
    `insert into exchange.deal (company_id, number, state, branch_id, branch_name, counter_id, counter_name, business_date,
      customer_type, cash, currencies, buy, sell, fee, tax, net, rounding, maker_id, maker, created_at, seal)
     select company_id, 'N1', 'pending', branch_id, '', counter_id, '', business_date, 0, 0, 'USD', 1, 0, 0, 0, -1, 0,
      opened_by_id, '', now(), '' from inventory.day where id = $1`,
    [day.id],
  )
  const { body: month } = await accountant(monthEnd.get, { month: '2026-03', branchId })
  expect(month).toMatchObject({ from: '2026-03-01', to: '2026-03-31', isOver: false })
  expect(month.steps.find(({ step }) => step === 'days')?.examples).toEqual(['Bukit Bintang · Counter 1'])
  expect(await left('2026-03', branchId)).toEqual({
    deals: 1,
    days: 1,
    counts: 1,
    vaults: 1,
    sealed: 1,
    statements: 1,
    lock: 1,
  })
  expect(await left('2026-03', elsewhere)).toEqual({ statements: 1, lock: 1 })
  // A fiscal year ends with December, unless the company says otherwise.
  expect(await left('2025-12', elsewhere)).toEqual({ statements: 1, yearEnd: 1, lock: 1 })
  await app.owner(
    `insert into inventory.adjustment (company_id, kind, state, branch_id, business_date, created_at, author_id, author)
     select company_id, 'opening', 'requested', branch_id, '2026-03-30', now(), opened_by_id, '' from inventory.day where id = $1`,
    [day.id],
  )
  expect((await left('2026-03', branchId)).openings).toBe(1)
  expect((await left('2026-02', branchId)).openings).toBeUndefined()
  await app.owner(`update inventory.adjustment set state = 'withdrawn', decided_at = now(), decided_by_id = author_id
    where state = 'requested'`)
  expect((await left('2026-03')).lock).toBeGreaterThan(1)
  // What is open from before is in the way of a later month too; what was posted and counted belongs to its own.
  expect(await left('2026-04', branchId)).toEqual({
    deals: 1,
    days: 1,
    counts: 1,
    vaults: 1,
    statements: 1,
    lock: 1,
  })

  const lines = [{ itemId, pieces }]
  const manager = (await app.signIn('manager')).call
  const again = await manager(counts.countAgain, { id: count.id, version: count.version, lines }, key())
  expect(again.body.state).toBe('processed')
  await app.owner(`update exchange.deal set state = 'cancelled' where number = 'N1'`)
  await admin(days.close, { id: day.id, version: day.version, lines: [] })
  await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
  expect(await left('2026-03', branchId)).toEqual({ statements: 1, lock: 1 })
  app.setNow(new Date('2026-04-02T02:00:00Z'))
  await accountant(periodLocks.update, { branchId, lockedTo: '2026-03-31', reason: 'Month end' })
  expect(await left('2026-03', branchId)).toEqual({ statements: 1 })
  const march = { fromDate: '2026-03-01', toDate: '2026-03-31', branchId }
  expect((await accountant(frozenStatements.create, march)).status).toBe(200)
  expect(await left('2026-03', branchId)).toEqual({})
  const { body: locked } = await accountant(monthEnd.get, { month: '2026-03', branchId })
  expect([locked.isOver, locked.isLocked]).toEqual([true, true])
  const doneBy = locked.steps.flatMap(({ step, by, at }) => (by && at ? [step] : []))
  expect(doneBy).toEqual(['statements', 'lock'])
  const company = await left('2026-03')
  expect(Object.keys(company)).toEqual(['statements', 'lock'])
})

test('two persons say that a month is done, each once, and once nothing but the lock is left', async () => {
  const month = '2026-03'
  const refused = async (call: Call, of = month) => (await call(monthEnd.sign, { month: of })).error.code
  expect(await refused(accountant, '2026-04')).toBe('MONTH_NOT_OVER')
  expect(await refused(accountant)).toBe('MONTH_NOT_DONE')
  const march = { fromDate: '2026-03-01', toDate: '2026-03-31' }
  expect((await accountant(frozenStatements.create, march)).status).toBe(200)
  expect(Object.keys(await left(month))).toEqual(['lock'])
  expect((await accountant(monthEnd.get, { month })).body).toMatchObject({ signatures: [], maySign: true })
  const both = await Promise.all([accountant(monthEnd.sign, { month }), accountant(monthEnd.sign, { month })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await refused(accountant)).toBe('MONTH_SIGNED_BY_YOU')
  const { body } = await admin(monthEnd.sign, { month })
  expect(body.signatures).toHaveLength(2)
  expect(body.maySign).toBe(false)
  expect(await refused(admin)).toBe('MONTH_SIGNED')
  // What is posted into the month later takes both words back.
  await app.owner(`update ledger.month_signature set signed_at = signed_at - interval '30 days'`)
  expect((await accountant(monthEnd.get, { month })).body).toMatchObject({ signatures: [], maySign: true })
  await app.owner(`update ledger.month_signature set signed_at = signed_at + interval '30 days'`)
  const rows = (await accountant(monthEnd.branches, { month })).body
  const here = rows.find((one) => one.branchId === branchId)
  expect(here).toMatchObject({ branch: 'Bukit Bintang', isLocked: true })
  expect(here?.left.filter(({ count }) => count > 0)).toEqual([])
  expect(rows.find((one) => one.branchId === elsewhere)?.left).toContainEqual({ step: 'lock', count: 1 })
})

test('the seals of a month are walked, and a line that somebody changed is found', async () => {
  const verified = async (month: string) => (await accountant(monthEnd.verify, { month })).body
  expect(await verified('2026-03')).toEqual({ entries: 1, isWhole: true })
  expect(await verified('2026-02')).toEqual({ entries: 0, isWhole: true })
  const change = (sign: string) =>
    app.owner(`set session_replication_role = replica; update ledger.line set amount = amount ${sign} 1`)
  await change('+')
  expect((await verified('2026-03')).isWhole).toBe(false)
  // The entry does not balance, and neither of its accounts is what the day came to.
  expect(await left('2026-03', branchId)).toEqual({ check: 3 })
  await change('-')
  expect((await verified('2026-03')).isWhole).toBe(true)
  // One that was taken out of its seal is in no seal of the month.
  await app.owner(`set session_replication_role = replica; create table kept_sealed as select s.* from ledger.sealed s
    join ledger.entry e on e.id = s.entry_id where e.business_date between '2026-03-01' and '2026-03-31';
    delete from ledger.sealed where entry_id in (select entry_id from kept_sealed)`)
  expect(await verified('2026-03')).toEqual({ entries: 0, isWhole: false })
  await app.owner(`insert into ledger.sealed select * from kept_sealed; drop table kept_sealed`)
  expect(await verified('2026-03')).toEqual({ entries: 1, isWhole: true })
})

test('a branch that was switched off counts while something of the month is left there', async () => {
  app.setNow(new Date('2026-05-05T02:00:00Z'))
  const itemId = (await admin(stockItems.listSelection)).body.find(({ isLocal }) => isLocal)?.id ?? ''
  const draft = { branchId: elsewhere, lines: [{ itemId, quantity: '700' }] }
  const { body: opening } = await admin(adjustments.createOpening, draft, key())
  const undo = { id: opening.id, version: opening.version, note: 'Wrong branch' }
  expect((await admin(adjustments.reverse, undo, key())).status).toBe(200)
  const all = (await admin(counters.list, { filters: [], pageSize: 50 })).body.items
  for (const { id, branchId: at } of all)
    if (at === elsewhere) {
      const { version } = (await admin(counters.getById, { id })).body
      expect((await admin(counters.disable, { id, version })).status).toBe(200)
    }
  const { version } = (await admin(branches.getById, { id: elsewhere })).body
  const unlocked = async () =>
    (await accountant(monthEnd.get, { month: '2026-05' })).body.steps.find(({ step }) => step === 'lock')
  const before = (await unlocked())?.count ?? 0
  expect((await admin(branches.disable, { id: elsewhere, version })).status).toBe(200)
  expect(await left('2026-05')).toMatchObject({ sealed: 2, lock: before })
  // It is sealed, and its month not locked yet; then nothing of it is left.
  await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
  expect(await left('2026-05')).toMatchObject({ lock: before })
  app.setNow(new Date('2026-06-02T02:00:00Z'))
  await accountant(periodLocks.update, { branchId: elsewhere, lockedTo: '2026-05-31', reason: 'Closed' })
  expect((await unlocked())?.count).toBe(before - 1)
})

test('it is for whoever may look at period locks, in the branches that they see', async () => {
  const manager = (await app.signIn('manager')).call
  expect((await manager(monthEnd.get, { month: '2026-03' })).status).toBe(403)
  expect((await accountant(monthEnd.get, { month: '2026-13' })).status).toBe(400)
  expect((await accountant(monthEnd.get, { month: '2026-03', branchId: randomUUID() })).status).toBe(404)
})

test('where there is no branch, nothing is locked', async () => {
  const { body: region } = await admin(regions.create, { code: 'EMPTY', name: 'Empty' })
  const workspaces = [{ type: 1 as const, workspaceId: region.id }]
  await app.addUser({ userName: 'nowhere', roles: ['accountant'], workspaces })
  await app.owner(
    `update access.role set permissions = array_remove(permissions, 'view_all_workspaces') where base_role = 'accountant'`,
  )
  const { body } = await (await app.signIn('nowhere')).call(monthEnd.get, { month: '2026-03' })
  expect(body.steps.every(({ count }) => count === 0)).toBe(true)
  expect(body.isLocked).toBe(false)
})
