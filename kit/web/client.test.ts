// Long because one server, one browser store and one set of endpoints serve every case.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { ApiError, bindTo, createClient } from './client.web.ts'
import { createSession } from './session.web.ts'

const things = {
  get: read({
    path: '/thing/{id}',
    permission: 'signedIn',
    input: z.object({ id: z.string(), tag: z.array(z.string()).optional() }),
    output: z.object({ ok: z.boolean() }),
  }),
  save: write({
    path: '/thing/save',
    kind: 'UPDATE',
    permission: 'signedIn',
    input: z.object({ name: z.string() }),
    output: z.object({ ok: z.boolean() }),
  }),
  pay: write({
    path: '/thing/pay',
    kind: 'UPDATE',
    permission: 'signedIn',
    movesValue: true,
    input: z.object({ sum: z.string() }),
    output: z.object({ ok: z.boolean() }),
  }),
  load: write({
    path: '/thing/load',
    kind: 'CREATE',
    permission: 'signedIn',
    upload: { maxBytes: 10, types: [] },
    input: z.object({ name: z.string() }),
    output: z.object({ ok: z.boolean() }),
  }),
  print: read({ path: '/thing/print', permission: 'signedIn', download: true, output: z.unknown() }),
  bare: read({ path: '/thing/bare', permission: 'signedIn', isBare: true, output: z.unknown() }),
  login: write({ path: '/login', kind: 'UPDATE', permission: 'anyone', output: z.unknown() }),
  refresh: write({
    path: '/refresh',
    kind: 'UPDATE',
    permission: 'anyone',
    input: z.object({ refreshToken: z.string() }),
    output: z.unknown(),
  }),
}

type Seen = { url: string; method: string; headers: IncomingMessage['headers']; body: string }
type Answer = { status?: number; json?: unknown; headers?: Record<string, string>; drop?: boolean }
let server: Server
let base = ''
let seen: Seen[] = []
/** The tokens the server takes now; refresh moves on to the next. */
let good = 'a1'
/** A token that has run out, another one in each test: tabs tell each other which were renewed. */
let spent = ''
let tests = 0
let refreshAnswer: Answer | undefined
let answer: (request: Seen) => Answer | Promise<Answer> = () => ({})

const unauthorised = {
  status: 401,
  json: { code: 'UNAUTHENTICATED', message: 'Sign in first', invalidParams: [], traceId: 't1' },
}
const calls = (url: string) => seen.filter((request) => request.url === url)

