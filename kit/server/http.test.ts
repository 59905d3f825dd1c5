// Long because the shell of every call is tried over one server.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj\n%%EOF')

async function keep(bytes: Buffer, headers: Record<string, string> = {}, most?: number) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'Quittung – 收據.pdf')
  const request = new Request('http://x', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return app.http.inject({
    method: 'POST',
    url: '/api/test/paper/keep',
    headers: { authorization: `Bearer ${one.sessionId}`, 'content-type': type, ...headers },
    payload: Buffer.from(await request.arrayBuffer()).subarray(0, most),
  })
}

test('a file goes in and out by the contract, in its company only', async () => {
  const kept = await keep(pdf)
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

test('while the server closes, what still comes is refused as everything is', async () => {
  const [asked, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const closing = await testHttp(database.runtime, router, [one], {
    beforeSession: () => {
      asked.resolve()
      return may.promise
    },
  })
  const { port } = new URL(await closing.http.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  const call = `POST /api/test/send HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${one.sessionId}\r\ncontent-length: 0\r\n\r\n`
  socket.write(call)
  await asked.promise
  const closed = closing.close()
  await expect.poll(() => closing.http.server.listening).toBe(false)
  socket.write(call)
  may.resolve()
  const said = await text(socket)
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
  expect(said).toContain('"code":"UNAVAILABLE"')
  await closed
})

test('the same idempotency key with another file is another request', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await keep(pdf, key)
  expect((await keep(pdf, key)).json()).toEqual(first.json())
  const other = await keep(Buffer.concat([pdf, Buffer.from('\n')]), key)
  expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'IDEMPOTENCY_KEY_REUSED' }])
})

test('a form that is cut off or has no boundary is refused', async () => {
  const whole = await keep(pdf)
  expect(whole.statusCode).toBe(200)
  const broken = [
    await keep(pdf, { 'content-type': 'multipart/form-data' }),
    await keep(pdf, { 'content-type': 'multipart/form-data; boundary=' }),
    ...(await Promise.all([0, 1, 20, 60, 140, 200].map((most) => keep(pdf, {}, most)))),
  ]
  for (const reply of broken)
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { invalidParams: [] }])
})

test('the scheme of a session is taken in any case, with one space or more', async () => {
  for (const scheme of ['bearer ', 'BEARER ', 'Bearer   ']) {
    const reply = await app.http.inject({
      url: '/api/test/fetch/none',
      headers: { authorization: `${scheme}${one.sessionId}` },
    })
    expect(reply.statusCode, scheme).not.toBe(401)
  }
  const none = await app.http.inject({
    url: '/api/test/fetch/none',
    headers: { authorization: one.sessionId },
  })
  expect(none.statusCode).toBe(401)
})

test('a part without a file name is a file by its media type, and a name is cut between characters', async () => {
  const sent = (named: string) => {
    const head = `--B\r\nContent-Disposition: form-data; name="file"${named}\r\nContent-Type: application/octet-stream`
    return app.http.inject({
      method: 'POST',
      url: '/api/test/paper/keep',
      headers: {
        authorization: `Bearer ${one.sessionId}`,
        'content-type': 'multipart/form-data; boundary=B',
      },
      payload: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), pdf, Buffer.from('\r\n--B--\r\n')]),
    })
  }
  const nameless = await sent('')
  expect(nameless.statusCode, nameless.body).toBe(200)
  const long = await sent(`; filename="a${'😀'.repeat(250)}"`)
  const fetched = await app.http.inject({
    url: `/api/test/fetch/${long.json<{ id: string }>().id}`,
    headers: { authorization: `Bearer ${one.sessionId}` },
  })
  expect(decodeURIComponent(String(fetched.headers['content-disposition']))).toMatch(/''a(😀){99}$/u)
})

test('a file of another kind is told which kinds would do', async () => {
  const reply = await keep(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'))
  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    {
      code: 'FILE_TYPE',
      invalidParams: [{ message: expect.stringMatching(/application\/pdf$/) as unknown }],
    },
  ])
})

test('every answer is kept by nobody, never sniffed, and may run and frame nothing', async () => {
  const urls = ['/healthz', '/readyz', '/no/such', '/api/no/such', '/api/%zz', '/api/test/fetch/1']
  for (const url of urls)
    expect((await app.http.inject(url)).headers, url).toMatchObject({
      'content-security-policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-trace-id': expect.any(String) as unknown,
    })
})

