import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { ledgerGroups } from '../accounts/groups.contract.ts'
import { post } from '../public.server.ts'
import { sealAll } from '../seal/seal.server.ts'
import {
  balanceSheet,
  branchIncome,
  companyIncome,
  type Statement,
  trialBalance,
} from './statements.contract.ts'
import { comparedPeriod } from './statements.domain.ts'

let app: TestApp
let books: Call
let companyId: string
let north: string
let south: string
const ids = new Map<string, string>()
const items = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  for (const { code, id } of (await books(accounts.list)).body) ids.set(code, id)
  for (const { code, id } of (await books(stockItems.listSelection)).body) items.set(code, id)
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  ;[north = '', south = ''] = branches.map(({ id }) => id)
})
afterAll(() => app.stop())

interface Line {
  code: string
  amount: string
  at?: string
  item?: string
  quantity?: string
  other?: string
}
/** Posts lines on a day, as an entry by hand would. */
const put = (businessDate: string, lines: readonly Line[]) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: entryEvent,
          source: { type: 'manualEntry', id: randomUUIDv7() },
          businessDate,
          branchId: lines[0]?.at ?? north,
          lines: lines.map(({ code, amount, at = north, item, quantity, other }) => ({
            part: { id: ids.get(code) ?? '', keeps: null, party: other ? 'branch' : null },
            branchId: at,
            amount,
            ...(item && { itemId: items.get(item) ?? '', quantity: quantity ?? '0' }),
            ...(other && { party: { type: 'branch', id: other } }),
          })),
        },
      ),
    ),
  )
const seal = () => inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
const month = (number: number) => ({
  from: `2026-0${number}-01`,
  to: new Date(Date.UTC(2026, number, 0)).toISOString().slice(0, 10),
})
type Ask = CallOf<typeof trialBalance.list>
const trial = async (ask: Ask) => (await books(trialBalance.list, ask)).body
const row = ({ rows }: Statement, code: string) => rows.find((one) => one.code === code)?.amounts
const ledger = async (code: string, more: object = {}) => {
  const { body } = await books(accounts.create, { code, name: `Ledger ${code}`, class: 'asset', ...more })
  ids.set(code, body.id)
  return body
}

test('a late entry moves every balance behind it, sealed or not', async () => {
  const spend = (day: string, amount: string) =>
    put(day, [
      { code: '6000', amount },
      { code: '1200', amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}` },
    ])
  for (const day of ['2026-01-10', '2026-02-10', '2026-03-10']) await spend(day, '5000')
  await seal()
  expect(row(await trial(month(2)), '6000')).toEqual(['5000.00', '5000.00', '0.00', '10000.00'])
  await spend('2026-01-15', '1000.01')
  await spend('2026-02-20', '-400')
  const expected = [
    ['0.00', '6000.01', '0.00', '6000.01'],
    ['6000.01', '5000.00', '400.00', '10600.01'],
    ['10600.01', '5000.00', '0.00', '15600.01'],
  ]
  const read = async () => [
    row(await trial(month(1)), '6000'),
    row(await trial(month(2)), '6000'),
    row(await trial(month(3)), '6000'),
  ]
  expect(await read()).toEqual(expected)
  await seal()
  expect(await read()).toEqual(expected)
})

test('nought is not nothing: a line is judged by what it holds, not by its sum', async () => {
  const group = (await books(ledgerGroups.create, { name: 'Staff loans', class: 'asset' })).body
  const groupId = group.id
  for (const code of ['1411', '1412', '1413', '1414', '1415']) await ledger(code, { groupId })
  await put('2026-01-05', [
    { code: '1411', amount: '5000' },
    { code: '1412', amount: '-5000' },
  ])
  await put('2026-01-06', [
    { code: '1413', amount: '300' },
    { code: '1415', amount: '250' },
    { code: '1200', amount: '-550' },
  ])
  await put('2026-01-20', [
    { code: '1413', amount: '-300' },
    { code: '1200', amount: '300' },
  ])
  const [{ version, ...loan }] = [(await books(accounts.getById, { id: ids.get('1415') ?? '' })).body]
  await books(accounts.update, {
    id: loan.id,
    version,
    code: '1415',
    name: loan.name,
    class: 'asset',
    groupId,
    closedFrom: '2026-02-01',
  })
  const sheet = async (ask: Ask) => (await books(balanceSheet.list, ask)).body
  const january = await sheet(month(1))
  const names = january.rows.filter(({ depth }) => depth > 0).map(({ code, name }) => code || name)
  expect(names).toEqual(expect.arrayContaining(['Staff loans', '1411', '1412', '1415']))
  expect(names).not.toEqual(expect.arrayContaining(['1413']))
  expect(names).not.toEqual(expect.arrayContaining(['1414']))
  expect(january.rows.find(({ name }) => name === 'Staff loans')?.amounts).toEqual(['250.00'])
  expect(row(await trial(month(1)), '1413')).toEqual(['0.00', '300.00', '300.00', '0.00'])
  const february = await sheet(month(2))
  expect(february.rows.find(({ code }) => code === '1415')).toMatchObject({
    amounts: ['250.00'],
    isClosed: true,
  })
  const whole = await sheet({ ...month(1), isWhole: true })
  expect(whole.rows.map(({ code }) => code)).toEqual(expect.arrayContaining(['1413', '1414']))
  const classes = ({ rows }: Statement) => rows.filter(({ kind }) => kind === 'class')
  expect([classes(whole), whole.totals, whole.checks]).toEqual([
    classes(january),
    january.totals,
    january.checks,
  ])
})

test('a group of nought keeps its lines', async () => {
  const { id: groupId } = (await books(ledgerGroups.create, { name: 'Even', class: 'asset' })).body
  await ledger('1421', { groupId })
  await ledger('1422', { groupId })
  await put('2026-01-05', [
    { code: '1421', amount: '5' },
    { code: '1422', amount: '-5' },
  ])
  const { rows } = (await books(balanceSheet.list, month(1))).body
  const at = rows.findIndex(({ name }) => name === 'Even')
  expect(rows.slice(at, at + 3).map(({ code, amounts }) => [code, ...amounts])).toEqual([
    ['', '0.00'],
    ['1421', '5.00'],
    ['1422', '-5.00'],
  ])
})

test('several currencies on one ledger are one line, and one beside the other in their own', async () => {
  await ledger('1431', {})
  const contra = (amount: string) => ({ code: '1200', amount })
  await put('2025-12-31', [{ code: '1431', amount: '100' }, contra('-100')])
  await put('2026-01-02', [
    { code: '1431', amount: '2250', item: 'USD', quantity: '500' },
    { code: '1431', amount: '-980', item: 'EUR', quantity: '-200' },
    { code: '1431', amount: '330' },
    contra('-1600'),
  ])
  const before = await trial(month(1))
  await seal()
  const after = await trial(month(1))
  for (const statement of [before, after]) {
    expect(row(statement, '1431')).toEqual(['100.00', '2580.00', '980.00', '1700.00'])
    expect(
      statement.foreign
        .filter(({ accountId }) => accountId === ids.get('1431'))
        .map(({ currency, quantity }) => `${currency} ${quantity}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['EUR -200.00', 'USD 500.00'])
    expect(statement.totals[3]).toBe('0.00')
  }
})

