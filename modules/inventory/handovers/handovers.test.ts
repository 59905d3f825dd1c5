// Long because one drawer goes from hand to hand: each test begins where the one before left it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompany } from '#apps/server/company.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { counts } from '../counts/counts.contract.ts'
import { dayReports } from '../day-reports/day-reports.contract.ts'
import { days } from '../days/days.contract.ts'
import { countVariances } from '../variances/variances.contract.ts'
import { handovers } from './handovers.contract.ts'
import * as queries from './handovers.queries.ts'

let app: TestApp
let teller: Session
let next: Session
let third: Session
let admin: Session
let till: Awaited<ReturnType<typeof openTill>>
const idOf = (session: Session) => session.login.company.userId

beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
  admin = await app.signIn('admin')
  till = await openTill(app, teller, { cash: '6000', stock: { USD: ['1000', '3000'] } })
  const workspaces = [{ type: 3 as const, workspaceId: till.counterId }]
  for (const userName of ['next', 'third']) await app.addUser({ userName, roles: ['teller'], workspaces })
  next = await app.signIn('next')
  third = await app.signIn('third')
})
afterAll(() => app.stop())

/** So many pieces of the smallest note: what lies in the drawer. */
const counted = (dollars: number, money = 6000) => ({
  isZeroConfirmed: true,
  lines: [
    { itemId: till.id('USD'), pieces: [{ kind: 'note' as const, faceValue: '1', count: dollars }] },
    { itemId: till.id('MYR'), pieces: [{ kind: 'note' as const, faceValue: '1', count: money }] },
  ],
})
const current = async (session = teller) =>
  (await session.call(handovers.current, { counterId: till.counterId })).body

async function endDay(session: Session, dollars: number) {
  const { day } = (await session.call(days.current, { counterId: till.counterId })).body
  const key = { id: day?.id ?? '', version: day?.version ?? 0 }
  const { body, error } = await session.call(days.close, { ...key, ...counted(dollars) })
  expect(error?.code).toBeUndefined()
  return body
}

async function close(session: Session, dollars = 1000) {
  const { id, state } = await endDay(session, dollars)
  expect(state).toBe('closed')
  return id
}

const countOf = async (dayId: string, kind: 'closing' | 'opening') => {
  const { items } = (
    await admin.call(counts.list, {
      pageSize: 20,
      filters: [{ key: 'dayId', operator: 'Equals', value: dayId }],
    })
  ).body
  return items.find((one) => one.kind === kind) ?? { id: '', version: 0, state: '' }
}
const linesSeen = async (session: Session, id: string) =>
  (await session.call(counts.getById, { id })).body.takes.map(({ lines }) => lines !== null)

/** Accepts what a count found; under whose name it is then. */
async function decide({ id, version }: { id: string; version: number }) {
  const headers = { 'idempotency-key': randomUUID() }
  const decided = await admin.call(counts.accept, { id, version, note: 'Seen' }, { headers })
  expect(decided.body.state, JSON.stringify(decided.error)).toBe('processed')
  const lines = await app.owner<{ partyId: string }>(
    `select distinct l.party_id as "partyId" from ledger.line l
     join ledger.entry e on e.company_id = l.company_id and e.id = l.entry_id
     where e.source_id = $1 and l.party_id is not null`,
    [id],
  )
  return lines.map(({ partyId }) => partyId)
}

/** How many dollars a count has posted, by whose they are. */
const moved = (id: string) =>
  app.owner<{ partyId: string; of: string }>(
    `select p.party_id as "partyId", trim_scale(-m.quantity)::text as of from ledger.line p
     join ledger.entry e on e.company_id = p.company_id and e.id = p.entry_id
     join ledger.line m on m.company_id = p.company_id and m.entry_id = p.entry_id and m.position = p.position - 1
     where e.source_id = $1 and p.party_id is not null order by 2::numeric`,
    [id],
  )

const handOver = async (from: Session, to: Session, dayId: string) =>
  from.call(handovers.create, { dayId, toId: idOf(to) })
