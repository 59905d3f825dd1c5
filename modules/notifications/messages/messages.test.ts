// Long because a capability has one test file: calls, front door, sockets, retention and the rules of the panel.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { otherHouse, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { openApiOf, readOperations } from '#apps/server/openapi/document.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { notifications } from '../module.server.ts'
import { notify } from '../public.server.ts'
import { type Message, messages } from './messages.contract.ts'
import { groupOf, isNearEnd, messageGroups, messagePath, timestamp } from './messages.domain.ts'

type Notification = Parameters<typeof notify>[1]
type Session = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Session
let teller: Session
let stranger: Session
let companyId: string
beforeAll(async () => {
  app = await testApp()
  await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      { userName: 'other', firstName: 'Other', password: demoPassword, role: 'company_administrator' },
      roleIds,
    ),
  )
  admin = await app.signIn('admin')
  teller = await app.signIn('teller')
  stranger = await app.signIn('other')
  companyId = admin.login.company.companyId
})
afterAll(() => app.stop())

const change = (work: (tx: Tx) => Promise<unknown>, company = companyId) =>
  inCompany(company, () => app.services.db.transaction().execute(work))
const send = (message: Partial<Notification> & Pick<Notification, 'to'>) =>
  change((tx) =>
    notify(tx, { type: 'SUCCESS', title: 'Title', content: 'Content', ...message } as Notification),
  )
const tellerId = () => teller.login.company.userId
const rowsOf = (title: string) =>
  app.owner<{ user_name: string }>(
    `select u.user_name from notifications.message m join access.user u on u.id = m.user_id
     where m.title = $1 order by user_name`,
    [title],
  )
const whoHas = async (title: string) => (await rowsOf(title)).map((row) => row.user_name)

