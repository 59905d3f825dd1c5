// Long because each kind of change needs its handler and its test side by side.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { someone, testHttp } from '#kit/test/http.ts'
import type { Ctx } from './context.server.ts'
import { mapError } from './errors.server.ts'
import { listPage } from './list.server.ts'
import { serve } from './module.server.ts'
import { withClient } from './prepare.server.ts'

const To = z.strictObject({ to: z.string().min(1) })
const Id = z.object({ id: z.string() })
const act = { kind: 'CREATE', permission: 'signedIn', input: To, output: Id } as const
const columns = { recipient: 'String' } as const
const contract = {
  send: write({ path: '/test/send', ...act }),
  pay: write({ path: '/test/pay', ...act, movesValue: true }),
  explain: write({ path: '/test/explain', ...act, input: z.strictObject({ ...To.shape, note: z.string() }) }),
  guarded: write({ path: '/test/guarded', ...act, permission: ['manage_roles', 'manage_users'] }),
  refuse: write({ path: '/test/refuse', ...act }),
  crash: write({ path: '/test/crash', ...act }),
  collide: write({ path: '/test/collide', ...act }),
  embrace: write({ path: '/test/embrace', ...act }),
  busy: write({ path: '/test/busy', ...act }),
  duplicate: write({ path: '/test/duplicate', ...act }),
  leak: read({ path: '/test/leak', permission: 'anyone', output: Id }),
  wrong: read({ path: '/test/wrong', permission: 'anyone', output: Id }),
  list: read({
    path: '/test/list',
    method: 'POST',
    permission: 'signedIn',
    input: listQuery(columns),
    output: pageOf(Id),
    columns,
  }),
}

const insert = async ({ db, input }: Ctx<{ to: string }>) =>
  db
    .insertInto('kit.mail')
    .values({ recipient: input.to, subject: '', body: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
let tries: string[] = []
const met: (() => void)[] = []
/** Waits, on the first try, until as many are here as will collide. */
const meet = (n: number) =>
  tries.length > n
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        if (met.push(resolve) === n) for (const go of met.splice(0)) go()
      })
const touch = (ctx: Ctx, recipient: string) =>
  sql`update kit.mail set subject = subject || '+' where recipient = ${recipient}`.execute(ctx.db)

const router = serve(contract, {
  send: insert,
  pay: async (ctx) => {
    await sql`select pg_sleep(0.05)`.execute(ctx.db)
    return insert(ctx)
  },
  explain: insert,
  guarded: insert,
  refuse: async (ctx) => {
    await insert(ctx)
    throw new Refusal('IN_USE', {}, { fields: [{ field: 'to', code: 'TAKEN' }] })
  },
  crash: async (ctx) => {
    await insert(ctx)
    throw new Error(`secret ${ctx.input.to}`)
  },
  async collide(ctx) {
    await sql`set transaction isolation level repeatable read`.execute(ctx.db)
    await sql`select 1`.execute(ctx.db)
    tries.push(ctx.input.to)
    await meet(2)
    await touch(ctx, 'row one')
    return insert(ctx)
  },
  async embrace(ctx) {
    const order = ctx.input.to === 'forth' ? ['row one', 'row two'] : ['row two', 'row one']
    tries.push(ctx.input.to)
    await touch(ctx, order[0] ?? '')
    await meet(2)
    await touch(ctx, order[1] ?? '')
    return insert(ctx)
  },
  async busy(ctx) {
    await insert(ctx)
    await sql`do $$ begin raise 'always' using errcode = '40001'; end $$`.execute(ctx.db)
    throw new Error('not reached')
  },
  duplicate: async (ctx) => {
    const { id } = await insert(ctx)
    await sql`insert into kit.mail (id, recipient, subject, body) values (${id}, '', '', '')`.execute(ctx.db)
    return { id }
  },
  leak: () => Promise.resolve({ id: 'shown', password: 'hidden' }),
  wrong: () => Promise.resolve({ ID: 'x' } as never),
  list: ({ db, input }) =>
    listPage(db, db.selectFrom('kit.mail as m').select('m.id'), input, {
      columns: { recipient: 'm.recipient' },
      order: ['recipient-asc'],
      tie: 'm.id',
    }),
})

const company = randomUUID()
const [one, two] = [someone(company), someone(company, ['manage_users'])]
let database: TestDatabase
let app: Awaited<ReturnType<typeof testHttp>>
let logged = ''
beforeAll(async () => {
  database = await testDatabase()
  const log = new Writable({
    write(line, _encoding, done) {
      logged += String(line)
      done()
    },
  })
  app = await testHttp(database.runtime, router, [one, two], { log })
  await app.post('/test/send', one, { to: 'row one' })
  await app.post('/test/send', one, { to: 'row two' })
})
afterAll(() => app.close())

