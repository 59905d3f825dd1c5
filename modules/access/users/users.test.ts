import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { type User, users } from './users.contract.ts'

let app: TestApp
let admin: Call
let manager: Call
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  manager = (await app.signIn('manager')).call
})
afterAll(() => app.stop())

type Change = CallOf<typeof users.update>
/** The body of an update that changes only what is named. */
const changing = (user: User, more: Partial<Change>): Change => {
  const { id, version, userName, firstName, lastName, email, phone, roleIds, workspaces } = user
  return { id, version, userName, firstName, lastName, email, phone, roleIds, workspaces, ...more }
}
const read = async (call: Call, userName: string): Promise<User> => {
  const filters = [{ key: 'userName', operator: 'Equals', value: userName } as const]
  const { id } = (await admin(users.list, { filters })).body.items[0] ?? { id: randomUUID() }
  return (await call(users.getById, { id })).body
}
const roleOf = async (baseRole: string) => {
  const { body } = await admin(roles.list, {
    filters: [{ key: 'baseRole', operator: 'Equals', value: baseRole }],
  })
  return body.items[0]?.id ?? ''
}
const place = async (entry: typeof regions | typeof branches, code: string) =>
  (
    await admin(entry.list as typeof regions.list, {
      filters: [{ key: 'code', operator: 'Equals', value: code }],
    })
  ).body.items[0]?.id ?? ''
const at = (type: 0 | 1 | 2 | 3, workspaceId: string | null) => [{ type, workspaceId }]

