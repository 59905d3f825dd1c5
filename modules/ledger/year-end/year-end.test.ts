import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { look } from '../check/check.queries.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { post } from '../posting/posting.server.ts'
import { sealAll } from '../seal/seal.server.ts'
import { balanceSheet, branchIncome, companyIncome, trialBalance } from '../statements/statements.contract.ts'
import { yearEnds } from './year-end.contract.ts'
import { fiscalYear, isYearEnd, yearEndWorkflow } from './year-end.domain.ts'

let app: TestApp
let books: Call
let companyId: string
let branchId: string
let usd: string
const ids = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  for (const { code, id } of (await books(accounts.list)).body) ids.set(code, id)
  usd = (await books(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  branchId = branches[0]?.id ?? ''
  app.setNow(new Date('2026-04-05T02:00:00Z'))
  const admin = (await app.signIn('admin')).call
  await admin(configuration.update, {
    settings: [{ key: 'FISCAL_YEAR_START', customerType: 0, value: '4' }],
  })
})
afterAll(() => app.stop())

/** Posts what is earned (below zero) or spent against the bank. */
const put = (businessDate: string, code: string, amount: string, foreign?: string) =>
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
            {
              part: { id: ids.get(code) ?? '', keeps: null, party: null },
              branchId,
              amount,
              ...(foreign && { itemId: usd, quantity: foreign }),
            },
            {
              part: { id: ids.get('1200') ?? '', keeps: null, party: null },
              branchId,
              amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
            },
          ],
        },
      ),
    ),
  )
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  books(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const close = (toDate: string) => moving(yearEnds.create, { toDate })
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

const first = { from: '2025-04-01', to: '2026-03-31' }
const second = { from: '2026-04-01', to: '2027-03-31' }
const income = async (span: typeof first) => {
  const { rows, totals } = (await books(companyIncome.list, { ...span, compare: 'lastYear' })).body
  const ledgers = rows.filter(({ kind }) => kind === 'ledger').map(({ code, amounts }) => [code, ...amounts])
  return { ledgers, totals }
}
const sheet = async (to: string) => {
  const { rows, totals, checks } = (await books(balanceSheet.list, { from: to, to })).body
  expect(checks.every(({ isRight }) => isRight)).toBe(true)
  const classes = rows.filter(({ kind }) => kind === 'class').map((row) => [row.class, ...row.amounts])
  return { classes, totals, retained: rows.find(({ code }) => code === '3010')?.amounts ?? [] }
}
const opening = async (day: string) => {
  const { rows, foreign, totals } = (await books(trialBalance.list, { from: day, to: day, isWhole: true }))
    .body
  expect(totals[3]).toBe('0.00')
  const of = (code: string) => rows.find((row) => row.code === code)?.amounts[0]
  return {
    foreign,
    of: Object.fromEntries(['4000', '4020', '5000', '6000', '3010'].map((code) => [code, of(code)])),
  }
}

test('the table of year ends', () => {
  walkWorkflow(
    {
      flow: yearEndWorkflow,
      people: { books: personOf('accountant', 'books'), teller: personOf('teller') },
      record: (state: string | null) => ({ state, makerIds: ['books'], above: [] as string[] }),
    },
    `
    act     | states | books    | teller
    create  | null   | closed   | FORBIDDEN
    reverse | closed | reversed | FORBIDDEN`,
  )
})

test('a fiscal year begins with any month', () => {
  expect(fiscalYear('2026-03-31', 4)).toEqual(first)
  expect(fiscalYear('2026-04-01', 4)).toEqual(second)
  expect(fiscalYear('2024-02-29', 3)).toEqual({ from: '2023-03-01', to: '2024-02-29' })
  expect([isYearEnd('2026-12-31', 1), isYearEnd('2026-03-31', 1)]).toEqual([true, false])
})

test('a closed year keeps its income statement, and the next opens with what it earned', async () => {
  await put('2025-06-10', '4000', '-48210.55')
  await put('2025-09-01', '4020', '-1000')
  await put('2025-10-01', '4020', '-540', '-120')
  await put('2026-01-20', '5000', '3180.20')
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  await put('2026-03-31', '6000', '21400')
  const before = { income: await income(first), sheet: await sheet('2026-03-31') }
  expect(before.income.totals[0]).toBe('25170.35')
  expect(before.sheet.totals).toEqual(['25170.35'])
  expect((await close('2026-12-31')).body).toMatchObject({ code: 'YEAR_OTHER' })
  expect((await books(yearEnds.next)).body).toMatchObject({ toDate: '2026-03-31', result: '25170.35' })
  const { body: made } = await close('2026-03-31')
  expect(made).toMatchObject({ state: 'closed', fromDate: '2025-04-01', result: '25170.35' })
  expect(
    made.lines.map(({ account, foreign, debit, credit }) => [account.slice(0, 4), foreign, debit, credit]),
  ).toEqual([
    ['4000', null, '48210.55', '0.00'],
    ['4020', null, '1000.00', '0.00'],
    ['4020', 'USD 120.00', '540.00', '0.00'],
    ['5000', null, '0.00', '3180.20'],
    ['6000', null, '0.00', '21400.00'],
    ['3010', null, '0.00', '25170.35'],
  ])
  const after = async () => {
    expect({ income: await income(first), sheet: await sheet('2026-03-31') }).toEqual(before)
    const { of, foreign } = await opening('2026-04-01')
    expect(of).toEqual({
      '4000': '0.00',
      '4020': '0.00',
      '5000': '0.00',
      '6000': '0.00',
      '3010': '-25170.35',
    })
    expect(foreign).toEqual([])
    const next = await sheet('2026-04-01')
    expect([next.totals, next.retained]).toEqual([['0.00'], ['25170.35']])
    expect((await books(branchIncome.list, first)).body.totals.at(-1)).toBe('25170.35')
  }
  await after()
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  await after()
  expect((await close('2026-03-31')).body).toMatchObject({ code: 'YEAR_CLOSED' })
  expect((await close('2027-03-31')).body).toMatchObject({ code: 'YEAR_NOT_OVER' })

  // Undone: as before, to the cent; and closed again.
  expect((await moving(yearEnds.reverse, key(made))).body.state).toBe('reversed')
  expect({ income: await income(first), sheet: await sheet('2026-03-31') }).toEqual(before)
  expect((await opening('2026-04-01')).of).toMatchObject({ '4000': '-48210.55', '3010': '0.00' })
  expect((await close('2026-03-31')).status).toBe(200)
  await after()
})

test('each year has its own, and a year is opened again after those that follow it, while its days are not locked', async () => {
  app.setNow(new Date('2027-04-02T02:00:00Z'))
  await put('2026-08-08', '4000', '-7000')
  const { body: closed } = await close('2027-03-31')
  expect(closed).toMatchObject({ fromDate: '2026-04-01', result: '7000.00' })
  expect((await opening('2027-04-01')).of['3010']).toBe('-32170.35')
  expect((await income(second)).totals).toEqual(['7000.00', '25170.35'])
  const { items } = (await books(yearEnds.list, { filters: [] })).body
  const [, older] = items.filter(({ state }) => state === 'closed')
  if (!older) throw new Error('There is no first year')
  expect((await moving(yearEnds.reverse, key(older))).body).toMatchObject({ code: 'YEAR_AFTER_CLOSED' })
  await books(periodLocks.update, { branchId, lockedTo: '2027-03-31', reason: 'Audited' })
  expect((await moving(yearEnds.reverse, key(closed))).body).toMatchObject({ code: 'PERIOD_LOCKED' })
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  expect((await inCompany(companyId, () => look(app.services.db))).filter(({ wrong }) => wrong > 0)).toEqual(
    [],
  )
})
