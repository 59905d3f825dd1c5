import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type DestinationStream, pino } from 'pino'
import type { Actor, Services } from '#kit/server/context.server.ts'
import { openDatabase } from '#kit/server/database.server.ts'
import { diskStore } from '#kit/server/files.server.ts'
import { createHttp, serveWeb } from '#kit/server/http.server.ts'
import type { Router } from '#kit/server/module.server.ts'

/** A user of a company, with these permissions; their token is their session's id. */
export function someone(companyId: string, permissions: readonly string[] = []): Actor {
  const nowhere = { regionIds: [], branchIds: [], counterIds: [] }
  const userId = randomUUID()
  return {
    userId,
    selves: new Set([userId]),
    companyId,
    provenFor: 0,
    sessionId: randomUUID(),
    name: 'Some One',
    permissions: new Set(permissions),
    baseRoles: new Set(),
    limits: new Map(),
    workspace: { type: 0, regionId: null, branchId: null, counterId: null },
    scope: nowhere,
    assigned: nowhere,
  }
}

const tempStore = () => diskStore(mkdtempSync(join(tmpdir(), 'agio-files-')))

/** What a router finds around it, without the internet. */
const offline = {
  addresses: {},
  partnerKeys: () => [],
  fetch: () => Promise.reject(new Error('A router is tested without the internet')),
  post: () => Promise.reject(new Error('A router is tested without the internet')),
  mayPost: () => Promise.resolve(),
  isOperators: () => false,
  anchorFolder: '',
  secret: Buffer.alloc(32),
  now: () => new Date(),
  calendar: () => Promise.resolve({ timeZone: 'Asia/Kuala_Lumpur', places: {} }),
  absent: () => Promise.resolve(new Map()),
  timestamp: undefined,
} satisfies Partial<Services>

/** The HTTP shell over one router and the people given: whose session is in the list is signed in. */
export async function testHttp(
  connection: pg.PoolConfig,
  router: Router,
  people: readonly Actor[],
  {
    log,
    webDir,
    bodyTimeout,
    publicUrl = 'http://localhost',
    beforeSession = () => Promise.resolve(),
  }: {
    log?: DestinationStream
    webDir?: string
    bodyTimeout?: number
    publicUrl?: string
    /** What a look-up of a session waits for. */
    beforeSession?: () => Promise<void>
  } = {},
) {
  const database = openDatabase(connection, { onError: () => undefined })
  const endpoints = Object.values(router.contract)
  const services: Services = { ...offline, db: database.db, files: tempStore(), publicUrl, endpoints }
  const find = async (token: string) => {
    await beforeSession()
    return people.find(({ sessionId }) => sessionId === token)
  }
  const http = await createHttp({
    services,
    authenticate: Object.assign(find, { forget: () => undefined }),
    routers: [router],
    ...(bodyTimeout === undefined ? {} : { bodyTimeout }),
    log: log ? pino({ level: 'debug' }, log) : pino({ level: 'silent' }),
  })
  if (webDir) await serveWeb(http, webDir)
  return {
    http,
    services,
    async close() {
      await http.close()
      await database.close()
    },
    /** POST of a JSON body; the answer with its status. */
    async post(
      path: string,
      who: Actor | undefined,
      body: object = {},
      headers: Record<string, string> = {},
    ) {
      const reply = await http.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { ...(who ? { authorization: `Bearer ${who.sessionId}` } : {}), ...headers },
        payload: body,
      })
      return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers }
    },
  }
}
