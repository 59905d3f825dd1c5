import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill } from '#apps/server/test-till.ts'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { look } from '../check/check.queries.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { post, reverse } from '../public.server.ts'

let app: TestApp
let admin: Call
let companyId: string
let here: Awaited<ReturnType<typeof openTill>>
let there: { branchId: string; counterId: string; name: string }
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  const teller = await app.signIn('teller')
  ;({ companyId } = teller.login.company)
  here = await openTill(app, teller, { stock: { USD: ['1000', '4400'] } })
  const all = await inCompany(companyId, () => tree(app.services.db))
  const other = all.counters.find(({ branchId }) => branchId !== here.branchId)
  if (!other) throw new Error('One branch')
  const name = all.branches.find(({ id }) => id === other.branchId)?.name ?? ''
  there = { branchId: other.branchId, counterId: other.id, name }
})
afterAll(() => app.stop())

const poster = () => ({ actor: { userId: null, name: 'Somebody' }, now: app.services.now() })
/** Brings dollars from the drawer here to another place. */
const bring = (to: { branchId: string; counterId: string | null }, businessDate = '2026-01-05') =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, ...poster() },
        {
          event: adjustmentEvents.float,
          source: { type: 'adjustment', id: randomUUIDv7() },
          businessDate,
          branchId: here.branchId,
          lines: [
            {
              part: 'stock',
              branchId: here.branchId,
              counterId: here.counterId,
              itemId: here.id('USD'),
              quantity: '-100',
            },
            { part: 'stock', ...to, itemId: here.id('USD'), quantity: '100', mirrors: 0 },
          ],
        },
      ),
    ),
  )
const vaultThere = () => ({ branchId: there.branchId, counterId: null })

test('an entry over two branches balances in each, and is undone with what they owed one another', async () => {
  const { lines, sourceId } = await bring(vaultThere())
  expect(lines.map((line) => [line.branchId, line.amount, line.partyId])).toEqual([
    [here.branchId, '-440', null],
    [there.branchId, '440', null],
    [there.branchId, '-440', here.branchId],
    [here.branchId, '440', there.branchId],
  ])
  const between = (await admin(accounts.list)).body.find(({ code }) => code === '1410')
  const { body } = await admin(accounts.parties, { accountId: between?.id ?? '', branchId: here.branchId })
  expect(body.parties).toEqual([{ type: 'branch', id: there.branchId, name: there.name, balance: '440.00' }])
  await inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      reverse(
        { db, ...poster() },
        {
          source: { type: 'adjustment', id: sourceId },
          event: adjustmentEvents.float,
          businessDate: '2026-01-06',
        },
      ),
    ),
  )
  const wrong = (await inCompany(companyId, () => look(app.services.db))).filter((one) => one.wrong > 0)
  expect(wrong).toEqual([])
  expect((await admin(accounts.list)).body.find(({ code }) => code === '1410')?.balance).toBe('0.00')
})

test('lines that balance only together, over two branches, are refused by the database', async () => {
  const two = `insert into ledger.line (company_id, at, entry_id, position, account_id, branch_id, amount, business_date)
    select l.company_id, l.at, l.entry_id, 50 + n, l.account_id, case n when 1 then $1::uuid else $2::uuid end,
      case n when 1 then 5 else -5 end, l.business_date
    from (select * from ledger.line order by at limit 1) l, generate_series(1, 2) n`
  await expect(app.owner(two, [here.branchId, there.branchId])).rejects.toMatchObject({
    constraint: 'entry_balanced',
  })
})

test('nothing is posted where another branch is locked, its counter closed, or not at that day yet', async () => {
  await expect(bring(there)).rejects.toMatchObject({ code: 'COUNTER_CLOSED' })
  await expect(bring(vaultThere(), '2199-01-01')).rejects.toMatchObject({ code: 'DATE_AHEAD' })
  await admin(periodLocks.update, { branchId: there.branchId, lockedTo: '2026-01-05', reason: 'Filed' })
  await expect(bring(vaultThere())).rejects.toMatchObject({ code: 'PERIOD_LOCKED' })
  await bring(vaultThere(), '2026-01-06')
  const opened = await admin(days.open, { counterId: there.counterId })
  expect(opened.status).toBe(200)
  // Its day is a later one: what is of an earlier is over there.
  await expect(bring(there, '2026-01-06')).rejects.toMatchObject({ code: 'COUNTER_CLOSED' })
  await bring(there, opened.body.businessDate)
})

test('a company has one head office at most', async () => {
  const all = (await admin(branches.list, {})).body.items
  const set = async (at: number) => {
    const {
      regionName: _name,
      counterCount: _count,
      createdAt: _at,
      isEnabled: _on,
      ...row
    } = all[at] ?? all[0]!
    return admin(branches.update, { ...row, isHeadOffice: true })
  }
  expect((await set(0)).body.isHeadOffice).toBe(true)
  const { status, error } = await set(1)
  expect([status, error.invalidParams[0]?.field]).toEqual([409, 'isHeadOffice'])
})
