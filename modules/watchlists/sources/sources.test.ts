// Long because lists are followed from their first file to their end, and from every way that a source can fail.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { samplePath, sampleText } from '#kit/test/samples.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { entities, entryOf } from '../lists/entries.queries.ts'
import { matchNew } from '#modules/screening/monitoring/run.server.ts'
import { fetchList, listJobs } from './fetch.server.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { screeningLists } from './sources.contract.ts'
import { loadListForAll, setSource } from './sources.server.ts'

const older = samplePath('un-older.xml')
const newerXml = sampleText('un-newer.xml')
const newer = gzipSync(newerXml)
const day = new Date('2026-03-02T10:00:00Z')
const later = (hours: number) => new Date(day.getTime() + hours * 3_600_000)

let app: TestApp
let admin: Session
let officer: Session
let stranger: Session
let source: Server
/** What came of setting a source while there was one company. */
const alone: (number | string)[] = []
let answer: RequestListener

beforeAll(async () => {
  source = createServer((request, reply) => answer(request, reply))
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  const { port } = source.address() as AddressInfo
  app = await testApp({
    rates: false,
    lists: false,
    env: { AGIO_UN_LIST_URL: `http://127.0.0.1:${port}/un.xml` },
  })
  app.setNow(day)
  await app.addUser({ userName: 'officer', roles: ['compliance_officer'] })
  admin = await app.signIn('admin')
  for (const address of ['https://lists.example.org/sdn.xml', '']) {
    const draft = { list: 'ofac-sdn', address, everyMinutes: 60, note: 'Their own page' }
    alone.push((await admin.call(screeningLists.updateSource, draft)).status)
    alone.push((await stateOf('ofac-sdn'))?.address ?? '')
  }
  const places = [{ type: 0 as const, workspaceId: null }]
  await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      { userName: 'stranger', firstName: 'S', password: demoPassword, role: 'company_administrator', places },
      roleIds,
    ),
  )
  officer = await app.signIn('officer')
  stranger = await app.signIn('stranger')
})
afterAll(async () => {
  await app.stop()
  source.close()
})

const upload = (session: Session, content: string, name = 'regulars') =>
  session.send(screeningLists.import, { name }, new File([content], 'regulars.csv'))

const stateOf = async (list: string, session = admin) => {
  const { body } = await session.call(screeningLists.list)
  return body.find((state) => state.list === list)
}
const heard = async () => {
  // The rows of this list travel alone.
  const { body } = await officer.call(messages.list, { page: 1, pageSize: 50 })
  return (body as unknown as { title: string }[]).map(({ title }) => title)
}
const due = async () => {
  await app.owner(`delete from kit.outbox where name = 'screening.fetch'`)
  await inCompany(undefined, () =>
    listJobs[0]?.run({}, { services: app.services, log: app.http.log as never }),
  )
  return (
    await app.owner<{ n: number }>(`select count(*)::int n from kit.outbox where name = 'screening.fetch'`)
  )[0]?.n
}
const give: (content: string | Buffer, etag?: string) => RequestListener =
  (content, etag) => (request, reply) => {
    if (etag && request.headers['if-none-match'] === etag) return reply.writeHead(304).end()
    return reply.writeHead(200, etag ? { etag } : {}).end(content)
  }

