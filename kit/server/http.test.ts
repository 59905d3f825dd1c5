import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { someone, testHttp } from '#kit/test/http.ts'
import { keepFile, storedFile } from './files.server.ts'
import { serve } from './module.server.ts'
import { withClient } from './prepare.server.ts'

const Id = z.strictObject({ id: z.uuid() })
const contract = {
  send: write({ path: '/test/send', kind: 'CREATE', permission: 'signedIn', output: Id }),
  keep: write({
    path: '/test/{name}/keep',
    kind: 'CREATE',
    permission: 'signedIn',
    input: z.strictObject({ name: z.string() }),
    upload: { maxBytes: 1000, types: ['application/pdf'] },
    output: Id,
  }),
  fetch: read({
    path: '/test/fetch/{id}',
    permission: 'signedIn',
    input: Id,
    output: z.unknown(),
    download: true,
  }),
}
const router = serve(contract, {
  send: ({ db }) =>
    db
      .insertInto('kit.mail')
      .values({ recipient: '', subject: '', body: '' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  keep: async ({ db, file, actor, services }) => {
    if (!file) throw new Error('no file')
    return { id: await keepFile(db, services.files, file, actor) }
  },
  fetch: ({ db, input }) => storedFile(db, input.id),
})

const company = randomUUID()
const [one, two, stranger] = [someone(company), someone(company), someone(randomUUID())]
let database: TestDatabase
let app: Awaited<ReturnType<typeof testHttp>>
beforeAll(async () => {
  database = await testDatabase()
  app = await testHttp(database.runtime, router, [one, two, stranger])
})
afterAll(() => app.close())

test('a file goes in and out by the contract, in its company only', async () => {
  const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj\n%%EOF')
  const form = new FormData()
  form.append('file', new Blob([pdf]), 'Quittung – 收據.pdf')
  const request = new Request('http://x', { method: 'POST', body: form })
  const kept = await app.http.inject({
    method: 'POST',
    url: '/api/test/paper/keep',
    headers: {
      authorization: `Bearer ${one.sessionId}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  expect(kept.statusCode, kept.body).toBe(200)
  const fetched = (who: typeof one) =>
    app.http.inject({
      url: `/api/test/fetch/${kept.json<{ id: string }>().id}`,
      headers: { authorization: `Bearer ${who.sessionId}` },
    })
  const reply = await fetched(two)
  expect(reply.rawPayload.equals(pdf)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''Quittung%20/) as unknown,
  })
  expect((await fetched(stranger)).statusCode).toBe(404)
})

describe('around it', () => {
  test('health, readiness and metrics answer', async () => {
    expect((await app.http.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await app.http.inject('/readyz')).json()).toEqual({ status: 'ready' })
    await app.post('/test/send', one)
    const metrics = await app.http.inject('/metrics')
    expect(metrics.body).toContain(
      'http_request_duration_seconds_count{method="POST",route="/api/test/send",status="200"}',
    )
    expect((await app.http.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404)
    expect((await app.http.inject('/api/no/such')).json()).toMatchObject({
      code: 'NOT_FOUND',
      invalidParams: [],
    })
  })

  test('lost connections are replaced', async () => {
    const kill = 'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = $2'
    await withClient(database.owner, (client) => client.query(kill, [database.runtime.user, database.name]))
    await expect.poll(async () => (await app.http.inject('/readyz')).statusCode).toBe(200)
    expect((await app.post('/test/send', one)).status).toBe(200)
  })

  test('without a database it is not ready, and says so', async () => {
    const gone = await testHttp({ ...database.runtime, host: '/no/such/folder' }, router, [one])
    expect((await gone.http.inject('/healthz')).statusCode).toBe(200)
    expect((await gone.http.inject('/readyz')).statusCode).toBe(503)
    expect(await gone.post('/test/send', one)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    })
    await gone.close()
  })
})
