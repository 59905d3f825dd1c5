import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoLists } from '#modules/watchlists/demo.server.ts'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { samplePath } from '#kit/test/samples.ts'
import { loadListForAll } from '../sources/sources.server.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { profiles } from './profiles.contract.ts'

let app: TestApp
let officer: Session
beforeAll(async () => {
  app = await testApp({ rates: false })
  await loadDemoLists(app.services)
  officer = await app.signIn('compliance')
})
afterAll(() => app.stop())

test('an entry is found by its number, with its XML and what its list has changed', async () => {
  const { body } = await officer.call(profiles.getDetailByReferenceId, { id: 'un:9900001' })
  expect(body).toMatchObject({
    list: 'un',
    name: 'Viktor Emilovich Zarunin',
    isListed: true,
    isCurrent: true,
    version: { number: 2, source: 'DEMONSTRATION' },
  })
  expect(body.rawObject).toMatch(/^<INDIVIDUAL><DATAID>9900001</)
  expect(body.changes.map(({ kind, number }) => [kind, number])).toEqual([
    ['changed', 2],
    ['added', 1],
  ])
  expect(body.changes[0]?.fields.map(({ field }) => field)).toEqual(['aliases', 'addresses'])
  const gone = await officer.call(profiles.getDetailByReferenceId, { id: 'un:9900010' })
  expect([gone.body.isListed, gone.body.changes[0]?.kind]).toEqual([false, 'removed'])
  const then = await officer.call(profiles.getDetailByReferenceId, { id: gone.body.contentId })
  expect(then.body.name).toBe('Ismail Hakki Doruklu')
  expect((await officer.call(profiles.getDetailByReferenceId, { id: 'un:1' })).status).toBe(404)
})

test('what came as rows has XML in the form of OFAC', async () => {
  await loadListForAll(app.services, samplePath('cons-old.xml'), { isForced: true })
  const rows = await app.owner<{ entryId: string }>(
    `select entry_id as "entryId" from watchlists.entry where list = 'ofac-cons' and raw_object like '<sdnEntry%' limit 1`,
  )
  const { body } = await officer.call(profiles.getDetailByReferenceId, { id: `ofac:${rows[0]?.entryId}` })
  expect(body.rawObject).toMatch(/^<entity id="\d+"><generalInfo><identityId>/)
  expect(body.rawObject).toContain('<formattedFullName>')
})

test('an enhanced result has the fields of the specification, and links that can be followed both ways', async () => {
  const { body } = await officer.call(profiles.getDetailByReference, { id: 'ftm:demo-president' })
  expect(body).toMatchObject({
    name: 'Teodor Vlasceanu-Demo',
    entityType: 'individual',
    datesOfBirth: ['1957-08-30'],
    nationality: 'md',
    categories: ['role.pep'],
    politicalPositions: [{ description: 'Minister of Transport', from: '2014-02-18', to: '2019-06-08' }],
    linkedPersons: [
      { name: 'Ileana Vlasceanu-Demo', id: 'ftm:demo-wife', connection: 'Family, spouse' },
      { name: 'Casimir Ostrander-Demo', id: 'ftm:demo-broker' },
    ],
    linkedBusinesses: [],
    articles: [{ dateCollected: '2018-11-05', keywordsMatched: 'bribery, land' }],
  })
  const { body: links } = await officer.call(profiles.getLinks, { id: 'ftm:demo-president' })
  expect(links.nodes.map(({ id }) => id).toSorted()).toEqual(
    ['broker', 'holding', 'president', 'wife'].map((one) => `ftm:demo-${one}`),
  )
  expect(links.edges).toHaveLength(4)
  // The bank names the holding; the holding does not name the bank.
  const { body: back } = await officer.call(profiles.getLinks, { id: 'ofac:990002' })
  expect(back.nodes.map(({ id }) => id)).toContain('ofac-sdn:990003')
})

test('a screening shows an entry as it was then, on paper with its evidence, and to nobody who may not see it', async () => {
  const { body: screening } = await officer.call(screenings.search, {
    dataSource: 'unsc',
    name: 'Viktor Zarunin',
    entityType: 'person',
  })
  const resultId = screening.id
  const { body } = await officer.call(profiles.getDetailByReference, { id: 'un:9900001', resultId })
  expect(body.contentId).toBe(screening.candidates[0]?.contentId)
  const paper = await officer.call(profiles.pdf, { id: 'un:9900001', resultId })
  const plain = await officer.call(profiles.pdf, { id: 'un:9900001' })
  expect(String(paper.body).length).toBeGreaterThan(String(plain.body).length)
  expect((await officer.call(profiles.pdf, { id: 'un:9900002', resultId })).status).toBe(404)
  const manager = await app.signIn('manager')
  expect((await manager.call(profiles.pdf, { id: 'un:9900001', resultId })).status).toBe(200)
  const teller = await app.signIn('teller')
  expect((await teller.call(profiles.pdf, { id: 'un:9900001', resultId })).status).toBeGreaterThan(399)
})

test('a profile prints in every script', async () => {
  for (const id of ['un:9900002', 'un:9900003', 'un:9900004', 'ofac:990000', 'ftm:demo-president']) {
    const { status, headers, body } = await officer.call(profiles.pdf, { id })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(String(body)).toMatch(/^%PDF/)
  }
})