describe('two branches in one entry', () => {
  beforeAll(() =>
    put('2026-04-10', [
      { code: '6000', amount: '600' },
      { code: '6000', amount: '300', at: south },
      { code: '1200', amount: '-900' },
      { code: '1410', amount: '300', other: south },
      { code: '2210', amount: '-300', at: south, other: north },
    ]),
  )

  test('have their own incomes, beside that of the company', async () => {
    const { columns, totals } = (await books(branchIncome.list, month(4))).body
    const { branches } = await inCompany(companyId, () => tree(app.services.db))
    const nameOf = new Map(branches.map(({ id, name }) => [id, name]))
    const of = (id: string) => totals[columns.findIndex(({ name }) => name === nameOf.get(id))]
    expect([of(north), of(south)]).toEqual(['-600.00', '-300.00'])
    expect(totals.at(-1)).toBe('-900.00')
    expect((await books(companyIncome.list, month(4))).body.totals).toEqual(['-900.00'])
  })

  test('each have an even trial balance', async () => {
    for (const [branchId, size] of [
      [north, '900.00'],
      [south, '300.00'],
    ] as const) {
      const { totals, checks } = await trial({ ...month(4), branchId })
      expect(totals.slice(1, 3)).toEqual([size, size])
      expect(checks[0]).toEqual({ check: 'even', isRight: true, difference: '0.00' })
    }
  })

  test('owe one another nothing in the balance sheet of the company', async () => {
    const { rows, checks } = (await books(balanceSheet.list, month(4))).body
    expect(rows.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['1410']))
    expect(rows.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['2210']))
    expect(checks.every(({ isRight }) => isRight)).toBe(true)
    const sumOf = (kind: string) =>
      Number(rows.find((one) => one.kind === 'class' && one.class === kind)?.amounts[0])
    const { totals } = (await books(balanceSheet.list, month(4))).body
    expect(sumOf('asset')).toBeCloseTo(sumOf('liability') + sumOf('equity') + Number(totals[0]), 2)
  })

  test('have in the sheet of who sees one of them what it owes the other', async () => {
    const admin = (await app.signIn('admin')).call
    const role = await admin(roles.create, {
      name: 'Reader of statements',
      description: '',
      baseRole: 'accountant',
      level: 2,
      limits: [],
      permissions: ['view_statements'],
    })
    const workspaces = [{ type: 2 as const, workspaceId: north }]
    await app.addUser({ userName: 'reader', roleIds: [role.body.id], workspaces })
    const reader = (await app.signIn('reader')).call
    const { rows, totals, checks } = (await reader(balanceSheet.list, month(4))).body
    expect(rows.find(({ code }) => code === '1410')?.amounts).toEqual(['300.00'])
    const sumOf = (kind: string) =>
      Number(rows.find((one) => one.kind === 'class' && one.class === kind)?.amounts[0] ?? 0)
    expect(sumOf('asset')).toBeCloseTo(sumOf('liability') + sumOf('equity') + Number(totals[0]), 2)
    expect(checks.map(({ check }) => check)).toEqual(['even', 'nothingSuspended'])
  })
})

test('a period is compared with the one before it, or with last year', async () => {
  expect(comparedPeriod({ from: '2026-03-01', to: '2026-03-31' }, 'before')).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(comparedPeriod({ from: '2026-01-01', to: '2026-01-10' }, 'before')).toEqual({
    from: '2025-12-22',
    to: '2025-12-31',
  })
  expect(comparedPeriod({ from: '2024-02-01', to: '2024-02-29' }, 'lastYear').to).toBe('2023-02-28')
  const { columns, totals } = (await books(companyIncome.list, { ...month(4), compare: 'before' })).body
  expect(columns.map(({ key }) => key)).toEqual(['amount', 'compared'])
  expect(totals).toEqual(['-900.00', '-5000.00'])
})

test('a statement is taken away as a workbook', async () => {
  const answer = await books(trialBalance.export, month(1))
  expect(answer.status).toBe(200)
  expect((await books(trialBalance.list, { from: '2026-02-01', to: '2026-01-01' })).body).toMatchObject({
    code: 'PERIOD_TURNED',
  })
})
