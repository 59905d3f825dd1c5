import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { openTill } from '#apps/server/test-till.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { roles } from '../roles/roles.contract.ts'
import { roleRequests } from '../role-requests/role-requests.contract.ts'
import { users } from '../users/users.contract.ts'
import { workspaces } from '../workspaces/workspaces.contract.ts'

let app: TestApp
let usd: string
let place: { type: 2; workspaceId: string }
let manager: Call
let teller: Call
let counterId: string

beforeAll(async () => {
  app = await testApp()
  await app.owner(`update access.role_limit set amount = 100 where type = 'refund' and amount is not null`)
  const session = await app.signIn('teller')
  const till = await openTill(app, session)
  const { id, branchId } = till
  teller = session.call
  counterId = till.counterId
  usd = id('USD')
  place = { type: 2, workspaceId: branchId }
  for (const userName of ['head', 'other'])
    await app.addUser({ userName, roles: ['branch_manager'], workspaces: [place] })
  manager = (await app.signIn('head')).call
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })

/** An account that somebody makes for a role of the product, with a password that they know. */
async function make(call: Call, userName: string, base = 'branch_manager') {
  const admin = (await app.signIn('admin')).call
  const known = (await admin(roles.list, { pageSize: 100 })).body.items
  const roleIds = known.filter(({ baseRole }) => baseRole === base).map(({ id }) => id)
  const person = { userName, firstName: userName, password: demoPassword, roleIds, workspaces: [place] }
  const { status, body, error } = await call(users.create, person)
  expect(status, JSON.stringify(error)).toBe(200)
  // A second person agrees to an account that decides on others.
  for (const { id, version } of (await admin(roleRequests.ofUser, { id: body.id })).body)
    expect((await admin(roleRequests.agree, { id, version })).status).toBe(200)
  return (await app.signIn(userName)).call
}

async function settled(call = teller) {
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '15' }]
  const { status, body, error } = await call(deals.create, { lines, upTo: 'settle' }, key())
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}

async function reverse(call: Call, { id, version }: { id: string; version: number }) {
  await call(workspaces.switch, { type: 3, workspaceId: counterId })
  const { body, error } = await call(deals.reverse, { id, version, note: 'Wrong currency' }, key())
  return body.state ?? error.code
}

/** As if all accounts had been made so many days earlier. */
const daysPass = (days: number) =>
  app.owner('update access.account_hand set at = at - make_interval(days => $1)', [days])

test('an account shares the allowance of whoever made it, and of the accounts that these made, for fourteen days', async () => {
  const double = await make(manager, 'double')
  const third = await make(double, 'third')
  expect(await reverse(manager, await settled())).toBe('reversed')
  expect(await reverse(double, await settled())).toBe('OVER_LIMIT_ASK')
  expect(await reverse(third, await settled())).toBe('OVER_LIMIT_ASK')
  const other = (await app.signIn('other')).call
  expect(await reverse(other, await settled())).toBe('reversed')
  await daysPass(13)
  expect(await reverse(double, await settled())).toBe('OVER_LIMIT_ASK')
  await daysPass(1)
  expect(await reverse(double, await settled())).toBe('reversed')
})

test('who made an account, or has set its password, does not decide on what it made, and the other way round', async () => {
  const cashier = await make(manager, 'cashier', 'teller')
  await cashier(workspaces.switch, { type: 3, workspaceId: counterId })
  const deal = await settled(cashier)
  expect(await reverse(manager, deal)).toBe('MAKER_IS_CHECKER')
  // A password that another sets makes the same of an account that is old.
  await daysPass(14)
  const ask = { id: deal.id, version: deal.version }
  const admin = (await app.signIn('admin')).call
  const { id } = (await admin(users.list, { pageSize: 100 })).body.items.find(
    ({ userName }) => userName === 'cashier',
  ) ?? { id: '' }
  const { body: user } = await admin(users.getById, { id })
  const { userName, firstName, lastName, email, version, roleIds } = user
  const secret = { id, version, userName, firstName, lastName, email, roleIds, workspaces: [place] }
  const set = await admin(users.update, { ...secret, password: `${demoPassword}2` })
  expect(set.status, JSON.stringify(set.error)).toBe(200)
  expect(await reverse(admin, ask)).toBe('MAKER_IS_CHECKER')
  const config = { settings: [{ key: 'SELVES_DAYS' as const, customerType: 0 as const, value: '0' }] }
  expect((await admin(configuration.update, config)).status).toBe(200)
  expect(await reverse(admin, ask)).toBe('reversed')
})