/** The rows as they travel, and the header beside them. */
async function page(
  session: Session,
  query: { page?: number; pageSize?: number } = {},
  list = messages.list,
) {
  const { status, body, headers } = await session.call(list, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return {
    items: body as unknown as Message[],
    paging: JSON.parse(String(headers['x-pagination'])) as Record<string, number>,
  }
}
const unread = async (session: Session) => (await session.call(messages.countUnread)).body.count

describe('a person', () => {
  test('sees only their own messages, newest first, as they travel by the specification', async () => {
    const data = { complianceScreeningId: randomUUID(), dataSource: 'OFAC' as const }
    await send({ to: { users: [tellerId()] }, type: 'WARNING', title: 'First', data })
    await send({ to: { users: [tellerId()] }, title: 'Second', at: new Date('2026-01-02T03:04:05Z') })
    const { items, paging } = await page(teller)
    expect(items).toEqual([
      {
        id: expect.any(String) as unknown,
        type: 'WARNING',
        title: 'First',
        content: 'Content',
        notifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        viewedAt: null,
        data,
      },
      expect.objectContaining({ title: 'Second', notifiedAt: '2026-01-02T03:04:05.000Z', data: null }),
    ])
    expect(paging).toEqual({ totalItems: 2, totalPages: 1, pageSize: 20, pageNumber: 1 })
    for (const other of [admin, stranger])
      expect((await page(other)).items.map(({ title }) => title)).not.toContain('First')
    const [first] = items
    for (const other of [admin, stranger])
      expect((await other.call(messages.view, { id: first?.id ?? '' })).status).toBe(404)
    expect(await unread(teller)).toBe(2)
  })

  test('gets twenty at a time, or as many as asked for', async () => {
    const reader = await app.signIn('accountant')
    const { login } = reader
    for (let n = 1; n <= 45; n++)
      await send({ to: { users: [login.company.userId] }, title: `${n}`, at: new Date(2026, 0, 1, 0, n) })
    const titles = async (query: { page?: number; pageSize?: number }) =>
      (await page(reader, query)).items.map(({ title }) => Number(title))
    expect(await titles({})).toEqual(Array.from({ length: 20 }, (_, at) => 45 - at))
    expect(await titles({ page: 3 })).toEqual([5, 4, 3, 2, 1])
    expect(await titles({ page: 4 })).toEqual([])
    expect(await titles({ page: 2, pageSize: 40 })).toEqual([5, 4, 3, 2, 1])
    expect((await page(reader, { page: 2 })).paging).toEqual({
      totalItems: 45,
      totalPages: 3,
      pageSize: 20,
      pageNumber: 2,
    })
    for (const query of [{ page: 0 }, { pageSize: 0 }, { pageSize: 1001 }, { page: 'x' }, { size: 1 }])
      expect(
        (await reader.call(messages.list, undefined, { raw: query })).status,
        JSON.stringify(query),
      ).toBe(400)
  })

  test('marks one read once and for all; the count and the unread list follow', async () => {
    const before = await unread(teller)
    await send({ to: { users: [tellerId()] }, title: 'To be read' })
    const { items, paging } = await page(teller, {}, messages.listUnread)
    expect(paging).toMatchObject({ totalItems: before + 1 })
    const { id = '' } = items.find(({ title }) => title === 'To be read') ?? {}
    const first = await teller.call(messages.view, { id })
    expect(first.body).toMatchObject({ id, viewedAt: expect.any(String) as unknown })
    expect(await teller.call(messages.view, { id })).toMatchObject({ status: 200, body: first.body })
    expect(await unread(teller)).toBe(before)
    const left = await page(teller, {}, messages.listUnread)
    expect(left.items.map((one) => one.id)).not.toContain(id)
    expect((await page(teller)).items.find((one) => one.id === id)?.viewedAt).toBe(first.body.viewedAt)
    expect((await teller.call(messages.view, { id: randomUUID() })).status).toBe(404)
  })

  test('is synced without a body, and told by whose calendar to group', async () => {
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/v1/management/messages',
      headers: { authorization: `Bearer ${teller.login.userInfo.accessToken}` },
    })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { count: await unread(teller), timeZone: 'Asia/Kuala_Lumpur' },
    ])
    const marked = await app.http.inject({
      method: 'PUT',
      url: `/api/v1/management/messages/${(await page(teller)).items[0]?.id}`,
      headers: { authorization: `Bearer ${teller.login.userInfo.accessToken}` },
    })
    expect(marked.statusCode).toBe(200)
  })

  test('reads what has a text in their own language, and what has none any more as it was written', async () => {
    const values = { number: '{{until}}', until: '31/12/2028' }
    await send({ to: { users: [tellerId()] }, text: 'demo.licence', values })
    const inLanguage = async (tag: string) => {
      const { body } = await teller.call(messages.list, {}, { headers: { 'accept-language': tag } })
      return (body as unknown as Message[])[0]
    }
    expect(await inLanguage('zh-Hant')).toMatchObject({
      title: '牌照已登記',
      content: '牌照 {{until}} 有效期至 31/12/2028。',
    })
    const english = { title: 'Licence on file', content: 'Licence {{until}} is valid until 31/12/2028.' }
    expect(await inLanguage('en')).toMatchObject(english)
    await app.owner(`update notifications.message set text_key = 'gone' where title = 'Licence on file'`)
    expect(await inLanguage('vi')).toMatchObject(english)
    await expect(send({ to: { users: [tellerId()] }, text: 'not.there' })).rejects.toThrow('not.there')
  })
})

describe('notify', () => {
  test('reaches users by name: active ones of the company, each once', async () => {
    const { id: locked, version } = await app.addUser({ userName: 'locked.one' })
    await admin.call(users.lock, { id: locked, version })
    const to = { users: [tellerId(), tellerId(), locked, stranger.login.company.userId, randomUUID()] }
    await send({ to, title: 'By name' })
    expect(await whoHas('By name')).toEqual(['teller'])
  })

  test('reaches whoever holds a role, once also with two of them', async () => {
    const { id } = await app.addUser({ userName: 'two.hats', roles: ['teller', 'compliance_officer'] })
    await send({ to: { roles: ['teller', 'compliance_officer'], users: [id] }, title: 'By role' })
    expect(await whoHas('By role')).toEqual(['compliance', 'teller', 'two.hats'])
    await app.owner(`update access.role set is_enabled = false where base_role = 'teller'`)
    await send({ to: { roles: ['teller'] }, title: 'By a role switched off' })
    await app.owner(`update access.role set is_enabled = true where base_role = 'teller'`)
    expect(await whoHas('By a role switched off')).toEqual([])
  })

  test('reaches whoever is assigned to a branch, its counters, its region or the company', async () => {
    const { items } = (await admin.call(branches.list, {})).body
    const idOf = (name: string) => items.find((branch) => branch.name === name)?.id ?? ''
    await send({ to: { branch: idOf('Bukit Bintang') }, title: 'Central' })
    await send({ to: { branch: idOf('George Town') }, title: 'North' })
    expect(await whoHas('Central')).toEqual(['accountant', 'admin', 'compliance', 'manager', 'teller'])
    expect(await whoHas('North')).toEqual(['accountant', 'admin', 'compliance'])
    await expect(send({ to: { branch: randomUUID() } })).rejects.toThrow('NOT_FOUND')
  })

  test('to nobody is nothing, and rolls back with whoever calls it', async () => {
    await send({ to: {}, title: 'To nobody' })
    await change(async (tx) => {
      await notify(tx, { to: { users: [tellerId()] }, type: 'ERROR', title: 'Never', content: '' })
      throw new Error('changed our mind')
    }).catch(() => undefined)
    expect(await whoHas('To nobody')).toEqual([])
    expect(await whoHas('Never')).toEqual([])
    const waiting = await app.owner(`select from kit.outbox where name = 'notifications'`)
    await app.relay()
    expect(waiting.length).toBeGreaterThan(0)
  })

  test('fills the panel of the demonstration', async () => {
    const { items } = await page(admin, { pageSize: 100 })
    expect(items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Everybody knows these passwords', 'Straits Exchange Sdn Bhd is ready']),
    )
  })
})

