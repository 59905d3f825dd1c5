// Long because one walk over every endpoint is one story.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Endpoint, pathParams, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import type { Sample } from '#kit/server/module.server.ts'
import { hostileInput, validInput } from './test-arbitrary.ts'
import { speakers, termOfColumn } from '#modules/access/user-audit/changes.domain.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { company } from '#modules/organisation/company/company.contract.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { createCompany, createPerson } from './company.ts'
import { demoPassword } from './demo.ts'
import { modules } from './modules.ts'
import { specifiedCalls } from './specified-calls.ts'
import { samples } from './test-samples.ts'
import { otherHouse, type TestApp, testApp } from './test-app.ts'

// What the pipeline does is proven here from the contract itself: that it refuses at all for every endpoint there is and
// will be, the many ways to go wrong for one of each class of endpoints.

const routers = modules.flatMap((module) => module.routers)
const endpoints = routers.flatMap(({ contract }) => Object.values(contract))
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const guarded = endpoints.filter((endpoint) => endpoint.permission !== 'anyone')

/** What the pipeline tells endpoints apart by. */
const classOf = (each: Endpoint) => {
  const access = typeof each.permission === 'string' && !each.permission.includes('_') ? each.permission : ''
  const { method, kind, from, upload, writes, movesValue, ownTransaction, stepUp, showsSecret, download } =
    each
  const places = ['regionId', 'branchId', 'counterId', 'workspaceId'].filter((key) => key in each.input.shape)
  const marks = {
    writes,
    movesValue,
    ownTransaction,
    stepUp,
    showsSecret,
    download,
    upload,
    list: each.columns,
  }
  const own = Object.entries(marks).flatMap(([mark, is]) => (is ? mark : []))
  return [method, kind, from, access, ...own, ...places].join(' ')
}
const firsts = new Map(endpoints.toReversed().map((endpoint) => [classOf(endpoint), endpoint]))
/** One endpoint of each class. */
const isFirst = (endpoint: Endpoint) => firsts.get(classOf(endpoint)) === endpoint

// What a refinement asks for, which a JSON Schema does not show.
const words: Record<string, unknown> = {
  country: 'SG',
  localCurrency: 'SGD',
  timeZone: 'Asia/Singapore',
  version: 1,
  modules: [{ appCode: 'mc', moduleCode: 'rates', isEnabled: true }],
  fields: [{ customerType: 1, fieldCode: 'email', option: 'OPTIONAL', actionCode: 'NONE' }],
}
const bodyAt = Object.assign({}, ...samples.map((one) => one.bodies)) as NonNullable<Sample['bodies']>

interface AuditWords {
  acts: Record<string, Record<string, string>>
  relations: Record<string, string>
  columns?: Record<string, string>
}
const { terms } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../modules/locales/en.json'), 'utf8'),
) as { terms: { fields: Record<string, string> } }
const term = (column: string) => terms.fields[termOfColumn(`columns.${column}`).slice('fields.'.length)]

const sampled = new Map<Endpoint, Record<string, unknown>>()

/** A body that the endpoint's shape takes; without one nothing would be tried. */
function sample(endpoint: Endpoint): Record<string, unknown> {
  const done = sampled.get(endpoint)
  if (done) return done
  const known = {
    ...Object.fromEntries(Object.entries(words).filter(([key]) => key in endpoint.input.shape)),
    ...bodyAt[endpoint.path],
  }
  const bodies = validInput(endpoint.input)
  for (let attempt = 0; attempt < 20; attempt++)
    for (const made of fc.sample(bodies, { numRuns: 4, seed: attempt })) {
      const body = { ...(made as object), ...known }
      if (!endpoint.input.safeParse(body).success) continue
      sampled.set(endpoint, body)
      return body
    }
  throw new Error(`${label(endpoint)}: no sample found; say in the sample of its module what it takes`)
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A form with a file, of a type that the upload takes. */
async function formOf(
  fields: Record<string, unknown>,
  upload: Endpoint['upload'],
): Promise<{ type: string; bytes: Buffer }> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
  const file = upload?.types.some((type) => type.startsWith('text/')) ? Buffer.from('a text') : png
  form.append('file', new Blob([Uint8Array.from(file)]), 'a.png')
  const request = new Request('http://x', { method: 'POST', body: form })
  return {
    type: request.headers.get('content-type') ?? '',
    bytes: Buffer.from(await request.arrayBuffer()),
  }
}

type Session = Awaited<ReturnType<TestApp['signIn']>>

