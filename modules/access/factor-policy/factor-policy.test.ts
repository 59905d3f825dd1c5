import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { factors } from '../factors/factors.contract.ts'
import { roles } from '../roles/roles.contract.ts'
import { secondStep } from '../sign-in/second-step.contract.ts'
import { signIn } from '../sign-in/sign-in.contract.ts'
import { factorPolicy } from './factor-policy.contract.ts'

let app: TestApp
let first: Session
const now = new Date()
beforeAll(async () => {
  app = await testApp()
  app.setNow(now)
  first = await app.signIn('admin')
})
afterAll(() => app.stop())

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
const login = (username: string) => app.call(signIn.login, { username, password: demoPassword })

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
    expect((await login('admin')).status).toBe(200)
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

  test('is told to the other administrators when it changes', async () => {
    await app.addUser({
      userName: 'watchful',
      roles: ['company_administrator'],
      workspaces: [{ type: 0, workspaceId: null }],
    })
    const watchful = await app.signIn('watchful')
    const told = async () => {
      const { body } = await watchful.call(messages.list, { page: 1, pageSize: 5 })
      return (body as unknown as { title: string }[]).map(({ title }) => title)
    }
    expect(await told()).toEqual([])
    await set('all')
    expect(await told()).toEqual(['Second factor policy changed'])
    await set('off')
    expect(await told()).toEqual(['Second factor no longer required', 'Second factor policy changed'])
    // What stays as it was is no news.
    await set('off')
    expect(await told()).toHaveLength(2)
  })
})