describe('an open page', () => {
  const news = { topic: 'notifications', data: null }
  const sockets: WebSocket[] = []
  // One of its own: a server that has answered takes no web app on any more, where one is built.
  let server: TestApp
  beforeAll(async () => {
    server = await testApp({ beside: app })
    await server.start()
  })
  afterAll(async () => {
    sockets.forEach((socket) => socket.close())
    await server.stop()
  })

  async function listen({ login }: Session): Promise<unknown[]> {
    const heard: unknown[] = []
    const socket = new WebSocket(`ws://127.0.0.1:${server.settings.AGIO_PORT}/api/ws`)
    sockets.push(socket)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token: login.userInfo.accessToken })))
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
    await expect.poll(() => heard).toEqual([{ topic: 'welcome', data: null }])
    heard.length = 0
    return heard
  }

  test('hears of a message, and of one that was read in another tab, within a second', async () => {
    const [own, foreign] = [await listen(teller), await listen(stranger)]
    await send({ to: { users: [tellerId()] }, title: 'Now' })
    await expect.poll(() => own, { interval: 5, timeout: 1000 }).toEqual([news])
    const { id = '' } = (await page(teller)).items.find(({ title }) => title === 'Now') ?? {}
    await teller.call(messages.view, { id })
    await teller.call(messages.view, { id })
    await expect.poll(() => own, { interval: 5, timeout: 1000 }).toEqual([news, news])
    expect(foreign).toEqual([])
  })

  test('hears of it also when it goes to more people than one word to the sockets holds', async () => {
    const crowd = await app.owner<{ id: string }>(
      `insert into access.user (company_id, user_name, first_name)
       select $1, 'crowd' || n, 'Crowd' from generate_series(1, 250) n returning id`,
      [companyId],
    )
    const own = await listen(teller)
    await send({ to: { users: [...crowd.map(({ id }) => id), tellerId()] }, title: 'To a crowd' })
    await expect.poll(() => own, { interval: 5, timeout: 1000 }).toEqual([news])
    expect(await rowsOf('To a crowd')).toHaveLength(251)
  })
})

test('what was read ninety days ago is forgotten in every company; what nobody has read is kept', async () => {
  await app.owner(`
    insert into notifications.message (company_id, user_id, type, title, content, notified_at, viewed_at)
    select company_id, id, 'SUCCESS', 'Old ' || coalesce(age::text, 'unread'), '', now() - interval '200 days', now() - age * interval '1 day'
    from access.user cross join unnest(array[91, 89, null]) age where user_name in ('teller', 'other')`)
  const job = notifications.jobs?.find(({ name }) => name === 'notifications.forget')
  await inCompany(undefined, () => job?.run({}, { services: app.services, log: app.log }))
  const left = await app.owner(`select title from notifications.message where title like 'Old %' order by 1`)
  expect(left.map((row) => (row as { title: string }).title)).toEqual([
    'Old 89',
    'Old 89',
    'Old unread',
    'Old unread',
  ])
})

test('both lists and the count are found by an index, under row-level security', async () => {
  await app.owner('vacuum analyze notifications.message')
  const plan = async (where: string) =>
    JSON.stringify(
      await inCompany(companyId, () =>
        app.services.db.transaction().execute(async (tx) => {
          await sql`set local enable_seqscan = off`.execute(tx)
          const text = `explain select * from notifications.message where user_id = '${tellerId()}' ${where}`
          return (await sql.raw(text).execute(tx)).rows
        }),
      ),
    )
  const order = 'order by notified_at desc, id desc limit 20'
  expect(await plan(order)).toMatch(/Index Scan using message_of_user(?!.*Sort)/)
  expect(await plan(`and viewed_at is null ${order}`)).toMatch(/Index Scan using message_unread(?!.*Sort)/)
})