/** The call with a body of the endpoint's shape: JSON, a query, or a form where it takes a file. */
async function carry(
  { call, login }: Session,
  endpoint: Endpoint,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const own = endpoint.movesValue ? { 'idempotency-key': randomUUID(), ...headers } : headers
  if (!endpoint.upload) return call(endpoint, body as never, { headers: own })
  const { type, bytes } = await formOf(body, endpoint.upload)
  return sendForm(login, endpoint, type, bytes, headers)
}

async function sendForm(
  login: Session['login'],
  endpoint: Endpoint,
  type: string,
  payload: Buffer,
  headers: Record<string, string> = {},
) {
  const authorization = `Bearer ${login.userInfo.accessToken}`
  const reply = await app.http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers: { authorization, 'content-type': type, ...headers },
    payload,
  })
  const body = reply.json<never>()
  return { status: reply.statusCode, body, error: body, headers: reply.headers }
}

/** What a query holds when it has gone over the wire: texts. */
const asQuery = (body: unknown) =>
  Object.fromEntries(
    new URLSearchParams(
      Object.entries(body as object).map(([key, value]): [string, string] => [
        key,
        // What an object says of itself is not asked: it may say nothing.
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    ),
  )

let app: TestApp
let other: string
let cases = 0

beforeAll(async () => {
  app = await testApp()
  for (const { rows = [] } of samples) for (const row of rows) await app.owner(row)
  other = await createCompany(app.services, otherHouse, async (tx, roleIds) => {
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
    const every = await sql<{ id: string }>`insert into access.role (name, base_role, level, permissions)
        values ('Everything', 'branch_manager', 2, ${[...permissionCodes]}) returning id`.execute(tx)
    await createPerson(
      tx,
      { ...person, userName: 'other-part', role: 'everything' },
      new Map([['everything', every.rows[0]?.id ?? '']]),
    )
  })
})

afterAll(async () => {
  process.stdout.write(
    `contract walk: ${endpoints.length} endpoints of ${firsts.size} classes, ${cases} cases\n`,
  )
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
        expect([...used], code).toContain(code)
  })

  test('has every call of these modules that the specification names by its group, with its type', () => {
    const named = Object.entries(specifiedCalls).flatMap(([group, kinds]) =>
      Object.entries(kinds).flatMap(([kind, names]) =>
        names.split(' ').map((name) => ({ path: `${group}/${name}`, kind })),
      ),
    )
    expect(named.length).toBeGreaterThan(80)
    for (const { path, kind } of named) {
      const found = endpoints.find((endpoint) => endpoint.path === path)
      expect(found, path).toBeDefined()
      if (kind !== 'NONE') expect(found?.kind, path).toBe(kind)
    }
  })

  test('has words in the audit for the acts, tables and columns of modules that speak there', async () => {
    const said = speakers.map((module) => {
      const file = join(import.meta.dirname, `../../modules/${module}/locales/en.json`)
      return { module, audit: (JSON.parse(readFileSync(file, 'utf8')) as { audit: AuditWords }).audit }
    })
    // Of a column the first word that a module has is taken, whichever module that is.
    const columnWords = said.map(({ audit }) => audit.columns ?? {})
    for (const { module, audit } of said) {
      const own = modules.filter(({ name }) => name === module).flatMap(({ routers: all }) => all)
      const acts = own.flatMap(({ contract }) => Object.values(contract).filter(({ writes }) => writes))
      expect(own.length).toBeGreaterThan(0)
      for (const { act } of acts) {
        const [group = '', name = ''] = act.split('.')
        expect(audit.acts[group]?.[name], act).toBeTruthy()
      }
      const columns = await app.owner<{ table: string; column: string }>(
        `select c.relname as table, a.attname as column from pg_trigger t
          join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
          where t.tgname = 'capture' and t.tgparentid = 0 and c.relnamespace = to_regnamespace($1)
            and not regexp_replace(encode(t.tgargs, 'escape'), '^[^\\\\]*', '') like '%' || a.attname || '%'`,
        [module],
      )
      const isNamed = ({ table, column }: { table: string; column: string }) =>
        audit.relations[table] && (columnWords.some((one) => one[column]) || term(column))
      expect(columns.filter((one) => !isNamed(one))).toEqual([])
    }
  })

  test('has them also for tables of a schema that no module speaks for', async () => {
    const said = speakers.map((module) => {
      const file = join(import.meta.dirname, `../../modules/${module}/locales/en.json`)
      return (JSON.parse(readFileSync(file, 'utf8')) as { audit: Partial<AuditWords> }).audit
    })
    const columns = await app.owner<{ relation: string; column: string }>(
      `select n.nspname || '_' || c.relname as relation, a.attname as column from pg_trigger t
        join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where t.tgname = 'capture' and t.tgparentid = 0 and n.nspname <> all ($1)
          and not regexp_replace(encode(t.tgargs, 'escape'), '^[^\\\\]*', '') like '%' || a.attname || '%'`,
      [[...speakers]],
    )
    expect(columns.map(({ relation }) => relation)).toContain('kit_file')
    const isNamed = ({ relation, column }: { relation: string; column: string }) =>
      said.some(({ relations }) => relations?.[relation]) &&
      (said.some((one) => one.columns?.[column]) || term(column))
    expect(columns.filter((one) => !isNamed(one))).toEqual([])
  })
})

