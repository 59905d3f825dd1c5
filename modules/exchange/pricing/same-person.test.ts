import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { reportCash } from '#apps/server/test-cash-rule.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { duplicateReviews } from '#modules/customers/duplicate-reviews/duplicate-reviews.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { reportCandidates } from '#modules/cases/report-candidates/report-candidates.contract.ts'

let app: TestApp
let usd: string
let teller: Call
let officer: Call

beforeAll(async () => {
  app = await testApp()
  // What one customer may deal on a day with this teller alone.
  await app.owner(`insert into access.role_limit (company_id, role_id, type, amount)
    select company_id, id, 'customer_amount', 1500 from access.role where base_role = 'teller'`)
  const session = await app.signIn('teller')
  teller = session.call
  officer = (await app.signIn('compliance')).call
  usd = (await openTill(app, session)).id('USD')
  await reportCash(officer)
})
afterAll(() => app.stop())

let papers = 0
const register = async (name: string) => {
  const idNumber = `SAME${(papers += 1)}`
  const paper = { idType: 'PASSPORT' as const, idNumber, idIssuingCountry: 'SG' }
  const sure = { nationality: 'SG', isDuplicateConfirmed: true, duplicateReason: 'Another passport.' }
  const made = await teller(individuals.create, { name, dateOfBirth: '1980-03-04', ...paper, ...sure })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return { id: made.body.id, paper: { name, ...paper } }
}
const deal = async (who: Pick<CallOf<typeof deals.create>, 'customerId' | 'walkIn'>) => {
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '100' }]
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const made = await teller(deals.create, { ...who, lines, upTo: 'submit' }, key)
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const candidates = async () =>
  (await officer(reportCandidates.list, { filters: [] })).body.items.map((one) => [
    one.customerName,
    one.deals,
  ])
const decide = async (customerId: string, act: 'confirm' | 'reject') => {
  const { items } = (await officer(duplicateReviews.list, { filters: [] })).body
  const review = items.find((one) => one.customerId === customerId)
  const key = { id: review?.id ?? '', version: review?.version ?? 0, note: 'Compared the passports.' }
  expect((await officer(duplicateReviews[act], key)).status).toBe(200)
}

test('two whom nobody has decided to be different count as one, until a second person says that they differ', async () => {
  const one = await register('Ong Kah Hui')
  const twin = await register('Kah Hui ONG')
  await deal({ customerId: one.id })
  const second = await deal({ customerId: twin.id })
  expect(await candidates()).toEqual([['Kah Hui ONG', 2]])
  // All that they deal belongs to that candidate, and what is above the limit for one customer waits.
  await deal({ customerId: one.id })
  expect(await candidates()).toEqual([['Kah Hui ONG', 3]])
  const fourth = await deal({ customerId: one.id })
  expect([second, fourth].map(({ gates }) => gates.map(({ reason }) => reason))).toEqual([
    [],
    ['customerAmount'],
  ])
  await decide(twin.id, 'confirm')
  const other = await deal({ customerId: twin.id })
  expect(other.gates).toEqual([])
})

test('a pair that was found to be one person counts as one before it is merged', async () => {
  const one = await register('Devi Kamala')
  const twin = await register('Kamala DEVI')
  await decide(twin.id, 'reject')
  await deal({ customerId: one.id })
  await deal({ customerId: twin.id })
  expect((await candidates())[0]).toEqual(['Kamala DEVI', 2])
})

test('a deal that is moved from one of them to the other counts on in their candidate', async () => {
  const one = await register('Gan Mei Lin')
  const twin = await register('Mei Lin GAN')
  await deal({ customerId: one.id })
  const { id, version } = await deal({ customerId: one.id })
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '100' }]
  const { body } = await teller(deals.update, { id, version, customerId: twin.id, lines })
  const key = { headers: { 'idempotency-key': randomUUID() } }
  expect((await teller(deals.submit, { id, version: body.version }, key)).status).toBe(200)
  const [candidate] = (await officer(reportCandidates.list, { filters: [] })).body.items
  expect(candidate).toMatchObject({ deals: 2, attempted: 0, isCrossed: true })
})

test('who shows a paper of somebody on file counts as that person, either way round', async () => {
  const one = await register('Siti Rahmah')
  const twin = await register('Rahmah SITI')
  await deal({ walkIn: twin.paper })
  await deal({ customerId: one.id })
  expect((await candidates())[0]).toEqual(['Siti Rahmah', 2])
  await deal({ walkIn: twin.paper })
  expect((await candidates())[0]).toEqual(['Siti Rahmah', 3])
})

test('a blocked customer deals neither under a second registration nor by its paper', async () => {
  const one = await register('Farah Aziz')
  const twin = await register('Aziz FARAH')
  const { version } = (await teller(individuals.getById, { id: one.id })).body
  const admin = await app.signIn('admin')
  const block = { id: one.id, version, note: 'Forged papers' }
  expect((await admin.call(individuals.block, block)).status).toBe(200)
  for (const who of [{ customerId: twin.id }, { walkIn: twin.paper }]) {
    const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '100' }]
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const { error } = await teller(deals.create, { ...who, lines, upTo: 'submit' }, key)
    expect(error.code).toBe('CUSTOMER_CANNOT_DEAL')
  }
})

test('who deals as a walk-in with a paper of somebody on file is held to the limit for one customer', async () => {
  const one = await register('Lim Boon Keng')
  const gates = []
  for (const who of [
    { customerId: one.id },
    { walkIn: one.paper },
    { walkIn: one.paper },
    { walkIn: one.paper },
  ])
    gates.push((await deal(who)).gates.map(({ reason }) => reason))
  expect(gates).toEqual([[], [], [], ['customerAmount']])
  // Nobody is held to what others dealt.
  expect((await deal({})).gates).toEqual([])
})
