// Long because a key is tried against everything that it must not open.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { type CallOf, type Endpoint, isForPeople } from '#kit/contract/endpoint.contract.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { apiKeys } from './keys.contract.ts'
import { forPrograms } from './keys.domain.ts'

let app: TestApp
let admin: Session
let till: Awaited<ReturnType<typeof openTill>>
beforeAll(async () => {
  app = await testApp()
  await app.start()
  till = await openTill(app, await app.signIn('teller'))
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date())
  admin = await app.signIn('admin')
})

const later = (days: number) => app.setNow(new Date(Date.now() + days * 86_400_000))
let count = 0
const draft = (more: Partial<CallOf<typeof apiKeys.create>> = {}) => ({
  name: `Web shop ${(count += 1)}`,
  permissions: [...forPrograms],
  counterId: till.counterId,
  days: 30,
  callsPerMinute: 1000,
  ...more,
})

/** A key that was just made, and calls with it. */
async function newKey(more: Partial<CallOf<typeof apiKeys.create>> = {}, by = admin) {
  const made = await by.call(apiKeys.create, draft(more))
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  const { id, secret } = made.body
  return { id, secret, ...using(secret) }
}
const using = (secret: string, address?: string) => ({
  call: <E extends Endpoint>(endpoint: E, input?: CallOf<E>, headers: Record<string, string> = {}) =>
    app.call(endpoint, input, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(address ? { address } : {}),
    }),
})
const rowOf = async (id: string) => (await admin.call(apiKeys.getById, { id })).body
const uses = (id: string) =>
  app.owner<{ outcome: string; code: string | null }>(
    `select outcome, code from kit.audit where act = 'apikey.use' and session_id = $1 order by at, id`,
    [id],
  )

describe('a key', () => {
  test('is shown once, kept as a hash, and acts at its counter as a user of its own that the audit names', async () => {
    const { id, secret, call } = await newKey({ name: 'Booking site' })
    expect(secret).toMatch(/^agio_[0-9a-f]{64}[\w-]{43}$/)
    const [stored] = await app.owner<{ all: string }>(
      `select (select string_agg(k::text, '') from access.api_key k) || (select string_agg(c::text, '') from kit.audit_change c
        where relation like 'access.api_key%') as all`,
    )
    expect(stored?.all).not.toContain(secret.slice(-43))
    expect((await call(workspaces.current)).body).toMatchObject({ type: 3, counterId: till.counterId })
    expect((await call(branches.getById, { id: till.branchId })).status).toBe(404)
    const customer = await call(individuals.create, {
      name: 'Key Customer',
      dateOfBirth: '1990-01-02',
      nationality: 'MY',
      idType: 'PASSPORT',
      idNumber: 'KEY0001',
      idIssuingCountry: 'MY',
    })
    expect(customer.status, JSON.stringify(customer.error)).toBe(200)
    const [row] = await app.owner<{ userName: string; sessionId: string }>(
      `select user_name as "userName", session_id as "sessionId" from kit.audit where act = 'customerindividual.create' order by at desc limit 1`,
    )
    expect(row).toEqual({ userName: 'Booking site', sessionId: id })
    expect(await rowOf(id)).toMatchObject({
      state: 'active',
      ending: secret.slice(-4),
      lastUsedFrom: '127.0.0.1',
      owner: expect.any(String) as unknown,
    })
  })

  test('leaves one audit row of its use a day', async () => {
    const { id, call } = await newKey()
    for (const days of [0, 0, 1, 1]) {
      later(days)
      // A change, though of no shape: the key is looked up anew.
      expect((await call(individuals.create, {} as never)).status).toBe(400)
    }
    expect(await uses(id)).toEqual([
      { outcome: 'done', code: null },
      { outcome: 'done', code: null },
    ])
  })

  test('is no user: it is in no list of users, and its user cannot sign in', async () => {
    const { secret } = await newKey({ name: 'No person' })
    const listed = (await admin.call(users.list, { pageSize: 1000 })).body.items
    expect(listed.map(({ fullName }) => fullName)).not.toContain('No person')
    expect((await admin.call(users.listSelection)).body.map(({ name }) => name)).not.toContain('No person')
    const [user] = await app.owner<{ userName: string }>(
      `select user_name as "userName" from access.user where first_name = 'No person'`,
    )
    const tried = await app.call(signIn.login, { username: user?.userName ?? '', password: secret })
    expect([tried.status, tried.error.code]).toEqual([422, 10000])
  })

  test('makes so many calls a minute, and the audit hears once of more', async () => {
    const { id, call } = await newKey({ callsPerMinute: 3 })
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push(await call(workspaces.current))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(answers[4]?.error.code).toBe('KEY_LIMIT')
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await uses(id)).filter(({ code }) => code === 'KEY_LIMIT')).toHaveLength(1)
  })

  test('opens no socket', async () => {
    const { secret } = await newKey()
    const ws = new WebSocket(`ws://localhost:${app.settings.AGIO_PORT}/api/ws`)
    ws.addEventListener('open', () => ws.send(JSON.stringify({ token: secret })))
    const code = await new Promise((resolve) => ws.addEventListener('close', (event) => resolve(event.code)))
    expect(code).toBe(4401)
  })
})

