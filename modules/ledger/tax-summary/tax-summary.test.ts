import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { payeeExpenses } from '#modules/bank/expenses/expenses.contract.ts'
import { payees } from '#modules/bank/payees/payees.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { post } from '../public.server.ts'
import { trialBalance } from '../statements/statements.contract.ts'
import { taxSummary } from './tax-summary.contract.ts'
import { taxRows } from './tax-summary.domain.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
const ids = new Map<string, string>()
beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-03-20T04:00:00Z'))
  shop = await openShop(app)
  for (const { code, id } of (await shop.call(accounts.list)).body) ids.set(code, id)
})
afterAll(() => app.stop())

const march = { from: '2026-03-01', to: '2026-03-31' }
const read = async (ask = march) => (await shop.call(taxSummary.list, ask)).body
const rowsOf = async (ask = march) =>
  (await read(ask)).rows.map(({ side, rate, documents, base, tax }) =>
    [side, rate ?? '-', documents, base ?? '-', tax].join(' '),
  )
/** What the trial balance moved on a ledger, by another path: a debit above zero. */
const moved = async (code: string) => {
  const { rows } = (await shop.call(trialBalance.list, march)).body
  const [, debit = '0', credit = '0'] = rows.find((one) => one.code === code)?.amounts ?? []
  return (Number(debit) - Number(credit)).toFixed(2)
}
async function spent(lines: readonly [amount: string, taxRate: string][]) {
  const heron = (await shop.call(payees.create, { code: 'HERON', name: 'Heron', kind: 'supplier' })).body
  const { id, version } = (
    await shop.call(payeeExpenses.create, {
      branchId: shop.branchId,
      payeeId: heron.id,
      invoice: 'INV-1',
      businessDate: '2026-03-05',
      dueDate: '2026-03-15',
      lines: lines.map(([amount, taxRate]) => ({ ledgerId: ids.get('6000') ?? '', amount, taxRate })),
    })
  ).body
  return (await shop.moving(payeeExpenses.submit, { id, version })).body
}
const byHand = (amount: string) =>
  inCompany(shop.login.company.companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Accountant' }, now: app.services.now() },
        {
          event: entryEvent,
          source: { type: 'manualEntry', id: randomUUIDv7() },
          businessDate: '2026-03-18',
          branchId: shop.branchId,
          lines: [
            ['2100', `-${amount}`],
            ['6000', amount],
          ].map(([code = '', value = '']) => ({
            part: { id: ids.get(code) ?? '', keeps: null, party: null },
            branchId: shop.branchId,
            amount: value,
          })),
        },
      ),
    ),
  )

test('tax is told by rate, of sales, returns and expenses, and comes to what its ledgers moved', async () => {
  const t8 = await shop.tax('T8', [['2020-01-01', '0.08']])
  const t6 = await shop.tax('T6', [['2020-01-01', '0.06']])
  const service = { kind: 'service' }
  const sim = await shop.item('SIM', '35.00', { ...service, taxId: t8 })
  const card = await shop.item('CARD', '10.60', { ...service, taxId: t6 })
  const sale = await shop.sold([
    { itemId: sim.id, quantity: '2' },
    { itemId: card.id, quantity: '3' },
  ])
  expect(await rowsOf()).toEqual(['output 6 1 30.00 1.80', 'output 8 1 64.81 5.19'])
  await shop.returned(sale.id, [1, '1'])
  const expense = await spent([
    ['100.00', '0.08'],
    ['12.35', '0.06'],
    ['50.00', '0'],
  ])
  expect(await rowsOf()).toEqual([
    'output 6 1 30.00 1.80',
    'output 8 2 32.41 2.59',
    'input 6 1 11.65 0.70',
    'input 8 1 92.59 7.41',
  ])
  await byHand('4.20')
  expect((await rowsOf())[2]).toBe('output - 1 - 4.20')
  const { agreements } = await read()
  expect(
    agreements.map(({ ledger, reported, balance, isRight }) => [ledger, reported, balance, isRight]),
  ).toEqual([
    ['2100 Output tax', '8.59', '8.59', true],
    ['2110 Input tax', '8.11', '8.11', true],
  ])
  expect([await moved('2100'), await moved('2110')]).toEqual(['-8.59', '8.11'])
  await shop.moving(payeeExpenses.reverse, { id: expense.id, version: expense.version, note: 'Twice' })
  expect((await rowsOf()).filter((row) => row.startsWith('input'))).toEqual([])
})

test('a period without tax has no rows, and one that is turned is refused', async () => {
  expect(await rowsOf({ from: '2025-01-01', to: '2025-12-31' })).toEqual([])
  const turned = await shop.call(taxSummary.list, { from: '2026-03-31', to: '2026-03-01' })
  expect(turned.error.code).toBe('PERIOD_TURNED')
  expect((await shop.call(taxSummary.export, march)).status).toBe(200)
})

test('a document whose lines are not its tax is told without a rate, and a reversal below zero', () => {
  const share = { sourceId: 'a', rate: '0.08', base: '100', tax: '8' }
  expect(taxRows([{ side: 'output', sourceId: 'a', amount: '-8' }], [share])).toEqual([
    { side: 'output', code: null, rate: '8', documents: 1, base: '-100', tax: '-8' },
  ])
  expect(taxRows([{ side: 'output', sourceId: 'a', amount: '7.99' }], [share])).toEqual([
    { side: 'output', code: null, rate: null, documents: 1, base: null, tax: '7.99' },
  ])
})
