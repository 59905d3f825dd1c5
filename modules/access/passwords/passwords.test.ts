import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import { type Mailbox, openMailbox } from '#kit/test/mailbox.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { passwords } from '#modules/access/passwords/passwords.contract.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'

let app: TestApp
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  app = await testApp({ env: { AGIO_SMTP_URL: mailbox.url, AGIO_PUBLIC_URL: 'https://agio.example/' } })
  await app.start()
})
afterAll(async () => {
  await app.stop()
  await mailbox.close()
})

const works = async (call: Call) => (await call(workspaces.current)).status
const signsIn = async (username: string, password: string) =>
  (await app.call(signIn.login, { username, password })).status === 200
const later = (minutes: number) => app.setNow(new Date(Date.now() + minutes * 60_000))

describe('a forgotten password', () => {
  /** Asks for a link and answers the token in the mail that comes. */
  async function askFor(email: string, headers: Record<string, string> = {}): Promise<string> {
    const before = mailbox.mails.length
    await app.call(passwords.forgotPassword, { email }, { headers, address: `10.2.0.${before}` })
    await expect.poll(() => mailbox.mails.length, { timeout: 10_000 }).toBe(before + 1)
    const mail = mailbox.mails.at(-1)
    expect(mail?.to).toEqual([{ address: email.toLowerCase(), name: '' }])
    return /https:\/\/agio\.example\/reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
  }
  const reset = (token: string, password: string, confirmPassword = password) =>
    app.call(passwords.resetPassword, { token, password, confirmPassword })
  const validate = async (token: string) => (await app.call(passwords.validateResetToken, { token })).status

  test('is reset by a mailed link, once, and ends the sessions there were', async () => {
    const { call } = await app.signIn('manager')
    const token = await askFor('Manager@Straits.example')
    expect(mailbox.mails.at(-1)).toMatchObject({
      subject: 'Your Agio password',
      text: expect.stringContaining('Hello Daniel Tan,') as unknown,
    })
    expect(await validate(token)).toBe(200)
    const differing = await reset(token, 'brand new', 'brand mew')
    expect([differing.status, differing.error.invalidParams]).toEqual([
      400,
      [{ field: 'confirmPassword', message: 'Password Not Matching' }],
    ])
    expect((await reset(token, 'new')).status).toBe(400)
    expect((await reset(token, 'brand new')).status).toBe(200)
    await expect.poll(() => works(call)).toBe(401)
    expect([await signsIn('manager', 'demo1234'), await signsIn('manager', 'brand new')]).toEqual([
      false,
      true,
    ])
    expect(await validate(token)).toBe(422)
    expect((await reset(token, 'other')).error).toMatchObject({
      code: 'RESET_LINK_INVALID',
      invalidParams: [],
    })
  })

  test('answers the same whether the address exists or not, in the same time', async () => {
    const bodies = []
    for (const email of ['teller@straits.example', 'nobody@straits.example']) {
      const started = performance.now()
      const { status, body } = await app.call(passwords.forgotPassword, { email })
      expect(performance.now() - started).toBeGreaterThan(295)
      bodies.push({ status, body })
    }
    expect(bodies[0]).toEqual(bodies[1])
    await expect.poll(() => mailbox.mails.at(-1)?.to?.[0]?.address).toBe('teller@straits.example')
    expect(mailbox.mails.filter(({ to }) => to?.[0]?.address?.startsWith('nobody'))).toEqual([])
  })

  test('gives half an hour, and spends every link with the first', async () => {
    later(3)
    const slow = await askFor('teller@straits.example')
    later(34)
    expect([await validate(slow), (await reset(slow, 'too late')).status]).toEqual([422, 422])
    later(6)
    const quick = await askFor('teller@straits.example')
    const both = await Promise.all([reset(slow, 'password a'), reset(quick, 'password b')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('writes in the language of whoever asks', async () => {
    app.setNow(new Date())
    await askFor('auditor@straits.example', { 'accept-language': 'zh-TW' })
    expect(mailbox.mails.at(-1)?.subject).toMatch(/密碼/)
  })

  test('sends nothing to a locked user, and its earlier link is dead', async () => {
    const user = await app.addUser({ userName: 'forgetful', email: 'forgetful@straits.example' })
    const token = await askFor('forgetful@straits.example')
    const admin = await app.signIn('admin')
    await admin.call(users.lock, { id: user.id, version: user.version })
    expect((await reset(token, 'brand new')).status).toBe(422)
    await expect.poll(() => mailbox.mails.at(-1)?.subject, { timeout: 10_000 }).toBe('Account locked')
    const before = mailbox.mails.length
    later(3)
    await app.call(passwords.forgotPassword, { email: 'forgetful@straits.example' })
    await askFor('auditor@straits.example')
    expect(mailbox.mails).toHaveLength(before + 1)
    app.setNow(new Date())
    await admin.call(users.unlock, { id: user.id, version: user.version + 1 })
    expect(await validate(token)).toBe(422)
  })

  test('is not reset by a link from before the password, the PIN or the e-mail was changed', async () => {
    const admin = await app.signIn('admin')
    for (const [index, more] of [
      { password: 'set anew' },
      { pin: '1234' },
      { email: 'another@straits.example' },
    ].entries()) {
      const email = `owner.${index}@straits.example`
      const user = await app.addUser({ userName: `owner.${index}`, email })
      const token = await askFor(email)
      const { id, version, userName, firstName } = user
      const update = { id, version, userName, firstName, email, ...more }
      expect((await admin.call(users.update, update)).status).toBe(200)
      expect((await reset(token, 'brand new')).error.code).toBe('RESET_LINK_INVALID')
    }
  })

  test('sends one person a link every two minutes, and three in an hour, and says nothing of it', async () => {
    const email = 'flooded@straits.example'
    await app.addUser({ userName: 'flooded', email })
    const ask = async (minutes: number) => {
      later(minutes)
      const { status } = await app.call(passwords.forgotPassword, { email }, { address: '10.4.4.4' })
      expect(status).toBe(200)
      return (await app.owner(`select from kit.mail where recipient = $1`, [email])).length
    }
    const minutes = [0, 1, 3, 6, 9, 59, 61, 62]
    const counts = []
    for (const minute of minutes) counts.push(await ask(minute))
    expect(counts).toEqual([1, 1, 2, 3, 3, 3, 4, 4])
    app.setNow(new Date())
    const both = await Promise.all([1, 2, 3].map(() => ask(70)))
    expect(both.at(-1)).toBe(5)
    app.setNow(new Date())
  })

  test('does not leave the link in the database once it was mailed', async () => {
    await expect
      .poll(() => app.owner(`select body, last_error from kit.mail where sent_at is null`))
      .toEqual([])
    expect(await app.owner(`select from kit.mail where body <> ''`)).toEqual([])
  })

  test('cannot be asked for without end from one address', async () => {
    const ask = () => app.call(passwords.forgotPassword, { email: 'x@example.com' }, { address: '10.3.3.3' })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await ask()).toMatchObject({ status: 429, error: { code: 'TOO_MANY' } })
  })
})

describe('changing the password', () => {
  const change = (
    { call, login }: Awaited<ReturnType<TestApp['signIn']>>,
    currentPassword: string,
    newPassword: string,
    newPasswordRepeat = newPassword,
  ) => {
    const { companyId, userId } = login.company
    return call(passwords.changePassword, {
      companyId,
      userId,
      currentPassword,
      newPassword,
      newPasswordRepeat,
    })
  }

  test('ends the other sessions, not this one', async () => {
    const [here, there] = [await app.signIn('compliance'), await app.signIn('compliance')]
    const { status, body } = await change(here, 'demo1234', 'brand new')
    expect([status, body.message]).toEqual([200, 'Your password has been changed. Please sign in again.'])
    await expect.poll(() => works(there.call)).toBe(401)
    expect(await works(here.call)).toBe(200)
    expect(await signsIn('compliance', 'brand new')).toBe(true)
  })

  test('refuses with the fault at its field', async () => {
    const session = await app.signIn('accountant')
    const faults = async (...given: [string, string, string?]) => {
      const { status, error } = await change(session, ...given)
      expect(status).toBe(400)
      return error.invalidParams
    }
    expect(await faults('demo1234', 'brand new', 'brand old')).toEqual([
      { field: 'newPasswordRepeat', message: 'Password Not Matching' },
    ])
    expect(await faults('wrong', 'brand new')).toEqual([
      { field: 'currentPassword', message: 'The current password is not right.' },
    ])
    const rows = await app.owner(
      `select user_name, outcome, code from kit.audit where act = 'manageUser.changepass' and code = 'PASSWORD_WRONG'`,
    )
    expect(rows).toEqual([{ user_name: 'Hafiz Ismail', outcome: 'refused', code: 'PASSWORD_WRONG' }])
    expect(await faults('demo1234', 'abc')).toMatchObject([{ field: 'newPassword' }])
    expect(await signsIn('accountant', 'demo1234')).toBe(true)
  })

  test('does not take the place of one that was set meanwhile', async () => {
    const session = await app.signIn('auditor')
    const waits = () =>
      app.owner(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%no key%'`)
    await withClient(app.database.owner, async (client) => {
      const set = `update access.credential set password_hash = $1 where user_id = $2 returning password_hash`
      const { userId } = session.login.company
      const before = await client.query<{ hash: string }>(
        `select password_hash as hash from access.credential where user_id = $1`,
        [userId],
      )
      await client.query('begin')
      await client.query(set, ['set by an administrator', userId])
      const changing = change(session, 'demo1234', 'brand new')
      await expect.poll(waits).toHaveLength(1)
      await client.query('commit')
      expect((await changing).error.invalidParams).toMatchObject([{ field: 'currentPassword' }])
      await client.query(set, [before.rows[0]?.hash, userId])
    })
    expect(await signsIn('auditor', 'demo1234')).toBe(true)
  })

  test("cannot be done for somebody else, nor be a way to guess one's own", async () => {
    const [one, other] = [await app.signIn('accountant'), await app.signIn('auditor')]
    expect((await change({ ...one, login: other.login }, 'demo1234', 'brand new')).status).toBe(403)
    const guesses = await Promise.all(Array.from({ length: 30 }, () => change(one, 'wrong', 'brand new')))
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(guesses.filter(({ error }) => error.code === 'SIGN_IN_BLOCKED')).toHaveLength(25)
    expect(await signsIn('auditor', 'demo1234')).toBe(true)
  })
})

describe('the rules of a company', () => {
  const weak = {
    short8: 'The password is too short. Use at least 10 characters.',
    Qwertyuiop: 'This password is too common. Choose another one.',
    'straits of malacca': 'The password contains “straits”, which is easy to guess. Choose another one.',
  }

  test('hold for every way to set a password, and not for those that are', async () => {
    app.setNow(new Date())
    const admin = await app.signIn('admin')
    const set = (key: 'PASSWORD_LENGTH' | 'PASSWORD_GUESSABLE', value: string) =>
      admin.call(configuration.update, { settings: [{ key, customerType: 0, value }] })
    expect([(await set('PASSWORD_LENGTH', '3')).status, (await set('PASSWORD_LENGTH', '65')).status]).toEqual(
      [400, 400],
    )
    const user = await app.addUser({ userName: 'ruled', email: 'ruled@straits.example', password: 'four' })
    await set('PASSWORD_LENGTH', '10')
    await set('PASSWORD_GUESSABLE', 'REFUSED')
    const own = await app.signIn('ruled', 'four')
    const { companyId, userId } = own.login.company
    await app.call(passwords.forgotPassword, { email: user.email }, { address: '10.9.0.1' })
    const to = () => mailbox.mails.filter((mail) => mail.to?.[0]?.address === user.email)
    await expect.poll(() => to().length, { timeout: 10_000 }).toBe(1)
    const [, token = ''] = /token=(\S+)/.exec(to()[0]?.text ?? '') ?? []
    const { id, version, userName, firstName, email } = user
    const ways = {
      newPassword: (next: string) =>
        own.call(passwords.changePassword, {
          companyId,
          userId,
          currentPassword: 'four',
          newPassword: next,
          newPasswordRepeat: next,
        }),
      password: (next: string) =>
        app.call(passwords.resetPassword, { token, password: next, confirmPassword: next }),
      'password ': (next: string) =>
        admin.call(users.update, { id, version, userName, firstName, email, password: next }),
      'password  ': (next: string) =>
        admin.call(users.create, { userName: 'ruled.too', firstName: 'Ann', password: next }),
    }
    for (const [field, way] of Object.entries(ways))
      for (const [password, message] of Object.entries(weak)) {
        const { status, error } = await way(password)
        expect([status, error.message]).toEqual([400, message])
        expect(error.invalidParams).toEqual([{ field: field.trim(), message }])
      }
    expect((await ways.newPassword('x'.repeat(200))).status).toBe(200)
    await set('PASSWORD_LENGTH', '4')
    await set('PASSWORD_GUESSABLE', 'ALLOWED')
  })
})