describe('a key is refused', () => {
  test('once it is revoked: changes at once, everything within a second', async () => {
    const { id, call } = await newKey()
    expect((await call(workspaces.current)).status).toBe(200)
    const note = 'The shop was closed.'
    const revoked = await admin.call(apiKeys.revoke, { id, version: 1, note })
    expect(revoked.body).toMatchObject({ state: 'revoked', revokeReason: note, can: [] })
    const change = await call(individuals.create, { name: 'Too late' } as never)
    expect([change.status, change.error.code]).toEqual([401, 'KEY_REVOKED'])
    await expect.poll(async () => (await call(workspaces.current)).status).toBe(401)
    expect(await uses(id)).toContainEqual({ outcome: 'refused', code: 'KEY_REVOKED' })
    expect((await admin.call(apiKeys.revoke, { id, version: 2, note })).status).toBe(409)
  })

  test('once it has expired, after a year at most', async () => {
    expect((await admin.call(apiKeys.create, draft({ days: 366 }))).status).toBe(400)
    const { id, call } = await newKey({ days: 1 })
    later(2)
    const late = await call(workspaces.current)
    expect([late.status, late.error.code]).toEqual([401, 'KEY_EXPIRED'])
    expect(await rowOf(id)).toMatchObject({ state: 'expired', can: [] })
  })

  test('with another secret, id or company, and an address that sends wrong ones waits, while right ones pass', async () => {
    const { id, secret } = await newKey()
    const flip = (at: number) => secret.slice(0, at) + (secret[at] === '0' ? '1' : '0') + secret.slice(at + 1)
    const wrong = [
      flip(secret.length - 10),
      flip(10),
      flip(50),
      `${secret}x`,
      'agio_',
      flip(secret.length - 2),
    ]
    const from = using(secret, '10.9.8.7')
    const statuses = []
    for (const one of wrong) statuses.push((await using(one, '10.9.8.7').call(workspaces.current)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await from.call(workspaces.current)).status).toBe(200)
    // The company hears of those that named its key.
    expect((await uses(id)).filter(({ code }) => code === 'KEY_UNKNOWN')).toHaveLength(1)
  })

  test('by whatever a person alone may do, whatever it holds', async () => {
    const { id, call } = await newKey()
    const entries = app.services.endpoints.filter(isForPeople)
    expect(entries.length).toBeGreaterThan(50)
    for (const endpoint of entries) {
      const answer = await call(endpoint, {} as never)
      expect([answer.status, answer.error.code], endpoint.path).toEqual([403, 'NOT_FOR_PROGRAMS'])
    }
    const own = await call(apiKeys.create, draft())
    expect([own.status, own.error.code]).toEqual([403, 'NOT_FOR_PROGRAMS'])
    const [row] = await app.owner<{ n: string }>(
      `select count(*) as n from kit.audit where act = 'apikey.create' and outcome = 'refused' and session_id = $1`,
      [id],
    )
    expect(Number(row?.n)).toBe(2)
  })
})