describe('users', () => {
  test('are made, read, changed and removed; the name is then free again', async () => {
    const roleIds = [await roleOf('teller')]
    const made = await app.addUser({
      userName: 'new.teller',
      lastName: 'Lee',
      phone: '+60123456789',
      roleIds,
    })
    expect(made).toMatchObject({ fullName: 'new.teller Lee', state: 'active', hasPin: false, version: 1 })
    expect(made.roles).toEqual([{ id: roleIds[0], name: 'Teller' }])
    const { body } = await admin(users.update, changing(made, { firstName: 'Ann', pin: '1234', roleIds: [] }))
    expect(body).toMatchObject({ fullName: 'Ann Lee', hasPin: true, version: 2, roles: [] })
    const kept = (await admin(users.update, changing(body, {}))).body
    expect([kept.hasPin, (await admin(users.update, changing(kept, { pin: null }))).body.hasPin]).toEqual([
      true,
      false,
    ])
    expect((await admin(users.delete, { id: made.id, version: 4 })).body).toEqual({
      message: 'Removed Successfully!',
    })
    expect((await admin(users.getById, { id: made.id })).status).toBe(404)
    expect((await app.addUser({ userName: 'New.Teller' })).id).not.toBe(made.id)
  })

  test('are listed with filters, order and pages', async () => {
    for (const letter of ['a', 'b', 'c']) await app.addUser({ userName: `paged_${letter}`, lastName: '100%' })
    const list = async (input: CallOf<typeof users.list>) => (await admin(users.list, input)).body
    const filters = [{ key: 'userName', operator: 'Contains', value: 'PAGED_' } as const]
    const first = await list({ filters, sort: ['userName-desc'], pageSize: 2 })
    expect(first.items.map(({ userName }) => userName)).toEqual(['paged_c', 'paged_b'])
    expect(first.pagination).toEqual({ totalItems: 3, totalPages: 2, pageSize: 2, pageNum: 1 })
    const second = await list({ filters, sort: ['userName-desc'], pageSize: 2, pageNum: 2 })
    expect(second.items.map(({ userName }) => userName)).toEqual(['paged_a'])
    const percent = await list({ filters: [{ key: 'fullName', operator: 'Contains', value: '0%' }] })
    expect(percent.pagination.totalItems).toBe(3)
    const locked = await list({ filters: [{ key: 'state', operator: 'Equals', value: ['locked'] }] })
    expect(locked.items).toEqual([])
    expect(first.items[0]).not.toHaveProperty('passwordHash')
  })

  test('have a name that nobody else has, in any company and letter case', async () => {
    await app.owner(
      `insert into access.directory values (uuidv7(), uuidv7(), 'elsewhere', 'e@elsewhere.example')`,
    )
    const draft = { firstName: 'X', password: 'demo1234' }
    for (const userName of ['TELLER', 'Elsewhere']) {
      const { status, error } = await admin(users.create, { ...draft, userName })
      expect([status, error.code]).toEqual([409, 'DUPLICATE'])
      expect(error.invalidParams).toEqual([{ field: 'userName', message: 'This is already taken.' }])
    }
    const user = await app.addUser({ userName: 'renamed' })
    expect((await admin(users.update, changing(user, { userName: 'Teller' }))).status).toBe(409)
    expect((await admin(users.update, changing(user, { userName: 'RENAMED' }))).status).toBe(200)
  })

  test('have a name that is not another one to the eye, however it is typed', async () => {
    const make = (userName: string) =>
      admin(users.create, { userName, firstName: 'Other', password: 'demo1234' })
    expect(await make('ａｄｍｉｎ')).toMatchObject({ status: 409, error: { code: 'DUPLICATE' } })
    for (const userName of ['\u0430dmin', 'admin\u200B', '\u202Enimda'])
      expect((await make(userName)).status).toBe(400)
    expect((await make('Nguyễn.Ánh'.normalize('NFD'))).body.userName).toBe('Nguyễn.Ánh')
    for (const form of ['NFC', 'NFD']) await app.signIn('Nguyễn.Ánh'.normalize(form))
    for (const userName of ['иванов', 'Παπάς', '陳大文']) expect((await make(userName)).status).toBe(200)
  })

  test('leave in the audit only what a change changed', async () => {
    const [central, north] = [at(1, await place(regions, 'CENTRAL')), at(1, await place(regions, 'NORTH'))]
    const user = await app.addUser({
      userName: 'audited',
      roles: ['teller'],
      workspaces: [...central, ...north],
    })
    const changed = async (more: Partial<Change>, version: number) => {
      await admin(users.update, changing(user, { ...more, version }))
      const rows = await app.owner<{ relation: string }>(
        `select relation from kit.audit_change c join (select xact, at from kit.audit order by id desc limit 1) a
           using (xact, at) order by c.id`,
      )
      return rows.map(({ relation }) => relation)
    }
    expect(await changed({ lastName: 'Lee' }, 1)).toEqual(['access.user'])
    expect(await changed({ lastName: 'Lee', workspaces: [...central, ...at(0, null)] }, 2)).toEqual([
      'access.user',
      'access.user_workspace',
      'access.user_workspace',
    ])
    expect((await read(admin, 'audited')).workspaces).toEqual([...at(0, null), ...central])
  })

  test('changed by two at once: the second is told so', async () => {
    const user = await app.addUser({ userName: 'contended' })
    const both = await Promise.all(
      ['One', 'Two'].map((firstName) => admin(users.update, changing(user, { firstName }))),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.error.code).toBe('STALE_VERSION')
    for (const act of [users.lock, users.delete] as const)
      expect((await admin(act, { id: user.id, version: 1 })).error.code).toBe('STALE_VERSION')
  })

  test('with an unknown role or place are refused, and nothing is left', async () => {
    const draft = { userName: 'ghost', firstName: 'X', password: 'demo1234' }
    expect((await admin(users.create, { ...draft, roleIds: [randomUUID()] })).status).toBe(404)
    expect((await admin(users.create, { ...draft, workspaces: at(2, randomUUID()) })).status).toBe(404)
    expect((await app.addUser({ userName: 'ghost' })).roles).toEqual([])
  })
})

