// Long because each way to be stopped at the counter, or let through again, is a story with compliance in it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { corporates, individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { stakeholders } from '#modules/customers/stakeholders/stakeholders.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { decisions } from '#modules/screening/decisions/decisions.contract.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { screeningLists } from '#modules/watchlists/sources/sources.contract.ts'
import { deals } from '../deals/deals.contract.ts'

let app: TestApp
let teller: Call
let officer: Call
let usd: string
let admin: Session

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  teller = session.call
  admin = await app.signIn('admin')
  officer = (await app.signIn('compliance')).call
  usd = (await openTill(app, session)).id('USD')
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
  expect(deal.gates).toMatchObject([{ reason: 'dueDiligence', rule: '', ruleVersion: 0, value: '' }])
  const { body: seen } = await officer(deals.getById, { id: deal.id })
  expect(seen.gates).toMatchObject([{ kind: 'rba', reason: 'screening' }])
  const clear = { ...key(seen), note: 'Seen' }
  expect((await officer(deals.clearRba, clear)).error.code).toBe('SCREENING_OPEN')
  await decideAll(made.id, 'no_hit')
  // One decision settles the match and the gate.
  const { body: passed } = await officer(deals.getById, { id: deal.id })
  expect(passed).toMatchObject({ state: 'pending', openGates: [] })
  expect(passed.events.at(-1)).toMatchObject({ act: 'clearRba', note: 'Decided by compliance.' })
  // Why is known to those who may see screenings.
  expect(JSON.stringify((await teller(deals.getById, { id: deal.id })).body)).not.toMatch(/passport/)
  // The next one finds nothing new.
  expect((await submit(made.id)).body).toMatchObject({ state: 'pending', gates: [] })
})

test('a hit that a second person upholds ends the deals that wait for it, in neutral words', async () => {
  const name = 'Viktor Emilovich Zarunin'
  const { body: made } = await teller(individuals.create, { name, ...paper('Z9') })
  const { body: deal } = await submit(made.id)
  expect(deal.state).toBe('waiting')
  await decideAll(made.id, 'confirmed_hit')
  expect((await teller(deals.getById, { id: deal.id })).body.state).toBe('waiting')
  const filters = [{ key: 'customerId' as const, operator: 'Equals' as const, value: made.id }]
  const { items } = (await officer(screenings.list, { filters })).body
  const hit = items.find(({ state }) => state === 'confirmed_hit')
  const { version } = (await officer(screenings.getHistoryDetail, { id: hit?.id ?? '' })).body
  const close = { id: hit?.id ?? '', version, outcome: 'upheld' as const, note: 'The same birth date' }
  expect((await admin.call(decisions.close, close)).status).toBe(200)
  const { body: ended } = await teller(deals.getById, { id: deal.id })
  expect(ended.state).toBe('rejected')
  expect(JSON.stringify(ended)).not.toMatch(/birth date|screen|hit/i)
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
  const { id, version, holderId } = joined.body as { id: string; version: number; holderId: string }
  await decideAll(holderId, 'confirmed_hit')
  expect((await submit(company.id)).error.code).toBe('CUSTOMER_CANNOT_DEAL')
  // Nor does it help to take the name out.
  expect((await teller(stakeholders.delete, { id, version })).error.code).toBe('ASK_COMPLIANCE')
})

