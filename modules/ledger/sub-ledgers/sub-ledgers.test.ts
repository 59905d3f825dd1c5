import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { entryEvent } from '../entries/entries.domain.ts'
import { post } from '../public.server.ts'
import { sealAll } from '../seal/seal.server.ts'
import { subLedgers } from './sub-ledgers.contract.ts'
import { agedBalance } from './sub-ledgers.domain.ts'

let app: TestApp
let books: Call
let companyId: string
let branchId: string
let south: string
const ids = new Map<string, string>()
const [kestrel, osprey] = [randomUUIDv7(), randomUUIDv7()]
beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
  for (const { code, id } of (await books(accounts.list)).body) ids.set(code, id)
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  ;[branchId = '', south = ''] = branches.map(({ id }) => id)
  for (const [id, name] of Object.entries({ [kestrel]: 'Kestrel', [osprey]: 'Osprey' }))
    await app.owner(
      `insert into customers.customer (company_id, id, customer_type, name, search) values ($1, $2, 1, $3, $3)`,
      [companyId, id, name],
    )
})
afterAll(() => app.stop())

/** Moves the account of a customer, against fees, in a branch. */
const put = (businessDate: string, code: string, [id, amount]: [string, string], at = branchId) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Accountant' }, now: app.services.now() },
        {
          event: entryEvent,
          source: { type: 'manualEntry', id: randomUUIDv7() },
          businessDate,
          branchId: at,
          lines: [
            {
              part: { id: ids.get(code) ?? '', keeps: null, party: 'customer' },
              branchId: at,
              party: { type: 'customer', id },
              amount,
            },
            {
              part: { id: ids.get('4020') ?? '', keeps: null, party: null },
              branchId: at,
              amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
            },
          ],
        },
      ),
    ),
  )
const read = async (ask: { date: string; branchId?: string }) => (await books(subLedgers.list, ask)).body
const rowsOf = async (date: string, branch?: string) =>
  (await read({ date, ...(branch && { branchId: branch }) })).rows.map(
    ({ ledger, party, to30, to60, to90, over90, balance }) =>
      [ledger.slice(0, 4), party, to30, to60, to90, over90, balance].join(' '),
  )

test('what is open is aged as of the day asked for, the oldest settled first, and comes to the control account', async () => {
  await put('2026-01-05', '1400', [kestrel, '1200.00'])
  await put('2026-01-28', '1400', [kestrel, '650.50'])
  await put('2026-02-10', '1400', [kestrel, '-1200.00'])
  await put('2026-01-30', '1400', [osprey, '-300.00'], south)
  await put('2026-01-15', '2000', [osprey, '-75.25'])
  const expected = async () => {
    expect(await rowsOf('2026-01-31')).toEqual([
      '1400 Kestrel 1850.50 0.00 0.00 0.00 1850.50',
      '1400 Osprey -300.00 0.00 0.00 0.00 -300.00',
      '2000 Osprey 75.25 0.00 0.00 0.00 75.25',
    ])
    expect(await rowsOf('2026-02-09')).toEqual([
      '1400 Kestrel 650.50 1200.00 0.00 0.00 1850.50',
      '1400 Osprey -300.00 0.00 0.00 0.00 -300.00',
      '2000 Osprey 75.25 0.00 0.00 0.00 75.25',
    ])
    expect(await rowsOf('2026-05-01')).toEqual([
      '1400 Kestrel 0.00 0.00 0.00 650.50 650.50',
      '1400 Osprey 0.00 0.00 0.00 -300.00 -300.00',
      '2000 Osprey 0.00 0.00 0.00 75.25 75.25',
    ])
    expect(await rowsOf('2026-02-28', south)).toEqual(['1400 Osprey -300.00 0.00 0.00 0.00 -300.00'])
    const { agreements } = await read({ date: '2026-02-28' })
    expect(agreements.every(({ isRight }) => isRight)).toBe(true)
    expect(
      agreements
        .filter(({ ledger }) => ledger.startsWith('1400') || ledger.startsWith('2000'))
        .map(({ reported, balance }) => [reported, balance]),
    ).toEqual([
      ['350.50', '350.50'],
      ['75.25', '75.25'],
    ])
  }
  await expected()
  await inCompany(companyId, () => sealAll(app.services.db, app.services.now()))
  await expected()
})

test('a merge is followed, and the rows still come to the control account', async () => {
  await app.owner(`update customers.customer set merged_into = $1, is_active = false where id = $2`, [
    kestrel,
    osprey,
  ])
  expect(await rowsOf('2026-02-28')).toEqual([
    '1400 Kestrel 0.00 350.50 0.00 0.00 350.50',
    '2000 Kestrel 0.00 75.25 0.00 0.00 75.25',
  ])
  expect((await read({ date: '2026-02-28' })).agreements.every(({ isRight }) => isRight)).toBe(true)
  expect((await books(subLedgers.export, { date: '2026-02-28' })).status).toBe(200)
})

test('a line of nobody on a control account is a difference that is told', async () => {
  await put('2026-03-02', '1400', [kestrel, '10.00'])
  await app.owner(`update ledger.account set party = 'customer' where code = '1500'`)
  await inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Accountant' }, now: app.services.now() },
        {
          event: entryEvent,
          source: { type: 'manualEntry', id: randomUUIDv7() },
          businessDate: '2026-03-02',
          branchId,
          lines: [
            ['1500', '7.00'],
            ['4020', '-7.00'],
          ].map(([code = '', amount = '']) => ({
            part: { id: ids.get(code) ?? '', keeps: null, party: null },
            branchId,
            amount,
          })),
        },
      ),
    ),
  )
  const { agreements } = await read({ date: '2026-03-02' })
  expect(agreements.filter(({ isRight }) => !isRight)).toMatchObject([
    {
      ledger: '1500 Deposits, prepaid and fixed assets',
      reported: '0.00',
      balance: '7.00',
      difference: '-7.00',
    },
  ])
})

test('the newest movements up to the balance are open, on either side', () => {
  const days = [
    { businessDate: '2026-01-01', amount: '100' },
    { businessDate: '2026-02-15', amount: '40' },
    { businessDate: '2026-03-01', amount: '-160' },
    { businessDate: '2026-03-02', amount: '-5' },
  ]
  expect(agedBalance(days, '2026-03-02')).toEqual({
    to30: '-25',
    to60: '0',
    to90: '0',
    over90: '0',
    balance: '-25',
  })
  expect(agedBalance(days.slice(0, 2), '2026-02-15')).toMatchObject({
    to30: '40',
    to60: '100',
    balance: '140',
  })
  expect(agedBalance([], '2026-02-15')).toMatchObject({ to30: '0', balance: '0' })
})
