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
export function startRelay(db: Db, log: Logger, queueOf?: QueueOf, keyOf?: KeyOf): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      let moved = 0
      try {
        moved = await relayOnce(db, queueOf, keyOf)
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

/** What a job is known by while it waits, so that it is not added twice; null for one that is added each time. */
export type KeyOf = (name: string, payload: Readonly<Record<string, unknown>>) => string | null

const lastTurn = 32_767

/**
 * After all of its own queue, and not before what has waited longest: who sends a pile waits behind who sends one, and is not passed
 * over by each that comes later. Of equal turns the earlier one is first.
 */
const turn = (queue: string) =>
  sql`(select least(coalesce(greatest(
      max(j.priority) filter (where q.queue_name = ${queue}) + 1,
      min(j.priority) filter (where j.is_available and j.run_at <= now())
    ), 0), ${sql.lit(lastTurn)})::int
    from jobs._private_jobs j join jobs._private_job_queues q on q.id = j.job_queue_id
    where (j.is_available or j.locked_at is not null)
      and split_part(q.queue_name, ' ', 1) = split_part(${queue}, ' ', 1))`

/** A job of this key that waits is tried now, with all that is known of its attempts. Answers whether there is one. */
async function hasten(tx: Db, key: string): Promise<boolean> {
  const { rows } = await sql`update jobs._private_jobs set run_at = least(run_at, now())
    where key = ${key} and is_available returning id`.execute(tx)
  return rows.length > 0
}

/** Moves at most one batch; answers how many rows it moved. */
export const relayOnce = (db: Db, queueOf?: QueueOf, keyOf?: KeyOf): Promise<number> =>
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
      if (kind !== 'job') {
        await sql`select pg_notify(${messageChannel}, ${carried})`.execute(tx)
        continue
      }
      const key = keyOf?.(name, payload as Record<string, unknown>) ?? null
      if (key !== null && (await hasten(tx, key))) continue
      const queue = queueOf?.(name, companyId) ?? null
      const priority = queue === null ? sql`0` : turn(queue)
      await sql`select jobs.add_job(${name}::text, ${carried}::json, queue_name => ${queue}::text,
        job_key => ${key}::text, priority => ${priority})`.execute(tx)
    }
    return rows.length
  })
