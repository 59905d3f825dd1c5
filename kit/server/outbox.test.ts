import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { someone } from '#kit/test/http.ts'
import { type Mailbox, openMailbox } from '#kit/test/mailbox.ts'
import Fastify from 'fastify'
import type { Actor, Services } from './context.server.ts'
import { type Database, inCompany, openDatabase } from './database.server.ts'
import { type Job, startWorker } from './jobs.server.ts'
import { mailJob, sendMail } from './mail.server.ts'
import { enqueue, type Message, publish, startRelay } from './outbox.server.ts'
import { withClient } from './prepare.server.ts'
import { createRealtime, type Realtime } from './realtime.server.ts'

const log = pino({ level: 'silent' })
const company = randomUUID()
const people = [someone(company), someone(company), someone(randomUUID())] as const
let home: TestDatabase
let database: Database
let services: Services
let relay: ReturnType<typeof startRelay>
beforeAll(async () => {
  home = await testDatabase()
  database = openDatabase(home.runtime, { onError: () => undefined })
  services = { db: database.db, now: () => new Date() } as Services
  relay = startRelay(database.db, log)
})
afterAll(async () => {
  await relay.stop()
  await database.close()
})

const owner = <R>(text: string, values: unknown[] = []) =>
  withClient(home.owner, async (client) => (await client.query(text, values)).rows as R[])
/** A change in a company that commits, or does not. */
const change = (work: (db: Database['db']) => Promise<unknown>, commits = true) =>
  inCompany(company, () =>
    database.db.transaction().execute(async (tx) => {
      await work(tx)
      if (!commits) throw new Error('changed our mind')
    }),
  ).catch((error: Error) => expect(error.message).toBe('changed our mind'))

describe('a job', () => {
  const done: { n: unknown; companyId: string | undefined; seen: string[] }[] = []
  const job: Job = {
    name: 'test.note',
    async run({ n, companyId }) {
      const rows = await database.db.selectFrom('kit.mail').select('recipient').execute()
      done.push({ n, companyId, seen: rows.map(({ recipient }) => recipient) })
    },
  }
  let worker: Awaited<ReturnType<typeof startWorker>>
  beforeAll(async () => {
    worker = await startWorker(database.pool, [job], { services, log })
    for (const each of [company, randomUUID()])
      await inCompany(each, () =>
        database.db.insertInto('kit.mail').values({ recipient: each, subject: '', body: '' }).execute(),
      )
  })
  afterAll(() => worker.stop())

  test('runs after the commit, in the company that asked; never after a rollback', async () => {
    let early = 0
    await change(async (db) => {
      await enqueue(db, 'test.note', { n: 1, companyId: 'forged' })
      await expect.poll(() => owner('select 1')).toHaveLength(1)
      early = done.length
    })
    await change((db) => enqueue(db, 'test.note', { n: 2 }), false)
    await change((db) => enqueue(db, 'test.note', { n: 3 }))
    await expect.poll(() => done.length).toBe(2)
    expect(early).toBe(0)
    expect(done.toSorted((a, b) => Number(a.n) - Number(b.n))).toEqual([
      { n: 1, companyId: company, seen: [company] },
      { n: 3, companyId: company, seen: [company] },
    ])
  })

  test('of nobody runs in no company and sees no row', async () => {
    done.length = 0
    await inCompany(undefined, () => enqueue(database.db, 'test.note', { n: 4 }))
    await expect.poll(() => done).toEqual([{ n: 4, companyId: null, seen: [] }])
  })
})

describe('mail', () => {
  test('waits while the server is away, and goes when it is back', async () => {
    const away = await openMailbox()
    await away.close()
    const worker = await startWorker(database.pool, [mailJob(away.url, 'Agio <agio@example.com>')], {
      services,
      log,
    })
    await change((db) => sendMail(db, { to: 'a@example.com', subject: 'Grüße 你好', body: 'Line 1\nLine 2' }))
    const tried = () =>
      owner<{ last_error: string | null }>(
        `select last_error from kit.mail where recipient = 'a@example.com'`,
      )
    await expect.poll(async () => (await tried())[0]?.last_error, { timeout: 5000 }).toContain('ECONNREFUSED')
    const mailbox: Mailbox = await openMailbox(Number(new URL(away.url).port))
    await owner(`update jobs._private_jobs set run_at = now()`)
    await expect.poll(() => mailbox.mails, { timeout: 10_000 }).toHaveLength(1)
    expect(mailbox.mails[0]).toMatchObject({
      subject: 'Grüße 你好',
      from: { address: 'agio@example.com' },
      to: [{ address: 'a@example.com' }],
    })
    expect(mailbox.mails[0]?.text?.trim()).toBe('Line 1\nLine 2')
    await expect
      .poll(() =>
        owner(
          `select body, last_error, sent_at is not null as sent from kit.mail where recipient = 'a@example.com'`,
        ),
      )
      .toEqual([{ body: '', last_error: null, sent: true }])
    await worker.stop()
    await mailbox.close()
  })

  test('without a server stays where it can be read', async () => {
    const worker = await startWorker(database.pool, [mailJob(undefined, 'x')], { services, log })
    await change((db) => sendMail(db, { to: 'b@example.com', subject: 's', body: 'to be read' }))
    await expect.poll(() => owner('select from jobs._private_jobs')).toEqual([])
    expect(await owner(`select body from kit.mail where recipient = 'b@example.com'`)).toEqual([
      { body: 'to be read' },
    ])
    await worker.stop()
  })
})

