import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { pendingOf } from '#modules/approvals/pending/pending.server.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { roles } from '../roles/roles.contract.ts'
import { holdersOf } from '../sessions/sessions.server.ts'
import { users } from '../users/users.contract.ts'
import { roleRequests } from './role-requests.contract.ts'
import { roleRequestWorkflow } from './role-requests.domain.ts'

let app: TestApp
let companyId: string
let admin: Call
let head: Call
let workspaces: { type: 2; workspaceId: string }[]
const roleIds = new Map<string, string>()

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  const [own] = (await admin(counters.list, {})).body.items
  workspaces = [{ type: 2, workspaceId: own?.branchId ?? '' }]
  for (const { id, baseRole } of (await admin(roles.list, { pageSize: 100 })).body.items)
    roleIds.set(baseRole, id)
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  head = (await app.signIn('head')).call
})
afterAll(() => app.stop())

const rolesOf = (...codes: string[]) => codes.map((code) => roleIds.get(code) ?? '')
async function made(call: Call, userName: string, ...codes: string[]) {
  const draft = {
    userName,
    firstName: userName,
    password: demoPassword,
    roleIds: rolesOf(...codes),
    workspaces,
  }
  const { status, body, error } = await call(users.create, draft)
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}
const waiting = async (call: Call, id: string) => (await call(roleRequests.ofUser, { id })).body
const heldBy = async (id: string) => (await admin(users.getById, { id })).body.roleIds
const told = async (call: Call) => {
  const { body } = await call(messages.list)
  return (body as unknown as (typeof body)['items'])[0]?.title
}
/** What of accounts waits for the decision of somebody. */
const pending = (userName: string) =>
  inCompany(companyId, async () => {
    const [found] = await app.owner<{ id: string }>(
      'select user_id as id from access.directory where lower(user_name) = $1',
      [userName],
    )
    const holder = (await holdersOf(app.services.db, permissionCodes)).find(
      ({ userId }) => userId === found?.id,
    )
    const actor = { ...holder, scope: holder?.assigned } as never
    const all = await pendingOf(app.services.db, { actor, now: app.services.now() })
    return all.filter(({ subject }) => subject.type === 'roleRequest').map(({ name }) => name)
  })

test('the table of requested roles', () => {
  walkWorkflow(
    {
      flow: roleRequestWorkflow,
      people: {
        asker: personOf('branch_manager', 'asker'),
        user: personOf('branch_manager', 'user'),
        boss: personOf('company_administrator'),
        teller: personOf('teller'),
      },
      record: (state) => ({ state, userId: 'user', askedById: 'asker' }),
    },
    `
    act    | states | asker            | user         | boss     | teller
    agree  | asked  | MAKER_IS_CHECKER | NOT_YOURSELF | agreed   | FORBIDDEN
    reject | asked  | rejected         | rejected     | rejected | FORBIDDEN`,
  )
})

test('an account that decides on others gets that role once a second person agrees', async () => {
  const user = await made(head, 'double', 'teller', 'branch_manager')
  expect(user.roleIds).toEqual(rolesOf('teller'))
  const [asked] = await waiting(head, user.id)
  expect(asked).toMatchObject({ roleId: roleIds.get('branch_manager'), askedBy: 'head', can: ['reject'] })
  const key = { id: asked?.id ?? '', version: asked?.version ?? 0 }
  expect((await head(roleRequests.agree, key)).error.code).toBe('MAKER_IS_CHECKER')
  // Neither the account itself, nor saving it once more.
  expect(await told(admin)).toBe('A role waits for your agreement')
  expect(await pending('admin')).toEqual([expect.stringContaining('double')])
  expect(await pending('head')).toEqual([])
  const { userName, firstName, version } = user
  const again = {
    id: user.id,
    version,
    userName,
    firstName,
    roleIds: rolesOf('teller', 'branch_manager'),
    workspaces,
  }
  expect((await head(users.update, again)).body.roleIds).toEqual(rolesOf('teller'))
  expect(await waiting(head, user.id)).toHaveLength(1)
  const agreed = await admin(roleRequests.agree, key)
  expect(agreed.body, JSON.stringify(agreed.error)).toMatchObject({ state: 'agreed', can: [] })
  expect((await heldBy(user.id)).toSorted()).toEqual(rolesOf('teller', 'branch_manager').toSorted())
  expect(await told(head)).toBe('Role agreed to')
  expect((await admin(roleRequests.agree, key)).status).toBe(409)
  expect(await pending('admin')).toEqual([])
})

