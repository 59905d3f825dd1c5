import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { modules } from '#apps/server/modules.ts'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { factors } from '../factors/factors.contract.ts'
import { users } from '../users/users.contract.ts'
import { stepUp } from './step-up.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** As if everybody had shown who they are that much earlier. */
const minutesPass = (minutes: number) =>
  app.owner('update access.session set proved_at = proved_at - $1::interval', [`${minutes} minutes`])

let count = 0
const make = ({ call }: Session) =>
  call(users.create, { userName: `made${++count}`, firstName: 'Made', password: demoPassword })
const prove = ({ call }: Session, password: string) =>
  call(stepUp.prove, { proof: { kind: 'password', password } })

test('every change of users, roles, second factors and their resets, and each export of customers, asks for a proof', () => {
  const all = modules.flatMap(({ routers }) => routers.flatMap(({ contract }) => Object.values(contract)))
  const meant =
    /^\/posuser\/(manageUser|managerole|secondfactor|factorreset|factorpolicy)\/(?!changepass)|^\/poscustomer\/\w+\/export$/
  const asked = all.filter(({ writes, path }) => writes && meant.test(path))
  expect(asked.length).toBeGreaterThan(20)
  for (const { path, stepUp: isAsked } of asked) expect(isAsked, path).toBe(true)
})

test('five minutes after the sign-in the password is asked for again, and lasts five minutes', async () => {
  const admin = await app.signIn('admin')
  await minutesPass(4)
  expect((await make(admin)).status).toBe(200)
  await minutesPass(1)
  const { status, error } = await make(admin)
  expect([status, error.code]).toEqual([403, 'STEP_UP_REQUIRED'])
  // What is not asked for goes on.
  expect((await admin.call(users.list)).status).toBe(200)
  expect((await admin.call(stepUp.begin)).body.kinds).toEqual(['password'])
  expect((await prove(admin, 'wrong')).error.code).toBe('PASSWORD_WRONG')
  expect((await make(admin)).error.code).toBe('STEP_UP_REQUIRED')
  expect((await prove(admin, demoPassword)).status).toBe(200)
  expect((await make(admin)).status).toBe(200)
  await minutesPass(5)
  expect((await make(admin)).error.code).toBe('STEP_UP_REQUIRED')
  const rows = await app.owner<{ code: string }>(
    `select code from kit.audit where user_id = $1 and outcome = 'refused' order by id`,
    [admin.login.company.userId],
  )
  const [asked, wrong] = ['STEP_UP_REQUIRED', 'PASSWORD_WRONG']
  expect(rows.map(({ code }) => code)).toEqual([asked, wrong, asked, asked])
})

test('the proof of one session is none for another', async () => {
  const [one, two] = [await app.signIn('admin'), await app.signIn('admin')]
  await minutesPass(6)
  expect((await prove(one, demoPassword)).status).toBe(200)
  expect((await make(one)).status).toBe(200)
  expect((await make(two)).error.code).toBe('STEP_UP_REQUIRED')
})

test('whoever has a second factor shows that, not the password, and each code once', async () => {
  const now = new Date()
  app.setNow(now)
  await app.addUser({
    userName: 'factored',
    roles: ['company_administrator'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  const session = await app.signIn('factored')
  const secret = (await session.call(factors.begin)).body.totp?.secret ?? ''
  const codeAt = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + seconds * 1000 })
  await session.call(factors.add, { factor: { kind: 'totp', name: 'Phone', code: codeAt(0) } })
  await minutesPass(6)
  expect((await session.call(stepUp.begin)).body.kinds).toEqual(['totp', 'recovery'])
  expect((await prove(session, demoPassword)).error.code).toBe('FACTOR_WRONG')
  const show = (code: string) => session.call(stepUp.prove, { proof: { kind: 'totp', code } })
  expect((await show(codeAt(0))).error.code).toBe('CODE_USED')
  expect((await show(codeAt(30))).status).toBe(200)
  expect((await make(session)).status).toBe(200)
  await minutesPass(6)
  expect((await show(codeAt(30))).error.code).toBe('CODE_USED')
  expect((await make(session)).error.code).toBe('STEP_UP_REQUIRED')
})

test('guesses are counted with those of signing in', async () => {
  await app.addUser({ userName: 'guesser' })
  const session = await app.signIn('guesser')
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await prove(session, 'wrong')).error.code).toBe('PASSWORD_WRONG')
  const { status, error } = await prove(session, demoPassword)
  expect([status, error.code]).toEqual([429, 'SIGN_IN_BLOCKED'])
  await expect(app.signIn('guesser')).rejects.toThrow('SIGN_IN_BLOCKED')
})