describe('a published list', () => {
  test('is loaded for every company, and says where it stands', async () => {
    expect(await stateOf('un')).toMatchObject({ version: null, isStale: true })
    const kept = await loadListForAll(app.services, older)
    expect(kept).toMatchObject({ list: 'un', number: 1, entries: 34, added: 34, isNew: true })
    expect(await loadListForAll(app.services, older)).toMatchObject({ number: 1, isNew: false })
    for (const session of [admin, stranger])
      expect(await stateOf('un', session)).toMatchObject({
        version: { number: 1, entries: 34, publishedOn: '2021-03-01', format: 'un' },
        isStale: false,
        isOwn: false,
        failure: null,
      })
  })

  test('is renewed without a line that is not understood, and its version names that line', async () => {
    const many = Array.from({ length: 150 }, (_, at) => `${at + 1},Persona ${at + 1}`)
    const list = (...lines: string[]) => ['id,name', ...lines, ''].join('\n')
    await upload(admin, list(...many), 'broken-lines')
    const broken = list(...many.with(3, '4,Persona 4,too many'), '151,Persona 151')
    const { body: kept } = await upload(admin, broken, 'broken-lines')
    expect(kept).toMatchObject({ number: 2, entries: 150, added: 1, removed: 1, unread: 1 })
    expect((await stateOf('own-broken-lines'))?.version).toMatchObject({
      unread: 1,
      unreadLines: [{ file: '', line: 5, reason: 'columns' }],
    })
    expect((await upload(admin, broken, 'broken-lines')).body).toMatchObject({ number: 2, isNew: false })
    const tooMany = list(...many.with(3, 'x').with(7, 'x'))
    expect((await upload(admin, tooMany, 'broken-lines')).error).toMatchObject({ code: 'LIST_SHAPE' })
    const note = 'No longer needed'
    await admin.call(screeningLists.end, { list: 'own-broken-lines', note })
  })

  test('is fetched when it is due; its new version is compared by content, and the old one can still be shown', async () => {
    answer = give(newer, '"v2"')
    expect(await due()).toBe(1)
    await fetchList(app.services, 'un')
    expect(await due()).toBe(0)
    const { version } = (await stateOf('un')) ?? {}
    expect(version).toMatchObject({ number: 2, entries: 38, added: 6, removed: 2, changed: 3 })
    const { body: delta } = await admin.call(screeningLists.getDelta, { id: version?.id ?? '' })
    expect([delta.added.length, delta.removed.length, delta.changed.length]).toEqual([6, 2, 3])
    expect(delta.changed.find(({ id }) => id === '8100004')?.fields).toContainEqual({
      field: 'addresses',
      gone: ['Tripoli · Libya · as at Feb. 2014'],
      come: ['Sabha · Libya · as at March 2018'],
    })
    const { body: versions } = await admin.call(screeningLists.getVersions, { list: 'un' })
    expect(versions.map(({ number }) => number)).toEqual([2, 1])
    await inCompany(undefined, async () => {
      const page = (number: number, id: string) =>
        entryOf(app.services.db, { list: 'un', number, owner: null }, id)
      expect((await page(1, '8100004'))?.addresses).toContain('Tripoli, Libya')
      expect((await page(2, '8100004'))?.addresses).not.toContain('Tripoli, Libya')
      expect((await page(2, '8100004'))?.rawObject).toContain('<DATAID>8100004</DATAID>')
      const [gone] = delta.removed
      expect(await page(1, gone?.id ?? '')).toBeDefined()
      expect(await page(2, gone?.id ?? '')).toBeUndefined()
      for (const [number, entries] of [
        [1, 34],
        [2, 38],
      ] as const) {
        const ids = new Set<string>()
        for await (const { id } of entities(app.services.db, { list: 'un', number, owner: null })) ids.add(id)
        expect(ids.size).toBe(entries)
      }
    })
    // What did not change is kept once.
    expect(await app.owner(`select count(*)::int n from watchlists.entry`)).toEqual([{ n: 34 + 6 + 3 }])
  })

  test('is fetched from where the operator says, and from where a company says that is alone on its server', async () => {
    const { address } = (await stateOf('un')) ?? { address: '' }
    const draft = {
      list: 'un',
      address: 'https://lists.example.org/un.xml',
      everyMinutes: 120,
      note: 'Moved',
    }
    expect((await admin.call(screeningLists.updateSource, draft)).error.code).toBe('LIST_FOR_OPERATOR')
    for (const inside of [
      'http://lists.example.org/',
      'https://10.0.0.1/x',
      'https://localhost/x',
      'file:///etc/x',
    ])
      expect((await admin.call(screeningLists.updateSource, { ...draft, address: inside })).status).toBe(400)
    expect(alone).toEqual([200, 'https://lists.example.org/sdn.xml', 200, ''])
    await setSource(app.services.db, draft)
    expect(await stateOf('un')).toMatchObject({ address: draft.address, everyMinutes: 120, nextAt: null })
    await setSource(app.services.db, { ...draft, address: '', everyMinutes: 360 })
    expect(await stateOf('un')).toMatchObject({ address, everyMinutes: 360 })
    await setSource(app.services.db, { ...draft, list: 'ftm', address: `${address}?ftm` })
    expect(await due()).toBe(2)
    await setSource(app.services.db, { ...draft, list: 'ftm', address: '' })
    await expect(setSource(app.services.db, { ...draft, list: 'own-regulars' })).rejects.toThrow('NOT_FOUND')
    await fetchList(app.services, 'un')
  })

  test('that has not changed is seen to be fresh', async () => {
    app.setNow(later(7))
    await fetchList(app.services, 'un')
    expect(await stateOf('un')).toMatchObject({
      version: { number: 2 },
      succeededAt: later(7).toISOString(),
      isStale: false,
    })
  })

  test('keeps its last good version whatever its source sends, and says so once until it is well again', async () => {
    app.setNow(later(14))
    const third = newerXml.slice(0, newerXml.indexOf('<INDIVIDUAL>', newerXml.length / 4))
    const bad: [string, RequestListener][] = [
      ['does not answer', (_request, reply) => reply.writeHead(503).end()],
      ['holds no entry', give('')],
      ['is not believed', give(`${third}</INDIVIDUALS></CONSOLIDATED_LIST>`)],
      ['is cut off', give(newerXml.slice(0, newerXml.length / 2))],
      ['is cut off', give(newer.subarray(0, newer.length / 2))],
      ['no list of a format', give('<html><body>Maintenance</body></html>')],
      [
        'is not as in a list',
        give(newerXml.replace('<INDIVIDUALS>', '<!DOCTYPE a [<!ENTITY b "c">]><INDIVIDUALS>')),
      ],
      ['older than', give(newerXml.replace('dateGenerated="2021', 'dateGenerated="2019'))],
      ['not un', give('id,name\n1,Tom\n')],
    ]
    for (const [words, listener] of bad) {
      answer = listener
      await fetchList(app.services, 'un')
      const state = await stateOf('un')
      expect(state?.failure).toContain(words)
      expect(state).toMatchObject({ version: { number: 2 }, succeededAt: later(7).toISOString() })
    }
    expect(await heard()).toEqual(['A list was not fetched'])
    expect(await due()).toBe(0)
    app.setNow(later(7 + 169))
    expect(await stateOf('un')).toMatchObject({ isStale: true, version: { number: 2 } })
    expect(await due()).toBe(1)
    await inCompany(undefined, () =>
      listJobs[2]?.run({}, { services: app.services, log: app.http.log as never }),
    )
    expect(await heard()).toEqual(['A list has grown old', 'A list was not fetched'])
    answer = give(newer, '"v3"')
    await fetchList(app.services, 'un')
    expect(await stateOf('un')).toMatchObject({ isStale: false, failure: null, version: { number: 2 } })
  })

  test('that takes the process along when it is read is left for six hours, and the officers hear of it once', async () => {
    // A company has asked for it.
    const died = () =>
      inCompany(admin.login.company.companyId, () =>
        listJobs[1]?.died?.({ list: 'un' }, { services: app.services, log: app.http.log as never }),
      )
    const before = await heard()
    await died()
    expect(await stateOf('un', stranger)).toMatchObject({
      failure: expect.stringContaining('The server stopped twice') as unknown,
      nextAt: later(7 + 169 + 6).toISOString(),
      version: { number: 2 },
    })
    await died()
    expect(await heard()).toEqual(['A list was not taken over', ...before])
    answer = give(newer, '"v4"')
    await fetchList(app.services, 'un')
    expect(await stateOf('un')).toMatchObject({ failure: null })
  })

  test('cannot be changed by a company, nor what it said by anybody', async () => {
    const { db } = app.services
    const { companyId } = admin.login.company
    const end = (owner: string | undefined) =>
      inCompany(owner, () => db.updateTable('watchlists.span').set({ until: 9 }).executeTakeFirst())
    expect((await end(companyId)).numUpdatedRows).toBe(0n)
    await expect(
      inCompany(undefined, () => db.updateTable('watchlists.entry').set({ name: 'X' }).execute()),
    ).rejects.toThrow('permission denied')
    await expect(inCompany(undefined, () => db.deleteFrom('watchlists.version').execute())).rejects.toThrow(
      'permission denied',
    )
  })

  test('is not fetched from inside the house, by whatever name, and says so', async () => {
    await setSource(app.services.db, { list: 'un', address: 'http://localhost:1/un.xml', everyMinutes: 60 })
    await fetchList(app.services, 'un')
    expect((await stateOf('un'))?.failure).toContain('leads into an internal network')
    await setSource(app.services.db, { list: 'un', address: '', everyMinutes: 360 })
  })
})

