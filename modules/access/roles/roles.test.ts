import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#apps/server/modules.ts'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { type Endpoint, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { amountIn } from '#modules/organisation/public.server.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { type RoleDraft, roles } from './roles.contract.ts'
import { baseRoles, listUngrantable, limitTypes, percentages } from './roles.domain.ts'

let app: TestApp
let admin: Call
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
})
afterAll(() => app.stop())

const draft = (name: string, more: Partial<RoleDraft> = {}): RoleDraft => ({
  name,
  description: '',
  baseRole: 'teller',
  level: 3,
  permissions: ['view_counters'],
  limits: [],
  ...more,
})
const byType = (a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1)
const byBase = async (baseRole: string) => {
  const filters = [{ key: 'baseRole', operator: 'Equals', value: baseRole } as const]
  const { body } = await admin(roles.list, { filters, sort: ['createdAt-asc'] })
  const { id } = body.items[0] ?? { id: '' }
  return (await admin(roles.getById, { id })).body
}

describe('roles', () => {
  test('are made, changed, switched, listed and removed', async () => {
    const limits = [{ type: 'deal_amount' as const, amount: '1234.50', isUnlimited: false }]
    const made = (await admin(roles.create, draft('Clerk', { limits }))).body
    expect(made).toMatchObject({ name: 'Clerk', isEnabled: true, version: 1, limits })
    const key = { id: made.id, version: 1 }
    const wider = [{ type: 'refund' as const, amount: null, isUnlimited: true }]
    const changed = await admin(roles.update, { ...key, ...draft('Head clerk', { limits: wider }) })
    expect(changed.body).toMatchObject({ name: 'Head clerk', limits: wider, version: 2 })
    expect((await admin(roles.update, { ...key, ...draft('Clerk') })).error.code).toBe('STALE_VERSION')
    expect((await admin(roles.disable, { ...key, version: 2 })).body.isEnabled).toBe(false)
    const offered = (await admin(roles.listSelection)).body.map(({ name }) => name)
    expect(offered).not.toContain('Head clerk')
    expect((await admin(roles.enable, { ...key, version: 3 })).body.isEnabled).toBe(true)
    const filters = [{ key: 'name', operator: 'Contains', value: 'HEAD' } as const]
    expect((await admin(roles.list, { filters })).body.items).toMatchObject([
      { id: made.id, permissionCount: 1, userCount: 0 },
    ])
    expect((await admin(roles.delete, { ...key, version: 4 })).status).toBe(200)
    expect((await admin(roles.getById, { id: made.id })).status).toBe(404)
  })

  test('leave in the audit only the limits that a change changed', async () => {
    const limit = (type: 'refund' | 'deal_amount' | 'whitelist', amount: string | null) => ({
      type,
      amount,
      isUnlimited: amount === null,
    })
    const limits = [limit('refund', '100.00'), limit('deal_amount', '5.00')]
    const { id } = (await admin(roles.create, draft('Limited', { limits }))).body
    const changed = async (version: number, now: typeof limits) => {
      const { body } = await admin(roles.update, { id, version, ...draft('Limited', { limits: now }) })
      expect(body.limits).toEqual(now.toSorted(byType))
      const rows = await app.owner<{ relation: string }>(
        `select relation from kit.audit_change c join (select xact, at from kit.audit order by id desc limit 1) a
           using (xact, at) order by c.id`,
      )
      return rows.filter(({ relation }) => relation === 'access.role_limit').length
    }
    expect(await changed(1, limits)).toBe(0)
    expect(await changed(2, [limit('refund', null), limit('deal_amount', '5.00')])).toBe(1)
    expect(await changed(3, [limit('deal_amount', '5.00'), limit('whitelist', '0.00')])).toBe(2)
    expect(await changed(4, [])).toBe(2)
  })

  test('have names of their own', async () => {
    const { status, error } = await admin(roles.create, draft('Teller'))
    expect(status).toBe(409)
    expect(error.invalidParams).toEqual([{ field: 'name', message: 'This is already taken.' }])
  })

  test('changed by two at once: the second is told so', async () => {
    const { id } = (await admin(roles.create, draft('Contended'))).body
    const both = await Promise.all(
      ['One', 'Two'].map((name) => admin(roles.update, { id, version: 1, ...draft(name) })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('take no limit that is neither an amount nor unlimited', async () => {
    for (const limit of [
      { type: 'refund', amount: '-1', isUnlimited: false },
      { type: 'refund', amount: '1', isUnlimited: true },
      { type: 'refund', amount: null, isUnlimited: false },
      { type: 'refund', amount: '1e3', isUnlimited: false },
    ])
      expect(
        (await admin(roles.create, undefined, { raw: { ...draft('Odd'), limits: [limit] } })).status,
      ).toBe(400)
    const twice = [1, 2].map((n) => ({ type: 'refund' as const, amount: `${n}`, isUnlimited: false }))
    expect((await admin(roles.create, draft('Twice', { limits: twice }))).status).toBe(400)
  })

  test('that somebody holds cannot be removed, and say why', async () => {
    const teller = await byBase('teller')
    const { status, error } = await admin(roles.delete, { id: teller.id, version: teller.version })
    expect([status, error.code]).toEqual([422, 'ROLE_IN_USE'])
    expect(error.message).toBe('Users who still hold the role: 1. Give them another role first.')
    const assigned = await admin(roles.listAssignedUsers, { id: teller.id })
    expect(assigned.body.items).toMatchObject([{ userName: 'teller', state: 'active' }])
  })

  test('take effect at once when changed, and lose it when disabled', async () => {
    const { id } = (await admin(roles.create, draft('Looker', { permissions: ['view_regions'] }))).body
    await app.addUser({ userName: 'looker', roleIds: [id] })
    const { call } = await app.signIn('looker')
    const may = async (key: string) =>
      (await call(signIn.checkActive, { apis: [key] })).body[key]?.isActivated
    expect([await may('poscompany/region/list'), await may('poscompany/branch/list')]).toEqual([true, false])
    await admin(roles.update, { id, version: 1, ...draft('Looker', { permissions: ['manage_branches'] }) })
    await expect.poll(() => may('poscompany/branch/list')).toBe(true)
    expect(await may('poscompany/region/list')).toBe(false)
    await admin(roles.disable, { id, version: 2 })
    await expect.poll(() => may('poscompany/branch/list')).toBe(false)
  })
})

describe('nobody', () => {
  test('puts into a role what they do not hold, or touches one that holds more', async () => {
    const limits = [{ type: 'refund' as const, amount: '100', isUnlimited: false }]
    const own = draft('Keeper of roles', { permissions: ['manage_roles', 'view_users'], limits })
    const { id } = (await admin(roles.create, own)).body
    await app.addUser({ userName: 'keeper', roleIds: [id], workspaces: [{ type: 0, workspaceId: null }] })
    const { call } = await app.signIn('keeper')
    const refused = async (more: Partial<RoleDraft>) => {
      const { status, error } = await call(roles.create, draft('New', more))
      expect([status, error.invalidParams[0]?.field]).toEqual([422, 'permissions'])
      return error.code
    }
    expect(await refused({ permissions: ['manage_users'] })).toBe('CANNOT_GRANT')
    expect(
      await refused({ permissions: [], limits: [{ type: 'refund', amount: '100.01', isUnlimited: false }] }),
    ).toBe('CANNOT_GRANT')
    expect((await call(roles.create, draft('New', { permissions: ['view_users'], limits }))).status).toBe(200)
    const teller = await byBase('teller')
    const key = { id: teller.id, version: teller.version }
    expect((await call(roles.update, { ...key, ...draft('Mine') })).error.code).toBe('OUTRANKED')
    for (const act of [roles.disable, roles.delete] as const)
      expect((await call(act, key)).error.code).toBe('OUTRANKED')
  })

  test('who is responsible for only a part of the company changes roles: they hold everywhere', async () => {
    await app.addUser({ userName: 'nowhere', roles: ['company_administrator'] })
    const { call } = await app.signIn('nowhere')
    const { id, version, name, baseRole, level } = await byBase('teller')
    const refused = [
      await call(roles.create, draft('New')),
      await call(roles.update, { id, version, name, baseRole, level, permissions: [] }),
      await call(roles.disable, { id, version }),
      await call(roles.enable, { id, version }),
      await call(roles.delete, { id, version }),
    ]
    for (const { status, error } of refused) expect([status, error.code]).toEqual([422, 'OUT_OF_SCOPE'])
  })

  test('takes away their own last way in through the role', async () => {
    const own = await byBase('company_administrator')
    const key = { id: own.id, version: own.version }
    const without = own.permissions.filter((code) => code !== 'manage_roles')
    const { name, baseRole, level, limits } = own
    const less = await admin(roles.update, { ...key, name, baseRole, level, limits, permissions: without })
    expect([less.status, less.error.code]).toEqual([422, 'LAST_WAY_IN'])
    expect((await admin(roles.disable, key)).error.code).toBe('LAST_WAY_IN')
    expect(await byBase('company_administrator')).toEqual(own)
  })
})

describe('the seeded roles', () => {
  test('are those of the catalogue', async () => {
    for (const { code, level, permissions, limits } of baseRoles) {
      const role = await byBase(code)
      expect(role, code).toMatchObject({ level, permissions })
      const inMoney = limits.map(({ amount, ...limit }) => ({
        ...limit,
        amount: amount === null || percentages.includes(limit.type) ? amount : amountIn('MYR', amount),
      }))
      expect(role.limits.toSorted(byType), code).toEqual(inMoney.toSorted(byType))
      for (const permission of permissions) expect(permissionCodes, code).toContain(permission)
    }
    expect((await admin(roles.listBaseRoles)).body.map(({ code }) => code)).toEqual(
      baseRoles.map(({ code }) => code),
    )
    expect((await admin(roles.listLimitTypes)).body.map(({ type }) => type)).toEqual(limitTypes)
    expect((await admin(roles.listType)).body.map(({ id }) => id)).toEqual([0, 1, 2, 3])
    expect((await admin(roles.listTypeForPos)).body.map(({ id }) => id)).toEqual([2, 3])
  })

  test('let the auditor read everything and change nothing', async () => {
    const { call } = await app.signIn('auditor')
    const endpoints: Endpoint[] = modules.flatMap(({ routers }) =>
      routers.flatMap(({ contract }) => Object.values(contract)),
    )
    for (const endpoint of endpoints.filter((each) => each.permission !== 'anyone')) {
      const ids = Object.keys(endpoint.input.shape).filter((key) => /^(id|\w+Id)$/.test(key))
      const input = Object.fromEntries(ids.map((key) => [key, randomUUID()]))
      const others = {
        apis: [],
        rates: [],
        pair: 'USDMYR',
        key: 'RATE_PRECISION',
        countryCode: 'MY',
        stateCode: '01',
      }
      for (const [key, value] of Object.entries(others))
        if (key in endpoint.input.shape) Object.assign(input, { [key]: value })
      const { status } = await call(endpoint, input as never)
      // What needs more to be asked is not refused for want of a permission.
      if (!endpoint.writes) expect([200, 400, 404], endpoint.path).toContain(status)
      else if (permissionsOf(endpoint).length > 0) expect(status, endpoint.path).toBe(403)
    }
    expect((await call(users.listSelection)).body.length).toBeGreaterThan(5)
  })
})

test('beyond: what a holder may not hand on', () => {
  const holder = {
    permissions: new Set(['manage_users', 'view_users']),
    limits: new Map<string, string | 'unlimited'>([
      ['refund', '100'],
      ['whitelist', 'unlimited'],
    ]),
  }
  const limit = (type: (typeof limitTypes)[number], amount: string | null) => [
    { type, amount, isUnlimited: amount === null },
  ]
  expect(listUngrantable(holder, ['manage_users'], limit('refund', '100.00'))).toEqual([])
  expect(listUngrantable(holder, ['view_users'], limit('whitelist', null))).toEqual([])
  expect(listUngrantable(holder, ['manage_roles'], limit('refund', null))).toEqual([
    'manage_roles',
    'view_roles',
    'refund',
  ])
  expect(listUngrantable(holder, [], limit('deal_amount', '0'))).toEqual(['deal_amount'])
})
