import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const everySeconds = 30
/** A machine that has gone without a word is noticed within a minute. */
const keepAlive = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

// Whoever holds the lock lives: PostgreSQL lets it go with the connection, in whatever way a server ends.
const freeTheDead = `select jobs.force_unlock_workers(array(
  select locked_by from (select distinct locked_by from jobs._private_jobs where locked_by is not null) w
  where locked_by <> $1 and pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))))`

export interface Lifeline {
  /** Lets the other servers know that whoever locks jobs by this name lives; settles once they do. */
  hold(name: string): Promise<null>
  stop(): Promise<void>
}

/** Shows the other servers that this one lives, and lets the jobs of those that were killed run again: by itself the queue waits four hours. */
export function lifeline(connection: pg.ClientConfig, log: Logger): Lifeline {
  const stopping = new AbortController()
  const { signal } = stopping
  const held = Promise.withResolvers<null>()
  let running: Promise<void> | undefined

  async function watch(name: string): Promise<void> {
    const client = new pg.Client({ ...connection, options: keepAlive, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    const gone = once(client, 'end')
    gone.catch(() => undefined)
    try {
      await client.connect()
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
      held.resolve(null)
      while (!signal.aborted) {
        await client.query(freeTheDead, [name])
        await Promise.race([gone, pause(everySeconds * 1000, undefined, { signal })])
      }
    } finally {
      await client.end()
    }
  }

  async function watchOn(name: string): Promise<void> {
    while (!signal.aborted) {
      try {
        await watch(name)
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'lifeline')
        // Without the database there are no jobs either: nothing waits for it, least of all the end.
        held.resolve(null)
      }
      await pause(1000, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    hold(name) {
      running = watchOn(name)
      return held.promise
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
