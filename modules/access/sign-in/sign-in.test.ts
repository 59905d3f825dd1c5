// Long because each way to sign in, and each way to be refused, is tried on one set of users.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { fullStep } from '#modules/access/passwords/passwords.server.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import { networkOf } from '../passwords/network.domain.ts'
import { signIn } from './sign-in.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const attempt = (username: string, password: string, more: { pin?: string; address?: string } = {}) =>
  app.call(
    signIn.login,
    { username, password, ...(more.pin === undefined ? {} : { pin: more.pin }) },
    { address: more.address ?? '10.0.0.1' },
  )
const fail = async (username: string, times: number, address?: string) => {
  const tries = Array.from({ length: times }, () => attempt(username, 'wrong', address ? { address } : {}))
  for (const { error } of await Promise.all(tries)) expect(error.code).toBe(10000)
}

/** As if the failures so far had happened that much earlier. */
const minutesPass = (minutes: number) =>
  app.owner(
    `update access.sign_in_lock set last_failed_at = last_failed_at - $1::interval,
       blocked_until = blocked_until - $1::interval,
       failed_at = (select array_agg(t - $1::interval) from unnest(failed_at) t)`,
    [`${minutes} minutes`],
  )

describe('signing in', () => {
  test('answers the specified shape', async () => {
    const { status, body, headers } = await attempt('TELLER', 'demo1234')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(body)).toEqual(['userInfo', 'company', 'companyStructure'])
    expect(body.userInfo).toEqual({
      firstName: 'Mei Ling',
      lastName: 'Wong',
      tokenType: 'Bearer',
      accessToken: expect.stringMatching(/^eyJ/) as unknown,
      refreshToken: expect.stringMatching(/^[\w-]{100,}$/) as unknown,
      expiresIn: 9000,
    })
    expect(Object.keys(body.company).toSorted()).toEqual(
      'branches companyId companyName counters permissions regions userId'.split(' '),
    )
    expect(body.company.permissions).toContain('view_customers_information')
    const [one, two] = body.company.counters
    expect(body.company.counters.map(({ name }) => name)).toEqual(['Counter 1', 'Counter 2'])
    expect(body.company.regions).toEqual([{ id: expect.any(String) as unknown, name: 'Central' }])
    const [branch] = body.company.branches
    expect(branch).toMatchObject({ name: 'Bukit Bintang', counterIds: [one?.id, two?.id] })
    expect(body.companyStructure).toEqual({
      branches: [{ id: branch?.id, name: 'Bukit Bintang' }],
      counters: [one, two].map((counter) => ({ ...counter, branchId: branch?.id })),
    })
  })

  test('tells a stranger nothing: wrong name, wrong password and locked user look and last alike', async () => {
    const user = await app.addUser({ userName: 'shut.out' })
    const admin = await app.signIn('admin')
    await admin.call(users.lock, { id: user.id, version: user.version })
    const bodies = []
    for (const [name, password] of [
      ['nobody', 'demo1234'],
      ['teller', 'wrong'],
      ['shut.out', 'demo1234'],
      ['shut.out', 'wrong'],
    ] as const) {
      const started = performance.now()
      const { status, error } = await attempt(name, password)
      expect(performance.now() - started).toBeGreaterThan(245)
      expect(status).toBe(422)
      bodies.push({ ...error, traceId: '' })
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ code: 10000, message: 'Username or password incorrect.' })
  })

  test('says so in the language of the reader', async () => {
    const headers = { 'accept-language': 'zh-TW,zh;q=0.9' }
    const { error } = await app.call(signIn.login, { username: 'x', password: 'y' }, { headers })
    expect(error.message).toMatch(/密碼/)
  })
})