test('a role that is rejected is not given, and one that decides on nothing waits for nobody', async () => {
  const plain = await made(head, 'plain', 'teller')
  expect([plain.roleIds, await waiting(head, plain.id)]).toEqual([rolesOf('teller'), []])
  const { userName, firstName, version, id } = plain
  const more = { id, version, userName, firstName, roleIds: rolesOf('teller', 'senior_teller'), workspaces }
  expect((await head(users.update, more)).body.roleIds).toEqual(rolesOf('teller'))
  const [asked] = await waiting(admin, id)
  const key = { id: asked?.id ?? '', version: asked?.version ?? 0 }
  expect((await admin(roleRequests.reject, { ...key, note: ' ' })).status).toBe(400)
  expect((await admin(roleRequests.reject, { ...key, note: 'Too soon' })).body.state).toBe('rejected')
  expect(await heldBy(id)).toEqual(rolesOf('teller'))
  expect(await waiting(head, id)).toEqual([])
})

test('where nobody else could agree, nobody is asked', async () => {
  const deputy = await made(admin, 'deputy', 'company_administrator')
  expect(deputy.roleIds).toEqual(rolesOf('company_administrator'))
  // Whom the one administrator has made is no second person while the two count as one.
  expect((await made(admin, 'third', 'company_administrator')).roleIds).toHaveLength(1)
  await app.owner(`update access.account_hand set at = at - interval '15 days'`)
  expect((await made(admin, 'fourth', 'company_administrator')).roleIds).toEqual([])
})

describe('a role that is held', () => {
  const teller = async () => (await admin(roles.getById, { id: roleIds.get('teller') ?? '' })).body
  const saved = async (call: Call, permissions: string[]) => {
    const { id, version, name, description, baseRole, level, limits } = await teller()
    const draft = { id, version, name, description, baseRole, level, limits, permissions }
    return call(roles.update, draft as never)
  }
  const ofRole = async (call: Call) =>
    (await call(roleRequests.ofRole, { id: roleIds.get('teller') ?? '' })).body
  let second: Call

  beforeAll(async () => {
    await app.addUser({ userName: 'seconder', roles: ['company_administrator'], workspaces: [] })
    await app.addUser({ userName: 'holder', roles: ['teller'], workspaces })
    await app.owner(
      `insert into access.user_workspace (company_id, user_id, type) select company_id, id, 0 from access.user where user_name = 'seconder'`,
    )
    second = (await app.signIn('seconder')).call
  })

  test('gains what decides on others once a second person agrees, and all else at once', async () => {
    const { permissions: before } = await teller()
    const more = [...before, 'approve_transaction_limits', 'view_user_audit']
    expect(before).not.toContain('approve_transaction_limits')
    const { body, error } = await saved(admin, more)
    expect(body.permissions, JSON.stringify(error)).toEqual([...before, 'view_user_audit'])
    const [asked, ...others] = await ofRole(admin)
    expect(others).toEqual([])
    expect(asked).toMatchObject({
      userId: null,
      permissions: ['approve_transaction_limits'],
      can: ['reject'],
    })
    const key = { id: asked?.id ?? '', version: asked?.version ?? 0 }
    expect((await admin(roleRequests.agree, key)).error.code).toBe('MAKER_IS_CHECKER')
    expect((await saved(second, more)).error.code).toBe('ROLE_WIDENING_ASKED')
    expect((await head(roleRequests.agree, key)).error.code).toBe('OUT_OF_SCOPE')
    expect(await told(second)).toBe('Permissions pending your approval')
    expect(await pending('seconder')).toContain((await teller()).name)
    expect(await pending('admin')).toEqual([])
    const agreed = await second(roleRequests.agree, key)
    expect(agreed.body, JSON.stringify(agreed.error)).toMatchObject({ state: 'agreed', can: [] })
    expect((await teller()).permissions).toEqual([...before, 'view_user_audit', 'approve_transaction_limits'])
    expect(await told(admin)).toBe('Permissions agreed to')
    expect(await ofRole(admin)).toEqual([])
  })

  test('does not gain what was rejected', async () => {
    const { permissions: before } = await teller()
    await saved(admin, [...before, 'manage_users'])
    const [asked] = await ofRole(second)
    const key = { id: asked?.id ?? '', version: asked?.version ?? 0, note: 'Not for tellers' }
    expect((await second(roleRequests.reject, key)).body.state).toBe('rejected')
    expect([(await teller()).permissions, await told(admin)]).toEqual([before, 'Permissions rejected'])
  })
})
