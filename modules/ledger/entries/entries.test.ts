import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { look } from '../check/check.queries.ts'
import { detailLedger, journal } from '../journal/journal.contract.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { manualEntries, type ManualEntryDetail } from './entries.contract.ts'
import { amountOf, dueLines, entryWorkflow, listImbalances } from './entries.domain.ts'
import { reverseDue } from './entries.server.ts'

let app: TestApp
let books: Call
let admin: Call
let companyId: string
let north: string
let south: string
const codes = new Map<string, string>()
const account = (code: string) => codes.get(code) ?? ''
let usd: string
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  admin = (await app.signIn('admin')).call
  for (const { code, id } of (await books(accounts.list)).body) codes.set(code, id)
  usd = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  const [a, b] = (await admin(branches.list, {})).body.items
  north = a?.id ?? ''
  south = b?.id ?? ''
})
afterAll(() => app.stop())

interface Typed {
  code: string
  at?: string
  debit?: string
  credit?: string
  [field: string]: unknown
}
const lineOf = ({ code, at = north, ...rest }: Typed) => ({
  accountId: account(code),
  branchId: at,
  ...rest,
})
const draftOf = (lines: readonly Typed[], more: object = {}) => ({
  branchId: north,
  businessDate: '2026-01-15',
  reason: 'Rent of the month',
  lines: lines.map(lineOf),
  ...more,
})
const draft = (lines: readonly Typed[], more: object = {}) =>
  books(manualEntries.create, draftOf(lines, more))
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const submit = (row: ManualEntryDetail, by = books) => moving(by, manualEntries.submit, key(row))
const posted = async (lines: readonly Typed[], more: object = {}) =>
  (await submit((await draft(lines, more)).body)).body
const rent = (amount: string): Typed[] => [
  { code: '6000', debit: amount },
  { code: '1200', credit: amount },
]
/** Which line is refused, and why. */
const refusal = (body: object) => {
  const { code, invalidParams } = body as { code: string; invalidParams?: { field: string }[] }
  return [code, invalidParams?.[0]?.field]
}
const ledgerOf = async (code: string, to = '2026-12-31') =>
  (await books(detailLedger.list, { accountId: account(code), from: '2026-01-01', to })).body

describe('the table of adjusting entries', () => {
  test('drafts are submitted by who makes them, and decided on by another', () => {
    const people = {
      maker: personOf('accountant', 'maker'),
      second: personOf('accountant', 'second'),
      teller: personOf('teller'),
    }
    const record = (state: string | null) => ({ state, makerIds: ['maker'], above: [] as string[] })
    walkWorkflow(
      { flow: entryWorkflow, people, record },
      `
      act     | states    | maker     | second    | teller
      create  | null      | draft     | draft     | FORBIDDEN
      update  | draft     | draft     | draft     | FORBIDDEN
      submit  | draft     | posted    | posted    | FORBIDDEN
      approve | submitted | posted    | posted    | FORBIDDEN
      reject  | submitted | draft     | draft     | FORBIDDEN
      reverse | posted    | reversed  | reversed  | FORBIDDEN
      cancel  | draft     | cancelled | cancelled | FORBIDDEN`,
    )
  })

  test('a foreign amount is worth its rate, half up, unless its local amount was typed', () => {
    const sides = { debit: null, credit: null }
    const of = { unit: 1, exponent: 2 }
    expect(amountOf({ quantity: '1234.56', rate: '4.4471', ...sides }, of)).toBe('5490.21')
    expect(amountOf({ quantity: '-333333', rate: '2.8535', ...sides }, { unit: 100, exponent: 2 })).toBe(
      '-9511.66',
    )
    expect(amountOf({ quantity: '250', rate: '4.4', debit: null, credit: '2225' }, of)).toBe('-2225')
  })

  test('what branches owe one another makes each of them even', () => {
    const lines = [
      { branchId: 'north', amount: '600' },
      { branchId: 'south', amount: '300' },
      { branchId: 'north', amount: '-900' },
    ]
    expect(listImbalances(lines).branches).toEqual([
      { branchId: 'north', difference: '-300' },
      { branchId: 'south', difference: '300' },
    ])
    const owed = dueLines(lines)
    expect(owed).toEqual([
      { branchId: 'north', partyId: 'south', amount: '300', due: 'from' },
      { branchId: 'south', partyId: 'north', amount: '-300', due: 'to' },
    ])
    expect(listImbalances([...lines, ...owed]).branches).toEqual([])
    expect(dueLines(lines.slice(1))).toEqual([])
  })
})

