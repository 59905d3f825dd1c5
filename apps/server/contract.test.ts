import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathParams, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { openApiOf } from '#kit/server/openapi.server.ts'
import { hostileInput, validInput } from '#kit/test/arbitrary.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { createCompany, createPerson } from './company.ts'
import { demoPassword } from './demo.ts'
import { modules } from './modules.ts'
import { type TestApp, testApp } from './test-app.ts'

// What the pipeline does is proven here once, for every endpoint there is and will be, from the contract itself.

const routers = modules.flatMap((module) => module.routers)
const endpoints = routers.flatMap(({ contract }) => Object.values(contract))
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const guarded = endpoints.filter((endpoint) => endpoint.permission !== 'anyone')
const sample = (endpoint: Endpoint, seed: number) =>
  fc
    .sample(validInput(endpoint.input), { numRuns: 40, seed })
    .find((body) => endpoint.input.safeParse(body).success)

let app: TestApp
let other: string
let cases = 0

beforeAll(async () => {
  app = await testApp()
  other = await createCompany(
    app.services,
    {
      name: 'Other House',
      registrationNumber: '',
      country: 'SG',
      timeZone: 'Asia/Singapore',
      localCurrency: 'SGD',
      licenceNumber: '',
      licenceExpiry: null,
      address: '',
      phone: '',
      email: '',
      website: '',
    },
    async (tx, roleIds) => {
      const person = { firstName: 'Other', password: demoPassword }
      const everywhere = [{ type: 0 as const, workspaceId: null }]
      await createPerson(
        tx,
        { ...person, userName: 'other-admin', role: 'company_administrator', places: everywhere },
        roleIds,
      )
      const role = await sql<{ id: string }>`insert into access.role (name, base_role, level, permissions)
        values ('Nothing', 'teller', 3, '{}') returning id`.execute(tx)
      await createPerson(
        tx,
        { ...person, userName: 'other-nobody', role: 'nothing' },
        new Map([['nothing', role.rows[0]?.id ?? '']]),
      )
    },
  )
})

afterAll(async () => {
  process.stdout.write(`contract walk: ${endpoints.length} endpoints, ${cases} cases\n`)
  await app.stop()
})

/** Whatever a call answers, it is never a failure of ours, and a refusal has the one shape. */
function checkRefusal(answer: Awaited<ReturnType<TestApp['call']>>, what: string) {
  cases++
  expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  if (answer.status === 200) return
  expect(answer.error, what).toEqual({
    code: expect.anything() as unknown,
    message: expect.any(String) as unknown,
    invalidParams: expect.any(Array) as unknown,
    traceId: expect.any(String) as unknown,
  })
  expect(answer.error.message, what).not.toBe('')
  expect(answer.error.message, what).not.toMatch(/^refusals\./)
}

