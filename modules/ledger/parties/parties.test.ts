import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill } from '#apps/server/test-till.ts'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { detailLedger } from '../journal/journal.contract.ts'
import { look } from '../check/check.queries.ts'
import { post } from '../public.server.ts'

let app: TestApp
let accountant: Call
let companyId: string
let here: Awaited<ReturnType<typeof openTill>>
const [ada, bea, cyd] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
beforeAll(async () => {
  app = await testApp()
  accountant = (await app.signIn('accountant')).call
  const teller = await app.signIn('teller')
  ;({ companyId } = teller.login.company)
  here = await openTill(app, teller)
  for (const [id, name] of Object.entries({ [ada]: 'Ada', [bea]: 'Bea', [cyd]: 'Cyd' }))
    await app.owner(
      `insert into customers.customer (company_id, id, customer_type, name, search) values ($1, $2, 1, $3, $3)`,
      [companyId, id, name],
    )
})
afterAll(() => app.stop())

/** So much is owed to somebody from now on, who paid it in. */
const owe = (id: string, amount: string, type = 'customer') =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: settledEvent,
          source: { type: 'deal', id: randomUUIDv7() },
          businessDate: '2026-01-03',
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
            { part: 'payable', branchId: here.branchId, party: { type, id }, amount: `-${amount}` },
          ],
        },
      ),
    ),
  )
const payable = async () => (await accountant(accounts.list)).body.find(({ code }) => code === '2000')
const ledgerOf = async (partyId?: string) => {
  const account = await payable()
  const days = { accountId: account?.id ?? '', from: '2026-01-01', to: '2026-12-31' }
  const party = partyId ? { partyType: 'customer', partyId } : {}
  return (await accountant(detailLedger.list, { ...days, ...party })).body
}

test('an account is kept by party, and the detail ledger shows one of them', async () => {
  await owe(ada, '30')
  await owe(bea, '12')
  await owe(bea, '1')
  const { id = '', party } = (await payable()) ?? {}
  expect(party).toBe('customer')
  const { body } = await accountant(accounts.parties, { accountId: id })
  expect(body).toEqual({
    isCut: false,
    parties: [
      { type: 'customer', id: ada, name: 'Ada', balance: '-30.00' },
      { type: 'customer', id: bea, name: 'Bea', balance: '-13.00' },
    ],
  })
  expect((await ledgerOf()).lines.map((line) => line.party?.name)).toEqual(['Ada', 'Bea', 'Bea'])
  const own = await ledgerOf(bea)
  expect([own.closing, own.lines.map(({ credit }) => credit)]).toEqual(['-13.00', ['12.00', '1.00']])
})

test('a merge is followed when it is read, and the lines stay as they were posted', async () => {
  await owe(cyd, '5')
  await app.owner(`update customers.customer set merged_into = $1, is_active = false where id = $2`, [
    ada,
    bea,
  ])
  const { body } = await accountant(accounts.parties, { accountId: (await payable())?.id ?? '' })
  expect(body.parties.map(({ name, balance }) => [name, balance])).toEqual([
    ['Ada', '-43.00'],
    ['Cyd', '-5.00'],
  ])
  expect((await ledgerOf(ada)).closing).toBe('-43.00')
  expect((await ledgerOf(cyd)).closing).toBe('-5.00')
  const posted = await app.owner(`select from ledger.line where party_id = $1`, [bea])
  expect(posted).toHaveLength(2)
})

test('nothing is owed to nobody, nor to a party of another kind', async () => {
  await expect(owe(here.branchId, '1', 'branch')).rejects.toThrow('names no customer')
  await expect(owe(ada, '1', 'ghost')).rejects.toThrow("No module declares 'ghost'")
  const wrong = (await inCompany(companyId, () => look(app.services.db))).filter((one) => one.wrong > 0)
  expect(wrong).toEqual([])
})