test('an entry is saved, changed, submitted and stands in the journal under its number', async () => {
  const first = (await draft(rent('100'))).body
  expect(first).toMatchObject({ state: 'draft', value: '100.00', can: ['submit', 'cancel'] })
  const changed = (await books(manualEntries.update, { ...key(first), ...draftOf(rent('120.50')) })).body
  const done = (await submit(changed)).body
  expect(done).toMatchObject({ state: 'posted', value: '120.50', can: ['reverse'] })
  expect(done.lines.map(({ accountCode, debit, credit }) => [accountCode, debit, credit])).toEqual([
    ['6000', '120.50', null],
    ['1200', null, '120.50'],
  ])
  const [entry] = (
    await books(journal.list, { filters: [{ key: 'sourceId', operator: 'Equals', value: done.id }] })
  ).body.items
  expect(entry).toMatchObject({
    event: 'manualEntry',
    applicationType: 3,
    sourceNumber: done.number,
    businessDate: '2026-01-15',
    note: 'Rent of the month',
  })
})

describe('what is refused, at its line', () => {
  const even = { code: '1200', credit: '10' }
  test.each([
    ['stock and cost pools', { code: '1100', debit: '10' }, ['LEDGER_KEEPS', 'lines.0.accountId']],
    [
      'a control account without its party',
      { code: '1400', debit: '10' },
      ['PARTY_MISSING', 'lines.0.partyId'],
    ],
    ['a line of zero', { code: '6000', debit: '0' }, ['LINE_ZERO', 'lines.0.debit']],
    [
      'more decimals than the currency has',
      { code: '6000', debit: '10.001' },
      ['TOO_MANY_DECIMALS', 'lines.0.debit'],
    ],
    ['both sides', { code: '6000', debit: '10', credit: '10' }, ['SIDES_BOTH', 'lines.0.credit']],
  ])('%s', async (_, line, expected) => {
    expect(refusal((await draft([line, even])).body)).toEqual(expected)
  })

  test('a party of another kind, and one that is nobody', async () => {
    const at = (partyType: string, partyId: string) =>
      draft([{ code: '1400', debit: '10', partyType, partyId }, even])
    expect(refusal((await at('branch', south)).body)).toEqual(['PARTY_OTHER', 'lines.0.partyId'])
    expect(refusal((await at('customer', randomUUID())).body)).toEqual(['PARTY_UNKNOWN', 'lines.0.partyId'])
  })

  test('unbalanced by a cent, a day ahead, and a ledger that is closed on that day', async () => {
    const uneven = (await draft([{ code: '6000', debit: '10.01' }, even])).body
    expect(refusal((await submit(uneven)).body)).toEqual(['ENTRY_UNEVEN', 'lines.1.debit'])
    expect(refusal((await draft(rent('10'), { businessDate: '2099-01-01' })).body)).toEqual([
      'DATE_AHEAD',
      'businessDate',
    ])
    const { id } = (
      await books(accounts.create, { code: '6900', name: 'Old', class: 'expense', closedFrom: '2026-01-15' })
    ).body
    codes.set('6900', id)
    expect(refusal((await draft([{ code: '6900', debit: '10' }, even])).body)).toEqual([
      'LEDGER_CLOSED',
      'lines.0.accountId',
    ])
    expect((await draft([{ code: '6900', debit: '10' }, even], { businessDate: '2026-01-14' })).status).toBe(
      200,
    )
  })
})

test('two branches in one entry: each is even by what they owe one another, and 6000 keeps two lines', async () => {
  const lines = [
    { code: '6000', debit: '600' },
    { code: '6000', at: south, debit: '300' },
    { code: '1200', credit: '900' },
  ]
  const body = (await submit((await draft(lines)).body)).body
  expect(refusal(body)[0]).toBe('BRANCH_UNEVEN')
  expect(JSON.stringify(body)).toContain('300.00')
  const owing = [
    { code: '1410', debit: '300', partyType: 'branch', partyId: south },
    { code: '2210', at: south, credit: '300', partyType: 'branch', partyId: north },
  ]
  const done = await posted([...lines, ...owing])
  expect(done.state).toBe('posted')
  const [entry] = (
    await books(journal.list, { filters: [{ key: 'sourceId', operator: 'Equals', value: done.id }] })
  ).body.items
  const { lines: kept } = (await books(journal.getById, { id: entry?.id ?? '' })).body
  expect(kept.map(({ accountCode, debit, credit }) => [accountCode, debit ?? credit])).toEqual([
    ['6000', '600.00'],
    ['6000', '300.00'],
    ['1200', '900.00'],
    ['1410', '300.00'],
    ['2210', '300.00'],
  ])
  const wrong = (await inCompany(companyId, () => look(app.services.db))).filter((one) => one.wrong > 0)
  expect(wrong).toEqual([])
})

