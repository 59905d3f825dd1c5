import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { allowedDaysOf } from '../lists/asked.server.ts'
import { keepList } from '../lists/keep.server.ts'
import { failureText, fetchedCodes, type FetchedList, isStale, sourceOfList } from '../lists/lists.domain.ts'
import * as queries from '../lists/lists.queries.ts'
import { mostBytes } from '../reading/text.server.ts'

const patience = 300_000
const mostPause = 360

/** Looks at the source of each list that has an address, and says once a day which lists have grown old. */
export const listJobs: readonly Job[] = [
  {
    name: 'screening.fetchDue',
    cron: '*/5 * * * *',
    run: async (_payload, { services: { db, addresses, now } }) => {
      const states = await queries.states(db)
      for (const list of fetchedCodes) {
        const state = states.find((one) => one.list === list)
        const nextAt = state?.nextAt
        if (sourceOfList(list, state, addresses) && (!nextAt || new Date(nextAt) <= now()))
          await enqueue(db, 'screening.fetch', { list })
      }
    },
  },
  {
    name: 'screening.fetch',
    isHeavy: true,
    isForAll: true,
    sameBy: 'list',
    died: ({ list }, { services }) => inCompany(undefined, () => noteDied(services, String(list))),
    run: async ({ list }, { services }) => {
      const code = fetchedCodes.find((one) => one === list)
      if (code) await fetchList(services, code)
    },
  },
  {
    name: 'screening.staleLists',
    cron: '15 1 * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id } of await companies(db))
        await inCompany(id, async () => {
          const allowedDays = await allowedDaysOf(db)
          const states = await queries.states(db)
          for (const { list } of await queries.newestOfAll(db)) {
            const seen = states.find((state) => state.list === list)?.succeededAt ?? null
            if (isStale(list, seen, now(), allowedDays)) await tell(db, 'lists.stale', list)
          }
        })
    },
  },
]

/**
 * Fetches a published list and takes it over as its next version. Whatever goes wrong leaves the last good version as it is: the
 * compliance officers of every company hear of it once, and it is tried again with growing pauses.
 */
export const fetchList = (services: Services, list: FetchedList): Promise<void> =>
  inCompany(undefined, () => fetchForAll(services, list))

async function fetchForAll({ db, now, addresses, fetch }: Services, list: FetchedList): Promise<void> {
  const state = (await queries.states(db)).find((one) => one.list === list)
  const source = sourceOfList(list, state, addresses)
  if (!source) return
  const { address, everyMinutes } = source
  const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString()
  const folder = await mkdtemp(join(tmpdir(), 'agio-list-'))
  try {
    const path = join(folder, 'list')
    const { isSame, etag } = await download(fetch, address, state?.etag ?? undefined, path)
    const at = now()
    await db.transaction().execute(async (tx) => {
      if (!isSame) await keepList(tx, { path, source: address, now: at, list })
      await queries.saveState(tx, list, {
        etag,
        checkedAt: at.toISOString(),
        succeededAt: at.toISOString(),
        failure: null,
        failureData: {},
        failures: 0,
        nextAt: inMinutes(everyMinutes),
      })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const failures = (state?.failures ?? 0) + 1
    await queries.saveState(db, list, {
      checkedAt: now().toISOString(),
      failure: String(error.code),
      failureData: error.data,
      failures,
      nextAt: inMinutes(Math.min(everyMinutes, mostPause, 2 ** Math.min(failures, 10))),
    })
    if (failures === 1) await tellAll(db, failureText(String(error.code)), list)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The last good version stays, and the next look is as far away as after many failures. */
async function noteDied({ db, now }: Services, list: string): Promise<void> {
  const before = (await queries.states(db)).find((one) => one.list === list)
  const [failure, failures] = ['READER_DIED', (before?.failures ?? 0) + 1]
  const nextAt = new Date(now().getTime() + mostPause * 60_000).toISOString()
  await queries.saveState(db, list, { failure, failureData: {}, failures, nextAt })
  if (before?.failure !== failure) await tellAll(db, failureText(failure), list)
}

/** A word to the compliance officers of every company. */
async function tellAll(db: Db, words: string, list: string): Promise<void> {
  for (const { id } of await companies(db)) await inCompany(id, () => tell(db, words, list))
}

/** The same to those of the connection's company. */
const tell = (db: Db, words: string, list: string): Promise<void> =>
  db.transaction().execute((tx) =>
    notify(tx, {
      to: { roles: ['compliance_officer'] },
      type: 'WARNING',
      text: words,
      values: { list: list.toUpperCase() },
    }),
  )

/** Writes what the address gives into a file, unless it says that nothing has changed. No larger than a list may be. */
async function download(
  fetch: Services['fetch'],
  address: string,
  known: string | undefined,
  path: string,
): Promise<{ isSame: boolean; etag: string | null }> {
  const { status, etag, body } = await fetch(address, {
    etag: known,
    signal: AbortSignal.timeout(patience),
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('LIST_UNREACHABLE')
  })
  if (status !== 200) {
    body.destroy()
    if (status === 304) return { isSame: true, etag: known ?? null }
    throw new Refusal('LIST_UNREACHABLE')
  }
  let size = 0
  try {
    await pipeline(
      body,
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          size += part.length
          if (size > mostBytes) throw new Refusal('LIST_TOO_LARGE')
          yield part
        }
      },
      createWriteStream(path),
    )
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('LIST_TRUNCATED')
  }
  return { isSame: false, etag }
}