describe('nobody', () => {
  test('grants what they do not hold', async () => {
    const workspaces = at(1, await place(regions, 'CENTRAL'))
    const draft = { userName: 'too.mighty', firstName: 'X', password: 'demo1234', workspaces }
    const { status, error } = await manager(users.create, { ...draft, roleIds: [await roleOf('mlro')] })
    expect([status, error.code, error.invalidParams[0]?.field]).toEqual([422, 'CANNOT_GRANT', 'roleIds'])
    expect(error.message).toContain('manage_rba_settings')
    expect((await manager(users.create, { ...draft, roleIds: [await roleOf('teller')] })).status).toBe(200)
    const grantable = (await manager(roles.listGrantable)).body.map(({ name }) => name)
    expect(grantable).toContain('Teller')
    expect(grantable).not.toContain('Company administrator')
  })

  test('grants a wider limit than their own', async () => {
    const limits = [{ type: 'deal_amount' as const, amount: '100000.01', isUnlimited: false }]
    const draft = { name: 'Big deals', baseRole: 'teller', level: 3 as const, permissions: [], limits }
    const big = (await admin(roles.create, draft)).body
    const workspaces = at(1, await place(regions, 'CENTRAL'))
    const user = { userName: 'big', firstName: 'X', password: 'demo1234', workspaces, roleIds: [big.id] }
    expect((await manager(users.create, user)).error.code).toBe('CANNOT_GRANT')
    const narrower = { ...draft, limits: [{ ...limits[0], amount: '100000.00' } as (typeof limits)[0]] }
    await admin(roles.update, { id: big.id, version: 1, ...narrower })
    expect((await manager(users.create, user)).status).toBe(200)
  })

  test('changes somebody mightier: not the name, e-mail, password or lock, nor removes them', async () => {
    const workspaces = at(1, await place(regions, 'CENTRAL'))
    await app.addUser({ userName: 'the.mlro', roles: ['mlro'], workspaces })
    const mlro = await read(manager, 'the.mlro')
    expect([mlro.userName, mlro.can]).toEqual(['the.mlro', []])
    for (const more of [
      { firstName: 'Y' },
      { email: 'mine@evil.example' },
      { password: 'mine now' },
      { pin: '0000' },
    ])
      expect((await manager(users.update, changing(mlro, more))).error.code).toBe('OUTRANKED')
    for (const act of [users.lock, users.delete] as const)
      expect((await manager(act, { id: mlro.id, version: mlro.version })).error.code).toBe('OUTRANKED')
    expect(await read(admin, 'the.mlro')).toEqual({ ...mlro, can: ['lock'] })
  })

  test('takes away their own way in, nor locks or removes themselves', async () => {
    const self = await read(admin, 'admin')
    const other = await roleOf('mlro')
    expect((await admin(users.update, changing(self, { roleIds: [other] }))).error.code).toBe('LAST_WAY_IN')
    expect((await admin(users.update, changing(self, { roleIds: [other, ...self.roleIds] }))).status).toBe(
      200,
    )
    const branch = at(2, await place(branches, 'KLC'))
    const roleIds = [other, ...self.roleIds]
    for (const workspaces of [[], branch]) {
      const change = changing(self, { version: self.version + 1, roleIds, workspaces })
      expect((await admin(users.update, change)).error).toMatchObject({
        code: 'LAST_WAY_IN',
        invalidParams: [{ field: 'workspaces' }],
      })
    }
    const key = { id: self.id, version: self.version + 1 }
    expect((await admin(users.lock, key)).error.code).toBe('NOT_YOURSELF')
    expect((await admin(users.delete, key)).error.code).toBe('NOT_YOURSELF')
    expect((await read(admin, 'admin')).can).toEqual([])
  })

  test.each([{ roleIds: [] }, { workspaces: [] }])(
    'is left without %o by two who take it from each other',
    async (none) => {
      const names = ['one', 'two'].map((which) => `${Object.keys(none)[0]}.${which}`)
      const draft = { roles: ['company_administrator'], workspaces: at(0, null) }
      const peers = await Promise.all(names.map((userName) => app.addUser({ userName, ...draft })))
      const calls = await Promise.all(names.map(async (userName) => (await app.signIn(userName)).call))
      const answers = await Promise.all(
        calls.map((call, index) => call(users.update, changing(peers[1 - index] as User, none))),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    },
  )
})

describe('a branch manager', () => {
  test('sees only who works in their region, and 404 for the rest', async () => {
    const north = at(1, await place(regions, 'NORTH'))
    const away = await app.addUser({ userName: 'northerner', roles: ['teller'], workspaces: north })
    const names = (await manager(users.list, { pageSize: 100 })).body.items.map(({ userName }) => userName)
    expect(names).toContain('teller')
    expect(names).not.toContain('northerner')
    expect((await manager(users.listSelection)).body.map(({ id }) => id)).not.toContain(away.id)
    expect((await manager(users.getById, { id: away.id })).status).toBe(404)
    expect((await manager(users.update, changing(away, { firstName: 'Y' }))).status).toBe(404)
    for (const act of [users.lock, users.delete] as const)
      expect((await manager(act, { id: away.id, version: away.version })).status).toBe(404)
  })

  test('assigns only within their region, and cannot take a user out of their own sight by it', async () => {
    const draft = { userName: 'local', firstName: 'X', password: 'demo1234' }
    const [central, north] = [await place(regions, 'CENTRAL'), await place(regions, 'NORTH')]
    const pen = await place(branches, 'PEN')
    for (const workspaces of [at(0, null), at(1, north), at(2, pen)]) {
      const { error } = await manager(users.create, { ...draft, workspaces })
      expect([error.code, error.invalidParams[0]?.field]).toEqual(['OUT_OF_SCOPE', 'workspaces'])
    }
    const made = (await manager(users.create, { ...draft, workspaces: at(1, central) })).body
    expect((await manager(users.update, changing(made, { workspaces: at(2, pen) }))).error.code).toBe(
      'OUT_OF_SCOPE',
    )
    const branch = at(2, await place(branches, 'KLC'))
    const moved = await manager(users.update, changing(made, { workspaces: branch }))
    expect(moved.body.workspaces).toEqual(branch)
    const nowhere = await manager(users.update, changing(moved.body, { workspaces: [] }))
    expect(nowhere.error).toMatchObject({ code: 'OUT_OF_SCOPE', invalidParams: [{ field: 'workspaces' }] })
    const unplaced = await manager(users.create, { ...draft, userName: 'unplaced' })
    expect(unplaced.error).toMatchObject({ code: 'OUT_OF_SCOPE', invalidParams: [{ field: 'workspaces' }] })
  })

  test('changes nothing of somebody who also works beyond their region', async () => {
    const [central, north] = [at(1, await place(regions, 'CENTRAL')), at(1, await place(regions, 'NORTH'))]
    const beyond = [
      [...central, ...north],
      [...at(0, null), ...at(2, await place(branches, 'KLC'))],
    ]
    for (const [index, workspaces] of beyond.entries()) {
      const user = await app.addUser({ userName: `both.${index}`, roles: ['teller'], workspaces })
      expect((await read(manager, user.userName)).can).toEqual([])
      for (const more of [
        { firstName: 'Y' },
        { email: 'mine@evil.example' },
        { password: 'mine now' },
        { workspaces: central },
      ])
        expect((await manager(users.update, changing(user, more))).error.code).toBe('WORKS_ELSEWHERE')
      for (const act of [users.lock, users.delete] as const)
        expect((await manager(act, { id: user.id, version: 1 })).error.code).toBe('WORKS_ELSEWHERE')
      expect(await read(admin, user.userName)).toEqual(user)
    }
  })

  test('is offered only what they may do: the same in the list', async () => {
    const filters = [{ key: 'userName', operator: 'Contains', value: '.' } as const]
    const { items } = (await manager(users.list, { filters, pageSize: 100 })).body
    const can = Object.fromEntries(items.map((user) => [user.userName, user.can]))
    expect(can).toMatchObject({ 'both.0': [], 'both.1': [], 'the.mlro': [], 'too.mighty': ['lock'] })
  })
})
