import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { testDatabase } from '#kit/test/database.ts'
import { someone, testHttp } from '#kit/test/http.ts'
import { serve } from './module.server.ts'

const Seen = z.strictObject({ name: z.string(), size: z.int(), note: z.string() })
const contract = {
  keep: write({
    path: '/test/keep',
    kind: 'CREATE',
    permission: 'signedIn',
    input: z.strictObject({ note: z.string().default('') }),
    upload: { maxBytes: 100_000, types: ['text/csv'] },
    output: Seen,
  }),
  large: write({
    path: '/test/large',
    kind: 'CREATE',
    permission: 'signedIn',
    upload: { maxBytes: 104_857_600, types: ['text/csv'] },
    output: z.strictObject({ size: z.int() }),
  }),
}
const router = serve(contract, {
  keep: ({ file, input }) =>
    Promise.resolve({ name: file?.name ?? '', size: file?.bytes.length ?? 0, note: input.note }),
  large: ({ file }) => Promise.resolve({ size: file?.bytes.length ?? 0 }),
})
const companies = Array.from({ length: 3 }, () => randomUUID())
const people = companies.flatMap((company) => [someone(company), someone(company)])
const [one, colleague, two, gone, three] = people as [Person, Person, Person, Person, Person]
type Person = ReturnType<typeof someone>

