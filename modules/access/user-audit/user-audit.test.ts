import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { passwords } from '#modules/access/passwords/passwords.contract.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { differences, identity, listChange, dropUnchanged } from './changes.domain.ts'
import { userAudit } from './user-audit.contract.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
let logged = ''
beforeAll(async () => {
  const log = new Writable({
    write(line, _encoding, done) {
      logged += String(line)
      done()
    },
  })
  app = await testApp({ log })
  admin = await app.signIn('admin')
})
afterAll(() => app.stop())

type Query = CallOf<typeof userAudit.list>
const list = async (query: Query, call: Call = admin.call) => (await call(userAudit.list, query)).body
const newest = async (act: string) => {
  const { items } = await list({ filters: [{ key: 'act', operator: 'Equals', value: act }], pageSize: 1 })
  return items[0]
}

describe('the audit', () => {
  test('has one row for each change, with who, where, before and after', async () => {
    const region = (await admin.call(regions.create, { code: 'EAST', name: 'East' })).body
    await admin.call(regions.update, { id: region.id, version: 1, code: 'EAST', name: 'Far East' })
    const row = await newest('region.update')
    expect(row).toMatchObject({
      userId: admin.login.company.userId,
      subject: 'Far East',
      userName: 'Aisyah Rahman',
      kind: 'UPDATE',
      outcome: 'done',
      code: null,
      address: '127.0.0.1',
    })
    const { body } = await admin.call(userAudit.getById, { id: row?.id ?? '' })
    expect(body.changes).toMatchObject([
      {
        relation: 'organisation.region',
        rowId: region.id,
        before: { name: 'East', version: 1 },
        after: { name: 'Far East', version: 2 },
      },
    ])
    const rows = await app.owner(`select from kit.audit where act in ('region.create', 'region.update')`)
    expect(rows).toHaveLength(2)
  })

  test('shows a removal as before without after, and a user with all that belongs to them', async () => {
    const user = await app.addUser({ userName: 'short.lived', roles: ['teller'] })
    const made = await admin.call(userAudit.getById, { id: (await newest('manageUser.create'))?.id ?? '' })
    expect(made.body.changes.map(({ relation }) => relation)).toEqual([
      'access.user',
      'access.credential',
      'access.account_hand',
      'access.user_role',
    ])
    await admin.call(users.delete, { id: user.id, version: 1 })
    const gone = await admin.call(userAudit.getById, { id: (await newest('manageUser.delete'))?.id ?? '' })
    const role = gone.body.changes.find(({ relation }) => relation === 'access.user_role')
    expect(role).toMatchObject({
      rowId: `${user.id} ${user.roleIds[0]}`,
      after: null,
      before: { role_id: user.roleIds[0] },
    })
  })

  test('keeps what differs, and shows the whole row', async () => {
    const region = (await admin.call(regions.create, { code: 'WEST', name: 'West' })).body
    await admin.call(regions.update, { id: region.id, version: 1, code: 'WEST', name: 'Far West' })
    await admin.call(regions.update, { id: region.id, version: 2, code: 'WEST', name: 'Wild West' })
    const kept = await app.owner(
      `select name, before, after from kit.audit_change where row_id = $1 and before is not null order by seq`,
      [region.id],
    )
    expect(kept).toEqual([
      { name: 'Far West', before: { name: 'West', version: 1 }, after: { name: 'Far West', version: 2 } },
      {
        name: 'Wild West',
        before: { name: 'Far West', version: 2 },
        after: { name: 'Wild West', version: 3 },
      },
    ])
    const { body } = await admin.call(userAudit.getById, { id: (await newest('region.update'))?.id ?? '' })
    const shared = { id: region.id, code: 'WEST' }
    expect(body.changes).toMatchObject([
      {
        before: { ...shared, name: 'Far West', version: 2 },
        after: { ...shared, name: 'Wild West', version: 3 },
      },
    ])
  })

  test('keeps refusals and failed sign-ins, though what they tried was rolled back', async () => {
    const auditor = await app.signIn('auditor')
    await auditor.call(regions.create, { code: 'NONE', name: 'None' })
    await admin.call(regions.create, { code: 'CENTRAL', name: 'Twice' })
    await admin.call(workspaces.switch, { type: 0, workspaceId: admin.login.company.companyId })
    await app.call(signIn.login, { username: 'teller', password: 'wrong' }, { address: '10.7.7.7' })
    const { items } = await list({ filters: [{ key: 'outcome', operator: 'Equals', value: 'refused' }] })
    expect(items.map(({ act, code, userName }) => [act, code, userName])).toEqual([
      ['auth.login', '10000', 'Mei Ling Wong'],
      ['posworkspace.switch', 'COUNTER_REQUIRED', 'Aisyah Rahman'],
      ['region.create', 'DUPLICATE', 'Aisyah Rahman'],
      ['region.create', 'FORBIDDEN', 'Grace Lim'],
    ])
    expect(items[0]?.address).toBe('10.7.7.7')
    const detail = await admin.call(userAudit.getById, { id: items[2]?.id ?? '' })
    expect(detail.body.changes).toEqual([])
  })

  test('is filtered, sorted and paged', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const of = async (...filters: NonNullable<Query['filters']>) =>
      (await list({ filters })).pagination.totalItems
    expect(await of({ key: 'userName', operator: 'Contains', value: 'aisy' })).toBeGreaterThan(3)
    expect(
      await of({ key: 'userId', operator: 'Equals', value: admin.login.company.userId }),
    ).toBeGreaterThan(3)
    expect(await of({ key: 'kind', operator: 'Equals', value: ['DELETE'] })).toBe(1)
    expect(await of({ key: 'code', operator: 'Equals', value: '10000' })).toBe(1)
    expect(await of({ key: 'at', operator: 'Greater Than', value: `${today}T23:59:59Z` })).toBe(0)
    const all = await of()
    expect(await of({ key: 'code', operator: 'NotEquals', value: '10000' })).toBe(all - 1)
    expect(await of({ key: 'at', operator: 'Between', value: '2000-01-01', secondValue: '2099-12-31' })).toBe(
      all,
    )
    const pages = [await list({ pageSize: 5 }), await list({ pageSize: 5, pageNum: 2 })]
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(10)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  test('shows a branch manager what was done in their branches only', async () => {
    const manager = await app.signIn('manager')
    expect((await list({}, manager.call)).items).toEqual([])
    const counterId = manager.login.company.counters[0]?.id ?? ''
    await manager.call(workspaces.switch, { type: 3, workspaceId: counterId })
    await manager.call(workspaces.switch, { type: 3, workspaceId: counterId })
    const { items } = await list({}, manager.call)
    expect(items.map(({ act, counterId: at }) => [act, at])).toEqual([['posworkspace.switch', counterId]])
    const others = (await list({ pageSize: 1, sort: ['at-asc'] })).items[0]?.id ?? ''
    expect((await manager.call(userAudit.getById, { id: others })).status).toBe(404)
  })

  test('can be altered by nobody, the owner of the tables included', async () => {
    const parts = await app.owner<{ part: string }>(
      `select inhrelid::regclass::text as part from pg_inherits
       where inhparent in ('kit.audit'::regclass, 'kit.audit_change'::regclass)`,
    )
    expect(parts.length).toBeGreaterThan(3)
    for (const table of ['kit.audit', 'kit.audit_change', ...parts.map(({ part }) => part)])
      await expect(app.owner(`truncate ${table}`), table).rejects.toThrow('append-only')
    for (const table of ['kit.audit', 'kit.audit_change']) {
      await expect(app.owner(`update ${table} set id = uuidv7()`)).rejects.toThrow('append-only')
      await expect(app.owner(`delete from ${table}`)).rejects.toThrow('append-only')
    }
  })
})

test('passwords, PINs, hashes and tokens are nowhere: not in the audit, the log or an answer', async () => {
  const secrets = ['Sekret-Passw0rd', '86420975', 'Other-Passw0rd']
  const [password = '', pin = '', other = ''] = secrets
  const user = await app.addUser({ userName: 'discreet', password, pin, email: 'discreet@straits.example' })
  const answers: unknown[] = [user]
  const login = await app.call(signIn.login, { username: 'discreet', password, pin })
  const tokens = [login.body.userInfo.accessToken, login.body.userInfo.refreshToken]
  answers.push((await app.call(signIn.login, { username: 'discreet', password: other, pin })).body)
  answers.push((await app.call(signIn.login, { username: 'discreet', password, pin: '1111' })).body)
  const address = '10.6.6.6'
  answers.push((await app.call(signIn.login, { username: other, password }, { address })).body)
  expect(logged).toMatch(/"address":"10\.6\.6\.6".*sign-in of an unknown name refused/)
  const raw = { username: 'discreet', password, pin, unknown: password }
  answers.push((await app.call(signIn.login, undefined as never, { raw })).body)
  await app.call(passwords.forgotPassword, { email: 'discreet@straits.example' })
  const [mail] = await app.owner<{ body: string }>(
    `select body from kit.mail where recipient like 'discreet%'`,
  )
  const link = /token=(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
  answers.push(
    (await app.call(passwords.resetPassword, { token: link, password: other, confirmPassword: other })).body,
  )
  const key = { id: user.id, version: user.version }
  const { firstName, userName } = user
  answers.push(
    (await admin.call(users.update, { ...key, userName, firstName, password, pin: '75309842' })).body,
  )
  answers.push((await admin.call(users.getById, { id: user.id })).body)
  // Something of ours breaks while a password is in hand.
  await app.owner('alter table access.credential rename to credential_away')
  const broken = await app.call(signIn.login, { username: 'discreet', password, pin })
  await app.owner('alter table access.credential_away rename to credential')
  expect(broken.status).toBe(500)
  expect(logged).toContain('unexpected')
  const hashes = await app.owner(
    `select password_hash, pin_hash from access.credential union all select token_hash, '' from access.refresh_token
     union all select token_hash, '' from access.reset_token`,
  )
  const audit = await app.owner('select before, after from kit.audit_change')
  const all =
    JSON.stringify([answers, broken.body, audit, await app.owner('select * from kit.audit')]) + logged
  expect(all).toContain('discreet')
  const forbidden = [
    ...secrets,
    '75309842',
    ...tokens,
    link,
    link.slice(-43),
    ...hashes.flatMap((row) => Object.values(row as object)),
  ]
  expect(forbidden.length).toBeGreaterThan(20)
  for (const secret of forbidden) if (secret) expect(all.includes(String(secret)), String(secret)).toBe(false)
})

test('a row without a name goes by what identifies it and did not change', () => {
  const row = { id: '1', module_code: 'rates', is_enabled: true, type: 'x' }
  expect(identity(row, { ...row, is_enabled: false, type: 'y' })).toEqual([
    { field: 'module_code', value: 'rates' },
  ])
  expect(identity(null, { id: '1', role_id: null, type: 2 })).toEqual([{ field: 'type', value: 2 }])
})

describe('differences between two images of a row', () => {
  test('are the changed fields only', () => {
    const before = { id: '1', name: 'Teller', permissions: ['a'], version: 1 }
    expect(differences(before, { ...before, permissions: ['a', 'b'], version: 2 })).toEqual([
      { field: 'permissions', before: ['a'], after: ['a', 'b'] },
    ])
  })

  test('are all filled fields of a row that was made or removed', () => {
    const row = { id: '1', email: '', deleted_at: null, is_enabled: false }
    expect(differences(null, row).map(({ field }) => field)).toEqual(['id', 'is_enabled'])
    expect(differences(row, null).map(({ field }) => field)).toEqual(['id', 'is_enabled'])
  })
})

test('tells what came to a list and what went', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ gone: ['a'], added: ['c'], kept: 1 })
})

test('rows that were removed and written anew as they were are no change', () => {
  const row = (id: string, amount: number) => ({ id, company_id: 'c', type: 'refund', amount })
  const change = (before: object | null, after: object | null) => ({
    relation: 'access.role_limit',
    rowId: 'c',
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
  })
  const wider = [
    change(row('1', 5), null),
    change(row('2', 7), null),
    change(null, row('3', 5)),
    change(null, row('4', 9)),
  ]
  expect(dropUnchanged(wider)).toEqual([wider[1], wider[3]])
})