beforeEach(async () => {
  seen = []
  good = 'a1'
  spent = `spent ${(tests += 1)}`
  refreshAnswer = undefined
  answer = () => ({})
  server = createServer((request, response) => void answerOne(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

async function answerOne(request: IncomingMessage, response: ServerResponse) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const one = { url: request.url ?? '', method: request.method ?? '', headers: request.headers, body }
  seen.push(one)
  const given = await reply(one)
  if (given.drop) return void request.socket.destroy()
  response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
  response.end(JSON.stringify(given.json ?? { ok: true }))
}

async function reply(request: Seen): Promise<Answer> {
  if (request.url === '/refresh') {
    if (refreshAnswer) return refreshAnswer
    good = good.replace(/\d+/, (number) => String(Number(number) + 1))
    return { json: { accessToken: good, refreshToken: `r-${good}`, expiresIn: 9000 } }
  }
  const open = request.url === '/login' || request.headers.authorization === `Bearer ${good}`
  return open ? answer(request) : unauthorised
}

function browserStore(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    clear: () => values.clear(),
    get length() {
      return values.size
    },
  }
}

const person = (accessToken: string, expiresIn = 9000) => ({
  userInfo: {
    firstName: 'Mei',
    lastName: 'Tan',
    tokenType: 'Bearer',
    accessToken,
    refreshToken: 'r-a1',
    expiresIn,
  },
  company: {
    companyId: 'c',
    companyName: 'C',
    userId: 'u',
    permissions: ['manage_branches'],
    regions: [],
    branches: [],
    counters: [],
  },
})

function tab(
  store = browserStore(),
  accessToken = spent,
  expiresIn?: number,
  isOnline = () => true,
  stepUp = () => Promise.resolve(false),
) {
  const session = createSession(store)
  if (!session.read()) session.save(person(accessToken, expiresIn))
  const client = createClient({
    base,
    session,
    refresh: () => things.refresh,
    language: () => 'zh-Hant',
    text: (key) => `text:${key}`,
    isOnline,
    stepUp,
  })
  let expired = 0
  session.onExpired(() => expired++)
  return { store, session, client, api: bindTo(client, things), expired: () => expired }
}

test('a call that asks for a new proof is repeated after it, once, and fails with the reason without it', async () => {
  let proofs = 0
  let isGiven = true
  answer = () =>
    isGiven && proofs > 0
      ? {}
      : { status: 403, json: { code: 'STEP_UP_REQUIRED', message: 'Confirm that it is you' } }
  const { api } = tab(undefined, good, undefined, undefined, async () => {
    proofs++
    return isGiven
  })
  expect(await api.save.call({ name: 'a' })).toEqual({ ok: true })
  expect([proofs, calls('/thing/save').length]).toEqual([1, 2])
  isGiven = false
  await expect(api.save.call({ name: 'b' })).rejects.toThrow('Confirm that it is you')
  expect([proofs, calls('/thing/save').length]).toEqual([2, 3])
})

test('many calls refused at once share one refresh, and each is tried once more', async () => {
  const { api, session, expired } = tab()
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => api.get.call({ id: `n${n}` })))
  expect(answers).toEqual(answers.map(() => ({ ok: true })))
  expect(calls('/refresh')).toHaveLength(1)
  expect(JSON.parse(calls('/refresh')[0]!.body)).toEqual({ refreshToken: 'r-a1' })
  expect(seen).toHaveLength(25)
  expect(session.read()?.userInfo).toMatchObject({
    accessToken: 'a2',
    refreshToken: 'r-a2',
    firstName: 'Mei',
  })
  expect(expired()).toBe(0)
})

test('two tabs share one refresh', async () => {
  const one = tab()
  const other = tab(one.store)
  await Promise.all([
    one.api.get.call({ id: '1' }),
    other.api.get.call({ id: '2' }),
    one.api.get.call({ id: '3' }),
  ])
  expect(calls('/refresh')).toHaveLength(1)
})

test('a call refused after the tokens were renewed takes the new ones without a refresh', async () => {
  const { api, session } = tab(undefined, 'a1')
  const { promise: renewed, resolve } = Promise.withResolvers<void>()
  answer = async () => {
    if (seen.length > 1) return {}
    resolve()
    await new Promise(setImmediate)
    return unauthorised
  }
  const slow = api.get.call({ id: 'slow' })
  await renewed
  session.renew({ accessToken: (good = 'a2'), refreshToken: 'r-a2', expiresIn: 9000 })
  expect(await slow).toEqual({ ok: true })
  expect(seen.map(({ url }) => url)).toEqual(['/thing/slow', '/thing/slow'])
})

test('a second refusal is final: raised, announced once, no second refresh', async () => {
  const { api, expired } = tab()
  answer = () => unauthorised
  await Promise.allSettled([api.get.call({ id: '1' }), api.get.call({ id: '2' })])
  expect(calls('/thing/1')).toHaveLength(2)
  expect(calls('/refresh')).toHaveLength(1)
  expect(expired()).toBe(1)
})

test('a refresh that fails raises the original error of each call, ends the session once, and is not tried again', async () => {
  const { api, expired } = tab()
  refreshAnswer = {
    status: 401,
    json: { code: 'GONE', message: 'Refresh refused', invalidParams: [], traceId: 't2' },
  }
  const outcomes = await Promise.allSettled([1, 2, 3].map((n) => api.get.call({ id: String(n) })))
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { status: 401, code: 'UNAUTHENTICATED', traceId: 't1' },
    })
  expect(calls('/refresh')).toHaveLength(1)
  expect(expired()).toBe(1)
  await expect(api.get.call({ id: '4' })).rejects.toBeInstanceOf(ApiError)
  expect(expired()).toBe(1)
})

