// Long because every rule of the second step is tried with the same clock, addresses and users.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { factors } from '../factors/factors.contract.ts'
import { signIn } from './sign-in.contract.ts'
import { stepUp } from '../step-up/step-up.contract.ts'
import { users } from '../users/users.contract.ts'
import { secondStep } from './second-step.contract.ts'

let app: TestApp
// A clock of its own, so that a code is of the time step that the case means.
let now = new Date('2026-11-02T03:00:10Z')
const pass = (seconds: number) => app.setNow((now = new Date(now.getTime() + seconds * 1000)))
beforeAll(async () => {
  app = await testApp()
  pass(0)
})
afterAll(() => app.stop())

const codeOf = (secret: string, at = now) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
let count = 0
const address = () => `10.20.${Math.floor(++count / 250)}.${count % 250}`

/** A user with an authenticator app; the clock is then one step on, so that a new code is good. */
async function withApp(userName: string) {
  const { id } = await app.addUser({ userName, email: `${userName}@example.com` })
  const session = await app.signIn(userName)
  const { secret, uri } = (await session.call(factors.begin)).body.totp ?? { secret: '', uri: '' }
  const added = await session.call(factors.add, {
    factor: { kind: 'totp', name: 'Phone', code: codeOf(secret) },
  })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  pass(30)
  return { id, secret, uri, codes: added.body.recoveryCodes, session }
}

const begin = async (username: string, from = address()) =>
  (await app.call(secondStep.begin, { username, password: demoPassword }, { address: from })).body.ticket
const verify = (ticket: string, code: string, from = address(), kind: 'totp' | 'recovery' = 'totp') =>
  app.call(secondStep.verify, { ticket, proof: { kind, code } }, { address: from })
const login = (username: string, from = address()) =>
  app.call(signIn.login, { username, password: demoPassword }, { address: from })