test('a reversal is the same entry with the other sign, once', async () => {
  const done = await posted(
    [
      { code: '1500', currencyId: usd, quantity: '1234.56', rate: '4.4471' },
      { code: '4020', currencyId: usd, quantity: '-1234.56', rate: '4.4471' },
    ],
    { reason: 'Fee of January' },
  )
  expect(done.lines.map(({ quantity, rate, debit, credit }) => [quantity, rate, debit ?? credit])).toEqual([
    ['1234.56', '4.4471', '5490.21'],
    ['-1234.56', '4.4471', '5490.21'],
  ])
  const undone = await moving(books, manualEntries.reverse, { ...key(done), businessDate: '2026-02-10' })
  expect(undone.body).toMatchObject({ state: 'reversed', reversedOn: '2026-02-10', can: [] })
  const { closing, lines } = await ledgerOf('1500')
  expect(closing).toBe('0.00')
  expect(
    lines.map(({ businessDate, quantity, debit, credit }) => [businessDate, quantity, debit ?? credit]),
  ).toEqual([
    ['2026-01-15', '1234.56', '5490.21'],
    ['2026-02-10', '-1234.56', '5490.21'],
  ])
  const again = await moving(books, manualEntries.reverse, key(undone.body))
  expect(refusal(again.body)[0]).toBe('ILLEGAL_TRANSITION')
})

test('what is left when one side is nil is cleared by a line of nothing in its currency', async () => {
  const done = await posted([
    { code: '1500', currencyId: usd, quantity: '0', credit: '80' },
    { code: '5010', debit: '80' },
  ])
  expect(done.lines[0]).toMatchObject({ quantity: '0.00', credit: '80.00' })
})

test('it is undone by itself on its day, and not before', async () => {
  const done = await posted(rent('77'), { businessDate: '2026-01-31', autoReverseOn: '2026-02-01' })
  const run = (now: string) => inCompany(companyId, () => reverseDue(app.services.db, new Date(now)))
  expect(await run('2026-01-31T01:00:00Z')).toBe(0)
  expect(await run('2026-02-05T01:00:00Z')).toBe(1)
  expect(await run('2026-02-05T01:00:00Z')).toBe(0)
  const { body } = await books(manualEntries.getById, { id: done.id })
  expect(body).toMatchObject({ state: 'reversed', reversedOn: '2026-02-01' })
  expect(body.history.at(-1)).toMatchObject({ act: 'reverse' })
})

test('above the limit another person approves, and who made it never does', async () => {
  const row = (await submit((await draft(rent('60000'))).body)).body
  expect(row).toMatchObject({ state: 'submitted', can: [] })
  expect((await moving(books, manualEntries.approve, key(row))).status).not.toBe(200)
  const back = (await moving(admin, manualEntries.reject, { ...key(row), note: 'Without the contract' })).body
  expect(back.state).toBe('draft')
  const again = (await submit((await books(manualEntries.getById, { id: row.id })).body)).body
  const done = (await moving(admin, manualEntries.approve, key(again))).body
  expect(done).toMatchObject({ state: 'posted', value: '60000.00' })
})

test('a locked period of any branch that it touches takes nothing', async () => {
  const lines = [
    { code: '6000', debit: '5' },
    { code: '1410', credit: '5', partyType: 'branch', partyId: south },
    { code: '2210', at: south, debit: '5', partyType: 'branch', partyId: north },
    { code: '1200', at: south, credit: '5' },
  ]
  const row = (await draft(lines, { businessDate: '2026-01-10' })).body
  await books(periodLocks.update, { branchId: south, lockedTo: '2026-01-12', reason: 'Closed' })
  expect(refusal((await submit(row)).body)).toEqual(['PERIOD_LOCKED', 'lines.3.branchId'])
})
