// Long because tokens, sockets and what ends them are tried on the same two servers.
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'

let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await testApp()
  second = await testApp({ beside: app })
  await app.start()
  await second.start()
})
afterAll(async () => {
  await app.stop()
  await second.stop()
})

const refresh = (refreshToken: string, at = app) => at.call(signIn.refresh, { refreshToken })
/** Whether an access token opens anything, on this server. */
const status = async (accessToken: string, at = app) =>
  (await at.call(workspaces.current, {}, { headers: { authorization: `Bearer ${accessToken}` } })).status
const later = (seconds: number) => app.setNow(new Date(Date.now() + seconds * 1000))

describe('a refresh token', () => {
  test('is good for one new pair', async () => {
    const { login } = await app.signIn('teller')
    const { body } = await refresh(login.userInfo.refreshToken)
    expect(body).toEqual({
      accessToken: expect.any(String) as unknown,
      refreshToken: expect.any(String) as unknown,
      expiresIn: 9000,
    })
    expect(body.refreshToken).not.toBe(login.userInfo.refreshToken)
    expect(await status(body.accessToken)).toBe(200)
    expect((await refresh(body.refreshToken)).status).toBe(200)
  })

  test('works again within ten seconds; later it ends the whole family', async () => {
    const { login } = await app.signIn('teller')
    const first = await refresh(login.userInfo.refreshToken)
    later(9)
    const again = await refresh(login.userInfo.refreshToken)
    expect(again.status).toBe(200)
    later(20)
    expect((await refresh(login.userInfo.refreshToken)).status).toBe(401)
    expect((await refresh(first.body.refreshToken)).status).toBe(401)
    expect((await refresh(again.body.refreshToken)).status).toBe(401)
    await expect.poll(() => status(again.body.accessToken)).toBe(401)
    const rows = await app.owner(
      `select from kit.audit where act = 'auth.refreshtoken' and outcome = 'refused' and code = 'SESSION_EXPIRED'`,
    )
    expect(rows).toHaveLength(1)
    app.setNow(new Date())
  })

  test('used twice within its grace has one successor, and whoever uses that late ends the family', async () => {
    const { login } = await app.signIn('teller')
    const [mine, theirs] = [
      await refresh(login.userInfo.refreshToken),
      await refresh(login.userInfo.refreshToken, second),
    ]
    expect(theirs.body.refreshToken).toBe(mine.body.refreshToken)
    const next = await refresh(mine.body.refreshToken)
    expect(next.status).toBe(200)
    later(20)
    expect((await refresh(theirs.body.refreshToken)).status).toBe(401)
    expect((await refresh(next.body.refreshToken)).status).toBe(401)
    app.setNow(new Date())
  })

  test('used twice within its grace, but from another address or by another browser, ends the family', async () => {
    const browser = { 'user-agent': 'A browser' }
    const places = [
      { address: '10.0.0.2', headers: browser },
      { address: '10.0.0.1', headers: { 'user-agent': 'Another' } },
    ]
    for (const place of places) {
      const { refreshToken } = (await app.signIn('teller')).login.userInfo
      const own = { address: '10.0.0.1', headers: browser }
      const first = await app.call(signIn.refresh, { refreshToken }, own)
      const again = await app.call(signIn.refresh, { refreshToken }, own)
      expect(again.body.refreshToken).toBe(first.body.refreshToken)
      expect((await app.call(signIn.refresh, { refreshToken }, place)).status).toBe(401)
      const next = { refreshToken: first.body.refreshToken }
      expect((await app.call(signIn.refresh, next, own)).status).toBe(401)
    }
  })

  test('may be used by two tabs, on two servers, at the same instant', async () => {
    const { login } = await app.signIn('teller')
    const both = await Promise.all([
      refresh(login.userInfo.refreshToken),
      refresh(login.userInfo.refreshToken, second),
    ])
    for (const { status: code, body } of both) {
      expect(code).toBe(200)
      expect(await status(body.accessToken)).toBe(200)
      expect((await refresh(body.refreshToken)).status).toBe(200)
    }
  })

  test('is refused after twelve hours unused, and when it was never given out', async () => {
    const { login } = await app.signIn('teller')
    later(12 * 3600 + 60)
    expect((await refresh(login.userInfo.refreshToken)).status).toBe(401)
    app.setNow(new Date())
    const good = login.userInfo.refreshToken
    const forged = [
      good.slice(0, -1),
      `${good}A`,
      good.slice(0, -43) + 'A'.repeat(43),
      good.replace(/^.{32}/, randomUUID().replaceAll('-', '')),
      good.replace(/(?<=^.{32}).{32}/, randomUUID().replaceAll('-', '')),
      good.toUpperCase(),
      'x',
    ]
    for (const token of forged) expect((await refresh(token)).status, token).toBe(401)
    expect((await refresh(good)).status).toBe(200)
  })
})

