import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { CallOf, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'
import { pathParams } from '#kit/contract/endpoint.contract.ts'
import type { ErrorBody } from '#kit/contract/errors.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import { relayOnce } from '#kit/server/outbox.server.ts'
import { templateDatabase, type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { freePort } from '#kit/test/free-port.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { type User, users } from '#modules/access/users/users.contract.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { type App, createApp, makeLog } from './app.ts'
import { loadDemoLists } from '#modules/watchlists/demo.server.ts'
import { demoPassword, fillDemo } from './demo.ts'
import { readSettings } from './settings.ts'
import { firstCompany } from './test-company.ts'
import { checkDeclared } from './test-refusals.ts'
import { testMarket } from './test-market.ts'
import type { CompanyDraft } from '#modules/organisation/company/company.contract.ts'

/** A second company on the same server, for what must not reach it. */
export const otherHouse: CompanyDraft = {
  name: 'Other House',
  registrationNumber: '',
  taxNumber: '',
  country: 'SG',
  timeZone: 'Asia/Singapore',
  localCurrency: 'SGD',
  licenceNumber: '',
  licenceExpiry: null,
  address: '',
  phone: '',
  email: '',
  website: '',
}

export interface Answer<B> {
  status: number
  body: B
  /** The body of a refusal. */
  error: ErrorBody
  headers: Record<string, unknown>
}

export interface Call {
  <E extends Endpoint>(
    endpoint: E,
    input?: CallOf<E>,
    options?: { headers?: Record<string, string>; raw?: unknown; address?: string },
  ): Promise<Answer<OutputOf<E>>>
}

/** Somebody who is signed in. */
export interface Session {
  call: Call
  login: Login
  /** Sends a form with a file, as a browser does. */
  send<E extends Endpoint>(
    endpoint: E,
    fields: Record<string, string | number>,
    file: File,
  ): Promise<Answer<OutputOf<E>>>
}

export interface TestApp extends App {
  database: TestDatabase
  /** Moves the business clock. */
  setNow(now: Date): void
  /** Calls without a session. */
  call: Call
  signIn(username: string, password?: string): Promise<Session>
  /** Makes a user who holds seeded roles, with the password of the demonstration, as if a year ago; answers the row. */
  addUser(draft: Partial<CallOf<typeof users.create>> & { userName: string; roles?: string[] }): Promise<User>
  /** A statement as the owner of the tables, whom no row-level security holds. */
  owner<R>(text: string, values?: unknown[]): Promise<R[]>
  /** Runs the outbox once: what waited for a commit becomes jobs and messages. */
  relay(): Promise<number>
}

interface Options {
  demo?: boolean
  /** False: the demonstration has published no rates, and no feed is chosen. */
  rates?: boolean
  /** False: the demonstration has no list of sanctions. */
  lists?: boolean
  /** Its settings, those that name the demonstration's company by its id. */
  env?: NodeJS.ProcessEnv | ((companyId: string) => NodeJS.ProcessEnv)
  /** Another program on the same database, as behind a load balancer. */
  beside?: TestApp
  /** Takes the log, at debug level. */
  log?: DestinationStream
}

/** The whole program on a database of its own with the demonstration company; it listens once it is started. */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const { beside, demo = !beside } = options
  const database = beside?.database ?? (await testDatabase(demo ? await demonstration() : undefined))
  let now: Date | undefined
  const app = await createApp({
    settings: readSettings({
      AGIO_DATA_DIR: mkdtempSync(join(tmpdir(), 'agio-app-')),
      AGIO_SECRET: 'the same on every server of a test',
      AGIO_PORT: String(await freePort()),
      ...(typeof options.env === 'function' ? options.env(await firstCompany(database.owner)) : options.env),
    }),
    runtime: database.runtime,
    now: () => now ?? new Date(),
    log: options.log
      ? makeLog({ AGIO_LOG_LEVEL: 'debug' }, options.log)
      : pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  })
  if (options.rates === false)
    await withClient(database.owner, (client) =>
      client.query(
        'truncate rates.publication, rates.reference_rate, rates.feed_setting, rates.feed_state, settings.config cascade',
      ),
    )
  if (options.lists === false)
    await withClient(database.owner, async (client) => {
      for (const part of ['link', 'span', 'entry', 'version', 'state'])
        await client.query(`delete from watchlists.${part}`)
    })
  const callWith =
    (token?: string): Call =>
    async (endpoint, input, { headers = {}, raw, address } = {}) => {
      const { url, query, body } = carry(endpoint, (raw ?? input ?? {}) as Record<string, unknown>)
      const reply = await app.http.inject({
        method: endpoint.method,
        url,
        query,
        ...(address ? { remoteAddress: address } : {}),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      return answered(endpoint, reply)
    }
  const sendWith =
    (token: string): Session['send'] =>
    async (endpoint, fields, file) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
      form.append('file', file)
      const request = new Request('http://x', { method: 'POST', body: form })
      const type = request.headers.get('content-type') ?? ''
      const reply = await app.http.inject({
        method: 'POST',
        url: `/api${endpoint.path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        payload: Buffer.from(await request.arrayBuffer()),
      })
      return answered(endpoint, reply)
    }
  const call = callWith()
  const signInAs = async (username: string, password = demoPassword): Promise<Session> => {
    const { status, body } = await call(signIn.login, { username, password })
    if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
    const { accessToken } = body.userInfo
    return { login: body, call: callWith(accessToken), send: sendWith(accessToken) }
  }
  return {
    ...app,
    database,
    setNow: (to) => (now = to),
    call,
    signIn: signInAs,
    async addUser({ roles: held = [], ...draft }) {
      const admin = await signInAs('admin')
      const known = await admin.call(roles.list, { pageSize: 100 })
      const roleIds = known.body.items.filter(({ baseRole }) => held.includes(baseRole)).map(({ id }) => id)
      const person = { firstName: draft.userName, password: demoPassword, roleIds, ...draft }
      const { status, body } = await admin.call(users.create, person)
      if (status !== 200) throw new Error(`${draft.userName} cannot be made: ${JSON.stringify(body)}`)
      // As if long ago: just now they would count as the administrator, and roles that decide on others would wait for a second.
      await withClient(database.owner, async (client) => {
        await client.query(`update access.account_hand set at = at - interval '1 year' where user_id = $1`, [
          body.id,
        ])
        await client.query(
          `with given as (delete from access.role_request where user_id = $1 returning company_id, user_id, role_id)
          insert into access.user_role (company_id, user_id, role_id) select * from given`,
          [body.id],
        )
      })
      return (await admin.call(users.getById, { id: body.id })).body
    },
    owner: (text, values) =>
      withClient(database.owner, async (client) => (await client.query(text, values)).rows as never),
    relay: () => inCompany(undefined, () => relayOnce(app.services.db)),
  }
}

/** The demonstration company takes longer to make than many a file of tests: it is made once in a run. */
const demonstration = () =>
  templateDatabase('demonstration', async ({ runtime }) => {
    const settings = readSettings({ AGIO_DATA_DIR: mkdtempSync(join(tmpdir(), 'agio-app-')) })
    const app = await createApp({ settings, runtime, log: pino({ level: 'silent' }) })
    await loadDemoLists(app.services)
    await fillDemo(app.services, testMarket)
    await app.stop()
  })

/** What came back; a refusal that the published document does not name for the call fails the test. */
async function answered(endpoint: Endpoint, reply: LightMyRequestResponse): Promise<Answer<never>> {
  const answer = answerOf(reply)
  await checkDeclared(endpoint, answer.status, answer.error?.code)
  return answer
}

function answerOf({ body, statusCode, headers }: LightMyRequestResponse): Answer<never> {
  const parsed = body.startsWith('{') || body.startsWith('[') ? (JSON.parse(body) as unknown) : body
  return { status: statusCode, body: parsed as never, error: parsed as ErrorBody, headers }
}

function carry(endpoint: Endpoint, input: Record<string, unknown>) {
  const params = pathParams(endpoint.path)
  const url = `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))}`
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !params.includes(key)))
  return endpoint.from === 'query'
    ? { url, query: rest as Record<string, string>, body: undefined }
    : { url, query: {}, body: rest }
}
