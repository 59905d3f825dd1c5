import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { revaluations } from '../revaluations/revaluations.contract.ts'
import { manualEntries, type ManualEntryDetail } from './entries.contract.ts'
import { reverseDue } from './entries.server.ts'

let app: TestApp
let books: Call
let admin: Call
/** An accountant of the first branch alone. */
let homely: Call
let companyId: string
let north: string
let south: string
const codes = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  admin = (await app.signIn('admin')).call
  for (const { code, id } of (await books(accounts.list)).body) codes.set(code, id)
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  ;[north = '', south = ''] = branches.map(({ id }) => id)
  await app.addUser({
    userName: 'homely',
    roles: ['accountant'],
    workspaces: [{ type: 2 as const, workspaceId: north }],
  })
  homely = (await app.signIn('homely')).call
})
afterAll(() => app.stop())

const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } })
const submit = (row: ManualEntryDetail, by = books) => by(manualEntries.submit, key(row), keyed())
const reverse = (row: ManualEntryDetail, by: Call) => by(manualEntries.reverse, key(row), keyed())
const line = (code: string, branchId: string, more: object) => ({
  accountId: codes.get(code) ?? '',
  branchId,
  ...more,
})
const draft = async (amount: string, branchId = north, more: object = {}) =>
  (
    await books(manualEntries.create, {
      branchId,
      businessDate: '2026-01-15',
      reason: 'Rent of the month',
      lines: [line('6000', branchId, { debit: amount }), line('1200', branchId, { credit: amount })],
      ...more,
    })
  ).body
const look = async ({ id }: { id: string }) => (await books(manualEntries.getById, { id })).body

test('what another had to approve is reversed by nobody whose limit it exceeds', async () => {
  const row = (await submit(await draft('60000'))).body
  expect(row.state).toBe('submitted')
  expect((await admin(manualEntries.approve, key(row), keyed())).body.state).toBe('posted')
  const posted = await look(row)
  expect(posted.can).toEqual([])
  expect((await reverse(posted, books)).error.code).toBe('ABOVE_OWN_LIMIT')
  expect((await reverse(posted, admin)).body.state).toBe('reversed')
})

test('an entry with lines of another branch is of who may act in each of them', async () => {
  const lines = [
    line('6000', north, { debit: '5' }),
    line('1410', north, { credit: '5', partyType: 'branch', partyId: south }),
    line('2210', south, { debit: '5', partyType: 'branch', partyId: north }),
    line('1200', south, { credit: '5' }),
  ]
  const row = await draft('5', north, { lines })
  const refused = { code: 'OUT_OF_SCOPE', invalidParams: [{ field: 'lines.2.branchId' }] }
  expect((await submit(row, homely)).error).toMatchObject(refused)
  const posted = (await submit(row)).body
  expect((await reverse(posted, homely)).error).toMatchObject(refused)
  expect((await look(posted)).state).toBe('posted')
})

test('a revaluation of the company is undone by who may act in all of it, though its home is one branch', async () => {
  app.setNow(new Date('2026-02-05T02:00:00Z'))
  const entry = await draft('445', north, {
    lines: [
      line('1500', north, { currencyId: await usd(), quantity: '100', rate: '4.45' }),
      line('1200', north, { credit: '445' }),
    ],
  })
  await submit(entry)
  const made = await books(revaluations.create, {
    businessDate: '2026-01-31',
    rateKind: 'entered',
    rates: [{ currencyId: await usd(), rate: '4.5' }],
  })
  const run = (await books(revaluations.post, key(made.body), keyed())).body
  expect(run).toMatchObject({ state: 'posted', branchId: north, gain: '5.00' })
  expect((await homely(revaluations.reverse, key(run), keyed())).error.code).toBe('OUT_OF_SCOPE')
  expect((await books(revaluations.reverse, key(run), keyed())).body.state).toBe('reversed')
})

test('one that cannot be undone by itself keeps back no other, and is told of', async () => {
  const due = { businessDate: '2026-01-31', autoReverseOn: '2026-02-03' }
  const [kept, free] = await Promise.all([draft('11', south, due), draft('12', north, due)])
  await submit(kept)
  await submit(free)
  app.setNow(new Date('2026-02-05T02:00:00Z'))
  await books(periodLocks.update, { branchId: south, lockedTo: '2026-02-04', reason: 'Closed' })
  await expect(inCompany(companyId, () => reverseDue(app.services.db, app.services.now()))).rejects.toThrow(
    'PERIOD_LOCKED',
  )
  expect((await look(free)).state).toBe('reversed')
  expect((await look(kept)).state).toBe('posted')
})

async function usd(): Promise<string> {
  const items = (await books(stockItems.listSelection)).body
  return items.find(({ code }) => code === 'USD')?.id ?? ''
}