describe('signing out', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  test('works with the refresh token alone', async () => {
    const { userInfo } = (await app.signIn('teller')).login
    expect((await app.call(signIn.logout, { refreshToken: userInfo.refreshToken })).status).toBe(200)
    expect((await refresh(userInfo.refreshToken)).status).toBe(401)
    await expect.poll(() => status(userInfo.accessToken)).toBe(401)
  })

  test('works with the access token alone: with an empty object, an empty body and no body', async () => {
    const bodies = [{ payload: {} }, { payload: '', headers: { 'content-type': 'application/json' } }, {}]
    for (const body of bodies) {
      const { userInfo } = (await app.signIn('teller')).login
      const headers = { ...body.headers, ...bearer(userInfo.accessToken).headers }
      const reply = await app.http.inject({ ...body, method: 'POST', url: '/api/user/auth/logout', headers })
      expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'You have signed out.' }])
      expect(await status(userInfo.accessToken)).toBe(401)
    }
  })

  test('of nobody is no error and ends nothing', async () => {
    const { userInfo } = (await app.signIn('teller')).login
    expect((await app.call(signIn.logout, {})).status).toBe(200)
    expect((await app.call(signIn.logout, { refreshToken: 'x' })).status).toBe(200)
    expect(await status(userInfo.accessToken)).toBe(200)
  })
})