test('a server that cannot answer the refresh does not end the session', async () => {
  const { api, expired, session } = tab()
  refreshAnswer = { status: 503 }
  await expect(api.get.call({ id: '1' })).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  expect(expired()).toBe(0)
  expect(session.read()).toBeDefined()
})

test('sign-in and refresh are never retried', async () => {
  const { api, expired } = tab()
  answer = ({ url }) => (url === '/login' ? { status: 401, json: { code: 10000, message: 'Locked' } } : {})
  await expect(api.login.call()).rejects.toMatchObject({ status: 401, code: 10000, message: 'Locked' })
  refreshAnswer = unauthorised
  await expect(api.refresh.call({ refreshToken: 'x' })).rejects.toMatchObject({ status: 401 })
  expect(seen.map(({ url }) => url)).toEqual(['/login', '/refresh'])
  expect(expired()).toBe(0)
})

test('without a session no call goes out that needs one', async () => {
  const { api, session, expired } = tab()
  session.clear()
  await expect(api.get.call({ id: '1' })).rejects.toMatchObject({ status: 401 })
  expect(seen).toHaveLength(0)
  expect(expired()).toBe(0)
})

test('the session is kept under its keys, expires after expiresIn x 100 ms, and is tidied without permissions', async () => {
  const { store, session, client } = tab(undefined, 'a1', 600)
  const kept = JSON.parse(store.getItem('credentials') ?? '')
  expect(Object.keys(kept)).toEqual(['userInfo', 'expiredAt', 'company'])
  expect(Math.abs(kept.expiredAt - Date.now() - 60_000)).toBeLessThan(2000)
  expect(JSON.parse(store.getItem('PERMISSIONS') ?? '')).toEqual(['manage_branches'])
  expect(await client.ensureSession()).toBe(true)
  expect(calls('/refresh')).toHaveLength(0)
  session.renew({ accessToken: 'a1', refreshToken: 'r-a1', expiresIn: -1 })
  expect(session.isValid()).toBe(false)
  expect(await client.ensureSession()).toBe(true)
  expect(session.isValid()).toBe(true)
  store.setItem('LAYOUT_SETTINGS', '{}')
  store.removeItem('PERMISSIONS')
  session.tidy()
  expect(session.read()).toBeUndefined()
  expect(store.getItem('LAYOUT_SETTINGS')).toBe('{}')
})

test.each([
  ['credentials', '{}'],
  ['credentials', '"text"'],
  ['credentials', '{"userInfo":{"accessToken":"a1"}}'],
  ['credentials', '{{'],
  ['PERMISSIONS', '{}'],
  ['PERMISSIONS', '5'],
  ['PERMISSIONS', '[[['],
])('what is no session any more counts as nobody signed in: %s holding %s', (key, value) => {
  const { store, session } = tab()
  store.setItem(key, value)
  session.tidy()
  expect(session.read()).toBeUndefined()
  expect(session.permissions()).toEqual(key === 'PERMISSIONS' ? [] : ['manage_branches'])
  session.expire()
})

test('after another tab has signed in again, the end of that session is announced too', () => {
  const { store, session, expired } = tab()
  session.expire()
  session.expire()
  expect(expired()).toBe(1)
  const other = tab(store)
  other.session.save(person('a9'))
  session.expire()
  expect(expired()).toBe(2)
  expect(other.expired()).toBe(0)
})

test('each kind of call has its form on the wire', async () => {
  const { api } = tab(undefined, 'a1')
  await api.get.call({ id: 'a/b', tag: ['x', 'y z'] })
  await api.save.call({ name: 'Ng' })
  await api.load.call({ name: 'photo', file: new File(['12345'], 'face.png', { type: 'image/png' }) })
  const [got, saved, loaded] = seen
  expect(got).toMatchObject({ method: 'GET', url: '/thing/a%2Fb?tag=x&tag=y+z', body: '' })
  expect(got?.headers['accept-language']).toBe('zh-Hant')
  expect(saved).toMatchObject({ method: 'POST', url: '/thing/save', body: '{"name":"Ng"}' })
  expect(loaded?.headers['content-type']).toContain('multipart/form-data')
  expect(loaded?.body.indexOf('name="name"')).toBeLessThan(
    loaded?.body.indexOf('name="file"; filename="face.png"') ?? 0,
  )
})

