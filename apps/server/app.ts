import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { sql } from 'kysely'
import type { Services } from '#kit/server/context.server.ts'
import { type Database, inCompany, openDatabase } from '#kit/server/database.server.ts'
import { outageOf } from '#kit/server/errors.server.ts'
import { diskStore } from '#kit/server/files.server.ts'
import { joinHooks } from '#kit/server/hooks.server.ts'
import { createHttp, serveWeb } from '#kit/server/http.server.ts'
import { type Job, keyOf, queueOf, startWorker } from '#kit/server/jobs.server.ts'
import { servedBy } from '#kit/server/module.server.ts'
import { mailJob } from '#kit/server/mail.server.ts'
import { startRelay } from '#kit/server/outbox.server.ts'
import { onMissingSign } from '#kit/server/paper/fonts.server.ts'
import { createRealtime } from '#kit/server/realtime.server.ts'
import { accessTokenSeconds, createAuthenticate } from '#modules/access/public.server.ts'
import { calendarOf } from '#modules/organisation/public.server.ts'
import { absentFeatures } from '#modules/settings/public.server.ts'
import { type Lifeline, lifeline } from './lifeline.ts'
import { joinDeclared, modules } from './modules.ts'
import { registerMetrics } from './metrics.ts'
import { describeApi } from './openapi/serve.ts'
import { openPartnerKeys } from './partner-keys.ts'
import { createFetch, createPost, postTo } from './outside.ts'
import { readSecret, type Settings } from './settings.ts'

const webDir = join(import.meta.dirname, '../../dist/web')

export interface App {
  http: FastifyInstance
  services: Services
  settings: Settings
  log: Logger
  /** Starts listening and taking jobs, as the role asks; answers the address. */
  start(): Promise<void>
  /** Drains requests and jobs, then lets the database go. */
  stop(): Promise<void>
}

interface Options {
  settings: Settings
  runtime: pg.ClientConfig
  now?: () => Date
  log?: Logger
}

/** Joins the modules to one program: the API, the worker, or both. */
export async function createApp({
  settings,
  runtime,
  now = () => new Date(),
  log = makeLog(settings),
}: Options): Promise<App> {
  joinHooks(modules.flatMap((module) => module.answers ?? []))
  joinDeclared()
  onMissingSign((code) => log.warn({ code }, `no font has the sign ${code}: it is printed as its code`))
  const database = openDatabase(runtime, {
    onError: (error) => log.warn({ err: error }, 'database connection'),
  })
  const { db } = database
  const secret = readSecret(settings)
  const routers = modules.flatMap((module) => module.routers)
  const addresses = addressesOf(settings)
  const services: Services = {
    db,
    files: diskStore(join(settings.AGIO_DATA_DIR, 'files')),
    publicUrl: (settings.AGIO_PUBLIC_URL ?? `http://localhost:${settings.AGIO_PORT}`).replace(/\/$/, ''),
    secret,
    anchorFolder: settings.AGIO_ANCHOR_DIR ?? join(settings.AGIO_DATA_DIR, 'anchors'),
    now,
    calendar: (companyId) => inCompany(companyId, () => calendarOf(db)),
    absent: (companyId) => inCompany(companyId, () => absentFeatures(db)),
    addresses,
    fetch: createFetch(Object.values(addresses)),
    ...createPost(settings.AGIO_WEBHOOK_ORIGINS),
    partnerKeys: openPartnerKeys(settings.AGIO_PARTNER_KEYS),
    timestamp: timestampOf(settings.AGIO_TIMESTAMP_URL),
    endpoints: routers.flatMap((router) => servedBy(router).map(([, endpoint]) => endpoint)),
  }
  const authenticate = createAuthenticate(db, secret, now)
  const serves = settings.AGIO_ROLE !== 'worker'
  const realtime = serves
    ? createRealtime({ connection: runtime, authenticate, lifetime: accessTokenSeconds * 1000, log })
    : undefined
  const http = await createHttp({
    services,
    authenticate,
    routers: serves ? routers : [],
    ...(realtime ? { realtime } : {}),
    measure: (app) => registerMetrics(app, { pool: database.pool, sockets: () => realtime?.clients() ?? 0 }),
    describe: describeApi({ authenticate, isOpen: settings.AGIO_OPEN_DOCS }),
    log,
    trustProxy: settings.AGIO_TRUST_PROXY,
  })
  const worker =
    settings.AGIO_ROLE === 'api'
      ? undefined
      : workerOf(database, services, settings, log, lifeline(runtime, log))
  return {
    http,
    services,
    settings,
    log,
    async start() {
      await worker?.start()
      if (serves && existsSync(join(webDir, 'index.html'))) await serveWeb(http, webDir)
      await http.listen({ port: settings.AGIO_PORT, host: settings.AGIO_HOST })
    },
    async stop() {
      await realtime?.stop()
      await http.close()
      await worker?.stop()
      await database.close()
    },
  }
}

