import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.server.ts'

/** A message to browsers: to one session, to some users, or to everybody of the company. At most 7 kB: send ids, not rows. */
export interface Message {
  topic: string
  data: unknown
  userIds?: readonly string[]
  sessionIds?: readonly string[]
  /** The sessions have ended: their sockets are closed after the message. */
  ends?: boolean
}

export const messageChannel = 'agio_message'
// NOTIFY takes 8,000 bytes; one row that it refuses would hold up all that follow.
const mostBytes = 7000

/** Asks for a job once the caller's transaction has committed. `payload` must hold what the job needs to find its rows. */
export async function enqueue(db: Db, name: string, payload: object): Promise<void> {
  await db
    .insertInto('kit.outbox')
    .values({ kind: 'job', name, payload: JSON.stringify(payload) })
    .execute()
}

/** Sends a message to browsers, on every server, once the caller's transaction has committed. */
export async function publish(db: Db, message: Message): Promise<void> {
  const payload = JSON.stringify(message)
  if (Buffer.byteLength(payload) > mostBytes) throw new Error(`Message '${message.topic}' is too long`)
  await db.insertInto('kit.outbox').values({ kind: 'message', name: message.topic, payload }).execute()
}

const batch = 200
const idle = 100

/** Turns outbox rows into jobs and notifications within 100 ms, until `stop` is called. Any number may run side by side. */
export function startRelay(db: Db, log: Logger, queueOf?: QueueOf): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      let moved = 0
      try {
        moved = await relayOnce(db, queueOf)
      } catch (error) {
        log.error({ err: error }, 'outbox relay')
        await pause(1000, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
      if (moved < batch) await pause(idle, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** The queue that runs this job of this company one at a time; null for one that runs beside all others. */
export type QueueOf = (name: string, companyId: string | null) => string | null

/** A job has as many of other queues before it as wait before it in its own: who sends a pile waits behind who sends one. */
const turn = (queue: string) =>
  sql`(select least(count(*), 1000)::int from jobs._private_jobs j
    join jobs._private_job_queues q on q.id = j.job_queue_id
    where q.queue_name = ${queue} and j.attempts < j.max_attempts)`

/** Moves at most one batch; answers how many rows it moved. */
export const relayOnce = (db: Db, queueOf?: QueueOf): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('kit.outbox')
      .where('id', 'in', (due) =>
        due.selectFrom('kit.outbox').select('id').orderBy('id').limit(batch).forUpdate().skipLocked(),
      )
      .returning(['id', 'companyId', 'kind', 'name', 'payload'])
      .execute()
    for (const { companyId, kind, name, payload } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const carried = JSON.stringify({ ...(payload as object), companyId })
      const queue = (kind === 'job' && queueOf?.(name, companyId)) || null
      const priority = queue === null ? sql`0` : turn(queue)
      await (kind === 'job'
        ? sql`select jobs.add_job(${name}::text, ${carried}::json, queue_name => ${queue}::text,
            priority => ${priority})`.execute(tx)
        : sql`select pg_notify(${messageChannel}, ${carried})`.execute(tx))
    }
    return rows.length
  })