let app: Awaited<ReturnType<typeof testHttp>>
let port: number
let sessionsWait = Promise.resolve()
const sockets: Socket[] = []
beforeAll(async () => {
  app = await testHttp((await testDatabase()).runtime, router, people, {
    beforeSession: () => sessionsWait,
  })
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => app.close())

const form = (body: string | Buffer, boundary = 'B', who = one) =>
  app.http.inject({
    method: 'POST',
    url: '/api/test/keep',
    headers: {
      authorization: `Bearer ${who.sessionId}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: body,
  })
const field = (name: string, value: string, head = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\n${value}\r\n`
const file = (content = 'a,b\n', named = 'filename="a.csv"', head = '') =>
  `--B\r\nContent-Disposition: form-data; name="file"; ${named}\r\n${head}\r\n${content}\r\n--B--\r\n`
const refused = [400, 'INVALID'] as const

describe('a form', () => {
  const outcome = async (body: string | Buffer, boundary?: string) => {
    const reply = await form(body, boundary)
    return [reply.statusCode, reply.json<{ code?: string }>().code]
  }

  test.each([
    ['many parts without a name', `${'--B\r\n\r\n1\r\n'.repeat(20_000)}${file()}`],
    ['many fields', `${field('note', '1').repeat(20_000)}${file()}`],
    ['a field twice', field('note', '1') + field('note', '2') + file()],
    ['a field that is cut off', field('note', 'x'.repeat(10_001)) + file()],
    [
      'a field that is an object',
      field('note', '{"toString":1,"valueOf":1}', 'Content-Type: application/json\r\n') + file(),
    ],
    ['a field with a long name', field('n'.repeat(70_000), '1') + file()],
    ['a header without end', `--B\r\nX: ${'y'.repeat(500_000)}\r\n\r\n1\r\n--B--\r\n`],
    ['many headers', `--B\r\n${'X: y\r\n'.repeat(50_000)}\r\n1\r\n--B--\r\n`],
    [
      'another form in it',
      `--B\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n--C\r\n\r\n1\r\n--C--\r\n--B--\r\n`,
    ],
  ])('with %s is refused', async (_, body) => {
    expect((await outcome(body))[0]).toBe(400)
  })

  test('with a boundary that no form has is refused', async () => {
    const boundary = '-'.repeat(6000)
    expect(await outcome(file().replaceAll('--B', `--${boundary}`), boundary)).toEqual(refused)
    expect(await outcome(file(), '')).toEqual(refused)
  })

  test('takes one file, and nothing that looks like its end within it', async () => {
    const inner = '\r\n--b\r\n\r\n--\r\n--BB--\r\r\n\n'
    const reply = await form(field('note', 'two') + file(inner.replace('--BB', '- -BB')))
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { name: 'a.csv', size: inner.length + 1, note: 'two' },
    ])
  })

  test.each([
    ['a NUL', 'filename="a\0b.csv"', 'ab.csv'],
    ['a NUL in its code', `filename*=utf-8''a%00b.csv`, 'ab.csv'],
    ['a turned direction', `filename*=utf-8''a%E2%80%AEvsc.exe`, 'avsc.exe'],
    ['a folder', 'filename="../../etc/passwd"', 'passwd'],
    ['70,000 letters', `filename="${'n'.repeat(70_000)}"`, 'n'.repeat(200)],
    ['no Unicode', `filename*=utf-8''%FF%FE.csv`, '\uFFFD\uFFFD.csv'],
  ])('keeps a file whose name has %s by a name that can be shown', async (_, named, name) => {
    const reply = await form(file('a,b\n', named))
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { name }])
  })

  test('of a million small parts is not read on once it is refused', async () => {
    expect(await outcome('--B\r\n\r\n\r\n'.repeat(24_000))).toEqual(refused)
    // Thirty parts of a thousand have come when it answers, and the others never do.
    const said = await begin(one, 9_000, '/test/keep')
    sockets.at(-1)?.write('--B\r\n\r\n\r\n'.repeat(30))
    await expect.poll(said).toMatch(/HTTP\/1.1 400 .*INVALID/s)
  })

  test('that says that it is larger than may be is refused before it comes', async () => {
    const said = await begin(one, 1_000_000, '/test/keep')
    await expect.poll(said).toMatch(/HTTP\/1.1 400 .*TOO_LARGE/s)
  })

  test('with a file of a byte too many is refused, and the connection serves on', async () => {
    const send = (size: number) =>
      fetch(`http://127.0.0.1:${port}/api/test/keep`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${one.sessionId}`,
          'content-type': 'multipart/form-data; boundary=B',
        },
        body: file('x'.repeat(size)),
      })
    expect([(await send(99_998)).status, (await send(100_000)).status, (await send(300_000)).status]).toEqual(
      [200, 400, 400],
    )
    expect((await send(99_998)).status).toBe(200)
  })
})

/** The head of an upload of so many bytes, of which the server has seen that much and nothing else comes. */
async function begin(who: Person, size: number, path: string): Promise<() => string> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket.on('error', () => undefined))
  let said = ''
  socket.on('data', (text) => (said += text.toString()))
  await once(socket, 'connect')
  socket.write(
    `POST /api${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${size}\r\nAuthorization: Bearer ${who.sessionId}\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n`,
  )
  await expect.poll(() => said).toContain('100 Continue')
  return () => said
}

test('uploads under way hold a bounded memory, a company a part of it, and whoever comes too late is told when to try again', async () => {
  const large = async (who: Person) => {
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/test/large',
      headers: {
        authorization: `Bearer ${who.sessionId}`,
        'content-type': 'multipart/form-data; boundary=B',
      },
      payload: file('x'.repeat(50_000_000)),
    })
    return [reply.statusCode, reply.headers['retry-after'], reply.json<{ message?: string }>().message]
  }
  const full = [
    503,
    '10',
    'The server is receiving as many uploads as it can hold. Nothing was saved: try again in 10 seconds.',
  ]
  await begin(one, 100_000_000, '/test/large')
  expect(await large(colleague)).toEqual(full)
  expect(await large(two)).toEqual([200, undefined, undefined])
  await begin(two, 100_000_000, '/test/large')
  await begin(three, 40_000_000, '/test/large')
  expect(await large(three)).toEqual(full)
  sockets[0]?.destroy()
  await expect.poll(() => large(three)).toEqual([200, undefined, undefined])
})

test('an upload that breaks off before its sender is known takes no place', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  sessionsWait = promise
  const ends: Promise<void>[] = []
  app.http.server.on('connection', (socket: Socket) =>
    ends.push(new Promise((ended) => socket.once('close', () => ended()))),
  )
  for (let n = 0; n < 6; n += 1) await begin(gone, 1000, '/test/keep')
  for (const socket of sockets) socket.destroy()
  await Promise.all(ends)
  resolve()
  await expect.poll(async () => (await form(file(), 'B', gone)).statusCode).toBe(200)
})