// Long with the number of endpoints.
describe('every endpoint', { timeout: 180_000 }, () => {
  // What is tried may also set a second factor for everybody, or count as wrong passwords.
  afterEach(() => app.owner('delete from access.factor_policy; delete from access.sign_in_lock'))

  // The first one to need samples makes them all.
  test('refuses a stranger', { timeout: 60_000 }, async () => {
    for (const endpoint of guarded) {
      const answer = await app.call(endpoint, sample(endpoint) as never)
      checkRefusal(answer, label(endpoint))
      expect(answer.status, label(endpoint)).toBe(401)
      if (!isFirst(endpoint)) continue
      const forged = await app.call(endpoint, sample(endpoint) as never, {
        headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.' },
      })
      expect(forged.status, label(endpoint)).toBe(401)
    }
  })

  test('refuses whoever lacks its permission', async () => {
    const { call } = await app.signIn('other-nobody')
    for (const endpoint of guarded.filter((each) => permissionsOf(each).length > 0)) {
      const answer = await call(endpoint, sample(endpoint) as never)
      checkRefusal(answer, label(endpoint))
      expect(answer.status, label(endpoint)).toBe(403)
    }
  })

  test('of the whole company refuses whoever is assigned to a part of it, and gives them no button', async () => {
    const { call } = await app.signIn('other-part')
    const reserved = guarded.filter((each) => each.ofCompany)
    expect(reserved.length).toBeGreaterThan(40)
    const keys = reserved.map(({ path }) => path)
    const flags = (await call(signIn.checkActive, { apis: keys })).body
    for (const endpoint of reserved) {
      const answer = await call(endpoint, sample(endpoint) as never)
      checkRefusal(answer, label(endpoint))
      expect([answer.status, answer.error.code], label(endpoint)).toEqual([422, 'OUT_OF_SCOPE'])
      expect(flags[endpoint.path]?.isActivated, label(endpoint)).toBe(false)
    }
  })

  test('asks for a new proof of who is acting, where it says so, before anything else is looked at', async () => {
    const session = await app.signIn('admin')
    await app.owner(`update access.session set proved_at = proved_at - interval '301 seconds'`)
    const asking = guarded.filter((each) => each.stepUp)
    expect(asking.length).toBeGreaterThan(20)
    for (const endpoint of asking) {
      const answer = await session.call(endpoint, sample(endpoint) as never)
      checkRefusal(answer, label(endpoint))
      expect([answer.status, answer.error.code], label(endpoint)).toEqual([403, 'STEP_UP_REQUIRED'])
    }
  })

  test(`says 404 to another company's ids, and changes nothing there`, async () => {
    const { call, login } = await app.signIn('admin')
    const rows = await rowsWith('id', login.company.companyId)
    expect(rows.length).toBeGreaterThan(30)
    const before = await fingerprint(login.company.companyId)
    const stranger = await app.signIn('other-admin')
    let tried = 0
    for (const endpoint of guarded) {
      const keys = Object.keys(endpoint.input.shape).filter(
        (key) => key === 'id' || /^(region|branch|workspace)Id$/.test(key),
      )
      const lists = Object.keys(endpoint.input.shape).filter((key) => key.endsWith('Ids'))
      if (keys.length + lists.length === 0) continue
      tried++
      const body = sample(endpoint)
      for (const id of ownFirst(rows, endpoint).own) {
        const forged = {
          ...body,
          ...Object.fromEntries(keys.map((key) => [key, id])),
          ...Object.fromEntries(lists.map((key) => [key, [id]])),
        }
        const answer = await carry(stranger, endpoint, forged)
        checkRefusal(answer, label(endpoint))
        if (endpoint.input.safeParse(forged).success && keys.includes('id'))
          expect(answer.status, `${label(endpoint)} ${JSON.stringify(answer.body)}`).toBe(404)
        else expect(answer.status, label(endpoint)).not.toBe(200)
      }
    }
    expect(tried).toBeGreaterThan(30)
    expect(await fingerprint(login.company.companyId)).toEqual(before)
    expect((await call(guarded[0] as Endpoint)).status).not.toBe(401)
  })

  test('says 400 to a malformed body, whatever it holds, and never 500', { timeout: 300_000 }, async () => {
    let session = await app.signIn('other-admin')
    for (const endpoint of endpoints) {
      const guest = endpoint.permission === 'anyone'
      await fc.assert(
        fc.asyncProperty(hostileInput(endpoint.input), async (made) => {
          const body = endpoint.from === 'query' ? asQuery(made) : made
          const send = () => (guest ? app.call : session.call)(endpoint, undefined as never, { raw: body })
          let answer = await send()
          // What was tried before may have ended the session, as signing out and many wrong proofs do.
          if (!guest && answer.status === 401) {
            session = await app.signIn('other-admin')
            answer = await send()
          }
          checkRefusal(answer, `${label(endpoint)} ${JSON.stringify(body).slice(0, 300)}`)
          if (!endpoint.input.safeParse(body).success && answer.status !== 429)
            expect(answer.status, `${label(endpoint)} ${JSON.stringify(body).slice(0, 300)}`).toBe(400)
        }),
        { numRuns: isFirst(endpoint) ? 25 : 5, seed: 4 },
      )
    }
  })

  test('refuses a form that is broken, and one where it takes none', async () => {
    const session = await app.signIn('admin')
    for (const endpoint of guarded.filter((each) => each.from === 'body' && (each.upload || isFirst(each)))) {
      const { type, bytes } = await formOf(endpoint.upload ? sample(endpoint) : {}, endpoint.upload)
      const tries: [string, Buffer][] = endpoint.upload
        ? [
            ['multipart/form-data', bytes],
            ...[0, 10, bytes.indexOf('filename') - 30, bytes.length - 60].map((end): [string, Buffer] => [
              type,
              bytes.subarray(0, end),
            ]),
          ]
        : [[type, bytes]]
      for (const [as, payload] of tries) {
        const answer = await sendForm(session.login, endpoint, as, payload)
        checkRefusal(answer, `${label(endpoint)} ${as} ${payload.length}`)
        expect(answer.status, `${label(endpoint)} ${as} ${payload.length}`).toBe(400)
      }
    }
  })

  test('refuses a stale version', async () => {
    const session = await app.signIn('admin')
    const { companyId, userId } = session.login.company
    const rows = await rowsWith('version', companyId, userId)
    for (const endpoint of guarded) {
      if (!('id' in endpoint.input.shape && 'version' in endpoint.input.shape)) continue
      const body = sample(endpoint)
      const codes = new Set<string | number>()
      const { own, others } = ownFirst(rows, endpoint)
      for (const id of [...own, companyId, ...others]) {
        const answer = await carry(session, endpoint, { ...body, id, version: 2_000_000_000 })
        checkRefusal(answer, label(endpoint))
        codes.add(answer.status === 200 ? 'done' : answer.error.code)
        if (answer.status !== 200 && answer.error.code === 'STALE_VERSION') break
      }
      expect([...codes], label(endpoint)).toContain('STALE_VERSION')
      expect([...codes], label(endpoint)).not.toContain('done')
    }
  })

  test('refuses an idempotency key that another request has used', async () => {
    const session = await app.signIn('admin')
    const { companyId, userId } = session.login.company
    const key = 'used-for-another-request'
    await app.owner(
      `insert into kit.idempotency (company_id, user_id, key, act, request_hash, answer) values ($1, $2, $3, '', '', '{}')`,
      [companyId, userId, key],
    )
    const keyed = guarded.filter(
      (each) =>
        each.writes && !each.ownTransaction && !each.showsSecret && (each.movesValue || isFirst(each)),
    )
    for (const endpoint of keyed) {
      const answer = await carry(session, endpoint, sample(endpoint), { 'idempotency-key': key })
      checkRefusal(answer, label(endpoint))
      expect([answer.status, answer.error.code], label(endpoint)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    }
  })

  test('refuses the token of a user who was deleted', async () => {
    const admin = await app.signIn('admin')
    const gone = await app.addUser({ userName: 'soon-gone', roles: ['company_administrator'] })
    const session = await app.signIn('soon-gone')
    const { id, version } = (await admin.call(users.getById, { id: gone.id })).body
    expect((await admin.call(users.delete, { id, version })).status).toBe(200)
    // A read may trust the session for half a second more.
    await expect.poll(async () => (await session.call(users.list)).status).toBe(401)
    for (const endpoint of guarded.filter(isFirst)) {
      const answer = await session.call(endpoint, sample(endpoint) as never)
      checkRefusal(answer, label(endpoint))
      expect(answer.status, label(endpoint)).toBe(401)
    }
  })

  test('reads rows that an older rule let in', async () => {
    const { call, login } = await app.signIn('other-admin')
    const of = `where company_id = '${login.company.companyId}'`
    await app.owner(
      `update organisation.company set phone = '03-2141', website = 'example', time_zone = 'Mars/Base' ${of}`,
    )
    await app.owner(`update access.user set phone = '03-2141', first_name = repeat('x', 200) ${of}`)
    await app.owner(
      `update access.role set permissions = permissions || '{retired}'::text[], base_role = 'retired' ${of}`,
    )
    expect((await call(company.getDetail)).body).toMatchObject({ website: 'example', timeZone: 'Mars/Base' })
    const [row] = (await call(roles.list)).body.items
    expect((await call(roles.getById, { id: row?.id ?? '' })).body.permissions).toContain('retired')
    const found = (await call(users.list)).body.items
    expect(found.map(({ phone }) => phone)).toEqual(found.map(() => '03-2141'))
    expect((await call(users.getById, { id: found[0]?.id ?? '' })).status).toBe(200)
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
      const more = ['[]', '"x"', 'null1', '{"__proto__": {"a": 1}}', '1'.repeat(2_000_000)]
      for (const payload of ['{', ...(isFirst(endpoint) ? more : [])]) {
        const reply = await send(payload)
        cases++
        expect(reply.statusCode, `${label(endpoint)} ${payload.slice(0, 20)}`).toBe(400)
        expect(reply.json()).toMatchObject({ message: expect.any(String) as unknown })
      }
      if (isFirst(endpoint)) expect((await send('<a/>', 'application/xml')).statusCode).toBe(400)
      if (endpoint.columns)
        expect((await send(JSON.stringify({ pageSize: 10_000_000 }))).statusCode, label(endpoint)).toBe(400)
    }
  })
})

