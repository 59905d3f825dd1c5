// Long because each way around the rules of a reset is tried on accounts of its own, with the same few helpers.
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { factors } from '../factors/factors.contract.ts'
import { secondStep } from '../sign-in/second-step.contract.ts'
import { signIn } from '../sign-in/sign-in.contract.ts'
import { stepUp } from '../step-up/step-up.contract.ts'
import { users } from '../users/users.contract.ts'
import { factorResets } from './factor-resets.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { requestDays, settledDays } from '../proofs/proofs.domain.ts'
import { closeReset } from '../proofs/proofs.queries.ts'
import { roles } from '../roles/roles.contract.ts'
import { waitingHours } from './factor-resets.domain.ts'

let app: TestApp
let first: Session
let second: Session
const everywhere = [{ type: 0 as const, workspaceId: null }]
let now = new Date()
const pass = (hours: number) => app.setNow((now = new Date(now.getTime() + hours * 3_600_000)))
beforeAll(async () => {
  app = await testApp()
  await app.start()
  pass(0)
  first = await administrator('first.admin')
  second = await administrator('second.admin')
  await daysAgo(settledDays)
})
afterAll(() => app.stop())

const secrets = new Map<string, string>()
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

async function addApp(session: Session, userName: string) {
  const secret = (await session.call(factors.begin)).body.totp?.secret ?? ''
  const factor = { kind: 'totp' as const, name: 'Phone', code: codeOf(secret) }
  expect((await session.call(factors.add, { factor })).status).toBe(200)
  secrets.set(userName, secret)
  pass(0.01)
}
const administratorRole = { roles: ['company_administrator'], workspaces: everywhere }
/** Somebody with all rights and an app, who is told by mail. */
async function administrator(userName: string) {
  await app.addUser({ userName, email: `${userName}@example.com`, ...administratorRole })
  const session = await app.signIn(userName)
  await addApp(session, userName)
  return session
}
/** As if all accounts and factors of now had been there so many days longer. */
async function daysAgo(days: number) {
  await app.owner('update access.user set held_since = held_since - $1::interval', [`${days} days`])
  await app.owner('update access.factor set created_at = created_at - $1::interval', [`${days} days`])
}
const heldSince = async (id: string) =>
  (
    await app.owner<{ heldSince: Date }>('select held_since "heldSince" from access.user where id = $1', [id])
  )[0]?.heldSince
/** Changes only what is named of a user. */
async function edit(by: Session, id: string, more: object) {
  const { userName, firstName, email, roleIds, workspaces, version } = (
    await first.call(users.getById, { id })
  ).body
  return by.call(users.update, { id, version, userName, firstName, email, roleIds, workspaces, ...more })
}
async function lost(userName: string) {
  const user = await app.addUser({ userName, email: `${userName}@example.com` })
  const session = await app.signIn(userName)
  await addApp(session, userName)
  return { user, id: user.id, session }
}
const ask = (by: Session, id: string) =>
  by.call(factorResets.ask, { id, reason: 'Phone lost, seen in person' })
const openOf = async (by: Session, id: string) => (await by.call(factorResets.ofUser, { id })).body.reset
async function key(by: Session, id: string) {
  const row = await openOf(by, id)
  return { id: row?.id ?? '', version: row?.version ?? 0 }
}
const approve = async (by: Session, id: string) => by.call(factorResets.approve, await key(by, id))
const login = (username: string) => app.call(signIn.login, { username, password: demoPassword })
const takeEffect = () => app.owner('select jobs.add_job($1)', ['access.takeResets'])
const mailsTo = async (recipient: string) =>
  (
    await app.owner<{ subject: string }>('select subject from kit.mail where recipient = $1 order by id', [
      recipient,
    ])
  ).map(({ subject }) => subject)
const told = async (session: Session) => {
  const { body } = await session.call(messages.list, { page: 1, pageSize: 5 })
  return (body as unknown as { title: string }[]).map(({ title }) => title)
}

