import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { CallOf, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'
import { pathParams } from '#kit/contract/endpoint.contract.ts'
import type { ErrorBody } from '#kit/contract/errors.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { relayOnce } from '#kit/server/outbox.server.ts'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { type App, createApp } from './app.ts'
import { fillDemo } from './demo.ts'
import { readSettings } from './settings.ts'

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
    options?: { headers?: Record<string, string>; raw?: unknown },
  ): Promise<Answer<OutputOf<E>>>
}

export interface TestApp extends App {
  database: TestDatabase
  /** Moves the business clock. */
  setNow(now: Date): void
  /** Calls without a session. */
  call: Call
  /** Signs in and answers the calls of that session. */
  signIn(username: string, password?: string): Promise<{ call: Call; login: Login }>
  /** Runs the outbox once: what waited for a commit becomes jobs and messages. */
  relay(): Promise<number>
}

/** The whole program on a database of its own with the demonstration company, answering without a socket. */
export async function testApp(options: { demo?: boolean; env?: NodeJS.ProcessEnv } = {}): Promise<TestApp> {
  const database = await testDatabase()
  let now: Date | undefined
  const app = await createApp({
    settings: readSettings({ AGIO_DATA_DIR: mkdtempSync(join(tmpdir(), 'agio-app-')), ...options.env }),
    runtime: database.runtime,
    now: () => now ?? new Date(),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  })
  if (options.demo ?? true) await fillDemo(app.services)
  const callWith =
    (token?: string): Call =>
    async (endpoint, input, { headers = {}, raw } = {}) => {
      const { url, query, body } = carry(endpoint, (raw ?? input ?? {}) as Record<string, unknown>)
      const reply = await app.http.inject({
        method: endpoint.method,
        url,
        query,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const parsed =
        reply.body.startsWith('{') || reply.body.startsWith('[') ? (reply.json() as unknown) : reply.body
      return {
        status: reply.statusCode,
        body: parsed as never,
        error: parsed as ErrorBody,
        headers: reply.headers,
      }
    }
  const call = callWith()
  return {
    ...app,
    database,
    setNow: (to) => (now = to),
    call,
    async signIn(username, password = 'demo1234') {
      const { status, body } = await call(signIn.login, { username, password })
      if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
      return { login: body, call: callWith(body.userInfo.accessToken) }
    },
    relay: () => inCompany(undefined, () => relayOnce(app.services.db)),
  }
}

function carry(endpoint: Endpoint, input: Record<string, unknown>) {
  const params = pathParams(endpoint.path)
  const url = `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))}`
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !params.includes(key)))
  return endpoint.from === 'query'
    ? { url, query: rest as Record<string, string>, body: undefined }
    : { url, query: {}, body: rest }
}