/** Where rates and lists are fetched from; empty where nowhere. */
const addressesOf = (settings: Options['settings']) => ({
  ecb: settings.AGIO_ECB_URL,
  bnm: settings.AGIO_BNM_URL,
  un: settings.AGIO_UN_LIST_URL ?? '',
  'ofac-sdn': settings.AGIO_SDN_LIST_URL ?? '',
  'ofac-cons': settings.AGIO_CONS_LIST_URL ?? '',
  ftm: settings.AGIO_FTM_LIST_URL ?? '',
})

// A database error carries its client and, in `detail`, values of rows: neither belongs in a log.
const plainError = ({ name, message, stack, code }: Error & { code?: unknown }) => ({
  name,
  message,
  code,
  stack,
})

/** Logs go to standard error as JSON lines; standard output stays for people. */
export const makeLog = (
  { AGIO_LOG_LEVEL: level }: Pick<Settings, 'AGIO_LOG_LEVEL'>,
  to: DestinationStream = pino.destination(2),
): Logger => pino({ level, serializers: { err: plainError }, hooks: { logMethod: oncePerMinute() } }, to)

/** While the disk is full or the database away, everything that is tried would say so: once a minute is enough for each. */
function oncePerMinute(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  const said = new Map<string, number>()
  return function log(args, method) {
    const { err, error } = (args[0] ?? {}) as { err?: unknown; error?: unknown }
    const outage = outageOf(err ?? error)
    const now = performance.now()
    if (outage && now - (said.get(outage) ?? -Infinity) < 60_000) return
    if (outage) said.set(outage, now)
    method.apply(this, args)
  }
}

const housekeeping: Job = {
  name: 'kit.housekeeping',
  cron: '7 2 * * *',
  run: async (_payload, { services: { db } }) => {
    await sql`select kit.extend_partitions()`.execute(db)
    await sql`select kit.forget_answers(interval '1 day')`.execute(db)
  },
}

/** A way out of its own: what people type may not reach where the operator has time stamps from. */
const timestampOf = (address?: string): Services['timestamp'] =>
  address === undefined ? undefined : { address, post: postTo(true) }

function workerOf(
  { db, pool }: Database,
  services: Services,
  settings: Settings,
  log: Logger,
  life: Lifeline,
) {
  const jobs = [
    mailJob(settings.AGIO_SMTP_URL, settings.AGIO_MAIL_FROM),
    housekeeping,
    ...modules.flatMap((module) => module.jobs ?? []),
  ]
  let running: Awaited<ReturnType<typeof startWorker>> | undefined
  let relay: ReturnType<typeof startRelay> | undefined
  return {
    async start() {
      running = await startWorker(pool, jobs, { services, log }, life.hold)
      relay = startRelay(db, log, queueOf(jobs), keyOf(jobs))
    },
    async stop() {
      await relay?.stop()
      await running?.stop()
      await life.stop()
    },
  }
}