describe('what a key may', () => {
  test('is never what approves or concerns users, roles and keys, nor more than its maker may, nor elsewhere', async () => {
    const people = permissionCodes.filter((code) => !(forPrograms as readonly string[]).includes(code))
    for (const code of people)
      expect((await admin.call(apiKeys.create, draft({ permissions: [code] as never }))).status, code).toBe(
        400,
      )
    const entries = app.services.endpoints.filter(({ kind }) => kind === 'APPROVE' || kind === 'REJECT')
    for (const { permission, path } of entries)
      expect(forPrograms, path).not.toContain(
        [permission].flat().find((one) => one !== 'merge_customers') ?? '',
      )

    const known = (await admin.call(roles.list, { pageSize: 100 })).body.items
    const manager = known.find(({ baseRole }) => baseRole === 'branch_manager')
    if (!manager) throw new Error('no role of a branch manager')
    const { permissions, limits, description, baseRole, level } = (
      await admin.call(roles.getById, { id: manager.id })
    ).body
    const made = await admin.call(roles.create, {
      name: 'Key maker',
      description,
      baseRole,
      level,
      limits,
      permissions: [...permissions, 'manage_api_keys'],
    })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    const branch = { type: 2 as const, workspaceId: till.branchId }
    await app.addUser({ userName: 'key.maker', roleIds: [made.body.id], workspaces: [branch] })
    const maker = await app.signIn('key.maker')
    const beyond = await maker.call(apiKeys.create, draft({ permissions: ['view_ledger'] }))
    expect([beyond.status, beyond.error.code]).toEqual([422, 'CANNOT_GRANT'])
    const [away] = await app.owner<{ id: string }>(
      'select id from organisation.counter where branch_id <> $1 order by id limit 1',
      [till.branchId],
    )
    const elsewhere = await maker.call(
      apiKeys.create,
      draft({ permissions: ['view_stock'], counterId: away?.id ?? '' }),
    )
    expect([elsewhere.status, elsewhere.error.code]).toEqual([422, 'OUT_OF_SCOPE'])
    const far = await newKey({ counterId: away?.id ?? '' })
    expect((await maker.call(apiKeys.getById, { id: far.id })).status).toBe(404)
  })

  test('shrinks with what its owner may, and ends with its owner, until another takes it over', async () => {
    const role = await admin.call(roles.create, {
      name: 'Shrinking',
      description: '',
      baseRole: 'company_administrator',
      level: 0,
      limits: [],
      permissions: ['manage_api_keys', 'view_customers_information', 'view_stock'],
    })
    const everywhere = { type: 0 as const, workspaceId: null }
    const owner = await app.addUser({ userName: 'leaver', roleIds: [role.body.id], workspaces: [everywhere] })
    const key = await newKey({ permissions: ['view_customers_information'] }, await app.signIn('leaver'))
    const status = async () => (await key.call(individuals.list, {})).status
    expect(await status()).toBe(200)
    const change = { ...role.body, version: 1, permissions: ['manage_api_keys', 'view_stock'] as const }
    const { id, name, description, baseRole, level, limits, permissions } = change
    const less = { id, version: 1, name, description, baseRole, level, limits, permissions: [...permissions] }
    expect((await admin.call(roles.update, less)).status).toBe(200)
    await expect.poll(status).toBe(403)
    expect((await admin.call(users.lock, { id: owner.id, version: owner.version })).status).toBe(200)
    await expect.poll(async () => (await key.call(individuals.list, {})).error.code).toBe('KEY_WITHOUT_OWNER')
    expect(await rowOf(key.id)).toMatchObject({ isOrphan: true, can: ['takeOver', 'revoke'] })
    expect((await admin.call(apiKeys.takeOver, { id: key.id, version: 1 })).body).toMatchObject({
      isOrphan: false,
    })
    expect(await status()).toBe(200)
    expect((await admin.call(apiKeys.takeOver, { id: key.id, version: 2 })).error.code).toBe('KEY_IS_YOURS')
  })

  test('is nothing of another company, nor does anybody there see it', async () => {
    const person = { userName: 'other.admin', firstName: 'Other', password: demoPassword }
    const companyId = await createCompany(app.services, otherHouse, (tx, roleIds) =>
      createPerson(
        tx,
        { ...person, role: 'company_administrator', places: [{ type: 0, workspaceId: null }] },
        roleIds,
      ),
    )
    const other = await app.signIn('other.admin')
    const key = await newKey()
    expect((await other.call(apiKeys.getById, { id: key.id })).status).toBe(404)
    expect((await other.call(apiKeys.revoke, { id: key.id, version: 1, note: 'x' })).status).toBe(404)
    // The id of the key beside another company's.
    const there = key.secret.replace(/(?<=^agio_).{32}/, companyId.replaceAll('-', ''))
    expect((await using(there, '10.1.1.1').call(workspaces.current)).status).toBe(401)
  })
})

test('a deal that a key makes is approved by nobody who has made or kept the key', async () => {
  const key = await newKey({ name: 'Deal maker' })
  const lines = [{ side: 'buy' as const, currencyId: till.id('USD'), quantity: '10' }]
  const made = await key.call(deals.create, { lines, upTo: 'submit' }, { 'idempotency-key': randomUUID() })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  expect(made.body).toMatchObject({ state: 'waiting', maker: 'Deal maker' })
  const deal = { id: made.body.id, version: made.body.version }
  const note = 'Checked.'
  const asKey = await key.call(deals.approveLimit, { ...deal, note })
  expect([asKey.status, asKey.error.code]).toEqual([403, 'NOT_FOR_PROGRAMS'])

  // Another administrator keeps it now: both have.
  await app.addUser({
    userName: 'second.admin',
    roles: ['company_administrator'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  const second = await app.signIn('second.admin')
  expect((await second.call(apiKeys.takeOver, { id: key.id, version: 1 })).status).toBe(200)
  for (const one of [admin, second]) {
    const answer = await one.call(deals.approveLimit, { ...deal, note })
    expect([answer.status, answer.error.code]).toEqual([422, 'MAKER_IS_CHECKER'])
    expect((await one.call(deals.getById, { id: deal.id })).body.can).not.toContain('approveLimit')
  }
  await app.addUser({
    userName: 'third.admin',
    roles: ['company_administrator'],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  const third = await app.signIn('third.admin')
  const approved = await third.call(deals.approveLimit, { ...deal, note })
  expect(approved.status, JSON.stringify(approved.error)).toBe(200)
})