interface Row {
  id: string
  schema: string
}

/** Ids of a company's rows, some of each table that has this column; of users, none that is `but`. */
async function rowsWith(column: string, companyId: string, but: string | null = null): Promise<Row[]> {
  const each = (await tablesWith(column)).map((table) => {
    const of = `select id, '${table.split('.')[0]}' as schema from ${table} where company_id = $1 and id is distinct from $2`
    return `(${of} order by id desc limit 3) union (${of} order by id limit 1)`
  })
  return app.owner<Row>(each.join(' union all '), [companyId, but])
}

const moduleOf = new Map(
  modules.flatMap(({ name, routers: all }) =>
    all.flatMap(({ contract }) => Object.values(contract).map((endpoint) => [endpoint, name] as const)),
  ),
)
// The one module that keeps rows in two schemas.
const schemasOf = (module: string | undefined) =>
  module === 'compliance' ? ['compliance', 'cases'] : [module]

/** The rows that an endpoint may well mean, of its own module and of places, and all others. */
function ownFirst(rows: readonly Row[], endpoint: Endpoint) {
  const schemas = [...schemasOf(moduleOf.get(endpoint)), 'organisation']
  const isOwn = ({ schema }: Row) => schemas.includes(schema)
  return {
    own: rows.filter(isOwn).map(({ id }) => id),
    others: rows.filter((row) => !isOwn(row)).map(({ id }) => id),
  }
}

/** The tenant tables of rows with an id and this column. */
async function tablesWith(column: string): Promise<string[]> {
  const found = await app.owner<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
      where table_schema not in ('pg_catalog', 'jobs') and column_name in ('company_id', 'id', $1)
      group by 1 having count(distinct column_name) = 2 + ($1 not in ('company_id', 'id'))::int`,
    [column],
  )
  return found.map(({ name }) => name)
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
      (select jsonb_agg(c order by id) from customers.customer c) as customers,
      (select jsonb_agg(c) from organisation.company c) as company`.execute(app.services.db),
  )
  expect(companyId).not.toBe(other)
  return rows[0]
}
