import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { xlsx } from '#kit/server/tables/table.server.ts'
import { cellText } from '#kit/domain/cells.domain.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { decisions } from './decisions/decisions.contract.ts'
import { evidence } from './evidence/evidence.contract.ts'
import { screenings } from './screenings/screenings.contract.ts'

let app: TestApp
let officer: Session
let second: Session
let teller: Session

beforeAll(async () => {
  app = await testApp()
  await app.addUser({ userName: 'officer', roles: ['compliance_officer'] })
  await app.addUser({ userName: 'second', roles: ['mlro'] })
  await app.addUser({ userName: 'cashier', roles: ['teller'] })
  officer = await app.signIn('officer')
  second = await app.signIn('second')
  teller = await app.signIn('cashier')
})
afterAll(() => app.stop())

const search = (draft: object, session = officer) =>
  session.call(screenings.search, { dataSource: 'unsc', ...draft } as never)

describe('a search', () => {
  test('keeps question, settings, lists and candidates, and says why each scored as it did', async () => {
    const [listed] = await app.owner<{ name: string }>(
      `select name from watchlists.entry where list = 'un' and schema = 'person' order by entry_id limit 1`,
    )
    const { status, body } = await search({ name: listed?.name, entityType: 'person' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'in_review', cause: 'manual', isOpen: true, stale: [], failure: '' })
    expect(body.lists).toMatchObject([{ list: 'un', number: 2, since: null }])
    expect(body.candidates[0]).toMatchObject({ score: 1, state: 'pending', listed: 'same', list: 'un' })
    expect(body.candidates[0]?.comparison.aligned[0]?.similarity).toBe(1)
    expect((await officer.call(screenings.getHistoryDetail, { id: body.id })).body).toEqual(body)
    const none = await search({ name: 'Wilhelmina Ackerby-Tonks', entityType: 'person' })
    expect(none.body).toMatchObject({ state: 'no_hit', isOpen: false, hits: 0, topScore: null })
  })

  test('finds a name whatever else is said of it, and on whichever kind of entry', async () => {
    const [listed] = await app.owner<{ name: string; entry_id: string }>(
      `select name, entry_id from watchlists.entry where list = 'un' and schema = 'person' order by entry_id limit 1`,
    )
    const wrong = { dateOfBirth: '1901-01-02', country: 'SG', gender: 'F', documentNumber: 'NOBODY1' }
    for (const asked of [{ entityType: 'person', ...wrong }, { entityType: 'organisation' }]) {
      const { body, error } = await search({ name: listed?.name, ...asked })
      expect(body.candidates?.[0]?.entryId, JSON.stringify(error)).toBe(listed?.entry_id)
    }
  })

  test.each([
    ['', 'This field is required'],
    ['x', 'One letter is not enough to look for anybody.'],
    ['a'.repeat(10_000), 'This is longer than any name that can be compared.'],
    ['🦊🦊🦊', 'A name has letters; nobody can be looked for by this.'],
    ['1267 1988', 'A name has letters; nobody can be looked for by this.'],
    ['Limited', 'This says only what kind of company it is, or a title. Add the name itself.'],
  ])('says what is wrong with %j', async (name, message) => {
    const { status, error } = await search({ name, entityType: 'organisation' })
    expect(status).toBe(400)
    expect(error.invalidParams).toEqual([{ field: 'name', message }])
  })

  test('says that there is no such day, and takes no signs that cannot be seen', async () => {
    const { error } = await search({ name: 'Somebody Known', dateOfBirth: '2001-02-30' })
    expect(error.invalidParams).toEqual([{ field: 'dateOfBirth', message: 'There is no such day.' }])
    expect((await search({ name: 'Some\u0000body' })).status).toBe(400)
    expect((await search({ name: 'Иванов 王 Smith' })).body).toMatchObject({ state: 'no_hit' })
  })

  test('clears nobody by a list that is too old, or not there', async () => {
    app.setNow(new Date(Date.now() + 8 * 86_400_000))
    officer = await app.signIn('officer')
    const { body } = await search({ name: 'Wilhelmina Ackerby-Tonks' })
    expect(body).toMatchObject({ state: 'in_review', stale: ['un'], hits: 0, isOpen: true })
    app.setNow(new Date())
    officer = await app.signIn('officer')
  })

  test('is seen by whoever asked, and by compliance', async () => {
    const { body } = await search({ name: 'Wilhelmina Ackerby-Tonks' }, teller)
    expect((await teller.call(screenings.getHistoryDetail, { id: body.id })).status).toBe(200)
    const { body: own } = await search({ name: 'Wilhelmina Ackerby-Tonks' })
    expect((await teller.call(screenings.getHistoryDetail, { id: own.id })).status).toBe(404)
    expect((await teller.call(screenings.list)).body.items.map(({ id }) => id)).toEqual([body.id])
    expect((await second.call(screenings.list)).body.items.length).toBeGreaterThan(3)
  })

  test('shows whoever only asked what was found, and nothing of what compliance made of it', async () => {
    const { body } = await search({ name: 'Viktor Emilovich Zarunin' }, teller)
    const { body: seen } = await officer.call(screenings.getHistoryDetail, { id: body.id })
    const { id, version, candidates } = seen
    const all = { id, version, candidates: candidates.map((one) => one.id), note: 'Another father' }
    expect((await officer.call(decisions.decide, { ...all, outcome: 'no_hit' })).body.state).toBe('no_hit')
    const { body: later } = await teller.call(screenings.getHistoryDetail, { id })
    expect(later).toMatchObject({ state: 'in_review', closedAs: null, decisions: [] })
    expect(later.candidates.flatMap((one) => [one.state, ...one.decisions])).toEqual(
      candidates.map(() => 'pending'),
    )
    const own = async (state: string) => {
      const filters = [{ key: 'state' as const, operator: 'Equals' as const, value: state }]
      return (await teller.call(screenings.list, { filters })).body.items.filter((one) => one.id === id)
    }
    expect(await own('in_review')).toMatchObject([{ state: 'in_review', isOpen: true, closedAs: null }])
    expect(await own('no_hit')).toEqual([])
  })
})