test('a password that is changed, or a user who is locked, while a sign-in is judged lets nobody in', async () => {
  const { id } = await app.addUser({ userName: 'raced' })
  const changes = [
    `update access.credential set password_hash = 'another' where user_id = '${id}'`,
    `update access.credential set pin_hash = 'new' where user_id = '${id}'`,
    `update access.user set state = 'locked' where id = '${id}'`,
  ]
  const waits = () =>
    app.owner(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%no key%'`)
  for (const change of changes)
    await withClient(app.database.owner, async (client) => {
      await client.query('begin')
      await client.query(change)
      const entering = attempt('raced', 'demo1234')
      await expect.poll(waits).toHaveLength(1)
      await client.query('commit')
      expect((await entering).error.code).toBe(10000)
      await client.query(`update access.credential set pin_hash = null, password_hash =
        (select password_hash from access.credential c join access.user u on u.id = c.user_id where u.user_name = 'teller')`)
    })
  expect(await app.owner('select from access.session where user_id = $1', [id])).toEqual([])
})

test('a refused sign-in of somebody who is known is in the audit, whatever refused it', async () => {
  await app.addUser({ userName: 'watched', pin: '2468' })
  const address = '10.7.7.7'
  await attempt('watched', 'demo1234', { address })
  await attempt('watched', 'demo1234', { address, pin: '1357' })
  await fail('watched', 4, address)
  await attempt('watched', 'demo1234', { address })
  const rows = await app.owner<{ code: string }>(
    `select code from kit.audit where user_name = 'watched' and outcome = 'refused' order by id`,
  )
  expect(rows.map(({ code }) => code)).toEqual([
    '10001',
    ...Array.from({ length: 5 }, () => '10000'),
    'SIGN_IN_BLOCKED',
  ])
})

test('one address signs in a hundred and twenty times a minute, whatever the names', async () => {
  const address = '10.8.8.8'
  const once = async () =>
    (await app.call(signIn.login, undefined, { raw: { username: '' }, address })).status
  const statuses = await Promise.all(Array.from({ length: 120 }, once))
  expect([new Set(statuses), await once()]).toEqual([new Set([400]), 429])
})

test('a session ends thirty days after the sign-in, however busy it is', async () => {
  const { userInfo, company } = (await attempt('auditor', 'demo1234', { address: '10.9.9.9' })).body
  const aged = `update access.session set created_at = $2 where user_id = $1`
  let { refreshToken } = userInfo
  for (const [hours, status] of [
    [719, 200],
    [721, 401],
  ] as const) {
    await app.owner(aged, [company.userId, new Date(Date.now() - hours * 3_600_000)])
    const next = await app.call(signIn.refresh, { refreshToken })
    expect(next.status).toBe(status)
    refreshToken = next.body.refreshToken
  }
})

test('attempts are counted for an IPv4 address, and for a network of IPv6', async () => {
  expect(
    ['10.0.0.1', '::ffff:10.0.0.1', '2001:DB8:0:1:2:3:4:5', '2001:db8:0:1::9', '2001:db8::1', '::1', 'x'].map(
      networkOf,
    ),
  ).toEqual([
    '10.0.0.1',
    '10.0.0.1',
    '2001:db8:0:1::/64',
    '2001:db8:0:1::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'x',
  ])
  for (let n = 0; n < 5; n++) await fail('auditor', 1, `2001:db8::${n}`)
  expect((await attempt('auditor', 'demo1234', { address: '2001:db8::ffff' })).status).toBe(429)
  expect((await attempt('auditor', 'demo1234', { address: '2001:db8:0:1::1' })).status).toBe(200)
})

test('a refusal waits for a full step also when the work took longer than one', async () => {
  const started = performance.now() - 620
  await fullStep(started, 250)
  expect(performance.now() - started).toBeGreaterThan(745)
})

describe('a PIN', () => {
  beforeAll(() => app.addUser({ userName: 'pinned', pin: '2468' }))

  test('is asked for once the password is right, and must be right', async () => {
    expect((await attempt('pinned', 'demo1234')).error).toMatchObject({ code: 10001, invalidParams: [] })
    expect((await attempt('pinned', 'wrong', { pin: '2468' })).error.code).toBe(10000)
    expect((await attempt('pinned', 'demo1234', { pin: '1357' })).error.code).toBe(10000)
    expect((await attempt('pinned', 'demo1234', { pin: '2468' })).status).toBe(200)
    expect((await attempt('teller', 'demo1234', { pin: '2468' })).status).toBe(200)
  })

  test('cannot be guessed by giving the password alone in between', async () => {
    for (let n = 0; n < 4; n++) {
      expect((await attempt('pinned', 'demo1234', { pin: `000${n}` })).error.code).toBe(10000)
      expect((await attempt('pinned', 'demo1234')).error.code).toBe(10001)
    }
    expect((await attempt('pinned', 'demo1234', { pin: '0009' })).error.code).toBe(10000)
    expect((await attempt('pinned', 'demo1234', { pin: '2468' })).status).toBe(429)
    await minutesPass(2)
    expect((await attempt('pinned', 'demo1234')).error.code).toBe(10001)
    expect((await attempt('pinned', 'demo1234', { pin: '0008' })).error.code).toBe(10000)
    expect((await attempt('pinned', 'demo1234', { pin: '2468' })).status).toBe(429)
  })
})

describe('five failures', () => {
  test('block this account from this address, longer each time, and nobody else', async () => {
    await fail('manager', 4)
    expect((await attempt('manager', 'demo1234')).status).toBe(200)
    await fail('manager', 5)
    const minutes = async () => {
      const { status, error } = await attempt('Manager', 'demo1234')
      expect({ status, code: error.code }).toEqual({ status: 429, code: 'SIGN_IN_BLOCKED' })
      return Number(/\d+/.exec(error.message)?.[0])
    }
    expect(await minutes()).toBe(1)
    expect((await attempt('manager', 'demo1234', { address: '10.0.0.2' })).status).toBe(200)
    expect((await attempt('teller', 'demo1234')).status).toBe(200)
    let blocked = 1
    for (const expected of [2, 4, 8, 16, 32, 60, 60]) {
      await minutesPass(blocked)
      blocked = expected
      await fail('manager', 1)
      expect(await minutes()).toBe(expected)
    }
    await minutesPass(76)
    await fail('manager', 4)
    expect((await attempt('manager', 'demo1234')).status).toBe(200)
  })

  test('count only within a quarter of an hour', async () => {
    await fail('accountant', 4)
    await minutesPass(14)
    await minutesPass(2)
    await fail('accountant', 4)
    expect((await attempt('accountant', 'demo1234')).status).toBe(200)
    await fail('accountant', 1)
    await minutesPass(14)
    await fail('accountant', 4)
    expect((await attempt('accountant', 'demo1234')).status).toBe(429)
  })

  test('are not outrun by twenty guesses at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('compliance', 'wrong')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('of a name that does not exist block just the same', async () => {
    await fail('no.such.name', 5)
    expect((await attempt('no.such.name', 'wrong')).status).toBe(429)
  })

  test('are seen by an administrator, and lifted by unlocking', async () => {
    const user = await app.addUser({ userName: 'fumbler' })
    await fail('fumbler', 5, '10.9.9.9')
    const { call } = await app.signIn('admin')
    const seen = async () => (await call(users.getById, { id: user.id })).body
    expect((await seen()).signInBlocks).toEqual([
      { address: '10.9.9.9', failures: 5, blockedUntil: expect.stringMatching(/Z$/) as unknown },
    ])
    expect((await seen()).can).toEqual(['lock', 'unlock'])
    const { id, version } = await seen()
    expect((await call(users.unlock, { id, version })).body).toMatchObject({
      signInBlocks: [],
      can: ['lock'],
    })
    expect(await call(users.unlock, { id, version: version + 1 })).toMatchObject({
      status: 422,
      error: { code: 'NOT_LOCKED' },
    })
    expect((await attempt('fumbler', 'demo1234', { address: '10.9.9.9' })).status).toBe(200)
  })

  test('cannot be spread over addresses that the client itself names', async () => {
    const proxied = await testApp({ beside: app, env: { AGIO_TRUST_PROXY: '1' } })
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const headers = { 'x-forwarded-for': `192.0.2.${n}, 203.0.113.7` }
      const input = { username: 'auditor', password: 'wrong' }
      statuses.push((await proxied.call(signIn.login, input, { headers, address: '127.0.0.1' })).status)
    }
    await proxied.stop()
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})

test('activeUser/check says per route key whether this person may call it', async () => {
  const { call } = await app.signIn('teller')
  const apis = [
    'poscompany/branch/create',
    '/api/poscompany/counter/list',
    'posuser/managerole/list',
    'no/such',
  ]
  const { body } = await call(signIn.checkActive, { apis })
  expect(body).toEqual({
    'poscompany/branch/create': { isActivated: false, permissionType: 1 },
    '/api/poscompany/counter/list': { isActivated: true, permissionType: 0 },
    'posuser/managerole/list': { isActivated: false, permissionType: 0 },
    'no/such': { isActivated: false, permissionType: null },
  })
})