describe('a sign-in with an authenticator app', () => {
  test('stops after the password, and goes on with a code in the specified shape', async () => {
    const { secret, uri } = await withApp('asked')
    expect(uri).toBe(
      `otpauth://totp/Agio:asked?issuer=Agio&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const { status, error } = await login('asked')
    expect([status, error.code]).toEqual([422, 10002])
    const from = address()
    const body = { username: 'asked', password: demoPassword }
    const step = (await app.call(secondStep.begin, body, { address: from })).body
    expect(step).toMatchObject({ kinds: ['totp', 'recovery'], passkey: null })
    const done = await verify(step.ticket, codeOf(secret), from)
    expect(Object.keys(done.body)).toEqual(['userInfo', 'company', 'companyStructure'])
    const headers = { authorization: `Bearer ${done.body.userInfo.accessToken}` }
    expect((await app.call(factors.own, {}, { headers })).body.factors).toMatchObject([
      { kind: 'totp', name: 'Phone', lastUsedAt: now.toISOString() },
    ])
  })

  test('takes a code of the step before or after, and none further away', async () => {
    const { secret } = await withApp('drifting')
    const at = (seconds: number) => codeOf(secret, new Date(now.getTime() + seconds * 1000))
    pass(90)
    for (const seconds of [-60, 60])
      expect((await verify(await begin('drifting'), at(seconds))).error.code).toBe('FACTOR_WRONG')
    for (const seconds of [-30, 0, 30])
      expect((await verify(await begin('drifting'), at(seconds))).status, `${seconds}`).toBe(200)
  })

  test('takes a code once, also within its window and when two use it at once', async () => {
    const { secret } = await withApp('replayed')
    const code = codeOf(secret)
    expect((await verify(await begin('replayed'), code)).status).toBe(200)
    expect((await verify(await begin('replayed'), code)).error.code).toBe('CODE_USED')
    pass(30)
    // An older one than that which was taken is no better.
    expect((await verify(await begin('replayed'), code)).error.code).toBe('CODE_USED')
    const tickets = [await begin('replayed'), await begin('replayed'), await begin('replayed')]
    const next = codeOf(secret)
    const codes = (await Promise.all(tickets.map((one) => verify(one, next)))).map(({ status, error }) =>
      status === 200 ? 200 : error.code,
    )
    expect(codes.map(String).toSorted()).toEqual(['200', 'CODE_USED', 'CODE_USED'])
  })

  test('does not take the code with which the app was added', async () => {
    const { id } = await app.addUser({ userName: 'enrolling' })
    const session = await app.signIn('enrolling')
    const secret = (await session.call(factors.begin)).body.totp?.secret ?? ''
    const code = codeOf(secret)
    await session.call(factors.add, { factor: { kind: 'totp', name: 'Phone', code } })
    expect((await verify(await begin('enrolling'), code)).error.code).toBe('CODE_USED')
    const [row] = await app.owner<{ secret: string }>('select secret from access.factor where user_id = $1', [
      id,
    ])
    expect(row?.secret).not.toContain(secret)
  })
})

describe('the ticket between the two steps', () => {
  test('is good for one session, for ten minutes, and for nothing else', async () => {
    const { secret } = await withApp('ticketed')
    const ticket = await begin('ticketed')
    for (const endpoint of [factors.own, users.list])
      expect((await app.call(endpoint, {}, { headers: { authorization: `Bearer ${ticket}` } })).status).toBe(
        401,
      )
    expect((await app.call(signIn.refresh, { refreshToken: ticket })).status).toBe(401)
    expect((await app.call(signIn.logout, { refreshToken: ticket })).status).toBe(200)
    pass(601)
    expect((await verify(ticket, codeOf(secret))).error.code).toBe('STEP_EXPIRED')
    const fresh = await begin('ticketed')
    const kept = await app.owner('select from access.second_step where expires_at < $1', [now])
    expect(kept).toEqual([])
    const code = codeOf(secret)
    const both = await Promise.all([verify(fresh, code), verify(fresh, code)])
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422'])
    pass(30)
    expect((await verify(fresh, codeOf(secret))).error.code).toBe('STEP_EXPIRED')
  })

  test("does not take another user's code, nor another user's ticket", async () => {
    const [one, two] = [await withApp('one.of.two'), await withApp('two.of.two')]
    expect((await verify(await begin('one.of.two'), codeOf(two.secret))).error.code).toBe('FACTOR_WRONG')
    const recovery = two.codes[0] ?? ''
    const stolen = await verify(await begin('one.of.two'), recovery, address(), 'recovery')
    expect(stolen.error.code).toBe('FACTOR_WRONG')
    const ticket = await begin('one.of.two')
    const forged = `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`
    expect((await verify(forged, codeOf(one.secret))).error.code).toBe('STEP_EXPIRED')
  })

  test('ends with a lock of the user, and with another password', async () => {
    const { id, secret } = await withApp('interrupted')
    const admin = await app.signIn('admin')
    const row = async () => (await admin.call(users.getById, { id })).body
    let ticket = await begin('interrupted')
    await admin.call(users.lock, { id, version: (await row()).version })
    expect((await verify(ticket, codeOf(secret))).status).toBe(422)
    await admin.call(users.unlock, { id, version: (await row()).version })
    ticket = await begin('interrupted')
    const { userName, firstName, roleIds, workspaces, version } = await row()
    const draft = { id, version, userName, firstName, roleIds, workspaces, password: 'another' }
    expect((await admin.call(users.update, draft)).status).toBe(200)
    expect((await verify(ticket, codeOf(secret))).status).toBe(422)
    expect(
      await app.owner(`select from access.session where user_id = $1 and ended_at is null`, [id]),
    ).toEqual([])
    // The new password takes no factor away.
    const anew = { username: 'interrupted', password: 'another' }
    expect((await app.call(signIn.login, anew, { address: address() })).error.code).toBe(10002)
  })
})

describe('guessing a code', () => {
  test('counts with the passwords, and a right password does not forget it', async () => {
    const { secret } = await withApp('guessed')
    const from = address()
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await verify(await begin('guessed', from), '000000', from)).error.code).toBe('FACTOR_WRONG')
    const blocked = await app.call(
      secondStep.begin,
      { username: 'guessed', password: demoPassword },
      { address: from },
    )
    expect([blocked.status, blocked.error.code]).toEqual([429, 'SIGN_IN_BLOCKED'])
    const rows = await app.owner<{ code: string }>(
      `select code from kit.audit where user_name = 'guessed' and outcome = 'refused' and act = 'secondstep.verify' order by id`,
    )
    expect(rows.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'FACTOR_WRONG'))
    const admin = await app.signIn('admin')
    const { items } = (
      await admin.call(users.list, {
        filters: [{ key: 'userName', operator: 'Equals', value: 'guessed' }],
      })
    ).body
    const { id, version } = items[0] ?? { id: '', version: 0 }
    expect((await admin.call(users.unlock, { id, version })).status).toBe(200)
    pass(30)
    expect((await verify(await begin('guessed', from), codeOf(secret), from)).status).toBe(200)
  })

  const wrongTimes = async (userName: string, times: number) => {
    for (let n = 0; n < times; n++)
      expect((await verify(await begin(userName), '000000')).error.code).toBe('FACTOR_WRONG')
  }
  const mails = async (userName: string) =>
    (
      await app.owner<{ subject: string }>('select subject from kit.mail where recipient = $1 order by id', [
        `${userName}@example.com`,
      ])
    ).map(({ subject }) => subject)

  test('ends after ten in a row, however slowly and from wherever, and the user is told', async () => {
    const { secret, codes } = await withApp('patient')
    await wrongTimes('patient', 4)
    expect(await mails('patient')).toEqual(['Second factor added'])
    await wrongTimes('patient', 6)
    expect((await mails('patient')).slice(1)).toEqual(['Wrong codes at sign-in', 'Codes blocked at sign-in'])
    await app.owner(
      `update access.sign_in_lock set last_failed_at = now() - interval '1 day', failed_at = '{}'`,
    )
    const right = await verify(await begin('patient'), codeOf(secret))
    expect([right.status, right.error.code]).toEqual([429, 'CODES_BLOCKED'])
    expect(await mails('patient')).toHaveLength(3)
    // What nobody guesses lets its owner in, and with them the codes.
    expect((await verify(await begin('patient'), codes[0] ?? '', address(), 'recovery')).status).toBe(200)
    expect((await verify(await begin('patient'), codeOf(secret))).status).toBe(200)
  })

  test('counts also twenty at once', async () => {
    await withApp('hurried')
    const tickets = await Promise.all(Array.from({ length: 20 }, () => begin('hurried')))
    const answers = await Promise.all(tickets.map((ticket) => verify(ticket, '000000')))
    expect(answers.filter(({ error }) => error.code === 'FACTOR_WRONG')).toHaveLength(10)
    expect(answers.filter(({ error }) => error.code === 'CODES_BLOCKED')).toHaveLength(10)
  })

  test('begins anew with a right one, with another password, and when an administrator unlocks', async () => {
    const { id, secret } = await withApp('anew')
    await wrongTimes('anew', 9)
    expect((await verify(await begin('anew'), codeOf(secret))).status).toBe(200)
    pass(30)
    await wrongTimes('anew', 10)
    const admin = await app.signIn('admin')
    const row = async () => (await admin.call(users.getById, { id })).body
    expect(await row()).toMatchObject({
      signInBlocks: [{ address: '', failures: 10, blockedUntil: null }],
      can: ['lock', 'unlock'],
    })
    const { version } = await row()
    expect((await admin.call(users.unlock, { id, version })).body.signInBlocks).toEqual([])
    expect((await verify(await begin('anew'), codeOf(secret))).status).toBe(200)
    pass(30)
    await wrongTimes('anew', 10)
    const { userName, firstName, roleIds, workspaces, version: last } = await row()
    const draft = { id, version: last, userName, firstName, roleIds, workspaces, password: 'another' }
    const old = await begin('anew')
    expect((await admin.call(users.update, draft)).body.signInBlocks).toEqual([])
    // What the old password had opened counts against nobody.
    expect((await verify(old, '000000')).error.code).toBe('STEP_EXPIRED')
    const wrong = await app.owner('select from access.credential where user_id = $1 and wrong_steps > 0', [
      id,
    ])
    expect(wrong).toEqual([])
    const body = { username: 'anew', password: 'another' }
    const { ticket } = (await app.call(secondStep.begin, body, { address: address() })).body
    expect((await verify(ticket, codeOf(secret))).status).toBe(200)
  })

  test('keeps the owner neither out of a session nor, below ten, out of another address', async () => {
    const { secret, session } = await withApp('besieged')
    await wrongTimes('besieged', 9)
    expect((await verify(await begin('besieged'), codeOf(secret))).status).toBe(200)
    pass(30)
    await wrongTimes('besieged', 10)
    const proof = { kind: 'totp' as const, code: codeOf(secret) }
    expect((await session.call(stepUp.prove, { proof })).status).toBe(200)
    // That the owner is here makes no code at sign-in good again: who guesses there is another.
    pass(30)
    expect((await verify(await begin('besieged'), codeOf(secret))).error.code).toBe('CODES_BLOCKED')
  })
})

describe('recovery codes', () => {
  test('are ten, come with the first factor, and each signs in once, however it is typed', async () => {
    const { codes, session } = await withApp('lost.phone')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/)
    const [first = '', second = ''] = codes
    const use = async (code: string) => verify(await begin('lost.phone'), code, address(), 'recovery')
    const typed = first.toLowerCase().replaceAll('-', ' ')
    expect((await use(typed)).status).toBe(200)
    expect((await use(first)).error.code).toBe('FACTOR_WRONG')
    const both = await Promise.all([use(second), use(second)])
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422'])
    expect((await session.call(factors.own)).body.recoveryLeft).toBe(8)
    const stored = await app.owner<{ codeHash: string }>('select * from access.recovery_code')
    expect(JSON.stringify(stored)).not.toContain(first.replaceAll('-', ''))
  })

  test('are renewed, and the old ones go', async () => {
    const { codes, session } = await withApp('renewing')
    const { recoveryCodes } = (await session.call(factors.renewCodes)).body
    expect(recoveryCodes).toHaveLength(10)
    const old = await verify(await begin('renewing'), codes[0] ?? '', address(), 'recovery')
    expect(old.error.code).toBe('FACTOR_WRONG')
    const fresh = await verify(await begin('renewing'), recoveryCodes[0] ?? '', address(), 'recovery')
    expect(fresh.status).toBe(200)
  })

  test('are kept under no idempotency key, and so shown once', async () => {
    const { session } = await withApp('keyed')
    const options = { headers: { 'idempotency-key': 'the-same-key-twice' } }
    const [first, again] = [
      await session.call(factors.renewCodes, {}, options),
      await session.call(factors.renewCodes, {}, options),
    ]
    expect(again.body.recoveryCodes).toHaveLength(10)
    expect(again.body.recoveryCodes).not.toEqual(first.body.recoveryCodes)
    expect(await app.owner(`select from kit.idempotency where key = 'the-same-key-twice'`)).toEqual([])
  })
})

describe('the own factors', () => {
  test('are renamed and removed by their owner alone; with the last one the recovery codes and other sessions go', async () => {
    const { session, secret } = await withApp('owner')
    const there = (await verify(await begin('owner'), codeOf(secret))).body.userInfo.accessToken
    const stranger = await app.addUser({ userName: 'stranger' }).then(() => app.signIn('stranger'))
    const [factor] = (await session.call(factors.own)).body.factors
    const id = factor?.id ?? ''
    const change = (by: Session) => by.call(factors.rename, { id, name: 'Mine now' })
    expect((await change(stranger)).status).toBe(404)
    expect((await stranger.call(factors.remove, { id })).status).toBe(404)
    expect((await stranger.call(factors.renewCodes)).error.code).toBe('FACTOR_NONE')
    expect((await change(session)).status).toBe(200)
    expect((await session.call(factors.remove, { id })).status).toBe(200)
    expect((await session.call(factors.own)).body).toMatchObject({ factors: [], recoveryLeft: 0 })
    expect((await login('owner')).status).toBe(200)
    const headers = { authorization: `Bearer ${there}` }
    await expect.poll(async () => (await app.call(factors.own, {}, { headers })).status).toBe(401)
  })

  test('are one app, and the first one ends the sessions that the password alone had opened', async () => {
    await app.addUser({ userName: 'elsewhere' })
    const [here, there] = [await app.signIn('elsewhere'), await app.signIn('elsewhere')]
    const secret = (await here.call(factors.begin)).body.totp?.secret ?? ''
    const factor = { kind: 'totp' as const, name: 'Phone', code: codeOf(secret) }
    expect((await here.call(factors.add, { factor: { ...factor, code: '000000' } })).error.code).toBe(
      'FACTOR_WRONG',
    )
    expect((await here.call(factors.add, { factor })).status).toBe(200)
    await expect.poll(async () => (await there.call(factors.own)).status).toBe(401)
    expect((await here.call(factors.begin)).body.totp).toBeNull()
  })

  test('leave their secrets out of the audit', async () => {
    const { id, secret } = await withApp('audited')
    const rows = await app.owner<{ after: Record<string, unknown> }>(
      `select after from kit.audit_change where relation = 'access.factor' and after->>'user_id' = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(Object.keys(rows[0]?.after ?? {}).toSorted()).toEqual([
      'company_id',
      'created_at',
      'id',
      'kind',
      'name',
      'user_id',
    ])
    expect(secret).toHaveLength(32)
  })
})
