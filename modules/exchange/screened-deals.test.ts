import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { traded } from '#modules/currencies/public.server.ts'
import { corporates, individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { stakeholders } from '#modules/customers/stakeholders/stakeholders.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { post } from '#modules/ledger/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { decisions } from '#modules/screening/decisions/decisions.contract.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { deals } from './deals/deals.contract.ts'

let app: TestApp
let teller: Call
let officer: Call
let usd: string

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  teller = session.call
  officer = (await app.signIn('compliance')).call
  await inCompany(session.login.company.companyId, async () => {
    usd = (await traded(app.services.db)).find(({ code }) => code === 'USD')?.id ?? ''
    const { branches, counters } = await tree(app.services.db)
    const branch = branches.find(({ name }) => name === 'Bukit Bintang')
    const counter = counters.find(({ branchId }) => branchId === branch?.id)
    await teller(workspaces.switch, { type: 3, workspaceId: counter?.id ?? '' })
    await teller(days.open, { counterId: counter?.id ?? '' })
    // So much is in the drawer from the beginning.
    const here = { branchId: branch?.id ?? '', counterId: counter?.id ?? null }
    const local = (await traded(app.services.db)).find(({ code }) => code === 'MYR')?.id ?? ''
    await app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: 'opening',
          source: { type: 'opening', id: randomUUIDv7() },
          businessDate: '2026-01-02',
          branchId: here.branchId,
          lines: [
            { part: 'cash', ...here, itemId: local, quantity: '60000', amount: '60000' },
            { part: 'opening', ...here, amount: '-60000' },
          ],
        },
      ),
    )
  })
})
afterAll(() => app.stop())

const paper = (idNumber: string) => ({
  nationality: 'SG',
  idType: 'PASSPORT' as const,
  idNumber,
  idIssuingCountry: 'SG',
})
const submit = (customerId: string) =>
  teller(
    deals.create,
    { customerId, lines: [{ side: 'buy', currencyId: usd, quantity: '100' }], upTo: 'submit' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
async function decideAll(customerId: string, outcome: 'no_hit' | 'confirmed_hit') {
  const filters = [{ key: 'customerId' as const, operator: 'Equals' as const, value: customerId }]
  const { body } = await officer(screenings.list, { filters })
  for (const { id } of body.items.filter(({ isOpen }) => isOpen)) {
    const { version, candidates } = (await officer(screenings.getHistoryDetail, { id })).body
    const chosen = candidates.map((one) => one.id).slice(0, outcome === 'no_hit' ? undefined : 1)
    const draft = { id, version, candidates: chosen, outcome, note: 'Compared with the passport' }
    expect((await officer(decisions.decide, draft)).status).toBe(200)
  }
}

test('a deal of somebody on a list waits for compliance, in words that tell the teller nothing', async () => {
  const name = 'Viktor Emilovich Zarunin'
  const { body: made } = await teller(individuals.create, { name, ...paper('Z1') })
  const { body: deal, error } = await submit(made.id)
  expect(deal, JSON.stringify(error)).toMatchObject({ state: 'waiting', openGates: ['rba'] })
  expect(JSON.stringify(deal)).not.toMatch(/screen/i)
  const { body: seen } = await officer(deals.getById, { id: deal.id })
  expect(seen.gates).toMatchObject([{ kind: 'rba', reason: 'screening' }])
  const clear = { ...key(seen), note: 'Seen' }
  expect((await officer(deals.clearRba, clear)).error.code).toBe('SCREENING_OPEN')
  await decideAll(made.id, 'no_hit')
  const { body: passed } = await officer(deals.clearRba, clear)
  expect(passed.state).toBe('pending')
  // The next one finds nothing new.
  expect((await submit(made.id)).body).toMatchObject({ state: 'pending', gates: [] })
})

test('a deal of a company waits while something stands against who directs it, and ends with a confirmed hit', async () => {
  const { body: company } = await teller(corporates.create, {
    name: 'Lanternfish Bakery',
    registrationNumber: 'L1',
  })
  expect((await submit(company.id)).body).toMatchObject({ state: 'pending' })
  const person = { name: 'Hamdan Rashid al-Qasrawi', ...paper('Z2') }
  const stake = { role: 'DIRECTOR' as const, share: null }
  const joined = await teller(stakeholders.createRelatedIndividual, {
    corporateId: company.id,
    person,
    stake,
  } as never)
  expect(joined.status, JSON.stringify(joined.error)).toBe(200)
  expect((await submit(company.id)).body).toMatchObject({ state: 'waiting', openGates: ['rba'] })
  await decideAll((joined.body as { holderId: string }).holderId, 'confirmed_hit')
  expect((await submit(company.id)).error.code).toBe('CUSTOMER_CANNOT_DEAL')
})
