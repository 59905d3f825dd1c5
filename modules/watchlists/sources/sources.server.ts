import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import type { UnreadLine } from '../entries/head.domain.ts'
import { fieldChanges } from '../entries/delta.domain.ts'
import type { ListDelta } from '../lists/delta.server.ts'
import { allowedDaysOf } from '../lists/asked.server.ts'
import { endList, type KeptList, keepList } from '../lists/keep.server.ts'
import {
  fetchedCodes,
  isEnded,
  isStale,
  mostOwn,
  ownPrefix,
  plainName,
  publishedCodes,
  sourceOfList,
} from '../lists/lists.domain.ts'
import * as queries from '../lists/lists.queries.ts'
import { type ListState, screeningLists } from './sources.contract.ts'

export const screeningListsRouter = serve(screeningLists, {
  list: async ({ db, now, language, services }) => [
    ...(await listStates(db, now, language, services.addresses)),
    ...(await endedLists(db)),
  ],
  getVersions: async ({ db, input }) => (await queries.versions(db, input.list)).map(shown),
  getDelta: ({ db, input }) => deltaOf(db, input.id),
  reload: async ({ db, input: { list }, services, language }) => {
    const code = fetchedCodes.find((one) => one === list)
    if (!code) throw notFound()
    const state = (await queries.states(db)).find((one) => one.list === list)
    if (!sourceOfList(list, state, services.addresses)) throw new Refusal('LIST_BY_HAND')
    await enqueue(db, 'screening.fetch', { list: code })
    return { message: text(language, 'messages.lists.asked') }
  },
  updateSource: async (ctx) => {
    const { input, actor, services, language } = ctx
    // It is the same list for every company: with several on a server none says where it comes from.
    if ((await companies(services.db)).length > 1) throw new Refusal('LIST_FOR_OPERATOR')
    await setSource(services.db, input)
    return ctx.actAs(actor, () => Promise.resolve({ message: text(language, 'messages.lists.sourceSet') }))
  },
  import: async ({ db, input, file, now }) => {
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    const own = (await queries.newestOfAll(db)).filter(({ list }) => list.startsWith(ownPrefix))
    if (own.length >= mostOwn && !own.some(({ list }) => list === ownPrefix + input.name))
      throw new Refusal('LIST_TOO_MANY', { most: mostOwn })
    return withFile(file.bytes, (path) => keepList(db, { path, source: file.name, now, own: input.name }))
  },
  end: async ({ db, input: { list, note }, actor, now, language }) => {
    const became = await endList(db, list, { byName: actor.name, reason: note, now })
    if (became === 'ended')
      await notify(db, {
        to: { roles: ['compliance_officer', 'mlro'] },
        type: 'WARNING',
        text: 'lists.ended',
        values: { list: plainName(list), name: actor.name },
      })
    return { message: text(language, `messages.lists.${became}`) }
  },
})

/** From now on a list is fetched there; without an address by the server's own settings, else by hand. NOT_FOUND for one that never is. */
export async function setSource(
  db: Db,
  { list, address, everyMinutes }: { list: string; address: string; everyMinutes: number },
): Promise<void> {
  if (!fetchedCodes.some((one) => one === list)) throw notFound()
  const values = { address: address || null, everyMinutes, nextAt: null, etag: null }
  await inCompany(undefined, () => queries.saveState(db, list, values))
}

/** Lets `work` read these bytes as a file, which is gone afterwards. */
async function withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'agio-list-'))
  try {
    const path = join(folder, 'list')
    await writeFile(path, bytes)
    return await work(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Takes an operator's file over as the next version of a published list, for every company. */
export const loadListForAll = (
  { db, now }: Services,
  path: string,
  { isForced = false, source = path } = {},
): Promise<KeptList> =>
  inCompany(undefined, () =>
    db.transaction().execute((tx) => keepList(tx, { path, source, now: now(), isForced })),
  )

function shown({ owner: _owner, list: _list, loadedAt, unreadLines, ...version }: queries.Version) {
  return {
    ...version,
    unreadLines: unreadLines as unknown as UnreadLine[],
    loadedAt: new Date(loadedAt).toISOString(),
  }
}

/** The lists that the connection's company is screened against, published ones that were never loaded among them. */
export async function listStates(
  db: Db,
  now: Date,
  language: Language,
  addresses: Services['addresses'] = {},
): Promise<ListState[]> {
  const [versions, states, allowedDays] = [
    await queries.newestOfAll(db),
    await queries.states(db),
    await allowedDaysOf(db),
  ]
  const missing = publishedCodes.filter((code) => !versions.some(({ list }) => list === code))
  const rank = ({ list }: { list: string }) => (publishedCodes as string[]).indexOf(list) >>> 0
  const all = [
    ...versions.map((version) => ({ list: version.list, version })),
    ...missing.map((list) => ({ list, version: undefined })),
  ].toSorted((a, b) => rank(a) - rank(b))
  const instant = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)
  return all.map(({ list, version }) => {
    const state = states.find((one) => one.list === list)
    const failure = state?.failure ?? null
    const source = sourceOfList(list, state, addresses)
    return {
      list,
      isOwn: list.startsWith(ownPrefix),
      version: version ? shown(version) : null,
      checkedAt: instant(state?.checkedAt),
      succeededAt: instant(state?.succeededAt),
      isStale: !version || isStale(list, state?.succeededAt ?? null, now, allowedDays),
      failure:
        failure === null
          ? null
          : text(language, `refusals.${failure}`, (state?.failureData ?? {}) as Record<string, unknown>),
      address: source?.address ?? '',
      everyMinutes: source?.everyMinutes ?? null,
      nextAt: source ? instant(state?.nextAt) : null,
    }
  })
}

/** The company's own lists that it has ended: nobody is asked against them, and what they said is kept. */
const endedLists = async (db: Db): Promise<ListState[]> =>
  (await queries.newestWithEnded(db)).filter(isEnded).map((version) => ({
    list: version.list,
    isOwn: true,
    version: shown(version),
    checkedAt: null,
    succeededAt: null,
    isStale: false,
    failure: null,
    address: '',
    everyMinutes: null,
    nextAt: null,
  }))

/** What a version changed against the one before it, by entry and field. */
async function deltaOf(db: Db, versionId: string): Promise<ListDelta> {
  const version = await queries.version(db, versionId)
  if (!version) throw notFound()
  const delta: ListDelta = { added: [], removed: [], changed: [] }
  const rows = Map.groupBy(await queries.listChanges(db, version), ({ entryId }) => entryId)
  const changed = [...rows.values()].filter(({ length }) => length === 2).flat()
  const profiles = await queries.profilesOf(
    db,
    changed.map(({ contentId }) => contentId),
  )
  for (const [id, ofEntry] of rows) {
    const before = ofEntry.find(({ until }) => until === version.number)
    const after = ofEntry.find(({ since }) => since === version.number)
    const name = (after ?? before)?.name ?? ''
    const was = profiles.get(before?.contentId ?? '')
    const is = profiles.get(after?.contentId ?? '')
    if (was && is) delta.changed.push({ id, name, fields: fieldChanges(was, is) })
    else if (after) delta.added.push({ id, name })
    else delta.removed.push({ id, name })
  }
  return delta
}