const titles = async (session: Session) => {
  const { body } = await session.call(messages.listUnread, { page: 1, pageSize: 20 })
  return (body as unknown as { title: string }[]).map(({ title }) => title)
}
const pending = async (session: Session) => {
  const { mine, others } = (await session.call(work.list)).body
  const kinds: string[][] = [mine, others].map((items) => items.map(({ kind }) => kind))
  return kinds.map((all) => all.filter((kind) => kind === 'handover').length)
}

describe('a drawer is handed over:', () => {
  let dayId: string
  let kept: string
  test('after its day is closed, by who had it, to who may open the next', async () => {
    const { day } = (await teller.call(days.current, { counterId: till.counterId })).body
    expect((await handOver(teller, next, day?.id ?? '')).error.code).toBe('HANDOVER_PAST')
    dayId = await close(teller)
    const { people, dayId: last, waiting } = await current()
    expect({ last, waiting }).toEqual({ last: dayId, waiting: null })
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(next), idOf(third)]))
    expect(people.map(({ id }) => id)).not.toContain(idOf(teller))
    expect(await current(next)).toEqual({ dayId: null, waiting: null, people: [] })
    expect((await handOver(next, third, dayId)).error.code).toBe('HANDOVER_NOT_YOURS')
    expect((await handOver(teller, teller, dayId)).error.code).toBe('MAKER_IS_CHECKER')
    const auditor = await app.signIn('auditor')
    expect((await handOver(teller, auditor, dayId)).error.code).toBe('HANDOVER_UNABLE')
  })

  test('it waits with one link, for nobody else; nobody opens the day beside it, and it is withdrawn or refused', async () => {
    const { body: first } = await handOver(teller, next, dayId)
    expect(first).toMatchObject({ state: 'waiting', can: ['withdraw'], isCounted: false })
    expect(await titles(next)).toContain('Drawer to take over')
    expect([await pending(next), await pending(teller), await pending(third)]).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
    ])
    expect((await handOver(teller, third, dayId)).error.code).toBe('HANDOVER_PAST')
    const key = { id: first.id, version: first.version }
    for (const session of [teller, third]) {
      const { error } = await session.call(days.open, { counterId: till.counterId, ...counted(1000) })
      expect(error.code).toBe('HANDOVER_WAITING')
    }
    expect((await teller.call(handovers.accept, { ...key, ...counted(1000) })).error.code).toBe(
      'MAKER_IS_CHECKER',
    )
    expect((await third.call(handovers.accept, { ...key, ...counted(1000) })).error.code).toBe(
      'HANDOVER_OF_ANOTHER',
    )
    expect((await teller.call(handovers.withdraw, key)).body).toMatchObject({ state: 'withdrawn', can: [] })
    expect(await titles(next)).not.toContain('Drawer to take over')

    const { body: second } = await handOver(teller, next, dayId)
    const again = { id: second.id, version: second.version }
    expect((await next.call(handovers.refuse, { ...again, note: '' })).status).toBe(400)
    const refused = await next.call(handovers.refuse, { ...again, note: 'Nobody is with me' })
    expect(refused.body).toMatchObject({ state: 'refused', reason: 'Nobody is with me' })
    expect(await titles(teller)).toContain('Your drawer was refused')
  })

  test('of two who hand it over or open its day at once, one does', async () => {
    const opened = () => teller.call(days.open, { counterId: till.counterId, ...counted(1000) })
    for (let round = 0; round < 3; round++) {
      const given = await Promise.all([next, third, next, third].map((to) => handOver(teller, to, dayId)))
      const [done, ...more] = given.filter(({ status }) => status === 200)
      expect(more).toEqual([])
      const codes = given.filter(({ status }) => status !== 200).map(({ error }) => error.code)
      expect(codes).toEqual(['HANDOVER_PAST', 'HANDOVER_PAST', 'HANDOVER_PAST'])
      const { id = '', version = 0 } = done?.body ?? {}
      expect((await teller.call(handovers.withdraw, { id, version })).status).toBe(200)
    }
    const [given, day] = await Promise.all([handOver(teller, next, dayId), opened()])
    const answers = [given, day].map(({ status, error }) => (status === 200 ? 200 : error.code))
    expect([
      [200, 'HANDOVER_WAITING'],
      ['HANDOVER_PAST', 200],
    ]).toContainEqual(answers)
    if (given.status === 200) {
      const { id, version } = given.body
      expect((await teller.call(handovers.withdraw, { id, version })).status).toBe(200)
    } else dayId = await close(teller)
  })

  test('a count that agrees opens the day of the next teller, and both names stand on the report', async () => {
    const { id, version } = (await handOver(teller, next, dayId)).body
    expect((await next.call(dayReports.list, { dayId })).body.isBlind).toBe(true)
    // Nor does the count itself say it to anybody but who made it.
    const closing = await countOf(dayId, 'closing')
    expect(closing.state).toBe('processed')
    const seen = async () => [await linesSeen(next, closing.id), await linesSeen(teller, closing.id)]
    expect(await seen()).toEqual([[false], [true]])
    const { body } = await next.call(handovers.accept, { id, version, ...counted(1000) })
    expect(body).toMatchObject({ state: 'accepted', can: [] })
    const { day } = (await next.call(days.current, { counterId: till.counterId })).body
    expect(day).toMatchObject({ id: body.nextDayId, state: 'open', isRecount: false })
    expect(await seen()).toEqual([[true], [true]])
    for (const one of [dayId, day?.id ?? ''])
      expect((await admin.call(dayReports.list, { dayId: one })).body.signed).toEqual([
        {
          dayId,
          author: 'Mei Ling Wong',
          toName: body.toName,
          createdAt: body.createdAt,
          endedAt: body.endedAt,
        },
      ])
    expect((await next.call(handovers.accept, { id, version, ...counted(1000) })).error.code).toBe(
      'STALE_VERSION',
    )
    expect(await titles(teller)).toContain('Your drawer was taken over')
  })

  test('a count that differs is made once more, blind; the difference is of whoever had the drawer', async () => {
    const day = await close(next)
    const { id, version } = (await handOver(next, third, day)).body
    const first = (await third.call(handovers.accept, { id, version, ...counted(900) })).body
    expect(first).toMatchObject({ state: 'waiting', isCounted: true, can: ['accept'], nextDayId: null })
    // What the other had found, and the books, stay unknown.
    const blind = (await third.call(dayReports.list, { dayId: day })).body
    expect(blind.isBlind).toBe(true)
    expect(JSON.stringify(blind)).not.toMatch(/1000|900/)
    expect(JSON.stringify(first)).not.toMatch(/1000|900/)
    const left = await third.call(handovers.refuse, { id, version: first.version, note: 'Short' })
    expect(left.error.code).toBe('HANDOVER_COUNTED')
    const repeated = await third.call(handovers.accept, { id, version, ...counted(900) })
    expect(repeated.error.code).toBe('STALE_VERSION')
    const second = await third.call(handovers.accept, { id, version: first.version, ...counted(900) })
    expect(second.body, JSON.stringify(second.error)).toMatchObject({ state: 'accepted' })
    // Until it is decided they do not see what was expected.
    expect((await third.call(dayReports.list, { dayId: day })).body.isBlind).toBe(true)
    const closing = await countOf(day, 'closing')
    expect(await linesSeen(third, closing.id)).toEqual([false])
    const count = await countOf(second.body.nextDayId ?? '', 'opening')
    expect(count).toMatchObject({ kind: 'opening', state: 'submitted' })
    // Whose drawer it was neither accepts nor throws away what the other found, whatever their limit.
    const key = { id: count.id, version: count.version, note: 'Seen' }
    for (const act of [counts.accept, counts.cancel]) {
      const own = await next.call(act, key, { headers: { 'idempotency-key': randomUUID() } })
      expect(own.error.code).toBe('MAKER_IS_CHECKER')
    }
    expect((await next.call(counts.getById, { id: count.id })).body.can).toEqual([])
    expect(await decide(count)).toEqual([idOf(next)])
    expect((await third.call(dayReports.list, { dayId: day })).body.isBlind).toBe(false)
  })

  test('of whoever had the drawer it stays when the handover is withdrawn, and they do not count it again', async () => {
    const day = await close(third, 900)
    const { id, version } = (await handOver(third, next, day)).body
    const first = (await next.call(handovers.accept, { id, version, ...counted(800) })).body
    expect(first).toMatchObject({ state: 'waiting', isCounted: true })
    const key = { id, version: first.version }
    expect((await third.call(handovers.withdraw, key)).error.code).toBe('HANDOVER_COUNTED')
    expect((await admin.call(handovers.withdraw, key)).body.state).toBe('withdrawn')
    const { day: begun } = (await third.call(days.current, { counterId: till.counterId })).body
    const again = { counterId: till.counterId, version: begun?.version ?? 0 }
    const { error } = await third.call(days.open, { ...again, ...counted(900) })
    expect([error.code, error.invalidParams.map(({ field }) => field)]).toEqual([
      'MAKER_IS_CHECKER',
      ['counterId'],
    ])
    const opened = (await teller.call(days.open, { ...again, ...counted(800) })).body
    expect(opened).toMatchObject({ id: begun?.id, state: 'open' })
    const count = await countOf(opened.id, 'opening')
    expect(await decide(count)).toEqual([idOf(third)])
    kept = count.id
  })

  test('a difference is of whoever handed the drawer over, where another had opened the day', async () => {
    const day = await close(next, 800)
    const { id, version } = (await handOver(next, third, day)).body
    const first = (await third.call(handovers.accept, { id, version, ...counted(700) })).body
    const taken = await third.call(handovers.accept, { id, version: first.version, ...counted(700) })
    expect(taken.body.state, JSON.stringify(taken.error)).toBe('accepted')
    expect(await decide(await countOf(taken.body.nextDayId ?? '', 'opening'))).toEqual([idOf(next)])
  })

  test('and stays theirs where a later count is decided in its place, which adds only what is more', async () => {
    const day = await close(third, 700)
    const { id, version } = (await handOver(third, next, day)).body
    const first = (await next.call(handovers.accept, { id, version, ...counted(600) })).body
    const taken = (await next.call(handovers.accept, { id, version: first.version, ...counted(600) })).body
    const opening = await countOf(taken.nextDayId ?? '', 'opening')
    expect(opening.state).toBe('submitted')
    let ended = await endDay(next, 550)
    if (ended.isRecount) ended = await endDay(next, 550)
    expect(ended.state).toBe('closed')
    expect((await countOf(ended.id, 'opening')).state).toBe('superseded')
    const closing = await countOf(ended.id, 'closing')
    expect(closing.state).toBe('submitted')
    // What is to be decided is still what they found when they took it over.
    const isBlind = async () => (await next.call(dayReports.list, { dayId: day })).body.isBlind
    expect(await isBlind()).toBe(true)
    expect(await linesSeen(next, (await countOf(day, 'closing')).id)).toEqual([false])
    const own = await third.call(counts.cancel, { id: closing.id, version: closing.version, note: 'Seen' })
    expect(own.error.code).toBe('MAKER_IS_CHECKER')
    expect((await decide(closing)).toSorted()).toEqual([idOf(next), idOf(third)].toSorted())
    expect(await isBlind()).toBe(false)
    expect(await moved(closing.id)).toEqual([
      { partyId: idOf(next), of: '50' },
      { partyId: idOf(third), of: '100' },
    ])
  })

  test('what the next teller found is reported under whoever had the drawer', async () => {
    const ask = { from: '2020-01-01', to: '2099-12-31', personId: idOf(third) }
    const { rows } = (await admin.call(countVariances.list, ask)).body
    const found = rows.filter(({ differing }) => differing > 0)
    expect(found.map(({ countId }) => countId)).toEqual([kept])
    expect(found).toMatchObject([{ person: 'third', differing: 1, waiting: '0.00' }])
    const kinds = rows.map(
      async ({ countId }) => (await admin.call(counts.getById, { id: countId ?? '' })).body,
    )
    for (const { kind, takes } of await Promise.all(kinds))
      expect([kind, takes[0]?.author]).not.toEqual(['opening', 'third'])
  })

  test('in another company there is none of it', async () => {
    const other = await createCompany(app.services, otherHouse, () => Promise.resolve())
    const there = await inCompany(other, () => queries.listSigned(app.services.db, dayId))
    expect(there).toEqual([])
    const here = await inCompany(admin.login.company.companyId, () =>
      queries.listSigned(app.services.db, dayId),
    )
    expect(here).toHaveLength(1)
  })
})
