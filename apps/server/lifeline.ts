import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { ends } from '#kit/server/jobs.server.ts'

const everySeconds = 30
/** A machine that has gone without a word is noticed within a minute. */
const keepAlive = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

// Whoever holds the lock lives: PostgreSQL lets it go with the connection, in whatever way a server ends.
const noteTheDead = `with gone as materialized (
    select locked_by from (select distinct locked_by from jobs._private_jobs where locked_by is not null) w
    where locked_by <> all ($1) and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)))
  update jobs._private_jobs j
  set last_error = case when last_error in ($3, $4) then $4 else $2 end
  from gone where j.locked_by = gone.locked_by returning j.locked_by`

/** Each job of a process that is gone may be taken again, and says that the process ended; of one that ran alone, that it was this job. */
async function freeTheDead(client: pg.Client, living: readonly string[]): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query(noteTheDead, [living, ends.once, ends.alone, ends.twice])
  const gone = (rows as { locked_by: string }[]).map(({ locked_by: name }) => name)
  if (gone.length > 0) await client.query('select jobs.force_unlock_workers($1)', [gone])
  await client.query('commit')
}

export interface Lifeline {
  /** Lets the other servers know that whoever locks jobs by this name lives; settles once they do. */
  hold(name: string): Promise<null>
  stop(): Promise<void>
}

/** Shows the other servers that this one lives, and lets the jobs of those that were killed run again: by itself the queue waits four hours. */
export function lifeline(connection: pg.ClientConfig, log: Logger): Lifeline {
  const stopping = new AbortController()
  const { signal } = stopping
  const names: string[] = []
  const running: Promise<void>[] = []

  async function watch(name: string, onHeld: () => void): Promise<void> {
    const client = new pg.Client({ ...connection, options: keepAlive, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    const gone = once(client, 'end')
    gone.catch(() => undefined)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
      onHeld()
      while (!signal.aborted) {
        await freeTheDead(client, names)
        await Promise.race([gone, pause(everySeconds * 1000, undefined, { signal })])
      }
    } finally {
      await client.end()
    }
  }

  async function watchOn(name: string, onHeld: () => void): Promise<void> {
    while (!signal.aborted) {
      try {
        await watch(name, onHeld)
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'lifeline')
        // Without the database there are no jobs either: nothing waits for it, least of all the end.
        onHeld()
      }
      await pause(1000, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    hold(name) {
      const { promise, resolve } = Promise.withResolvers<null>()
      names.push(name)
      running.push(watchOn(name, () => resolve(null)))
      return promise
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
