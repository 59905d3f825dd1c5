import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { manualEntries } from '../entries/entries.contract.ts'
import { detailLedger } from './journal.contract.ts'

test('a long period begins with a first page of its lines, and shows more where it is asked for them', async () => {
  const app = await testApp()
  const { call } = await app.signIn('accountant')
  const chart = (await call(accounts.list)).body
  const [rent, bank] = ['6000', '1200'].map((code) => chart.find((one) => one.code === code)?.id ?? '')
  const branchId = (await call(branches.listSelection)).body[0]?.id ?? ''
  const line = (accountId: string | undefined, side: object) => ({
    accountId: accountId ?? '',
    branchId,
    ...side,
  })
  const draft = await call(manualEntries.create, {
    branchId,
    businessDate: '2026-01-15',
    reason: 'Rents of many rooms',
    lines: [
      ...Array.from({ length: 201 }, () => line(rent, { debit: '1.00' })),
      line(bank, { credit: '201.00' }),
    ],
  })
  expect(draft.status, JSON.stringify(draft.error)).toBe(200)
  const { id, version } = draft.body
  await call(manualEntries.submit, { id, version }, { headers: { 'idempotency-key': randomUUID() } })
  const ask = { accountId: rent ?? '', from: '2026-01-01', to: '2026-01-31' }
  const { body: first } = await call(detailLedger.list, ask)
  expect([first.isCut, first.lines.length, first.lines.at(-1)?.balance]).toEqual([true, 200, '200.00'])
  const { body: whole } = await call(detailLedger.list, { ...ask, isWhole: 'true' })
  expect([whole.isCut, whole.lines.length, whole.closing]).toEqual([false, 201, '201.00'])
  await app.stop()
})