test('an access token that was altered, signed otherwise, or has run out opens nothing', async () => {
  const { userInfo, company } = (await app.signIn('teller')).login
  const [head = '', body = '', signature = ''] = userInfo.accessToken.split('.')
  const { sid } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { sid: string }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (claims: object, key: Buffer | string = app.services.secret, alg = 'HS256') => {
    const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const exp = Math.floor(Date.now() / 1000) + 60
  const cid = company.companyId
  expect(await status(sign({ sid, cid, exp }))).toBe(200)
  const forged = [
    `${head}.${part({ sid: randomUUID(), cid, exp })}.${signature}`,
    `${part({ alg: 'none' })}.${body}.`,
    `${head}.${body}.`,
    `${head}.${body}.${signature.slice(0, -2)}`,
    sign({ sid, cid, exp }, 'another key'),
    sign({ sid, cid, exp }, app.services.secret, 'HS512'),
    sign({ sid, cid, exp: exp - 120 }),
    sign({ sid, exp }),
    sign({ sid: randomUUID(), cid, exp }),
    userInfo.refreshToken,
    '',
  ]
  for (const token of forged) expect(await status(token), token).toBe(401)
})

describe('a user who is locked', () => {
  test('is out within a second on every server, and their sockets are closed', async () => {
    const user = await app.addUser({ userName: 'to.be.locked' })
    const { login } = await app.signIn('to.be.locked')
    const { accessToken, refreshToken } = login.userInfo
    const other = (await app.signIn('teller')).login.userInfo.accessToken
    const sockets = await Promise.all(
      [app, second].flatMap((at) => [socket(at, accessToken), socket(at, other)]),
    )
    expect([await status(accessToken), await status(accessToken, second)]).toEqual([200, 200])

    const admin = await app.signIn('admin')
    await admin.call(users.lock, { id: user.id, version: user.version })
    const locked = performance.now()
    await expect
      .poll(async () => [await status(accessToken), await status(accessToken, second)], { interval: 10 })
      .toEqual([401, 401])
    expect(performance.now() - locked).toBeLessThan(1000)
    await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([4401, undefined, 4401, undefined])
    expect(sockets[0]?.messages.at(-1)).toEqual({ topic: 'session-ended', data: { reason: 'user locked' } })
    expect((await refresh(refreshToken)).status).toBe(401)
    for (const { ws } of sockets) ws.close()
  })

  test('is out even with more sessions than one message holds', async () => {
    const user = await app.addUser({ userName: 'everywhere' })
    await app.owner(
      `insert into access.session (company_id, user_id, address, user_agent)
       select company_id, id, '', '' from access.user, generate_series(1, 300) where user_name = 'everywhere'`,
    )
    const admin = await app.signIn('admin')
    expect((await admin.call(users.lock, { id: user.id, version: user.version })).status).toBe(200)
    await expect.poll(() => app.owner('select from kit.outbox')).toEqual([])
  })
})

test('a deleted user is out, and their socket is not let in', async () => {
  const user = await app.addUser({ userName: 'to.be.deleted' })
  const { accessToken, refreshToken } = (await app.signIn('to.be.deleted')).login.userInfo
  const admin = await app.signIn('admin')
  await admin.call(users.delete, { id: user.id, version: user.version })
  expect((await refresh(refreshToken)).status).toBe(401)
  await expect.poll(() => status(accessToken)).toBe(401)
  expect((await socket(app, accessToken)).closed).toBe(4401)
  expect((await socket(app, 'nonsense')).closed).toBe(4401)
})

test('a session has so many sockets at most, and no other session loses one by it', async () => {
  const { accessToken } = (await app.signIn('teller')).login.userInfo
  const other = (await app.signIn('teller')).login.userInfo.accessToken
  const open = await Promise.all(Array.from({ length: 30 }, () => socket(app, accessToken)))
  expect(open.map(({ closed }) => closed)).toEqual(Array.from({ length: 30 }, () => undefined))
  const [over, another] = [await socket(app, accessToken), await socket(app, other)]
  expect([over.closed, another.closed]).toEqual([4429, undefined])
  open[0]?.ws.close()
  await expect
    .poll(async () => {
      const next = await socket(app, accessToken)
      next.ws.close()
      return next.closed
    })
    .toBeUndefined()
  for (const { ws } of [...open, another]) ws.close()
})

test('a socket is judged by its first message, and what is no message fills no log', async () => {
  const { accessToken } = (await app.signIn('teller')).login.userInfo
  const ws = new WebSocket(`ws://localhost:${app.settings.AGIO_PORT}/api/ws`)
  const heard = new Promise((resolve) => {
    ws.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))))
    ws.addEventListener('close', ({ code }) => resolve(code))
  })
  ws.addEventListener('open', () => {
    for (const token of [accessToken, 'nonsense', 'nonsense']) ws.send(JSON.stringify({ token }))
  })
  expect(await heard).toEqual({ topic: 'welcome', data: null })
  ws.close()

  let logged = ''
  const log = new Writable({ write: (chunk, _encoding, done) => done(void (logged += String(chunk))) })
  const logging = await testApp({ beside: app, log })
  await logging.start()
  const stranger = connect(logging.settings.AGIO_PORT, 'localhost')
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13'
  stranger.write(
    `GET /api/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
  )
  stranger.once('data', () => stranger.write(Buffer.alloc(20, 255)))
  await once(stranger, 'close')
  await logging.stop()
  expect(logged).not.toContain('WS_ERR')
})

test('what nobody can come back with is forgotten after thirty days, in every company', async () => {
  const { login } = await app.signIn('accountant')
  const old = `insert into access.session (company_id, user_id, address, user_agent, created_at)
    select company_id, id, 'long ago', '', now() - interval '31 days' from access.user where user_name = 'auditor' returning id`
  const [abandoned, kept] = [
    ...(await app.owner<{ id: string }>(old)),
    ...(await app.owner<{ id: string }>(old)),
  ]
  const token = `insert into access.refresh_token (company_id, session_id, token_hash, created_at)
    select company_id, id, '', now() - $2::interval from access.session where id = $1`
  await app.owner(token, [abandoned?.id, '31 days'])
  await app.owner(token, [kept?.id, '31 days'])
  await app.owner(token, [kept?.id, '1 day'])
  // What expires in minutes is not kept for days.
  await app.owner(`insert into access.second_step (company_id, user_id, purpose, ticket_hash, judged, expires_at)
    select company_id, id, 'sign_in', 'x', 'x', now() - interval '1 minute' from access.user where user_name = 'auditor'`)
  await app.owner('select jobs.add_job($1)', ['access.forget'])
  const left = () => app.owner(`select id from access.session where address = 'long ago'`)
  await expect.poll(left).toEqual([{ id: kept?.id }])
  expect(await app.owner(`select from access.second_step where ticket_hash = 'x'`)).toEqual([])
  expect((await refresh(login.userInfo.refreshToken)).status).toBe(200)
})

/** A browser's socket, once it was welcomed or closed. */
async function socket(at: TestApp, token: string) {
  const ws = new WebSocket(`ws://localhost:${at.settings.AGIO_PORT}/api/ws`)
  const seen: { ws: WebSocket; closed?: number; messages: unknown[] } = { ws, messages: [] }
  await new Promise<void>((resolve) => {
    ws.addEventListener('open', () => ws.send(JSON.stringify({ token })))
    ws.addEventListener('message', ({ data }) => {
      seen.messages.push(JSON.parse(String(data)))
      resolve()
    })
    ws.addEventListener('close', ({ code }) => {
      seen.closed = code
      resolve()
    })
  })
  return seen
}
