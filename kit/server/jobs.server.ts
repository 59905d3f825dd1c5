import { EventEmitter } from 'node:events'
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type Task,
} from 'graphile-worker'
import pg, { type Pool } from 'pg'
import type { Logger } from 'pino'
import type { Services } from './context.server.ts'
import { inCompany } from './database.server.ts'
import type { KeyOf, QueueOf } from './outbox.server.ts'
import { patientPool } from './patient-pool.server.ts'

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
  /** It reads what people have sent, or works long: it never takes the place of a light job, and of a company one runs at a time. */
  isHeavy?: boolean
  /** Of a heavy job that is everybody's: it runs in a place of its own, one at a time, however many files of companies wait. */
  isForAll?: boolean
  /** It waits for servers of others: it never takes the place of a job of ours. */
  isOutgoing?: boolean
  /** The part of the payload by which two are the same: one that waits is not added again. */
  sameBy?: string
  /** `payload.companyId` is the company that asked, and the company that the database is set to. */
  run(payload: { companyId?: string } & Record<string, unknown>, context: JobContext): Promise<void>
  /** Instead of `run` once the process has ended twice during it: says so to those who wait for it. Without this it is run again. */
  died?(payload: { companyId?: string } & Record<string, unknown>, context: JobContext): Promise<void>
}

/** What the queue keeps as a job's last error where the process that ran it is gone. */
export const ends = {
  once: 'The process ended during this job',
  alone: 'The process ended during this job; it runs with no other heavy job',
  twice: 'The process ended twice during this job',
}

const silent = new WorkerLogger(() => () => undefined)

/** Brings the queue's own tables up to date. The role must be allowed to create schemas while this runs. */
export async function migrateJobs(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: patientPool(pool), schema: 'jobs', logger: silent })
  } finally {
    await pool.end()
  }
}

/** Lets work run side by side, and some of it alone, in the order in which it came. */
function turnstile() {
  const running = new Set<Promise<void>>()
  let alone = Promise.resolve()
  return async (isAlone: boolean, work: () => Promise<void>): Promise<void> => {
    const before = isAlone ? Promise.all(running) : alone
    const { promise, resolve } = Promise.withResolvers<void>()
    running.add(promise)
    if (isAlone) alone = promise
    try {
      await before
      await work()
    } finally {
      running.delete(promise)
      resolve()
    }
  }
}

/** The queue's task of a job. One during which the process ended runs alone: if it ends again, it was this one and no other. */
function taskOf(job: Job, pool: Pool, context: JobContext, enter: ReturnType<typeof turnstile>): Task {
  return (payload, { job: { id, attempts, max_attempts: most, last_error: last } }) => {
    const given = (payload ?? {}) as Parameters<Job['run']>[0]
    const own = { ...context, isLast: attempts >= most }
    return inCompany(given.companyId, async () => {
      if (!job.died) return job.run(given, own)
      if (last === ends.twice) {
        context.log.error({ job: job.name, id, companyId: given.companyId }, ends.twice)
        return job.died(given, own)
      }
      const isSuspect = last === ends.once || last === ends.alone
      return enter(isSuspect, async () => {
        if (isSuspect)
          await pool.query('update jobs._private_jobs set last_error = $2 where id = $1', [id, ends.alone])
        await job.run(given, own)
      })
    })
  }
}

/**
 * Starts taking jobs from the queue in PostgreSQL, heavy ones apart from the others. The pool may be the one that serves companies:
 * the queue's tables belong to none, and it leaves a connection's company as it is. `announce` is given each name that locks
 * its jobs; none is taken before.
 */
export async function startWorker(
  pool: Pool,
  jobs: readonly Job[],
  context: JobContext,
  announce?: (name: string) => Promise<null>,
): Promise<Pick<Runner, 'stop'>> {
  const enter = turnstile()
  const begin = (some: readonly Job[], concurrency: number, cron: readonly Job[]) => {
    const events = new EventEmitter()
    let announced: Promise<null> | undefined
    events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      announced = announce?.(workerPool.id)
    })
    return run({
      pgPool: patientPool(pool),
      schema: 'jobs',
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      events,
      forbiddenFlags: () => announced ?? null,
      parsedCronItems: parseCronItems(
        cron.flatMap((job) => (job.cron ? [{ task: job.name, match: job.cron, identifier: job.name }] : [])),
      ),
      logger: loggerOf(context.log),
      taskList: Object.fromEntries(some.map((job) => [job.name, taskOf(job, pool, context, enter)])),
    })
  }
  const light = jobs.filter(({ isHeavy, isOutgoing }) => !isHeavy && !isOutgoing)
  const outgoing = jobs.filter(({ isOutgoing }) => isOutgoing)
  const files = jobs.filter(({ isHeavy, isForAll }) => isHeavy && !isForAll)
  const forAll = jobs.filter(({ isForAll }) => isForAll)
  const runners = [await begin(light, 4, jobs)]
  for (const [some, atOnce] of [[files, 2] as const, [forAll, 1] as const, [outgoing, 4] as const])
    if (some.length > 0) runners.push(await begin(some, atOnce, []))
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

/** The queue within which a job runs one at a time: of heavy jobs that of its company, or its own where it is for all. */
export function queueOf(jobs: readonly Job[]): QueueOf {
  const known = new Map(jobs.map((job) => [job.name, job]))
  return (name, companyId) => {
    const job = known.get(name)
    if (!job?.isHeavy) return null
    return job.isForAll ? `only ${name}` : `of ${companyId ?? 'all'}`
  }
}

/** What keeps a job that waits from being added again: its name and what it is about. */
export function keyOf(jobs: readonly Job[]): KeyOf {
  const known = new Map(jobs.map((job) => [job.name, job]))
  return (name, payload) => {
    const by = known.get(name)?.sameBy
    return by === undefined ? null : `${name} ${String(payload[by])}`
  }
}

const loggerOf = (log: Logger) =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error(meta ?? {}, message)
    else if (level === 'warning') log.warn(meta ?? {}, message)
    else log.debug(meta ?? {}, message)
  })
