import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { modules } from '#apps/server/modules.ts'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { dealExport } from '#modules/exchange/monitoring/monitoring.contract.ts'
import { reportCandidates } from '#modules/cases/report-candidates/report-candidates.contract.ts'
import { bulk } from '#modules/screening/bulk/bulk.contract.ts'
import { monitoring } from '#modules/screening/monitoring/monitoring.contract.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { factors } from '../factors/factors.contract.ts'
import { passwords } from '../passwords/passwords.contract.ts'
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

test('every change of users, roles, second factors, their resets and the general settings, and each export of people, asks for a proof', () => {
  const all = modules.flatMap(({ routers }) => routers.flatMap(({ contract }) => Object.values(contract)))
  const meant =
    /^\/posuser\/(manageUser|managerole|secondfactor|factorreset|factorpolicy)\/(?!changepass)|^\/poscustomer\/\w+\/export$|^\/possetting\/config\/update$/
  const exported = [dealExport.export, reportCandidates.export, bulk.result, screenings.export]
  for (const { path, stepUp: isAsked } of [...exported, monitoring.exportOgm])
    expect(isAsked, path).toBe(true)
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

test('ten wrong proofs in a row end that session and no other, and its owner is told', async () => {
  const email = 'guesser@example.com'
  await app.addUser({ userName: 'guesser', email })
  const [stolen, own] = [await app.signIn('guesser'), await app.signIn('guesser')]
  const wrong = async (session: Session, times: number) => {
    for (let attempt = 0; attempt < times; attempt++)
      expect((await prove(session, 'wrong')).error.code).toBe('PASSWORD_WRONG')
  }
  await wrong(stolen, 9)
  expect((await prove(stolen, demoPassword)).status).toBe(200)
  await wrong(stolen, 9)
  expect(await app.owner('select from kit.mail where recipient = $1', [email])).toEqual([])
  await wrong(stolen, 1)
  const { status, error } = await prove(stolen, demoPassword)
  expect([status, error.code]).toEqual([401, 'SESSION_EXPIRED'])
  expect((await prove(own, demoPassword)).status).toBe(200)
  expect((await app.signIn('guesser')).login).toBeDefined()
  expect(await app.owner('select subject from kit.mail where recipient = $1', [email])).toEqual([
    { subject: 'Session ended after wrong attempts' },
  ])
})

test('guesses at once are judged ten times at most', async () => {
  await app.addUser({ userName: 'hasty' })
  const session = await app.signIn('hasty')
  const answers = await Promise.all(Array.from({ length: 20 }, () => prove(session, 'wrong')))
  expect(answers.filter(({ error }) => error.code === 'PASSWORD_WRONG')).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
})

test('a recovery code is told to its owner, as at sign-in', async () => {
  const email = 'recovering@example.com'
  await app.addUser({ userName: 'recovering', email })
  const session = await app.signIn('recovering')
  const now = new Date()
  app.setNow(now)
  const secret = (await session.call(factors.begin)).body.totp?.secret ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
  const added = await session.call(factors.add, { factor: { kind: 'totp', name: 'Phone', code } })
  const recovery = { kind: 'recovery' as const, code: added.body.recoveryCodes[0] ?? '' }
  expect((await session.call(stepUp.prove, { proof: recovery })).status).toBe(200)
  const mails = await app.owner('select subject from kit.mail where recipient = $1 order by id', [email])
  expect(mails).toEqual([{ subject: 'Second factor added' }, { subject: 'Recovery code used' }])
})

test('a change of the password asks whoever has a second factor for it, after five minutes', async () => {
  await app.addUser({ userName: 'changing' })
  const session = await app.signIn('changing')
  const { companyId, userId } = session.login.company
  const change = (currentPassword: string, newPassword: string) => {
    const typed = { currentPassword, newPassword, newPasswordRepeat: newPassword }
    return session.call(passwords.changePassword, { companyId, userId, ...typed })
  }
  const now = new Date()
  app.setNow(now)
  await minutesPass(6)
  // Without one the current password is proof enough.
  expect((await change(demoPassword, 'brand new')).status).toBe(200)
  expect((await prove(session, 'brand new')).status).toBe(200)
  const secret = (await session.call(factors.begin)).body.totp?.secret ?? ''
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
  await session.call(factors.add, { factor: { kind: 'totp', name: 'Phone', code } })
  expect((await change('brand new', 'brand newer')).status).toBe(200)
  await minutesPass(6)
  const { status, error } = await change('brand newer', 'brand newest')
  expect([status, error.code]).toEqual([403, 'STEP_UP_REQUIRED'])
})
