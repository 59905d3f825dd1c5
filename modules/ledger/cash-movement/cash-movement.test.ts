import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { post } from '../public.server.ts'
import { sealAll } from '../seal/seal.server.ts'
import { trialBalance } from '../statements/statements.contract.ts'
import { cashMovement } from './cash-movement.contract.ts'

let app: TestApp
let books: Call
let companyId: string
let here: Awaited<ReturnType<typeof openTill>>
let fees: string
beforeAll(async () => {
  app = await testApp()
  books = (await app.signIn('accountant')).call
  const teller = await app.signIn('teller')
  ;({ companyId } = teller.login.company)
  here = await openTill(app, teller)
  fees = (await books(accounts.list)).body.find(({ code }) => code === '4020')?.id ?? ''
})
afterAll(() => app.stop())

/** So much local cash comes in on a day, or goes out below zero, by an event. */
const put = (businessDate: string, amount: string, event: typeof entryEvent | typeof settledEvent) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post({ db, actor: { userId: null, name: 'Accountant' }, now: app.services.now() }, {
        event,
        source: { type: event === settledEvent ? 'deal' : 'manualEntry', id: randomUUIDv7() },
        businessDate,
        branchId: here.branchId,
        lines: [
          {
            part: 'cash',
            branchId: here.branchId,
            counterId: here.counterId,
            itemId: here.id('MYR'),
            quantity: amount,
            amount,
          },
          {
            part: { id: fees, keeps: null, party: null },
            branchId: here.branchId,
            amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
          },
        ],
      } as Parameters<typeof post>[1]),
    ),
  )
const read = async (from: string, to: string) => (await books(cashMovement.list, { from, to })).body
const rowsOf = async (from: string, to: string) =>
  (await read(from, to)).rows
    .filter(({ ledger }) => ledger.startsWith('1000'))
    .map(({ kind, event, amount }) => [kind, event ?? '-', amount].join(' '))

test('cash begins, comes in and goes out by what happened, and ends with what its balances say', async () => {
  await put('2025-01-31', '100.00', entryEvent)
  await put('2025-02-03', '50.00', settledEvent)
  await put('2025-02-28', '25.25', settledEvent)
  await put('2025-02-10', '-40.10', settledEvent)
  await put('2025-02-11', '-9.90', entryEvent)
  await put('2025-03-01', '1.00', entryEvent)
  const february = [
    'opening - 100.00',
    'in deal.settled 75.25',
    'out deal.settled 40.10',
    'out manualEntry 9.90',
    'closing - 125.25',
  ]
  expect(await rowsOf('2025-02-01', '2025-02-28')).toEqual(february)
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  expect(await rowsOf('2025-02-01', '2025-02-28')).toEqual(february)
  expect((await rowsOf('2025-03-01', '2025-03-31'))[0]).toBe('opening - 125.25')
  const { agreements, local } = await read('2025-02-01', '2025-02-28')
  expect(local).toBe('MYR')
  expect(agreements.every(({ isRight }) => isRight)).toBe(true)
  const { rows } = (await books(trialBalance.list, { from: '2025-02-01', to: '2025-02-28' })).body
  expect(rows.find(({ code }) => code === '1000')?.amounts).toEqual(['100.00', '75.25', '50.00', '125.25'])
})

test('what had nothing and did nothing is left out, and the report is taken away', async () => {
  expect((await read('2024-01-01', '2024-01-31')).rows).toEqual([])
  const ask = { from: '2025-02-01', to: '2025-02-28' }
  expect((await books(cashMovement.export, ask)).status).toBe(200)
  expect((await books(cashMovement.list, { from: ask.to, to: ask.from })).error.code).toBe('PERIOD_TURNED')
})
