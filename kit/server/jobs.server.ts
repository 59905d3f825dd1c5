import { EventEmitter } from 'node:events'
import { Logger as WorkerLogger, parseCronItems, run, runMigrations, type Runner } from 'graphile-worker'
import pg, { type Pool } from 'pg'
import type { Logger } from 'pino'
import type { Services } from './context.server.ts'
import { inCompany } from './database.server.ts'

export interface JobContext {
  services: Services
  log: Logger
  /** It is not tried again, whatever becomes of it. */
  isLast?: boolean
}

/** Work that happens after a commit or by the clock. It may run twice: what it does must bear that. */
export interface Job {
  name: string
  /** As in crontab, UTC; for jobs that run by themselves. */
  cron?: string
  /** `payload.companyId` is the company that asked, and the company that the database is set to. */
  run(payload: { companyId?: string } & Record<string, unknown>, context: JobContext): Promise<void>
}

const silent = new WorkerLogger(() => () => undefined)

/** Brings the queue's own tables up to date. The role must be allowed to create schemas while this runs. */
export async function migrateJobs(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, schema: 'jobs', logger: silent })
  } finally {
    await pool.end()
  }
}

/**
 * Starts taking jobs from the queue in PostgreSQL. The pool may be the one that serves companies: the queue's tables belong
 * to none, and it leaves a connection's company as it is. `announce` is given the name that locks its jobs; none is taken before.
 */
export function startWorker(
  pool: Pool,
  jobs: readonly Job[],
  context: JobContext,
  announce?: (name: string) => Promise<null>,
): Promise<Runner> {
  const { log } = context
  const events = new EventEmitter()
  let announced: Promise<null> | undefined
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    announced = announce?.(workerPool.id)
  })
  return run({
    pgPool: pool,
    schema: 'jobs',
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1000,
    events,
    forbiddenFlags: () => announced ?? null,
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, identifier: name }] : [])),
    ),
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error') log.error(meta ?? {}, message)
      else if (level === 'warning') log.warn(meta ?? {}, message)
      else log.debug(meta ?? {}, message)
    }),
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        (payload: unknown, { job: { attempts, max_attempts: most } }) => {
          const given = (payload ?? {}) as Parameters<Job['run']>[0]
          return inCompany(given.companyId, () => job.run(given, { ...context, isLast: attempts >= most }))
        },
      ]),
    ),
  })
}
