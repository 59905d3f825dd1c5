import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { look } from '../check/check.queries.ts'
import { trialBalance } from '../statements/statements.contract.ts'
import { manualEntries, type ManualEntryDetail } from './entries.contract.ts'

let app: TestApp
let session: Session
let books: Call
let admin: Call
let north: string
let usd: string
const codes = new Map<string, string>()
const moving = <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  app = await testApp()
  session = await app.signIn('accountant')
  books = session.call
  admin = (await app.signIn('admin')).call
  for (const { code, id } of (await books(accounts.list)).body) codes.set(code, id)
  usd = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  north = (await admin(branches.list, {})).body.items[0]?.id ?? ''
})
afterAll(() => app.stop())

type Typed = { code: string; debit?: string; credit?: string; [field: string]: unknown }
const draft = (lines: readonly Typed[], more: object = {}, by = books) =>
  by(manualEntries.create, {
    kind: 'opening',
    branchId: north,
    businessDate: '2025-12-31',
    reason: 'Balances of the old books',
    lines: lines.map(({ code, ...rest }) => ({ accountId: codes.get(code) ?? '', branchId: north, ...rest })),
    ...more,
  } as CallOf<typeof manualEntries.create>)
const refusal = (body: object) => {
  const { code, invalidParams } = body as { code: string; invalidParams?: { field: string }[] }
  return [code, invalidParams?.[0]?.field]
}
const begun: Typed[] = [
  { code: '1500', debit: '12500.40' },
  { code: '6000', credit: '0.40' },
  { code: '3000', credit: '12500' },
]
const submit = (row: ManualEntryDetail, by = books) => moving(by, manualEntries.submit, key(row))

test('what is kept is opened by its own documents, and refused at its line', async () => {
  const even = { code: '3000', credit: '10' }
  const at = async (code: string, line = even) => refusal((await draft([{ code, debit: '10' }, line])).body)
  expect(await at('1000')).toEqual(['OPENED_BY_STOCK', 'lines.0.accountId'])
  expect(await at('1100')).toEqual(['OPENED_BY_STOCK', 'lines.0.accountId'])
  expect(await at('1210')).toEqual(['OPENED_BY_BANK', 'lines.0.accountId'])
  expect(await at('1120')).toEqual(['OPENED_BY_GOODS', 'lines.0.accountId'])
  const { body } = await draft(begun, { autoReverseOn: '2026-01-01' })
  expect(refusal(body)).toEqual(['OPENING_STAYS', 'autoReverseOn'])
})

test('it must balance, is the only one that is not undone, and reaches ledgers that other entries do not', async () => {
  const chart = (await books(accounts.list)).body
  const { id, version } = chart.find(({ code }) => code === '1500') ?? { id: '', version: 0 }
  const whole = { code: '1500', name: 'Deposits', class: 'asset' as const, isManual: false }
  await books(accounts.update, { ...whole, id, version })
  const other = await draft(begun, { kind: 'adjusting' })
  expect(refusal(other.body)).toEqual(['LEDGER_NOT_MANUAL', 'lines.0.accountId'])
  const uneven = (
    await draft([
      { code: '1500', debit: '10' },
      { code: '3000', credit: '9.99' },
    ])
  ).body
  expect(refusal((await submit(uneven)).body)).toEqual(['ENTRY_UNEVEN', 'lines.1.debit'])
  const second = await draft(begun)
  expect(refusal(second.body)).toEqual(['OPENING_MADE', 'kind'])
  await books(manualEntries.cancel, key(uneven))
  const row = (await draft(begun)).body
  const file = new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'], 'Trial balance.pdf', {
    type: 'application/pdf',
  })
  await session.send(manualEntries.attach, { id: row.id, version: String(row.version) }, file)
  expect((await books(manualEntries.attachments, { id: row.id })).body).toMatchObject([
    { name: 'Trial balance.pdf', addedBy: 'Hafiz Ismail' },
  ])
  const kept = (await books(manualEntries.getById, { id: row.id })).body
  const done = (await submit(kept)).body
  expect(done).toMatchObject({ state: 'posted', kind: 'opening', value: '12500.40' })
  expect(refusal((await draft(begun)).body)).toEqual(['OPENING_MADE', 'kind'])
  const { rows, columns } = (await books(trialBalance.list, { from: '2026-01-01', to: '2026-01-31' })).body
  const at = columns.findIndex((one) => one.key === 'opening')
  const opening = new Map(rows.map(({ code, amounts }) => [code, amounts[at]]))
  expect(['1500', '3000'].map((code) => opening.get(code))).toEqual(['12500.40', '-12500.00'])
  const { companyId } = session.login.company
  const wrong = (await inCompany(companyId, () => look(app.services.db))).filter((one) => one.wrong > 0)
  expect(wrong).toEqual([])
  const undone = await moving(books, manualEntries.reverse, { ...key(done), businessDate: '2025-12-31' })
  expect(undone.body.state).toBe('reversed')
  const next = await draft(begun)
  expect(next.status).toBe(200)
  await books(manualEntries.cancel, key(next.body))
})

test('a ledger of a bank account is opened by the account', async () => {
  const currency = (await admin(bankAccounts.choices)).body.currencies.find(({ name }) => name === 'MYR')
  const made = await moving(admin, bankAccounts.create, {
    code: 'MYR1',
    name: 'Account MYR1',
    bankName: 'Harbour Bank',
    number: '0068123456',
    branchId: north,
    currencyId: currency?.id ?? '',
  })
  expect(made.status).toBe(200)
  const lines = [
    { code: '1200', debit: '10' },
    { code: '3000', credit: '10' },
  ]
  expect(refusal((await draft(lines)).body)).toEqual(['OPENED_BY_BANK', 'lines.0.accountId'])
})

test('after the first day of business it takes the right to unlock days; openings of stock are no business', async () => {
  const role = await admin(roles.create, {
    name: 'Clerk of entries',
    description: '',
    baseRole: 'company_administrator',
    level: 0,
    limits: [{ type: 'manual_journal', amount: null, isUnlimited: true }],
    permissions: ['view_adjusting_entries', 'manage_adjusting_entries'],
  })
  const everywhere = { type: 0 as const, workspaceId: null }
  await app.addUser({ userName: 'clerk', roleIds: [role.body.id], workspaces: [everywhere] })
  const clerk = (await app.signIn('clerk')).call
  const opened = await moving(admin, adjustments.createOpening, {
    branchId: north,
    businessDate: '2025-12-01',
    lines: [{ itemId: usd, quantity: '100', cost: '445' }],
  })
  expect(opened.status).toBe(200)
  const row = (await draft(begun, {}, clerk)).body
  expect(row.state).toBe('draft')
  const plain = [
    { code: '6000', debit: '5' },
    { code: '3000', credit: '5' },
  ]
  const business = (await draft(plain, { kind: 'adjusting', businessDate: '2025-12-31' })).body
  expect((await submit(business)).body.state).toBe('posted')
  const late = (await submit(row, clerk)).body
  expect(refusal(late)).toEqual(['BUSINESS_BEGUN', 'businessDate'])
  await moving(admin, manualEntries.cancel, key(row))
  expect(refusal((await draft(begun, {}, clerk)).body)).toEqual(['BUSINESS_BEGUN', 'businessDate'])
  expect((await draft(begun, { businessDate: '2025-12-30' }, clerk)).status).toBe(200)
})