describe('a message', () => {
  type Heard = Message & { companyId: string | null }
  const hubs: { realtime: Realtime; heard: Heard[]; port: number; stop(): Promise<void> }[] = []
  const opened: WebSocket[] = []
  const ended = new Set<string>()
  beforeAll(async () => {
    for (let n = 0; n < 2; n++) {
      const heard: Heard[] = []
      const realtime = createRealtime({
        connection: { ...home.runtime, application_name: 'hub' },
        authenticate: (token) =>
          Promise.resolve(ended.has(token) ? undefined : people.find(({ sessionId }) => sessionId === token)),
        lifetime: 60_000,
        log,
        onMessage: (message) => heard.push(message),
      })
      const http = Fastify()
      await realtime.register(http)
      const port = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port)
      hubs.push({ realtime, heard, port, stop: () => realtime.stop().then(() => http.close()) })
    }
    await vi.waitFor(async () => expect(await listening()).toHaveLength(2))
  })
  afterAll(async () => {
    for (const ws of opened) ws.close()
    for (const hub of hubs) await hub.stop()
  })

  const listening = () =>
    owner<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'hub' and query like 'listen%' and datname = $1`,
      [home.name],
    )
  async function listen(hub: number, who: Actor): Promise<unknown[]> {
    const heard: unknown[] = []
    const ws = new WebSocket(`ws://127.0.0.1:${hubs[hub]?.port}/ws`)
    opened.push(ws)
    ws.addEventListener('open', () => ws.send(JSON.stringify({ token: who.sessionId })))
    ws.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
    await expect.poll(() => heard).toEqual([{ topic: 'welcome', data: null }])
    heard.length = 0
    return heard
  }

  test('reaches its company on every server, its users and its sessions, and nobody else', async () => {
    const [one, two, foreign] = people
    const ears = [await listen(0, one), await listen(1, two), await listen(1, foreign)]
    await change((db) => publish(db, { topic: 'never', data: 0 }), false)
    await change((db) => publish(db, { topic: 'user', data: 1, userIds: [two.userId] }))
    await change((db) => publish(db, { topic: 'session', data: 2, sessionIds: [one.sessionId] }))
    await change((db) => publish(db, { topic: 'all', data: { rate: '1.25' } }))
    const all = { topic: 'all', data: { rate: '1.25' } }
    await expect
      .poll(() => ears)
      .toEqual([[{ topic: 'session', data: 2 }, all], [{ topic: 'user', data: 1 }, all], []])
  })

  test('comes within 100 ms of the commit, and little more', async () => {
    const times: number[] = []
    for (let n = 0; n < 10; n++) {
      const before = hubs[1]?.heard.length ?? 0
      await change((db) => publish(db, { topic: 'tick', data: n }))
      const committed = performance.now()
      await expect.poll(() => hubs[1]?.heard.length, { interval: 2 }).toBe(before + 1)
      times.push(performance.now() - committed)
    }
    expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(150)
  })

  test('that is too long is refused where it is made, and holds up no other', async () => {
    const long = inCompany(company, () => publish(database.db, { topic: 'long', data: 'x'.repeat(7500) }))
    await expect(long).rejects.toThrow(`Message 'long' is too long`)
  })

  test('that a session has ended may be lost: the socket is closed all the same', async () => {
    const [one, two] = people
    await listen(0, one)
    const [first, second] = [opened.at(-1), (await listen(0, two), opened.at(-1))]
    ended.add(one.sessionId)
    await expect.poll(() => first?.readyState, { timeout: 5000 }).toBe(WebSocket.CLOSED)
    expect(second?.readyState).toBe(WebSocket.OPEN)
    ended.clear()
  })

  test('comes again after the listening connection was killed', async () => {
    const [one] = people
    const ear = await listen(0, one)
    const before = await listening()
    await owner('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before.map(({ pid }) => pid)])
    await expect
      .poll(async () => (await listening()).filter(({ pid }) => !before.some((old) => old.pid === pid)), {
        timeout: 5000,
      })
      .toHaveLength(2)
    await change((db) => publish(db, { topic: 'again', data: null }))
    await expect.poll(() => ear).toEqual([{ topic: 'again', data: null }])
  })
})
