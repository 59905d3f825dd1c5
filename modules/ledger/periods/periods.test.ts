import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { detailLedger, journal } from '../journal/journal.contract.ts'
import { periodLocks } from './periods.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('what is posted stands in the journal and the detail ledger, and a locked period takes nothing more', async () => {
  const { call } = await app.signIn('accountant')
  const { call: admin } = await app.signIn('admin')
  const branchId = (await admin(counters.list, {})).body.items[0]?.branchId ?? ''
  const items = new Map((await admin(stockItems.listSelection)).body.map(({ code, id }) => [code, id]))
  const open = (businessDate: string, cost: string) =>
    admin(
      adjustments.createOpening,
      { branchId, businessDate, lines: [{ itemId: items.get('USD') ?? '', quantity: '100', cost }] },
      { headers: { 'idempotency-key': randomUUID() } },
    )
  const document = (await open('2026-03-02', '445')).body
  await open('2026-03-05', '450')
  const [entry] = (
    await call(journal.list, { filters: [{ key: 'sourceId', operator: 'Equals', value: document.id }] })
  ).body.items
  expect(entry).toMatchObject({
    event: 'opening',
    sourceType: 'adjustment',
    applicationType: 1,
    value: '445.00',
    businessDate: '2026-03-02',
  })
  const { body } = await call(journal.getById, { id: entry?.id ?? '' })
  expect(
    body.lines.map(({ accountCode, item, quantity, debit, credit }) => [
      accountCode,
      item,
      quantity,
      debit,
      credit,
    ]),
  ).toEqual([
    ['1100', 'USD', '100.00', '445.00', null],
    ['3020', null, null, null, '445.00'],
  ])
  const chart = (await call(accounts.list)).body
  const stock = chart.find(({ code }) => code === '1100')
  expect(stock).toMatchObject({ class: 'asset', balance: '895.00' })
  const ledger = await call(detailLedger.list, {
    accountId: stock?.id ?? '',
    from: '2026-03-03',
    to: '2026-03-31',
  })
  expect(ledger.body).toMatchObject({ opening: '445.00', closing: '895.00', isCut: false })
  expect(ledger.body.lines.map(({ debit, balance }) => [debit, balance])).toEqual([['450.00', '895.00']])
  const turned = await call(detailLedger.list, {
    accountId: stock?.id ?? '',
    from: '2026-03-03',
    to: '2026-03-01',
  })
  expect(turned.error.code).toBe('PERIOD_TURNED')

  const lock = (lockedTo: string, at: string | null = branchId) =>
    call(periodLocks.update, { branchId: at, lockedTo, reason: 'Month end' })
  expect((await lock('2026-03-31')).body).toMatchObject([
    { branchId, lockedTo: '2026-03-31', author: 'Hafiz Ismail' },
  ])
  expect((await open('2026-03-31', '1')).error.code).toBe('PERIOD_LOCKED')
  expect((await open('2026-04-01', '1')).status).toBe(200)
  expect((await lock('2026-02-28', null)).body.map(({ branchId: at }) => at)).toEqual([null, branchId])
  expect((await lock('2999-01-01')).error.code).toBe('LOCK_AHEAD')
  // Whoever has set a lock does not take it back alone, neither by an earlier day nor by none.
  const back = await lock('2026-03-01')
  expect([back.status, back.error.code, back.error.message]).toEqual([
    422,
    'LOCK_BACKWARD',
    expect.stringContaining('Hafiz Ismail'),
  ])
  const lifted = { branchId, lockedTo: null as unknown as string, reason: 'Month end' }
  expect((await call(periodLocks.update, lifted)).status).toBe(400)
  expect((await open('2026-03-31', '2')).error.code).toBe('PERIOD_LOCKED')
  const manager = await app.signIn('manager')
  expect(
    (await manager.call(periodLocks.update, { branchId, lockedTo: '2026-04-01', reason: 'x' })).status,
  ).toBe(403)
})