test('every answer keeps browsers on https, where people reach the server by https', async () => {
  const secure = await testHttp(database.runtime, router, [], { publicUrl: 'https://agio.example' })
  for (const url of ['/healthz', '/no/such', '/api/no/such', '/api/%zz']) {
    const said = (await secure.http.inject(url)).headers['strict-transport-security']
    expect(said, url).toBe('max-age=31536000; includeSubDomains')
    expect((await app.http.inject(url)).headers['strict-transport-security']).toBeUndefined()
  }
  await secure.close()
})

test('what leads nowhere is refused in the one shape', async () => {
  const shape = {
    message: expect.any(String) as unknown,
    invalidParams: [],
    traceId: expect.any(String) as unknown,
  }
  for (const [method, url, status, code] of [
    ['GET', '/api/%zz', 400, 'INVALID'],
    ['GET', '/api/test/fetch/%E0%A4%A', 400, 'INVALID'],
    ['GET', `/api/test/fetch/${'x'.repeat(300)}`, 400, 'INVALID'],
    ['GET', '/api/no/such', 404, 'NOT_FOUND'],
    ['PUT', '/api/test/send', 404, 'NOT_FOUND'],
    ['TRACE', '/api/test/send', 404, 'NOT_FOUND'],
  ] as const) {
    const reply = await app.http.inject({ method, url })
    expect([reply.statusCode, reply.json()], url).toEqual([status, { code, ...shape }])
  }
  const unknown = await app.http.inject('/api/no/such')
  expect(unknown.json()).toMatchObject({ message: 'Item does not exist.' })
})

describe('the web app', () => {
  let web: Awaited<ReturnType<typeof testHttp>>
  beforeAll(async () => {
    const webDir = mkdtempSync(join(tmpdir(), 'agio-web-'))
    mkdirSync(join(webDir, 'assets'))
    writeFileSync(join(webDir, 'index.html'), '<meta content="__CSP_NONCE__">')
    writeFileSync(join(webDir, 'index.html.br'), '')
    for (const name of ['icon.svg', 'sw.js']) writeFileSync(join(webDir, name), '')
    writeFileSync(join(webDir, 'assets/a-1234.js'), '1')
    writeFileSync(join(webDir, 'assets/a-1234.js.br'), 'compressed')
    web = await testHttp(database.runtime, router, [], { webDir })
  })
  afterAll(() => web.close())

  test('is kept for good only where a name means a content', async () => {
    const cached = async (url: string) => {
      const { statusCode, headers } = await web.http.inject(url)
      return [statusCode, headers['cache-control']]
    }
    expect(await cached('/assets/a-1234.js')).toEqual([200, 'public, max-age=31536000, immutable'])
    for (const url of ['/icon.svg', '/sw.js']) expect(await cached(url)).toEqual([200, 'no-cache'])
    for (const url of ['/', '/index.html', '/users/1', '/%E0%A4%A'])
      expect(await cached(url)).toEqual([200, 'no-store'])
    expect((await cached('/assets/gone.js'))[0]).toBe(404)
  })

  test('comes compressed where the build has laid a copy', async () => {
    const get = (encoding: string) =>
      web.http.inject({ url: '/assets/a-1234.js', headers: { 'accept-encoding': encoding } })
    const { headers, body } = await get('gzip, br')
    expect([headers['content-encoding'], body]).toEqual(['br', 'compressed'])
    expect(headers['cache-control']).toContain('immutable')
    expect((await get('gzip')).body).toBe('1')
  })

  test('may run its own scripts, and nobody frames it', async () => {
    const { headers } = await web.http.inject('/users/1')
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self'.*;style-src 'self' 'nonce-[0-9a-f]{32}';/,
    )
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
  })

  test('has a nonce of its own in each page', async () => {
    const pages = await Promise.all(
      ['/', '/', '/index.html'].map((url) =>
        web.http.inject({ url, headers: { 'accept-encoding': 'br' } }).then(({ body }) => body),
      ),
    )
    expect(new Set(pages).size).toBe(3)
    for (const page of pages) expect(page).toMatch(/^<meta content="[0-9a-f]{32}">$/)
  })
})

describe('around it', () => {
  test('health and readiness answer', async () => {
    expect((await app.http.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await app.http.inject('/readyz')).json()).toEqual({ status: 'ready' })
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
