import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { plainJournal } from './plain.contract.ts'
import { plainText } from './plain.domain.ts'
import { plainSample } from './plain-sample.domain.ts'

let app: TestApp
let admin: Call
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
})
afterAll(() => app.stop())

test('every ledger has an account of its own, every amount all decimals, every balance is exact', () => {
  const beancount = plainText('beancount', plainSample)
  expect(beancount.match(/ open /g)).toHaveLength(plainSample.accounts.length)
  expect(beancount).toContain('  Assets:1411  150.30 MYR\n')
  expect(beancount).toContain('    party: "O\\"Neil; Sons"\n')
  expect(beancount).toContain('2026-02-01 balance Assets:1411  175.30 ~ 0 MYR\n')
  expect(beancount).toContain('2026-01-05 * "manualEntry" "two lines"\n')
  const hledger = plainText('hledger', plainSample)
  expect(hledger).toContain('    Assets:1411  150.30 MYR  ; branch:North, party:O"Neil； Sons\n')
  expect(hledger).toContain('    Assets:1411  0.00 MYR = 175.30 MYR\n')
  expect(hledger).toContain('account Assets:1413  ; name:現金\n')
})

test('the journal of a period is taken away as text', async () => {
  const itemId = (await admin(stockItems.listSelection)).body.find(({ isLocal }) => isLocal)?.id ?? ''
  const branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  const key = { headers: { 'idempotency-key': randomUUID() } }
  await admin(adjustments.createOpening, { branchId, lines: [{ itemId, quantity: '150.30' }] }, key)
  const span = { from: '2020-01-01', to: '2099-12-31' }
  const answer = await admin(plainJournal.export, { ...span, format: 'beancount' })
  expect(answer.status).toBe(200)
  const written = String(answer.body)
  expect(written).toContain('150.30 MYR')
  expect(written).toMatch(/balance Equity:3020 {2}-150\.30 ~ 0 MYR/)
  const turned = await admin(plainJournal.export, { from: '2026-02-01', to: '2026-01-01', format: 'hledger' })
  expect(turned.error.code).toBe('PERIOD_TURNED')
})
