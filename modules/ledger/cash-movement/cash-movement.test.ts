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

/** So much local cash, or money on a ledger of a bank, comes in on a day, or goes out below zero, by an event. */
const put = (
  businessDate: string,
  amount: string,
  event: typeof entryEvent | typeof settledEvent,
  bank?: string,
) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post({ db, actor: { userId: null, name: 'Accountant' }, now: app.services.now() }, {
        event,
        source: { type: event === settledEvent ? 'deal' : 'manualEntry', id: randomUUIDv7() },
        businessDate,
        branchId: here.branchId,
        lines: [
          bank === undefined
            ? {
                part: 'cash',
                branchId: here.branchId,
                counterId: here.counterId,
                itemId: here.id('MYR'),
                quantity: amount,
                amount,
              }
            : { part: { id: bank, keeps: null, party: null }, branchId: here.branchId, amount },
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

test('any period is what its lines say, however months and days divide it, and money at the bank is in it', async () => {
  const bank = (await books(accounts.list)).body.find(({ code }) => code === '1200')?.id ?? ''
  for (const [at, day] of ['2024-12-31', '2025-01-01', '2025-01-17', '2025-03-31', '2025-04-01'].entries())
    await put(day, `${10 + at}.05`, at % 2 ? entryEvent : settledEvent, bank)
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  await put('2025-03-15', '3.00', entryEvent, bank)
  const days = ['2024-12-31', '2025-01-01', '2025-01-16', '2025-01-31', '2025-02-01', '2025-02-10']
  const ends = ['2025-01-31', '2025-02-10', '2025-02-28', '2025-03-14', '2025-03-31', '2025-04-01']
  for (const from of days)
    for (const to of ends.filter((end) => end >= from)) {
      const { rows } = await read(from, to)
      const shown = rows
        .filter(({ kind, ledger }) => (kind === 'in' || kind === 'out') && /^1[02]00/.test(ledger))
        .map(({ ledger, kind, event, amount }) => [ledger.slice(0, 4), kind, event, amount].join(' '))
      const lines = await app.owner<{ said: string }>(
        `select concat_ws(' ', a.code, k.kind, e.event, sum(abs(l.amount))::numeric(20, 2)) as said
         from ledger.line l join ledger.entry e on e.company_id = l.company_id and e.id = l.entry_id
         join ledger.account a on a.id = l.account_id
         cross join lateral (select case when l.amount > 0 then 'in' else 'out' end as kind) k
         where a.code in ('1000', '1200') and l.company_id = $1 and l.business_date between $2 and $3
         group by a.code, k.kind, e.event`,
        [companyId, from, to],
      )
      expect([from, to, ...shown.toSorted()]).toEqual([from, to, ...lines.map(({ said }) => said).toSorted()])
    }
})

test('what had nothing and did nothing is left out, and the report is taken away', async () => {
  expect((await read('2024-01-01', '2024-01-31')).rows).toEqual([])
  const ask = { from: '2025-02-01', to: '2025-02-28' }
  expect((await books(cashMovement.export, ask)).status).toBe(200)
  expect((await books(cashMovement.list, { from: ask.to, to: ask.from })).error.code).toBe('PERIOD_TURNED')
})