describe("a company's own list", () => {
  const csv = 'name,aliases,country\n"Testing, Tom",Tommy Testing,Malaysia\nSample Trading Ltd,,\n'

  test('is seen by no other company', async () => {
    expect(await upload(admin, csv)).toMatchObject({
      status: 200,
      body: { list: 'own-regulars', number: 1, entries: 2, added: 2 },
    })
    expect(await stateOf('own-regulars')).toMatchObject({ isOwn: true, isStale: false })
    expect(await stateOf('own-regulars', stranger)).toBeUndefined()
    expect((await stranger.call(screeningLists.getVersions, { list: 'own-regulars' })).body).toEqual([])
    const id = (await stateOf('own-regulars'))?.version?.id ?? ''
    expect((await stranger.call(screeningLists.getDelta, { id })).status).toBe(404)
    expect((await upload(stranger, csv)).body).toMatchObject({ number: 1, added: 2 })
  })

  test('is one of twenty at most', async () => {
    for (let n = 2; n <= 20; n++) expect((await upload(admin, csv, `more${n}`)).status).toBe(200)
    expect((await upload(admin, csv, 'onemore')).error.code).toBe('LIST_TOO_MANY')
    expect((await upload(admin, csv, 'more2')).status).toBe(200)
  })

  test('may grow shorter, and says what is wrong with it', async () => {
    expect(
      (await upload(admin, 'name,aliases,country\n"Testing, Tom",Tommy Testing,Malaysia\n')).body,
    ).toMatchObject({
      number: 2,
      removed: 1,
      changed: 0,
    })
    const { status, error } = await upload(admin, 'title\nTom\n')
    expect([status, error.code]).toEqual([422, 'LIST_FORMAT'])
    expect((await upload(admin, 'name\n')).error.code).toBe('LIST_EMPTY')
    expect(await stateOf('own-regulars')).toMatchObject({ version: { number: 2 } })
  })

  test('is taken away while nobody was asked against it, and ended later: what it said stays, and no more is asked of it', async () => {
    const end = (list: string, session = admin) =>
      session.call(screeningLists.end, { list, note: 'They are regulars no more' })
    expect((await end('un')).status).toBe(404)
    expect((await end('own-more20', stranger)).status).toBe(404)
    expect((await end('own-more20')).body.message).toContain('was removed')
    expect(await stateOf('own-more20')).toBeUndefined()
    expect((await upload(admin, csv, 'onemore')).status).toBe(200)

    const search = async () =>
      (await officer.call(screenings.search, { dataSource: 'enhanced', name: 'Tommy Testing' })).body
    const before = await search()
    const hit = before.candidates.find(({ list }) => list === 'own-regulars')
    expect(hit).toMatchObject({ listed: 'same' })
    expect((await end('own-regulars')).body.message).toContain('was ended')
    expect((await search()).candidates.map(({ list }) => list)).not.toContain('own-regulars')
    const { candidates } = (await officer.call(screenings.getHistoryDetail, { id: before.id })).body
    expect(candidates.find(({ id }) => id === hit?.id)).toMatchObject({
      listed: 'gone',
      entryName: 'Testing, Tom',
    })
    expect(await stateOf('own-regulars')).toMatchObject({
      version: { number: 3, entries: 0, removed: 1, reason: 'They are regulars no more' },
    })
    expect(await heard()).toContain('A list was ended')
    expect((await end('own-regulars')).status).toBe(404)

    // It makes room for another, and begins anew by its name.
    expect((await upload(admin, csv, 'another')).status).toBe(200)
    expect((await upload(admin, csv)).error.code).toBe('LIST_TOO_MANY')
    await end('own-another')
    expect((await upload(admin, csv)).body).toMatchObject({ number: 4, added: 2 })
    expect((await search()).candidates.map(({ list }) => list)).toContain('own-regulars')
  })

  test('is taken away without the runs of another company over its list of that name, and whatever that one asked', async () => {
    const { companyId } = admin.login.company
    const [version] = await app.owner<{ id: string }>(
      `select id from watchlists.version where list = 'own-regulars' and owner = '${companyId}' order by number desc`,
    )
    await inCompany(companyId, () => matchNew(app.services, companyId, version?.id ?? ''))
    const runs = () =>
      app.owner(`select id from screening.run where company_id = '${companyId}' and list = 'own-regulars'`)
    expect(await runs()).toHaveLength(1)
    const { body } = await stranger.call(screeningLists.end, { list: 'own-regulars', note: 'No more' })
    expect(body.message).toContain('was removed')
    expect(await runs()).toHaveLength(1)
  })
})