test('a list whose rows travel alone is published as an array', async () => {
  const { paths } = openApiOf(await readOperations(notifications.routers))
  const schema = paths['/v1/management/messages']?.['get']
  expect(schema).toMatchObject({
    responses: { '200': { content: { 'application/json': { schema: { type: 'array' } } } } },
  })
})

describe('the panel', () => {
  const kl = 'Asia/Kuala_Lumpur'

  test('groups by the calendar of the company, whatever the day elsewhere', () => {
    // Thursday, half past midnight in Kuala Lumpur; still Wednesday in Greenwich.
    const now = new Date('2026-11-18T16:30:00Z')
    const groups = [
      ['2026-11-18T16:00:00Z', 'TODAY'],
      ['2026-11-19T02:00:00Z', 'TODAY'],
      ['2026-11-18T15:59:59Z', 'YESTERDAY'],
      ['2026-11-17T16:00:00Z', 'YESTERDAY'],
      ['2026-11-17T15:59:59Z', 'THIS_WEEK'],
      ['2026-11-15T16:00:00Z', 'THIS_WEEK'],
      ['2026-11-15T15:59:59Z', 'OLDER'],
      ['2025-11-18T16:30:00Z', 'OLDER'],
    ] as const
    for (const [at, group] of groups) expect(groupOf(at, now, kl), at).toBe(group)
    expect(groupOf('2026-11-18T15:59:59Z', now, 'UTC')).toBe('TODAY')
    // On a Monday the week has no day before yesterday; Sunday is yesterday, Saturday is older.
    const monday = new Date('2026-11-16T04:00:00Z')
    expect(groupOf('2026-11-15T04:00:00Z', monday, kl)).toBe('YESTERDAY')
    expect(groupOf('2026-11-14T04:00:00Z', monday, kl)).toBe('OLDER')
  })

  test('never puts a newer message under an older heading', () => {
    const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom(kl, 'UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu')
    fc.assert(
      fc.property(instant, fc.nat(20 * 86_400), fc.nat(86_400), zone, (now, age, younger, timeZone) => {
        const place = (seconds: number) =>
          messageGroups.indexOf(
            groupOf(new Date(now.getTime() - seconds * 1000).toISOString(), now, timeZone),
          )
        expect(place(Math.max(0, age - younger))).toBeLessThanOrEqual(place(age))
      }),
    )
  })

  test('shows when, as dd/MM/yyyy, h:mm a in the time zone of the company', () => {
    expect(timestamp('2026-03-05T06:30:00Z', kl, 'en')).toBe('05/03/2026, 2:30 PM')
    expect(timestamp('2026-03-05T16:05:00Z', kl, 'en')).toBe('06/03/2026, 12:05 AM')
    expect(timestamp('2026-03-05T04:05:00Z', kl, 'en')).toBe('05/03/2026, 12:05 PM')
    expect(timestamp('2026-12-31T20:05:00Z', kl, 'zh-Hant')).toMatch(/^01\/01\/2027, 4:05 \S+$/)
    expect(timestamp('2026-12-31T20:05:00Z', kl, 'vi')).toMatch(/^01\/01\/2027, 4:05 \S+$/)
  })

  test('opens the deal, or the history of the screening in its own list', () => {
    expect(messagePath({ dealId: '7' })).toBe('/transaction-monitoring/7')
    expect(messagePath({ duplicateReviewId: '7' })).toBe('/customer/duplicates/7')
    expect(messagePath({ reportCandidateId: '7' })).toBe('/compliance/report-candidates/7')
    expect(messagePath({ countId: '7' })).toBe('/inventory/audit-or-count/7')
    expect(messagePath({ complianceScreeningId: '7', dataSource: 'UNSC' })).toBe('/compliance/unsc/history/7')
    expect(messagePath({ complianceScreeningId: 'a/b', dataSource: 'OFAC' })).toBe(
      '/compliance/ofac/history/a%2Fb',
    )
  })

  test('fetches more when a fifth of the whole is left below', () => {
    const at = (scrollTop: number) => isNearEnd({ scrollTop, clientHeight: 400, scrollHeight: 2000 })
    expect([at(0), at(1199), at(1200), at(1600)]).toEqual([false, false, true, true])
  })
})
