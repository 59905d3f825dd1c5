import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { openIndex } from '#modules/names/lookup/search.domain.ts'
import { screenedCustomers } from '#modules/customers/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { cover } from '../standings/standings.queries.ts'
import { isScreening, tellHits } from '../gate/gate.server.ts'
import {
  entities,
  indexEntries,
  listChanged,
  newestLike,
  type OpenList,
} from '#modules/watchlists/public.server.ts'
import { crowdOf } from '../findings/match.server.ts'
import { findIn, toListUsed } from '../findings/ask.server.ts'
import { keep } from '../findings/record.server.ts'
import { subjectOf } from '../screenings/subjects.server.ts'
import { sourceOf } from '../screenings/screenings.domain.ts'
import { isEnded } from '#modules/watchlists/lists/lists.domain.ts'
import { settingsFor } from '../settings/settings.server.ts'
import * as queries from './monitoring.queries.ts'

const page = 5000
/** Before every id. */
const first = '00000000-0000-0000-0000-000000000000'

/** A new version of a list is matched against the monitored customers of everybody who sees it. */
export const monitoringJobs: readonly Job[] = [
  {
    name: 'screening.changed',
    run: async ({ versionId, companyId }, { services: { db } }) => {
      const ids = companyId ? [companyId] : (await companies(db)).map(({ id }) => id)
      for (const id of ids) await inCompany(id, () => enqueue(db, 'screening.monitor', { versionId }))
    },
  },
  {
    name: 'screening.monitor',
    run: async ({ versionId, companyId }, { services }) => {
      if (companyId) await matchNew(services, companyId, String(versionId))
    },
  },
]

/** Each new version of a list is matched once it is there. */
export const matching = answer(listChanged, (db, { versionId }) =>
  enqueue(db, 'screening.changed', { versionId }),
)

/**
 * Matches what a list has said since the last run against every monitored customer, in the connection's company. Only what was
 * added or changed is compared; each hit is a screening of its own, and compliance hears of it. Run twice it finds nothing more.
 */
export async function matchNew(
  { db, now }: Pick<Services, 'db' | 'now'>,
  companyId: string,
  versionId: string,
): Promise<{ customers: number; hits: number } | undefined> {
  const version = await newestLike(db, versionId)
  if (!version || isEnded(version) || !(await isScreening(db))) return undefined
  const { list, number } = version
  const settings = await settingsFor(db)
  const from = await queries.lastNumber(db, list)
  if (from >= number || settings.skipped.monitoring.includes(list)) return undefined
  const open = await openNew(db, version, from)
  const run = await queries.beginRun(db, {
    list,
    versionId: version.id,
    fromNumber: from,
    toNumber: number,
    entries: open.searcher.entities,
    startedAt: now().toISOString(),
  })
  const counts = await matchAll({ db, now, companyId }, { open, from, settings, runId: run.id })
  await runAct(db, { companyId, ...nobody }, 'screening.monitor', async (tx) => {
    await queries.noteRun(tx, run.id, { ...counts, finishedAt: now().toISOString() })
    if (counts.hits > 0)
      await notify(tx, {
        to: { roles: ['compliance_officer', 'mlro'] },
        type: 'WARNING',
        text: 'screening.run',
        values: { list: list.toUpperCase(), ...counts },
      })
  })
  return counts
}

const nobody = { userId: null, name: 'Agio' } as const

/** What a list has added or changed since a number, ready to be searched. */
async function openNew(db: Db, version: OpenList['version'], from: number): Promise<OpenList> {
  const image = await indexEntries(entities(db, version, from))
  return { version, image, searcher: openIndex(image) }
}

interface Running {
  open: OpenList
  /** Only what was added or changed after this number is compared. */
  from: number
  settings: Awaited<ReturnType<typeof settingsFor>>
  runId: string
}
type Acting = Pick<Services, 'db' | 'now'> & { companyId: string }
type Watched = Awaited<ReturnType<typeof queries.listWatched>>

/** Matches all watched customers, so many at a time; what is found of each page is kept before the next is matched. */
async function matchAll(acting: Acting, running: Running): Promise<{ customers: number; hits: number }> {
  const { open, settings, runId } = running
  const { db } = acting
  const counts = { customers: 0, hits: 0 }
  const next = await watchedPages(db, open.version)
  const crowd = crowdOf([open.image], settings.options)
  try {
    let coming = next()
    for (;;) {
      const { watched, subjects } = await coming
      if (watched.length === 0) break
      // While some are matched the next ones are read.
      coming = next()
      coming.catch(() => undefined)
      counts.customers += watched.length
      const matches = (await crowd.found(subjects)).map((subject) => ({
        subject,
        finding: findIn([open], subject, settings.options),
      }))
      if (matches.length > 0) counts.hits += await keepMatches(acting, running, watched, matches)
      await queries.noteRun(db, runId, counts)
    }
  } finally {
    await crowd.stop()
  }
  return counts
}

/** Reads the watched customers page by page; who was asked about this version already is watched, and not asked again. */
async function watchedPages(db: Db, { id, list, number }: OpenList['version']) {
  const asked = await queries.alreadyAsked(db, id)
  let last = first
  return async () => {
    const watched = await queries.listWatched(db, { dataSource: sourceOf(list), list, number }, last, page)
    last = watched.at(-1)?.customerId ?? last
    const due = watched.flatMap(({ customerId }) => (asked.has(customerId) ? [] : customerId))
    return { watched, subjects: (await screenedCustomers(db, due)).map(subjectOf) }
  }
}

/** Keeps what was found of one page of customers, and tells compliance; answers how many screenings there are. */
async function keepMatches(
  { db, now, companyId }: Acting,
  { open: { version }, from, settings }: Running,
  watched: Watched,
  matches: Parameters<typeof keep>[2],
): Promise<number> {
  const { list, number } = version
  const source = sourceOf(list)
  const known = new Map(watched.map((one) => [one.customerId, { [list]: Math.max(one.known, from) }]))
  const asker = { source, lists: [toListUsed(version, from)], stale: [] }
  return runAct(db, { companyId, ...nobody }, 'screening.monitor', async (tx) => {
    const by = { id: null, name: '' }
    const occasion = { cause: 'dataset_updated', by, now: now(), settings, known, onlyHits: true } as const
    const recorded = await keep(tx, asker, matches, occasion)
    const whom = recorded.flatMap(({ customerId, factsHash }) =>
      customerId === null ? [] : { customerId, factsHash },
    )
    await cover(tx, source, { list, from, number }, whom)
    await tellHits(tx, source, recorded)
    return recorded.length
  })
}