describe('a reset of the second factor', () => {
  test('takes a second administrator and twelve hours, ends the sessions, and all concerned hear of it', async () => {
    const { id, session } = await lost('lost.one')
    expect((await ask(first, id)).status).toBe(200)
    expect((await ask(second, id)).error.code).toBe('RESET_PENDING')
    expect((await openOf(first, id))?.can).toEqual(['reject'])
    expect((await approve(first, id)).error.code).toBe('MAKER_IS_CHECKER')
    expect((await told(second))[0]).toBe('Reset pending approval')
    expect((await approve(second, id)).body).toMatchObject({ state: 'approved', can: ['reject'] })
    expect((await told(first))[0]).toBe('Reset of a second factor approved')
    pass(waitingHours - 0.1)
    await takeEffect()
    await takeEffect()
    expect((await login('lost.one')).error.code).toBe(10002)
    pass(0.2)
    await takeEffect()
    await expect.poll(async () => (await session.call(factors.own)).status).toBe(401)
    expect((await login('lost.one')).status).toBe(200)
    expect(await mailsTo('lost.one@example.com')).toEqual([
      'Second factor added',
      'Reset of your second factor requested',
      'Reset of your second factor approved',
      'Second factor reset',
    ])
    expect((await told(first))[0]).toBe('Second factor of a user reset')
    expect(await mailsTo('second.admin@example.com')).toContain('Second factor of a user reset')
    expect(await app.owner('select from access.recovery_code where user_id = $1', [id])).toEqual([])
    const [row] = await app.owner<{ note: string }>(
      `select note from kit.audit where act = 'factorreset.ask'`,
    )
    expect(row?.note).toBe('Phone lost, seen in person')
  })

  test('is neither asked for nor decided by the user, and rejected with a reason it changes nothing', async () => {
    const third = await administrator('third.admin')
    await daysAgo(settledDays)
    const id = third.login.company.userId
    expect((await ask(third, id)).error.code).toBe('NOT_YOURSELF')
    expect((await ask(first, id)).status).toBe(200)
    expect((await approve(third, id)).error.code).toBe('NOT_YOURSELF')
    const seen = await key(third, id)
    const rejected = await second.call(factorResets.reject, { ...seen, note: 'Did not answer the call' })
    expect(rejected.status).toBe(200)
    expect((await second.call(factorResets.approve, { ...seen, version: 2 })).error.code).toBe(
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

  test('expires after seven days, is shown so, and may be asked for anew', async () => {
    const { id } = await lost('forgotten')
    expect((await ask(first, id)).status).toBe(200)
    pass(requestDays * 24 + 1)
    const seen = (await second.call(factorResets.ofUser, { id })).body
    expect(seen).toMatchObject({ reset: { state: 'expired', can: [] }, canAsk: true })
    expect((await approve(second, id)).error.code).toBe('ILLEGAL_TRANSITION')
    expect((await ask(second, id)).status).toBe(200)
    expect((await approve(first, id)).body.state).toBe('approved')
  })
})

describe('two accounts of one administrator', () => {
  test('take nobody the second factor, whichever of them asks', async () => {
    const { id } = await lost('victim')
    await app.addUser({ userName: 'puppet', ...administratorRole })
    const puppet = await app.signIn('puppet')
    expect((await ask(puppet, id)).error.code).toBe('RESET_NEEDS_FACTOR')
    await addApp(puppet, 'puppet')
    expect((await ask(puppet, id)).error.code).toBe('RESET_TOO_NEW')
    expect((await ask(first, id)).status).toBe(200)
    const { reset } = (await puppet.call(factorResets.ofUser, { id })).body
    expect(reset?.can).toEqual(['reject'])
    expect((await approve(puppet, id)).error.code).toBe('RESET_TOO_NEW')
    expect((await login('victim')).error.code).toBe(10002)
  })

  test('are also one whose password, e-mail, roles or places were set by another', async () => {
    const { id } = await lost('victim.too')
    const other = await administrator('taken.over')
    const userId = other.login.company.userId
    await daysAgo(settledDays)
    expect((await ask(other, id)).status).toBe(200)
    const changes: object[] = [
      { password: 'set-by-another' },
      { pin: '1234' },
      { email: 'mine@example.com' },
      { roleIds: [] },
      { workspaces: [] },
    ]
    const since = () => heldSince(userId)
    for (const change of changes) {
      await daysAgo(settledDays)
      const { userName, firstName, email, roleIds, workspaces, version } = (
        await first.call(users.getById, { id: userId })
      ).body
      const draft = { id: userId, version, userName, firstName, email, roleIds, workspaces }
      expect((await first.call(users.update, { ...draft, lastName: 'Named' })).status).toBe(200)
      expect((await since())?.getTime()).toBeLessThanOrEqual(now.getTime() - settledDays * 86_400_000)
      const changed = await first.call(users.update, { ...draft, version: version + 1, ...change })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      expect(await since(), JSON.stringify(change)).toEqual(now)
    }
  })

  test('are also one who was unlocked, or whose role was widened or enabled, by another', async () => {
    const roleId = (
      await first.call(roles.create, {
        name: 'Watcher',
        description: '',
        baseRole: 'auditor',
        level: 0,
        permissions: ['view_users'],
        limits: [],
      })
    ).body.id
    const { id } = await app.addUser({ userName: 'watcher', roleIds: [roleId], workspaces: everywhere })
    const byAnother = async (change: () => Promise<{ status: number }>) => {
      await daysAgo(settledDays)
      expect((await change()).status).toBe(200)
      return (await heldSince(id))?.getTime() === now.getTime()
    }
    const current = async () => (await first.call(roles.getById, { id: roleId })).body
    const update = async (more: object) => {
      const { name, description, baseRole, level, permissions, limits, version } = await current()
      const draft = { name, description, baseRole, level, permissions, limits }
      return first.call(roles.update, { id: roleId, version, ...draft, ...more })
    }
    const toggle = async (act: typeof roles.enable) =>
      first.call(act, { id: roleId, version: (await current()).version })
    const say = async (act: typeof users.lock) =>
      first.call(act, { id, version: (await first.call(users.getById, { id })).body.version })
    expect(await byAnother(() => update({ description: 'Looks on' }))).toBe(false)
    expect(await byAnother(() => update({ permissions: ['view_users', 'view_roles'] }))).toBe(true)
    const limits = [{ type: 'refund' as const, amount: '10', isUnlimited: false }]
    expect(await byAnother(() => update({ limits }))).toBe(true)
    expect(await byAnother(() => update({ permissions: ['view_users'], limits: [] }))).toBe(false)
    expect(await byAnother(() => toggle(roles.disable))).toBe(false)
    expect(await byAnother(() => toggle(roles.enable))).toBe(true)
    expect(await byAnother(() => say(users.lock))).toBe(false)
    expect(await byAnother(() => say(users.unlock))).toBe(true)
    // Whoever widens a role that they hold gives themselves nothing, since they hold all that they give.
    const own = first.login.company.userId
    expect((await heldSince(own))?.getTime()).toBeLessThan(now.getTime() - settledDays * 86_400_000 + 1)
  })

  test('do not include the one whose factor is old and whose account is not', async () => {
    const { id } = await lost('victim.three')
    expect((await ask(first, id)).status).toBe(200)
    const secondId = second.login.company.userId
    await app.owner('update access.factor set created_at = $2 where user_id = $1', [secondId, now])
    expect((await approve(second, id)).error.code).toBe('RESET_TOO_NEW')
    await daysAgo(settledDays)
    expect((await approve(second, id)).status).toBe(200)
  })
})

describe('while a reset is open', () => {
  test('any administrator can still cancel it after it was approved', async () => {
    const { id } = await lost('cancelled')
    await ask(first, id)
    await approve(second, id)
    const note = 'The user did not know of it'
    expect((await first.call(factorResets.reject, { ...(await key(first, id)), note })).body.state).toBe(
      'rejected',
    )
    pass(waitingHours + 1)
    await takeEffect()
    expect(await mailsTo('cancelled@example.com')).toContain('Reset of your second factor rejected')
    expect((await login('cancelled')).error.code).toBe(10002)
  })

  test('whoever may decide on resets can stop it, also where they may not change its user', async () => {
    const boss = await app.addUser({
      userName: 'the.boss',
      email: 'the.boss@example.com',
      ...administratorRole,
    })
    await addApp(await app.signIn('the.boss'), 'the.boss')
    // A right at a place of its own: neither the powers nor the places of the user.
    await app.addUser({ userName: 'watch', roles: ['company_administrator'] })
    await app.owner(
      `delete from access.user_workspace where user_id = (select id from access.user where user_name = 'watch')`,
    )
    const watch = await app.signIn('watch')
    await ask(first, boss.id)
    await approve(second, boss.id)
    const row = await key(first, boss.id)
    const note = 'She has her phone'
    expect((await watch.call(factorResets.approve, row)).status).toBeGreaterThanOrEqual(403)
    expect((await watch.call(factorResets.reject, { ...row, note })).body.state).toBe('rejected')
  })

  test('its owner cancels it by showing the factor, at sign-in or in a session', async () => {
    const { id, session } = await lost('still.here')
    const proof = () => {
      pass(0.01)
      return { kind: 'totp' as const, code: codeOf(secrets.get('still.here') ?? '') }
    }
    await ask(first, id)
    await approve(second, id)
    const { ticket } = (await app.call(secondStep.begin, { username: 'still.here', password: demoPassword }))
      .body
    expect((await app.call(secondStep.verify, { ticket, proof: proof() })).status).toBe(200)
    expect(await openOf(first, id)).toBeNull()
    expect((await told(first))[0]).toBe('Reset of a second factor cancelled')
    await ask(first, id)
    expect((await session.call(stepUp.prove, { proof: proof() })).status).toBe(200)
    expect(await openOf(first, id)).toBeNull()
    expect((await mailsTo('still.here@example.com')).filter((one) => one.endsWith('cancelled'))).toHaveLength(
      2,
    )
  })

  test('the e-mail cannot be changed, and one changed before is told too', async () => {
    const moved = await administrator('moved')
    const id = moved.login.company.userId
    expect((await edit(moved, id, { email: 'here.now@example.com' })).status).toBe(200)
    expect(await mailsTo('moved@example.com')).toContain('E-mail address changed')
    expect(await mailsTo('here.now@example.com')).toEqual([])
    expect((await ask(first, id)).status).toBe(200)
    for (const to of ['moved@example.com', 'here.now@example.com'])
      expect(await mailsTo(to)).toContain('Reset of your second factor requested')
    const refused = await edit(first, id, { email: '' })
    expect([refused.status, refused.error.code]).toEqual([422, 'RESET_OPEN'])
    await approve(second, id)
    expect((await edit(first, id, { email: '' })).error.code).toBe('RESET_OPEN')
  })

  test('a password or PIN that another sets ends it, one of the user does not', async () => {
    const chosen = await administrator('has.chosen')
    const id = chosen.login.company.userId
    expect((await ask(first, id)).status).toBe(200)
    expect((await edit(chosen, id, { password: demoPassword })).status).toBe(200)
    expect((await openOf(first, id))?.state).toBe('pending')
    await first.call(factorResets.reject, { ...(await key(first, id)), note: 'Found it' })
    for (const secret of [{ password: 'chosen-by-another' }, { pin: '1234' }]) {
      expect((await ask(first, id)).status).toBe(200)
      expect((await edit(second, id, secret)).status).toBe(200)
      expect(await openOf(first, id)).toBeNull()
      expect((await mailsTo('has.chosen@example.com')).at(-1)).toBe('Reset of your second factor ended')
      expect((await told(first))[0]).toBe('Reset of a second factor ended')
    }
  })

  test('none is asked for while the e-mail that would tell of it is one that another set lately', async () => {
    const { id } = await lost('led.away')
    const none = await app.addUser({ userName: 'never.told' })
    await addApp(await app.signIn('never.told'), 'never.told')
    for (const [userId, email] of [
      [id, 'thief@example.com'],
      [none.id, 'thief.too@example.com'],
    ] as const) {
      expect((await edit(first, userId, { email })).status).toBe(200)
      expect((await ask(second, userId)).error.code).toBe('RESET_EMAIL_NEW')
      expect((await second.call(factorResets.ofUser, { id: userId })).body).toMatchObject({
        canAsk: false,
        bar: 'RESET_EMAIL_NEW',
      })
      await app.owner(
        `update access.former_email set left_at = left_at - interval '15 days' where user_id = $1`,
        [userId],
      )
      expect((await ask(second, userId)).status).toBe(200)
    }
  })

  test('a lock of its user ends it, and none is asked for while the lock lasts', async () => {
    const { id } = await lost('locked.out')
    const current = async () => ({ id, version: (await first.call(users.getById, { id })).body.version })
    await ask(first, id)
    await approve(second, id)
    expect((await first.call(users.lock, await current())).status).toBe(200)
    expect(await openOf(second, id)).toBeNull()
    expect((await mailsTo('locked.out@example.com')).slice(-2)).toEqual([
      'Account locked',
      'Reset of your second factor ended',
    ])
    expect((await told(second)).slice(0, 2)).toEqual(['Reset of a second factor ended', 'User locked'])
    expect((await told(first))[0]).not.toBe('User locked')
    const refused = await ask(first, id)
    expect([refused.status, refused.error.code]).toEqual([409, 'RESET_OF_LOCKED'])
    expect((await first.call(factorResets.ofUser, { id })).body).toMatchObject({
      canAsk: false,
      bar: 'RESET_OF_LOCKED',
    })
    pass(waitingHours + 1)
    await takeEffect()
    expect((await first.call(users.unlock, await current())).status).toBe(200)
    expect((await login('locked.out')).error.code).toBe(10002)
  })

  test('a user who was locked past the act that ends it is neither let through nor reset', async () => {
    const { id } = await lost('locked.by.hand')
    const lock = (state: string) => app.owner('update access.user set state = $2 where id = $1', [id, state])
    await ask(first, id)
    await lock('locked')
    expect((await openOf(second, id))?.can).toEqual(['reject'])
    expect((await approve(second, id)).error.code).toBe('RESET_OF_LOCKED')
    await lock('active')
    expect((await approve(second, id)).status).toBe(200)
    await lock('locked')
    pass(waitingHours + 1)
    await takeEffect()
    await expect.poll(() => openOf(first, id)).toBeNull()
    await lock('active')
    expect((await login('locked.by.hand')).error.code).toBe(10002)
  })

  test('the hour it takes effect finds it rejected where that happens in the same moment', async () => {
    const { id } = await lost('just.in.time')
    await ask(first, id)
    await approve(second, id)
    pass(waitingHours + 1)
    await inCompany(first.login.company.companyId, () =>
      app.services.db.transaction().execute(async (tx) => {
        await closeReset(tx, id, 'cancel', { id: null, name: 'Somebody' }, now)
        await takeEffect()
        const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%factor_reset%'`
        await expect.poll(() => app.owner(waits), { timeout: 20_000 }).toHaveLength(1)
      }),
    )
    await expect
      .poll(() => app.owner(`select from jobs.jobs where task_identifier = 'access.takeResets'`), {
        timeout: 20_000,
      })
      .toEqual([])
    expect((await login('just.in.time')).error.code).toBe(10002)
  })
})
