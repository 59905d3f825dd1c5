import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { mostBytes } from '../sources/adapters.server.ts'
import { readFeedAside } from '../sources/aside.server.ts'
import { simulate } from '../sources/simulated.domain.ts'
import { failureText } from './feeds.domain.ts'
import type { Feed, Source } from '../sources/sources.domain.ts'
import * as queries from './feeds.queries.ts'

const patience = 30_000
const accept = 'application/vnd.BNM.API.v1+json, application/xml;q=0.9, */*;q=0.8'
const simulatedDays = 120

/** Asks every minute whose feed is due, and fetches each as a job of its own. */
export const feedJobs: readonly Job[] = [
  {
    name: 'rates.fetchDue',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const companyId of await queries.due(db, now()))
        await inCompany(companyId, () => enqueue(db, 'rates.fetch', {}))
    },
  },
  {
    name: 'rates.fetch',
    run: async ({ companyId }, { services }) => {
      if (companyId) await fetchFeed(services, companyId)
    },
  },
]

/**
 * Fetches the chosen source of the connection's company and keeps what is new. Whatever goes wrong changes no rate: the last
 * good ones stay, treasury hears of it once, and it is tried again with growing pauses.
 */
export async function fetchFeed(services: Services, companyId: string): Promise<void> {
  const { db } = services
  const now = services.now()
  const { source, everyMinutes } = await queries.settings(db)
  const known = (await queries.states(db)).find((state) => state.source === source)
  const checkedAt = now.toISOString()
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  try {
    const { feed, etag } = await take(services, source, known?.etag ?? undefined, companyId)
    await db.transaction().execute(async (tx) => {
      if (feed) await queries.save(tx, feed)
      await queries.saveState(tx, source, {
        ...(feed ? { etag } : {}),
        checkedAt,
        succeededAt: checkedAt,
        failure: null,
        failures: 0,
        nextAt: inMinutes(everyMinutes),
      })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failures = (known?.failures ?? 0) + 1
    const failure = String(error.code)
    await db.transaction().execute(async (tx) => {
      await queries.saveState(tx, source, {
        checkedAt,
        failure,
        failures,
        nextAt: inMinutes(Math.min(everyMinutes, 2 ** Math.min(failures, 10))),
      })
      if (failures === 1)
        await notify(tx, {
          to: { roles: ['treasury'] },
          type: 'WARNING',
          text: failureText(failure),
          values: { source: source.toUpperCase() },
        })
    })
  }
}

/** What the source says now; no feed when it says that nothing has changed. */
async function take(
  services: Services,
  source: Source,
  etag: string | undefined,
  companyId: string,
): Promise<{ feed?: Feed; etag: string | null }> {
  const now = services.now()
  if (source === 'simulated') {
    const isNew = (await queries.newest(services.db, source)) === undefined
    return { feed: simulate(companyId, now, isNew ? simulatedDays : 0), etag: null }
  }
  const reply = await services
    .fetch(services.addresses[source] ?? '', { etag, accept, signal: AbortSignal.timeout(patience) })
    .catch((error: unknown) => {
      throw error instanceof Refusal ? error : new Refusal('FEED_UNREACHABLE')
    })
  if (reply.status !== 200) {
    reply.body.destroy()
    if (reply.status === 304) return { etag: etag ?? null }
    throw new Refusal('FEED_UNREACHABLE')
  }
  const feed = await readFeedAside(await bytesOf(reply.body), now)
  if (feed.source !== source) throw new Refusal('FEED_SHAPE', { line: 1 })
  return { feed, etag: reply.etag }
}

/** The body, no larger than a feed may be. A connection that breaks off is a truncated feed. */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body) {
      size += part.length
      if (size > mostBytes) throw new Refusal('FEED_TOO_LARGE')
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('FEED_TRUNCATED')
  }
  return Buffer.concat(parts)
}