describe('the contract', () => {
  test('gives every endpoint a path of its own, and known permissions', () => {
    const seen = new Set<string>()
    for (const endpoint of endpoints) {
      expect(seen, label(endpoint)).not.toContain(label(endpoint).toLowerCase())
      seen.add(label(endpoint).toLowerCase())
      expect(endpoint.path).toMatch(/^(\/([\w-]+|\{\w+\}))+$/)
      for (const code of permissionsOf(endpoint)) expect(permissionCodes).toContain(code)
      for (const key of pathParams(endpoint.path)) expect(Object.keys(endpoint.input.shape)).toContain(key)
    }
  })

  test('lets no mere view_ permission change anything', () => {
    for (const endpoint of endpoints)
      if (endpoint.writes)
        for (const code of permissionsOf(endpoint)) expect(code, label(endpoint)).not.toMatch(/^view_/)
  })

  test('uses every permission of the modules that stand', () => {
    const used = new Set(endpoints.flatMap((endpoint) => [...permissionsOf(endpoint)]))
    const standing = [
      'region',
      'branch',
      'counter',
      'user',
      'role',
      'company_information',
      'company_subscription',
    ]
    for (const code of permissionCodes)
      if (standing.some((word) => new RegExp(`^(view|manage)_${word}(e?s|_audit)?$`).test(code)))
        expect([...used, 'view_company_subscription'], code).toContain(code)
  })

  const calls = join(import.meta.dirname, '../../../shared/spec/calls.tsv')
  test.skipIf(!existsSync(calls))('has every call that the specification lists for these modules', () => {
    const rows = readFileSync(calls, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#') && !line.startsWith('method'))
      .map((line) => line.split('\t'))
    const ours = rows.filter(([, path]) =>
      /^\/api\/(user|posuser|poscompany|posworkspace)\//.test(path ?? ''),
    )
    expect(ours.length).toBeGreaterThan(50)
    for (const [method, path, kind] of ours) {
      const found = endpoints.find((endpoint) => `/api${endpoint.path}` === path)
      expect(found, path).toBeDefined()
      if (method) expect(found?.method, path).toBe(method)
      if (kind) expect(found?.kind, path).toBe(kind)
    }
  })

  test('is published as OpenAPI with permission and type on every operation', async () => {
    const document = openApiOf(routers)
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(endpoints.length)
    for (const operation of operations)
      expect(operation).toMatchObject({
        'x-permission': expect.anything() as unknown,
        'x-permission-type': expect.any(String) as unknown,
      })
    const reply = await app.http.inject('/api/docs/json')
    expect(reply.json()).toMatchObject({ openapi: '3.1.0' })
  })
})

describe('every endpoint', () => {
  test('refuses a stranger', async () => {
    for (const endpoint of guarded) {
      const answer = await app.call(endpoint, sample(endpoint, 1) as never)
      checkRefusal(answer, label(endpoint))
      expect(answer.status, label(endpoint)).toBe(401)
      const forged = await app.call(endpoint, sample(endpoint, 1) as never, {
        headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.' },
      })
      expect(forged.status, label(endpoint)).toBe(401)
    }
  })

  test('refuses whoever lacks its permission', async () => {
    const { call } = await app.signIn('other-nobody')
    for (const endpoint of guarded.filter((each) => permissionsOf(each).length > 0)) {
      const answer = await call(endpoint, sample(endpoint, 2) as never)
      checkRefusal(answer, label(endpoint))
      expect(answer.status, label(endpoint)).toBe(403)
    }
  })

  test(`says 404 to another company's ids, and changes nothing there`, async () => {
    const { call, login } = await app.signIn('admin')
    const ids = await idsOf(login.company.companyId)
    expect(ids.length).toBeGreaterThan(30)
    const before = await fingerprint(login.company.companyId)
    const stranger = await app.signIn('other-admin')
    for (const endpoint of guarded) {
      const keys = Object.keys(endpoint.input.shape).filter(
        (key) => key === 'id' || /^(region|branch|workspace)Id$/.test(key),
      )
      const lists = Object.keys(endpoint.input.shape).filter((key) => key.endsWith('Ids'))
      const body = sample(endpoint, 3) as Record<string, unknown> | undefined
      if (!body || keys.length + lists.length === 0 || endpoint.upload) continue
      for (const id of ids.filter((_, at) => at % 5 === 0)) {
        const forged = {
          ...body,
          ...Object.fromEntries(keys.map((key) => [key, id])),
          ...Object.fromEntries(lists.map((key) => [key, [id]])),
        }
        const answer = await stranger.call(endpoint, forged as never)
        checkRefusal(answer, label(endpoint))
        if (endpoint.input.safeParse(forged).success && keys.includes('id'))
          expect(answer.status, `${label(endpoint)} ${JSON.stringify(answer.body)}`).toBe(404)
        else expect(answer.status, label(endpoint)).not.toBe(200)
      }
    }
    expect(await fingerprint(login.company.companyId)).toEqual(before)
    expect((await call(guarded[0] as Endpoint)).status).not.toBe(401)
  })

  test('says 400 to a malformed body, whatever it holds, and never 500', { timeout: 120_000 }, async () => {
    let session = await app.signIn('other-admin')
    for (const endpoint of endpoints) {
      const guest = endpoint.permission === 'anyone'
      await fc.assert(
        fc.asyncProperty(hostileInput(endpoint.input), async (body) => {
          const call = guest ? app.call : session.call
          const answer = await call(endpoint, undefined as never, { raw: body })
          checkRefusal(answer, `${label(endpoint)} ${JSON.stringify(body).slice(0, 300)}`)
          if (
            endpoint.from === 'body' &&
            !endpoint.upload &&
            !endpoint.input.safeParse(body).success &&
            answer.status !== 429
          )
            expect(answer.status, `${label(endpoint)} ${JSON.stringify(body).slice(0, 300)}`).toBe(400)
        }),
        { numRuns: 25, seed: 4 },
      )
      if (
        (await session.call(guarded.find((each) => each.path.endsWith('current')) as Endpoint)).status === 401
      )
        session = await app.signIn('other-admin')
    }
  })

  test('refuses broken JSON, other media types, oversize bodies and an absurd page', async () => {
    const { login } = await app.signIn('admin')
    for (const endpoint of endpoints.filter((each) => each.from === 'body' && !each.upload)) {
      const send = (payload: string, type = 'application/json') =>
        app.http.inject({
          method: endpoint.method,
          url: `/api${endpoint.path}`,
          headers: { authorization: `Bearer ${login.userInfo.accessToken}`, 'content-type': type },
          // An address of its own each time: the limit on calls from one address is not what is tried here.
          remoteAddress: `10.1.${Math.floor(cases / 250)}.${cases % 250}`,
          payload,
        })
      for (const payload of ['{', '[]', '"x"', 'null1', '{"__proto__": {"a": 1}}', '1'.repeat(2_000_000)]) {
        const reply = await send(payload)
        cases++
        expect(reply.statusCode, `${label(endpoint)} ${payload.slice(0, 20)}`).toBe(400)
        expect(reply.json()).toMatchObject({ message: expect.any(String) as unknown })
      }
      expect((await send('<a/>', 'application/xml')).statusCode).toBe(400)
      if (endpoint.columns)
        expect((await send(JSON.stringify({ pageSize: 10_000_000 }))).statusCode, label(endpoint)).toBe(400)
    }
  })
})

/** Every id of a company's rows, of any kind. */
async function idsOf(companyId: string): Promise<string[]> {
  const { rows } = await inCompany(companyId, () =>
    sql<{ id: string }>`select id from organisation.region union all select id from organisation.branch
      union all select id from organisation.counter union all select id from access.user
      union all select id from access.role union all select id from kit.audit`.execute(app.services.db),
  )
  return rows.map(({ id }) => id)
}

/** All that a company has, as one text. */
async function fingerprint(companyId: string): Promise<unknown> {
  const { rows } = await inCompany(companyId, () =>
    sql`select (select jsonb_agg(r order by id) from organisation.region r) as regions,
      (select jsonb_agg(b order by id) from organisation.branch b) as branches,
      (select jsonb_agg(c order by id) from organisation.counter c) as counters,
      (select jsonb_agg(u order by id) from access.user u) as users,
      (select jsonb_agg(ur order by user_id, role_id) from access.user_role ur) as user_roles,
      (select jsonb_agg(w order by id) from access.user_workspace w) as places,
      (select jsonb_agg(r order by id) from access.role r) as roles,
      (select jsonb_agg(c) from organisation.company c) as company`.execute(app.services.db),
  )
  expect(companyId).not.toBe(other)
  return rows[0]
}
