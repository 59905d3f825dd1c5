import { Logger as WorkerLogger, parseCronItems, run, runMigrations, type Runner } from 'graphile-worker'
import pg, { type Pool } from 'pg'
import type { Logger } from 'pino'
import type { Services } from './context.server.ts'
import { inCompany } from './database.server.ts'

export interface JobContext {
  services: Services
  log: Logger
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
 * to none, and it leaves a connection's company as it is.
 */
export function startWorker(
  pool: Pool,
  jobs: readonly Job[],
  context: JobContext,
  concurrency = 4,
): Promise<Runner> {
  const { log } = context
  return run({
    pgPool: pool,
    schema: 'jobs',
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
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
        (payload: unknown) => {
          const given = (payload ?? {}) as { companyId?: string }
          return inCompany(given.companyId, () => job.run(given as Parameters<Job['run']>[0], context))
        },
      ]),
    ),
  })
}
