import type { Db } from '#kit/server/database.server.ts'
import type { Hit } from '#modules/names/lookup/search.domain.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'
import { listStates, type OpenList, openList } from '#modules/watchlists/public.server.ts'
import type { ScreeningKind } from '../settings/settings.domain.ts'
import type { SettingsInForce } from '../settings/settings.server.ts'
import {
  type DataSource,
  partlyRead,
  sourceOf,
  tooMany,
  unreadable,
} from '../screenings/screenings.domain.ts'
import type { Asked } from '../screenings/subjects.server.ts'

interface Opening {
  settings: SettingsInForce
  kind: ScreeningKind
  now: Date
  /** Waits for a version that is still being indexed. */
  isNewest?: boolean
}

/** More candidates than this are not looked through by anybody: the query says too little. */
export const mostHits = 200

export interface ListUsed {
  versionId: string
  list: string
  number: number
  contentHash: string
  /** Only what came after this version was asked. */
  since: number | null
}

export type FoundHit = Hit & { open: OpenList }

export interface Finding {
  hits: FoundHit[]
  /** Code of what kept it from being complete; empty where nothing did. */
  failure: string
}

/** The lists of a data source as they stand in the caller's transaction, ready to be asked. */
export interface Asker {
  source: DataSource
  lists: ListUsed[]
  open: OpenList[]
  stale: string[]
  find(asked: Asked, most?: number): Finding
}

/**
 * Opens the lists of these data sources that the company is screened against on such an occasion; a source of which it has none
 * is left out. A published list that was never loaded is one that it has.
 */
export async function openSources(
  db: Db,
  sources: readonly DataSource[],
  { settings, kind, now, isNewest = false }: Opening,
): Promise<Asker[]> {
  const { options, skipped } = settings
  const states = (await listStates(db, now, 'en')).filter(({ list }) => !skipped[kind].includes(list))
  const askers: Asker[] = []
  for (const source of sources) {
    const own = states.filter(({ list }) => sourceOf(list) === source)
    if (own.length === 0) continue
    const open: OpenList[] = []
    for (const { version } of own) if (version) open.push(await openList(db, version.id, { isNewest }))
    askers.push({
      source,
      lists: open.map(({ version }) => toListUsed(version, null)),
      open,
      stale: own.filter(({ isStale }) => isStale).map(({ list }) => list),
      find: (asked, most) => findIn(open, asked, options, most),
    })
  }
  return askers
}

export const toListUsed = (version: OpenList['version'], since: number | null): ListUsed => ({
  versionId: version.id,
  list: version.list,
  number: version.number,
  contentHash: version.contentHash,
  since,
})

/**
 * What these lists have of somebody, best first; each entry once, whichever of the names found it. Where there is more than `most`,
 * or one of the names cannot be read, that is said: it is not all of the answer.
 */
export function findIn(
  open: readonly OpenList[],
  { entityType, query }: Asked,
  options: MatchOptions,
  most = mostHits,
): Finding {
  const { names, mode, ...facts } = query
  const readable = names.filter((name) => unreadable(name, entityType) === undefined)
  if (readable.length === 0) return { hits: [], failure: unreadable(names[0] ?? '', entityType) ?? '' }
  const best = new Map<string, FoundHit>()
  for (const one of open)
    for (const name of readable)
      for (const hit of one.searcher.search({ ...facts, name, schema: entityType }, most + 1, options)) {
        if (mode === 'exact' && hit.name.score < 0.999) continue
        const key = `${one.version.id} ${hit.id}`
        const before = best.get(key)
        if (!before || before.score < hit.score) best.set(key, { ...hit, open: one })
      }
  const hits = [...best.values()].toSorted((a, b) => b.score - a.score || b.agreement - a.agreement)
  const unread = readable.length < names.length ? partlyRead : ''
  return { hits: hits.slice(0, most), failure: hits.length > most ? tooMany : unread }
}
