import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { StartRefusal } from './start-refusal.server.ts'

/** Whether nothing stands between: the session that answers is the one that greeted us. A pooler greets with a key of its own. */
async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (client as { processID?: number }).processID === rows[0]?.pid
}

const trustedFor = 60_000
const judged = new WeakMap<pg.ClientConfig, { until: number; keeps: Promise<boolean> }>()

/**
 * Refuses a pooler in transaction mode, which gives one session's connection to others: they would read the rows of its company.
 * @param client is connected by `config` @param setting names what leads there, for the sentence @throws StartRefusal
 */
export async function refuseTransactionPooler(
  client: pg.ClientBase,
  config: pg.ClientConfig,
  setting = 'DATABASE_URL',
): Promise<void> {
  if (await isDirect(client)) return
  const now = performance.now()
  let known = judged.get(config)
  if (!known || known.until < now) {
    known = { until: now + trustedFor, keeps: keepsSessions(config) }
    judged.set(config, known)
    known.keeps.catch(() => judged.delete(config))
  }
  if (!(await known.keeps))
    throw new StartRefusal(
      `${setting} leads through a pooler in transaction mode, which could show one company the rows of another: connect directly, or set the pooler to session mode.`,
    )
}

// Three in a row find a pooler that takes its connections in turn or the last one first; all at once, one that has many.
const orders = [0, 1, 2, 2, 1, 0, 1, 0, 2, 0, 2, 2, 1]

/** Three sessions leave a mark each and are asked for it, in turn and at once: whether each finds it, where it left it. */
async function keepsSessions(config: pg.ClientConfig): Promise<boolean> {
  const sessions = [0, 1, 2].map(() => ({
    client: new pg.Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 10_000 }),
    mark: randomUUID(),
    pid: 0,
  }))
  const finds = async (session: (typeof sessions)[number] | undefined) => {
    if (!session) return true
    const { rows } = await session.client.query<{ pid: number; mark: string }>(
      `select pg_backend_pid() as pid, current_setting('agio.mark', true) as mark`,
    )
    return rows[0]?.pid === session.pid && rows[0].mark === session.mark
  }
  try {
    for (const session of sessions) {
      session.client.on('error', () => undefined)
      await session.client.connect()
      const { rows } = await session.client.query<{ pid: number }>(
        `select pg_backend_pid() as pid, set_config('agio.mark', $1, false)`,
        [session.mark],
      )
      session.pid = rows[0]?.pid ?? 0
    }
    for (const at of orders) if (!(await finds(sessions[at]))) return false
    for (let round = 0; round < 5; round++)
      if (!(await Promise.all(sessions.toReversed().map(finds))).every(Boolean)) return false
    return true
  } finally {
    await Promise.all(sessions.map(({ client }) => client.end().catch(() => undefined)))
  }
}
