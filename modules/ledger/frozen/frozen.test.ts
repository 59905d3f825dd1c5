import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { post } from '../posting/posting.server.ts'
import { sealAll } from '../seal/seal.server.ts'
import { frozenStatements } from './frozen.contract.ts'
import { driftsOf } from './frozen.domain.ts'

let app: TestApp
let books: Call
let companyId: string
let branchId: string
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  for (const { code, id } of (await books(accounts.list)).body) ids.set(code, id)
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  branchId = branches[0]?.id ?? ''
  app.setNow(new Date('2026-03-20T02:00:00Z'))
})
afterAll(() => app.stop())

const heron = randomUUIDv7()
const put = (businessDate: string, spent: string, other: '1200' | '2020') =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: entryEvent,
          source: { type: 'manualEntry', id: randomUUIDv7() },
          businessDate,
          branchId,
          lines: [
            { part: { id: ids.get('6000') ?? '', keeps: null, party: null }, branchId, amount: spent },
            {
              part: { id: ids.get(other) ?? '', keeps: null, party: other === '2020' ? 'payee' : null },
              branchId,
              amount: spent.startsWith('-') ? spent.slice(1) : `-${spent}`,
              ...(other === '2020' && { party: { type: 'payee', id: heron } }),
            },
          ],
        },
      ),
    ),
  )
const seal = () => inCompany(companyId, () => sealAll(app.services.db, app.services.now()))

test('a frozen month says what it said, and line by line what came later', async () => {
  for (const day of ['2026-01-10', '2026-02-10', '2026-03-10']) await put(day, '5000', '1200')
  await seal()
  const january = { fromDate: '2026-01-01', toDate: '2026-01-31' }
  const { body: made, status } = await books(frozenStatements.create, january)
  expect([status, made.differences, made.later]).toEqual([200, [], []])
  app.setNow(new Date('2026-03-21T02:00:00Z'))
  await put('2026-01-15', '1000.01', '2020')
  await put('2026-02-20', '-400', '2020')
  const read = async () => (await books(frozenStatements.getById, { id: made.id })).body
  const later = async () => {
    const found = await read()
    const of = (code: string) => found.trialBalance.rows.find((row) => row.code === code)?.amounts[3]
    expect([of('6000'), of('2020')]).toEqual(['5000.00', '0.00'])
    expect(found.companyIncome.totals).toEqual(['-5000.00'])
    expect(found.differences.map(({ code, difference }) => [code, difference])).toEqual([
      ['2020', '-1000.01'],
      ['6000', '1000.01'],
    ])
    expect(
      found.later.map(({ businessDate, account, debit, credit }) => [
        businessDate,
        account.slice(0, 4),
        debit,
        credit,
      ]),
    ).toEqual([
      ['2026-01-15', '6000', '1000.01', null],
      ['2026-01-15', '2020', null, '1000.01'],
    ])
  }
  await later()
  await seal()
  await later()
  await put('2026-01-15', '-1000.01', '2020')
  const even = await read()
  expect([even.differences, even.later.length]).toEqual([[], 4])
  expect((await books(frozenStatements.list, { filters: [] })).body.items.map(({ id }) => id)).toEqual([
    made.id,
  ])
})

test('a period that runs is not frozen, and whoever may not lock freezes none', async () => {
  const running = { fromDate: '2026-03-01', toDate: '2026-03-31' }
  expect((await books(frozenStatements.create, running)).error.code).toBe('PERIOD_NOT_OVER')
  const auditor = (await app.signIn('auditor')).call
  const january = { fromDate: '2026-01-01', toDate: '2026-01-31' }
  expect((await auditor(frozenStatements.create, january)).status).toBe(403)
})

test('a ledger that was not there yet differs by all that it has', () => {
  const row = (id: string, closing: string) => ({
    id,
    kind: 'ledger',
    code: id,
    name: id,
    amounts: ['0', '0', '0', closing],
  })
  expect(driftsOf([row('1', '5')], [row('1', '5'), row('2', '-3')])).toMatchObject([
    { accountId: '2', frozen: '0', now: '-3', difference: '-3' },
  ])
})