describe('somebody who is not on file', () => {
  const walkIn = (name: string, idNumber: string) => ({
    name,
    idType: 'PASSPORT' as const,
    idNumber,
    idIssuingCountry: 'SG',
  })
  const draft = (named: object | null) => ({
    walkIn: named as ReturnType<typeof walkIn> | null,
    lines: [{ side: 'buy' as const, currencyId: usd, quantity: '20' }],
  })
  const deal = (named: object | null, upTo: 'draft' | 'submit' = 'submit') =>
    teller(deals.create, { ...draft(named), upTo }, { headers: { 'idempotency-key': randomUUID() } })
  const of = async (name: string) => {
    const filters = [{ key: 'name' as const, operator: 'Equals' as const, value: name }]
    return (await officer(screenings.list, { filters })).body.items.filter(
      ({ cause }) => cause === 'transaction',
    )
  }
  const decide = async (name: string, outcome: 'no_hit' | 'confirmed_hit') => {
    for (const { id } of (await of(name)).filter(({ isOpen }) => isOpen)) {
      const { version, candidates } = (await officer(screenings.getHistoryDetail, { id })).body
      const chosen = candidates.map((one) => one.id).slice(0, outcome === 'no_hit' ? undefined : 1)
      const choice = { id, version, candidates: chosen, outcome, note: 'Compared with the passport' }
      expect((await officer(decisions.decide, choice)).status).toBe(200)
    }
  }

  test('is screened by name: kept as evidence once, and nothing more where nobody is named', async () => {
    const name = 'Ottoline Brackwater'
    await teller(deals.price, draft(walkIn(name, 'W1')))
    expect(await of(name)).toEqual([])
    const { body: made } = await deal(walkIn(name, 'W1'), 'draft')
    await teller(deals.update, { ...key(made), ...draft(walkIn(name, 'W1')) })
    expect((await deal(walkIn(name, 'W1'))).body).toMatchObject({ state: 'pending', gates: [] })
    const kept = await of(name)
    expect(kept).toHaveLength(3)
    for (const one of kept) expect(one).toMatchObject({ customerId: null, state: 'no_hit', context: 1 })
    // Another paper makes it another person.
    await deal(walkIn(name, 'W2'))
    expect(await of(name)).toHaveLength(6)
    const all = async () => (await officer(screenings.list, {})).body.pagination.totalItems
    const before = await all()
    expect((await deal(null)).body).toMatchObject({ state: 'pending', gates: [] })
    expect(await all()).toBe(before)
  })

  test('and is on a list waits for compliance, who finds it by the notification and lets the deal go on', async () => {
    const named = walkIn('Viktor Zarounine', 'W3')
    const { body: made } = await deal(named)
    expect(made).toMatchObject({ state: 'waiting', openGates: ['rba'] })
    expect(JSON.stringify(made)).not.toMatch(/screen/i)
    const [hit] = (await of(named.name)).filter(({ isOpen }) => isOpen)
    const { body: told } = await officer(messages.list, { page: 1, pageSize: 50 })
    expect(told).toContainEqual(
      expect.objectContaining({ data: { complianceScreeningId: hit?.id, dataSource: 'UNSC' } }),
    )
    const { body: seen } = await officer(deals.getById, { id: made.id })
    expect(seen.gates).toMatchObject([{ kind: 'rba', reason: 'screening' }])
    const clear = { ...key(seen), note: 'Seen' }
    expect((await officer(deals.clearRba, clear)).error.code).toBe('SCREENING_OPEN')
    await decide(named.name, 'no_hit')
    const { body: passed } = await officer(deals.clearRba, clear)
    expect(passed.state).toBe('pending')
    expect(
      (await teller(deals.settle, key(passed), { headers: { 'idempotency-key': randomUUID() } })).body.state,
    ).toBe('settled')
    expect((await deal(named)).body).toMatchObject({ state: 'pending', gates: [] })
  })

  test('and was cleared by a name alone is cleared for that deal, and the next of that name is asked about', async () => {
    const named = { name: 'Viktor Zarounin', idType: '', idNumber: '', idIssuingCountry: '' } as never
    const open = async () => (await of('Viktor Zarounin')).filter(({ isOpen }) => isOpen)
    const clear = async (id: string) => {
      const { body } = await officer(deals.getById, { id })
      return officer(deals.clearRba, { ...key(body), note: 'Seen' })
    }
    const refused = (line: object) => {
      const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '20', ...line }]
      const whole = { ...draft(named), lines, upTo: 'submit' as const }
      return teller(deals.create, whole, { headers: { 'idempotency-key': randomUUID() } })
    }
    // Nobody is asked for before the deal is complete: here the reason of its rate is missing.
    expect((await refused({ rate: '4' })).error.code).toBe('DEAL_INCOMPLETE')
    expect(await of('Viktor Zarounin')).toEqual([])
    // What a deal found that is refused later is kept once, however often it is tried, and waits for the deal that comes of it.
    for (const _ of [1, 2])
      expect((await refused({ side: 'sell', quantity: '100' })).error.code).toBe('INSUFFICIENT_STOCK')
    const [kept, ...more] = await open()
    expect(more).toEqual([])
    const { body: first } = await deal(named)
    expect(first.state).toBe('waiting')
    expect((await open()).map(({ id }) => id)).toEqual([kept?.id])
    const { body: second } = await deal(named)
    expect(second.state).toBe('waiting')
    expect(await open()).toHaveLength(2)

    const { version, candidates } = (await officer(screenings.getHistoryDetail, { id: kept?.id ?? '' })).body
    const chosen = candidates.map((one) => one.id)
    const choice = {
      id: kept?.id ?? '',
      version,
      candidates: chosen,
      outcome: 'no_hit' as const,
      note: 'Another',
    }
    expect((await officer(decisions.decide, choice)).status).toBe(200)
    const before = (await of('Viktor Zarounin')).length
    const { body: passed } = await officer(deals.getById, { id: first.id })
    expect(passed.state).toBe('pending')
    const settled = await teller(deals.settle, key(passed), { headers: { 'idempotency-key': randomUUID() } })
    expect(settled.body.state).toBe('settled')
    expect(await of('Viktor Zarounin')).toHaveLength(before)
    expect((await clear(second.id)).error.code).toBe('SCREENING_OPEN')
    expect((await deal(named)).body.state).toBe('waiting')

    // A hit that is confirmed stands for whoever says the name.
    await decide('Viktor Zarounin', 'confirmed_hit')
    expect((await deal(named, 'draft')).error.code).toBe('CUSTOMER_CANNOT_DEAL')
  })

  test('deals no more once a hit is confirmed, in the words of any other reason', async () => {
    const named = walkIn('Victor Zaroonin', 'W4')
    const { body: waiting } = await deal(named)
    expect(waiting.state).toBe('waiting')
    await decide(named.name, 'confirmed_hit')
    const { error } = await deal(named, 'draft')
    expect(error.code).toBe('CUSTOMER_CANNOT_DEAL')
    expect(error.invalidParams[0]?.field).toBe('walkIn.name')
    const { body: seen } = await officer(deals.getById, { id: waiting.id })
    expect((await officer(deals.clearRba, { ...key(seen), note: 'Seen' })).error.code).toBe('SCREENING_OPEN')
  })

  test('and pays for somebody else is stopped by who that is', async () => {
    const named = walkIn('Ottoline Brackwater', 'W8')
    const [paid] = (await deal(named, 'draft')).body.payments
    const { modeId, amount } = paid ?? { modeId: '', amount: '' }
    const submitted = (name: string, claim: object = {}) => {
      const payments = [{ direction: 'out' as const, modeId, amount, thirdParty: { name, ...claim } }]
      const whole = { ...draft(named), payments, upTo: 'submit' as const }
      return teller(deals.create, whole, { headers: { 'idempotency-key': randomUUID() } })
    }
    const free = await submitted('Ottoline Brackwater')
    expect(free.body.openGates, JSON.stringify(free.error)).not.toContain('rba')
    // In cash too: somebody who does not know them agrees.
    expect(free.body.gates.map(({ reason }) => reason)).toContain('thirdPartyPayer')
    expect(free.body.payments).toMatchObject([
      { modeKind: 'cash', thirdParty: { name: 'Ottoline Brackwater' } },
    ])
    const { body: made, error } = await submitted('Nasrin Golparvar')
    expect(made.openGates, JSON.stringify(error)).toContain('rba')
    expect(await of('Nasrin Golparvar')).toContainEqual(expect.objectContaining({ state: 'in_review' }))
    const { body: asked } = await officer(deals.getById, { id: made.id })
    expect((await officer(deals.clearRba, { ...key(asked), note: 'Seen' })).error.code).toBe('SCREENING_OPEN')
    await decide('Nasrin Golparvar', 'confirmed_hit')
    const refused = (await submitted('Nasrin Golparvar')).error
    expect([refused.code, refused.invalidParams[0]?.field]).toEqual([
      'CUSTOMER_CANNOT_DEAL',
      'payments.0.thirdParty.name',
    ])
    expect((await submitted('-')).error.invalidParams[0]?.field).toBe('payments.0.thirdParty.name')
    // A paper that nobody has copied takes nobody off a list: a fund is none the less for a passport.
    const claimed = { idType: 'PASSPORT' as const, idNumber: 'NZ55501', idIssuingCountry: 'NZ' }
    const near = await submitted('Al-Miqdad Relief Fund', claimed)
    expect(near.body.openGates, JSON.stringify(near.error)).toContain('rba')
  })

  test('and is found only when the notes are to be handed over gets nothing, and what was found stays', async () => {
    const named = walkIn('Leontine Abrashvili', 'W9')
    const { body: made } = await deal(named)
    expect(made.state).toBe('pending')
    const list = new File([`name\n${named.name}\n`], 'house.csv')
    const loaded = await admin.send(screeningLists.import, { name: 'house' }, list)
    expect(loaded.status, JSON.stringify(loaded.error)).toBe(200)
    const settle = () => teller(deals.settle, key(made), { headers: { 'idempotency-key': randomUUID() } })
    for (const _ of [1, 2]) expect((await settle()).error.code).toBe('CUSTOMER_CANNOT_DEAL')
    const open = (await of(named.name)).filter(({ isOpen }) => isOpen)
    expect(open).toMatchObject([
      { dataSource: 'enhanced', state: 'in_review', hits: 1, cause: 'transaction' },
    ])
    const { body: told } = await officer(messages.list, { page: 1, pageSize: 50 })
    expect(JSON.stringify(told)).toContain(named.name)
    await decide(named.name, 'no_hit')
    expect((await settle()).body.state).toBe('settled')
  })

  test('has a name that can be compared', async () => {
    const { error } = await deal({ ...walkIn('.', ''), idType: '' }, 'draft')
    expect([error.code, error.invalidParams[0]?.field]).toEqual(['NAME_WITHOUT_LETTERS', 'walkIn.name'])
  })
})