describe('a history', () => {
  test('is taken away as a workbook, by each as they see it', async () => {
    const rows = async (session: Session, name: string) => {
      const reply = await app.http.inject({
        method: 'POST',
        url: `/api${screenings.export.path}`,
        headers: { authorization: `Bearer ${session.login.userInfo.accessToken}` },
        payload: { filters: [{ key: 'name', operator: 'Equals', value: name }] },
      })
      expect(reply.statusCode).toBe(200)
      const pieces = await Array.fromAsync(tableRows(Uint8Array.from(reply.rawPayload), xlsx))
      return pieces.flatMap((piece) => piece.rows.map(({ cells }) => cells.map(cellText)))
    }
    await search({ name: 'Viktor Emilovich Zarunin' })
    const [head, ...all] = await rows(officer, 'Viktor Emilovich Zarunin')
    expect(head?.slice(0, 4)).toEqual(['Name', 'Data source', 'State', 'Candidates'])
    expect(all.map((row) => row[2])).toEqual(expect.arrayContaining(['In review', 'No hit']))
    expect((await rows(teller, 'Viktor Emilovich Zarunin')).slice(1).map((row) => row[2])).toEqual([
      'In review',
    ])
  })
})

describe('a screening', () => {
  test('is evidence: nothing of it is altered, whoever holds the connection', async () => {
    const { companyId } = officer.login.company
    for (const change of [
      `update screening.screening set name = 'x'`,
      `update screening.screening set options = '{}'`,
      `update screening.screening set deal_id = uuidv7(); update screening.screening set deal_id = null`,
      `update screening.candidate set score = 0`,
      'delete from screening.candidate',
      'delete from screening.screening',
    ])
      await expect(app.owner(`set app.company_id = '${companyId}'; ${change}`), change).rejects.toThrow(
        /append-only/,
      )
  })
})

describe('the paper of a screening', () => {
  test('holds the question, the lists, the candidates and who decided, in the language of the reader', async () => {
    const { body } = await search({ name: 'Viktor Emilovich Zarunin', entityType: 'person' })
    const { headers, status } = await officer.call(
      evidence.historyPdf,
      { id: body.id },
      { headers: { 'accept-language': 'zh-Hant' } },
    )
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    const { body: other } = await search({ name: 'Wilhelmina Ackerby-Tonks' })
    expect((await teller.call(evidence.historyPdf, { id: other.id })).status).toBe(404)
  })
})
