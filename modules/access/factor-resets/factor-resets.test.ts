import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { factorPolicy } from '../factor-policy/factor-policy.contract.ts'
import { factors } from '../factors/factors.contract.ts'
import { roles } from '../roles/roles.contract.ts'
import { secondStep } from '../second-step/second-step.contract.ts'
import { signIn } from '../sign-in/sign-in.contract.ts'
import { factorResets } from './factor-resets.contract.ts'

let app: TestApp
let first: Session
let second: Session
const everywhere = [{ type: 0 as const, workspaceId: null }]
const now = new Date()
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  first = await app.signIn('admin')
  await app.addUser({ userName: 'second.admin', roles: ['company_administrator'], workspaces: everywhere })
  second = await app.signIn('second.admin')
})
afterAll(() => app.stop())

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

async function addApp(session: Session) {
  const secret = (await session.call(factors.begin)).body.totp?.secret ?? ''
  const factor = { kind: 'totp' as const, name: 'Phone', code: codeOf(secret) }
  expect((await session.call(factors.add, { factor })).status).toBe(200)
}
async function lost(userName: string) {
  const { id } = await app.addUser({ userName, email: `${userName}@example.com` })
  const session = await app.signIn(userName)
  await addApp(session)
  return { id, session }
}
const ask = (by: Session, id: string) =>
  by.call(factorResets.ask, { id, reason: 'Phone lost, seen in person' })
const pending = async (by: Session, id: string) => (await by.call(factorResets.ofUser, { id })).body.reset
const login = (username: string) => app.call(signIn.login, { username, password: demoPassword })

describe('a reset of the second factor', () => {
  test('takes a second administrator, ends the sessions, and the user hears of it', async () => {
    const { id, session } = await lost('lost.one')
    expect((await ask(first, id)).status).toBe(200)
    expect((await ask(second, id)).error.code).toBe('RESET_PENDING')
    const own = await pending(first, id)
    expect(own?.can).toEqual(['reject'])
    const key = { id: own?.id ?? '', version: own?.version ?? 0 }
    expect((await first.call(factorResets.approve, key)).error.code).toBe('RESET_IS_YOURS')
    const told = (await second.call(messages.list, { page: 1, pageSize: 5 })).body as unknown as {
      title: string
    }[]
    expect(told[0]?.title).toBe('Reset pending approval')
    expect((await second.call(factorResets.approve, key)).body.state).toBe('approved')
    await expect.poll(async () => (await session.call(factors.own)).status).toBe(401)
    expect((await login('lost.one')).status).toBe(200)
    const mails = await app.owner<{ subject: string }>(
      `select subject from kit.mail where recipient = 'lost.one@example.com' order by id`,
    )
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Second factor added',
      'Reset of your second factor requested',
      'Second factor reset',
    ])
    expect(await app.owner('select from access.recovery_code where user_id = $1', [id])).toEqual([])
    const [row] = await app.owner<{ note: string }>(
      `select note from kit.audit where act = 'factorreset.ask'`,
    )
    expect(row?.note).toBe('Phone lost, seen in person')
  })

  test('is neither asked for nor decided by the user, and rejected with a reason it changes nothing', async () => {
    await app.addUser({ userName: 'third.admin', roles: ['company_administrator'], workspaces: everywhere })
    const third = await app.signIn('third.admin')
    await addApp(third)
    const id = third.login.company.userId
    expect((await ask(third, id)).error.code).toBe('NOT_YOURSELF')
    expect((await ask(first, id)).status).toBe(200)
    const row = await pending(third, id)
    const key = { id: row?.id ?? '', version: row?.version ?? 0 }
    expect((await third.call(factorResets.approve, key)).error.code).toBe('NOT_YOURSELF')
    expect((await second.call(factorResets.reject, { ...key, note: 'Did not answer the call' })).status).toBe(
      200,
    )
    expect((await second.call(factorResets.approve, { ...key, version: 2 })).error.code).toBe(
      'ILLEGAL_TRANSITION',
    )
    expect((await login('third.admin')).error.code).toBe(10002)
  })

  test('needs the right, and a factor to take away', async () => {
    const { id } = await app.addUser({ userName: 'has.none' })
    expect((await ask(first, id)).error.code).toBe('FACTOR_NOT_THERE')
    await app.addUser({ userName: 'a.manager', roles: ['branch_manager'], workspaces: everywhere })
    expect((await ask(await app.signIn('a.manager'), id)).status).toBe(403)
  })
})

describe('the setting who needs a second factor', () => {
  const set = (mode: 'off' | 'roles' | 'all', roleIds: string[] = []) =>
    first.call(factorPolicy.update, { mode, roleIds })
  const enrolAt = async (userName: string) => {
    const step = (await app.call(secondStep.begin, { username: userName, password: demoPassword })).body
    return { step, secret: step.enrolment?.totp?.secret ?? '' }
  }

  test('is off at first, names roles or everybody, and asks at the next sign-in', async () => {
    expect((await first.call(factorPolicy.get)).body).toEqual({ mode: 'off', roleIds: [] })
    const known = (await first.call(roles.list, { pageSize: 100 })).body.items
    const teller = known.find(({ baseRole }) => baseRole === 'teller')?.id ?? ''
    await app.addUser({ userName: 'must.have', roles: ['teller'] })
    const open = await app.signIn('must.have')
    expect((await set('roles')).status).toBe(400)
    expect((await set('roles', [teller])).body).toEqual({ mode: 'roles', roleIds: [teller] })
    expect((await login('second.admin')).status).toBe(200)
    expect((await open.call(factors.own)).body.isRequired).toBe(true)
    expect((await login('must.have')).error.code).toBe(10002)
    const { step, secret } = await enrolAt('must.have')
    expect([step.kinds, step.passkey]).toEqual([[], null])
    // Nothing is proved by it before a factor is there.
    const proof = { kind: 'totp' as const, code: codeOf(secret) }
    expect((await app.call(secondStep.verify, { ticket: step.ticket, proof })).status).toBe(422)
    const factor = { kind: 'totp' as const, name: 'Phone', code: codeOf(secret) }
    const wrong = await app.call(secondStep.enrol, {
      ticket: step.ticket,
      factor: { ...factor, code: '000000' },
    })
    expect(wrong.error.code).toBe('FACTOR_WRONG')
    // Two windows at once add one factor and open one session.
    const other = await enrolAt('must.have')
    const both = await Promise.all([
      app.call(secondStep.enrol, { ticket: step.ticket, factor }),
      app.call(secondStep.enrol, {
        ticket: other.step.ticket,
        factor: { ...factor, code: codeOf(other.secret) },
      }),
    ])
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422'])
    const done = both.find(({ status }) => status === 200)?.body
    expect(done?.recoveryCodes).toHaveLength(10)
    const headers = { authorization: `Bearer ${done?.login.userInfo.accessToken}` }
    const own = (await app.call(factors.own, {}, { headers })).body.factors
    expect(own).toHaveLength(1)
    const last = await app.call(factors.remove, { id: own[0]?.id ?? '' }, { headers })
    expect(last.error.code).toBe('FACTOR_REQUIRED')
  })

  test('asks everybody, and nobody once it is off again', async () => {
    await app.addUser({ userName: 'anybody' })
    await set('all')
    expect((await login('anybody')).error.code).toBe(10002)
    await set('off')
    expect((await login('anybody')).status).toBe(200)
    const begun = await app.call(secondStep.begin, { username: 'anybody', password: demoPassword })
    expect(begun.error.code).toBe('STEP_NOT_ASKED')
  })
})