test('a download answers the file under its name', async () => {
  const { api } = tab(undefined, 'a1')
  answer = () => ({
    json: { pdf: 1 },
    headers: { 'content-disposition': `attachment; filename*=UTF-8''a%C3%A9.pdf` },
  })
  const file = await api.print.call()
  expect(file).toBeInstanceOf(Blob)
  expect(file).toMatchObject({ name: 'aé.pdf' })
})

test('rows that travel alone come as a page, with the paging of their header', async () => {
  const { api } = tab(undefined, 'a1')
  const paging = { totalItems: 41, totalPages: 3, pageSize: 20 }
  answer = () => ({
    json: [{ id: 1 }],
    headers: { 'x-pagination': JSON.stringify({ ...paging, pageNumber: 3 }) },
  })
  expect(await api.bare.call()).toEqual({ items: [{ id: 1 }], pagination: { ...paging, pageNum: 3 } })
})

test('what moves value carries one key until it is answered', async () => {
  const { api } = tab(undefined, 'a1')
  let lost = true
  answer = () => (lost ? { drop: true } : {})
  await expect(api.pay.call({ sum: '1.00' })).rejects.toMatchObject({ status: 0, message: 'text:failed' })
  lost = false
  await api.pay.call({ sum: '1.00' })
  await api.pay.call({ sum: '1.00' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('messages are built as the specification says', async () => {
  const { api } = tab(undefined, 'a1')
  const cases: [Answer, string][] = [
    [
      {
        status: 400,
        json: {
          message: 'Check the form',
          invalidParams: [
            { field: 'name', message: 'too long' },
            { field: 'code', message: 'taken' },
          ],
        },
      },
      'Check the form\n- name: too long\n- code: taken',
    ],
    [{ status: 403, json: { message: 'No' } }, 'text:denied'],
    [{ status: 500, json: {} }, 'text:failed'],
    [{ status: 201, json: { ok: true } }, 'text:failed'],
  ]
  for (const [given, message] of cases) {
    answer = () => given
    await expect(api.save.call({ name: 'x' })).rejects.toMatchObject({ status: given.status, message })
  }
  const away = tab(undefined, 'a1', undefined, () => false)
  answer = () => ({ drop: true })
  await expect(away.api.save.call({ name: 'x' })).rejects.toMatchObject({
    status: 0,
    message: 'text:offline',
  })
})

test('only the body of a 200 is passed on; every other answer is thrown', async () => {
  const { api } = tab(undefined, 'a1')
  answer = () => ({ json: { ok: true }, headers: { 'x-more': 'not passed on' } })
  expect(await api.save.call({ name: 'x' })).toEqual({ ok: true })
  for (const status of [201, 202, 204, 302, 400, 404, 409, 422, 429, 500, 503]) {
    answer = () => ({ status, ...(status === 204 ? {} : { json: { ok: true } }) })
    await expect(api.save.call({ name: 'x' }), String(status)).rejects.toMatchObject({
      name: 'ApiError',
      status,
    })
  }
})

test('an aborted call stops, and the calls under way are counted', async () => {
  const { api, client } = tab(undefined, 'a1')
  answer = () => new Promise(() => {})
  const stop = new AbortController()
  const waiting = api.get.call({ id: '1' }, { signal: stop.signal })
  const quiet = api.get.call({ id: '2' }, { signal: stop.signal, quiet: true })
  expect(client.flight.count()).toBe(1)
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await expect(quiet).rejects.toMatchObject({ name: 'AbortError' })
  expect(client.flight.count()).toBe(0)
})