const owner = <R>(text: string, values: unknown[] = []) =>
  withClient(database.owner, async (client) => (await client.query(text, values)).rows as R[])
const sent = async (to: string) => (await owner('select from kit.mail where recipient = $1', [to])).length
const audited = (named: string) =>
  owner<{ outcome: string; code: string | null }>(
    'select outcome, code from kit.audit where act = $1 order by at',
    [named],
  )

describe('a change', () => {
  test('is done with its audit row, and answers with its trace', async () => {
    const { status, headers } = await app.post('/test/send', one, { to: 'a' })
    expect([status, headers['x-content-type-options'], headers['cache-control']]).toEqual([
      200,
      'nosniff',
      'no-store',
    ])
    const [row] = await owner('select * from kit.audit where trace_id = $1', [headers['x-trace-id']])
    expect(row).toMatchObject({
      company_id: company,
      user_id: one.userId,
      session_id: one.sessionId,
      act: 'test.send',
      kind: 'CREATE',
      outcome: 'done',
      address: '127.0.0.1',
    })
  })

  test('keeps the note that was given with it', async () => {
    await app.post('/test/explain', one, { to: 'a', note: 'Asked for by telephone' })
    const rows = await owner(`select note from kit.audit where act = 'test.explain'`)
    expect(rows).toEqual([{ note: 'Asked for by telephone' }])
  })

  test('that is refused leaves nothing but its audit row', async () => {
    const { status, body } = await app.post('/test/refuse', one, { to: 'refused' })
    expect([status, body['code'], body['invalidParams']]).toEqual([
      422,
      'IN_USE',
      [{ field: 'to', message: 'This is already taken.' }],
    ])
    expect([await sent('refused'), await audited('test.refuse')]).toEqual([
      0,
      [{ outcome: 'refused', code: 'IN_USE' }],
    ])
  })

  test('that fails says only its trace, keeps it in the log, and leaves nothing but its audit row', async () => {
    const { status, body, headers } = await app.post('/test/crash', one, { to: 'crashed' })
    expect(status).toBe(500)
    const traceId = headers['x-trace-id']
    expect(body).toEqual({
      code: 'UNEXPECTED',
      message: `Sorry, we can't process your request right now. (${String(traceId)})`,
      invalidParams: [],
      traceId,
    })
    expect(logged).toContain('secret crashed')
    expect(logged).toContain(String(traceId))
    expect([await sent('crashed'), await audited('test.crash')]).toEqual([
      0,
      [{ outcome: 'failed', code: 'UNEXPECTED' }],
    ])
  })

  test('needs any one of its permissions; without, it is refused and written down', async () => {
    expect((await app.post('/test/guarded', two, { to: 'x' })).status).toBe(200)
    expect((await app.post('/test/guarded', one, { to: 'x' })).status).toBe(403)
    expect((await app.post('/test/guarded', undefined, { to: 'x' })).status).toBe(401)
    expect(await audited('test.guarded')).toEqual([
      { outcome: 'done', code: null },
      { outcome: 'refused', code: 'FORBIDDEN' },
    ])
  })

  test('that breaks a unique key is a conflict', async () => {
    expect(await app.post('/test/duplicate', one, { to: 'd' })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE' },
    })
  })

  test.each(['collide', 'embrace'])('is run again by itself when it %ss with another', async (name) => {
    tries = []
    const both = await Promise.all(['forth', 'back'].map((to) => app.post(`/test/${name}`, one, { to })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(tries.length).toBeGreaterThan(2)
    const codes = (await audited(`test.${name}`)).map(({ outcome }) => outcome)
    expect(codes).toEqual(['done', 'done'])
  })
})

describe('a change', () => {
  test('that never gets through says so, and leaves nothing but its audit row', async () => {
    expect(await app.post('/test/busy', one, { to: 'busy' })).toMatchObject({
      status: 503,
      body: { code: 'BUSY', message: expect.stringContaining('try again') as unknown },
    })
    expect([await sent('busy'), await audited('test.busy')]).toEqual([
      0,
      [{ outcome: 'refused', code: 'BUSY' }],
    ])
  })

  test('takes a form only where it takes a file', async () => {
    const { status, body } = await app.post('/test/send', one, Buffer.from('--x--'), {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect([status, body['code'], body['invalidParams']]).toEqual([400, 'INVALID', []])
    const list = await app.post('/test/list', one, Buffer.from('--x--'), {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(list.status).toBe(400)
  })
})

describe('an idempotency key', () => {
  const pay = (to: string, key?: string, who = one) =>
    app.post('/test/pay', who, { to }, key ? { 'idempotency-key': key } : {})

  test('is required where value moves', async () => {
    expect(await pay('p')).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_REQUIRED' } })
    for (const key of ['short', 'x'.repeat(101), 'with space', 'a,b-c-d-e-f'])
      expect(await pay('p', key)).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_INVALID' } })
    expect(await sent('p')).toBe(0)
  })

  test('answers the same once more, and refuses another body, act or path', async () => {
    const key = randomUUID()
    const before = (await audited('test.pay')).length
    const first = await pay('once', key)
    expect([first.status, await pay('once', key).then(({ body }) => body)]).toEqual([200, first.body])
    expect(await pay('other', key)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    const elsewhere = await app.post('/test/send', one, { to: 'once' }, { 'idempotency-key': key })
    expect(elsewhere.status).toBe(409)
    expect([await sent('once'), await sent('other')]).toEqual([1, 0])
    // Done once, asked for again in vain once: an answer that is given again is no second act.
    const rows = (await audited('test.pay')).slice(before)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
  })

  test('used twice at the same instant has one effect', async () => {
    const key = randomUUID()
    const all = await Promise.all([1, 2, 3, 4].map(() => pay('instant', key)))
    expect(new Set(all.map(({ body }) => body['id'])).size).toBe(1)
    expect([all.map(({ status }) => status), await sent('instant')]).toEqual([[200, 200, 200, 200], 1])
  })

  test('keeps its answer deflated, and answers a row of before as it is', async () => {
    const key = randomUUID()
    const { body } = await pay('deflated', key)
    const kept = await owner<{ answer: unknown; deflated: Buffer }>(
      'select answer, deflated from kit.idempotency where key = $1',
      [key],
    )
    expect(kept.map(({ answer, deflated }) => [answer, JSON.parse(String(inflateSync(deflated)))])).toEqual([
      [null, body],
    ])
    await owner('update kit.idempotency set answer = $2, deflated = null where key = $1', [
      key,
      JSON.stringify({ id: 'of before' }),
    ])
    expect(await pay('deflated', key)).toMatchObject({ status: 200, body: { id: 'of before' } })
  })

  test("is each person's own, and is free again when the act was refused", async () => {
    const key = randomUUID()
    expect([(await pay('mine', key)).status, (await pay('yours', key, two)).status]).toEqual([200, 200])
    const again = { 'idempotency-key': randomUUID() }
    expect((await app.post('/test/refuse', one, { to: 'r' }, again)).status).toBe(422)
    expect((await app.post('/test/refuse', one, { to: 'r' }, again)).status).toBe(422)
  })
})

describe('an answer', () => {
  test('holds only what is declared; one that is not as declared is our failure', async () => {
    expect((await app.http.inject('/api/test/leak')).json()).toEqual({ id: 'shown' })
    expect((await app.http.inject('/api/test/wrong')).statusCode).toBe(500)
  })

  test('of a list carries its paging in a header too', async () => {
    const { body, headers } = await app.post('/test/list', one, { pageSize: 1 })
    const { totalItems, totalPages } = body['pagination'] as Record<string, number>
    expect(JSON.parse(String(headers['x-pagination']))).toEqual({
      totalItems,
      totalPages,
      pageSize: 1,
      pageNumber: 1,
    })
  })

  test.each([
    ['en', 'Please check the marked fields.'],
    ['zh-TW,zh;q=0.9', '請檢查已標示的欄位。'],
    ['zh-CN', '请检查已标出的字段。'],
    ['fr, vi;q=0.8', 'Vui lòng kiểm tra các trường được đánh dấu.'],
    ['xx', 'Please check the marked fields.'],
  ])('in %s says its message in that language', async (language, message) => {
    const { body } = await app.post('/test/send', one, { to: '', more: 1 }, { 'accept-language': language })
    expect(body).toMatchObject({
      code: 'INVALID',
      message,
      invalidParams: [{ field: 'to' }, { field: 'more' }],
    })
  })
})

test('an error that cannot even be read is answered as one that is not known', () => {
  const unreadable = Object.defineProperty(new Error('secret'), 'code', {
    get: () => {
      throw new Error('/secret/path')
    },
  })
  expect(mapError(unreadable, 'en', 'trace')).toEqual({
    status: 500,
    unexpected: true,
    body: { code: 'UNEXPECTED', message: '', invalidParams: [], traceId: 'trace' },
  })
})
