import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#kit/server/database.server.ts'
import { emit } from '#modules/access/public.server.ts'
import { alertRaised } from '../alert-events/alert-events.contract.ts'
import { contentsOf as contentsIn, type OpenList } from '#modules/watchlists/public.server.ts'
import type { SettingsInForce } from '../settings/settings.server.ts'
import { type Cleared, clearedPairs } from '../whitelist/pairs.server.ts'
import { type Asker, type Finding, type FoundHit, mostHits } from './ask.server.ts'
import { type Cause, stateOf, tooMany } from '../screenings/screenings.domain.ts'
import * as queries from '../screenings/screenings.queries.ts'
import { factsHash, type Subject } from '../screenings/subjects.server.ts'

export interface Occasion {
  cause: Cause
  by: { id: string | null; name: string }
  now: Date
  settings: Pick<SettingsInForce, 'versionId' | 'options'>
  bulkId?: string
  /** The deal in which a name alone was said; null before there is one. */
  dealId?: string | null
  /** Whoever nothing was found of leaves no row: what was asked is kept elsewhere. */
  onlyHits?: boolean
  /** The versions, by list, up to which a customer was asked before: what those said is not asked again. */
  known?: ReadonlyMap<string, Readonly<Record<string, number>>>
}

export interface Recorded {
  id: string
  customerId: string | null
  name: string
  state: queries.NewScreening['state']
  pending: number
  /** Why it is not complete; empty where it is. */
  failure: string
  isFresh: boolean
  factsHash: string
}

/** Asks the lists for each of these, and keeps question and answer as evidence. */
export const screen = (
  db: Db,
  asker: Asker,
  subjects: readonly Subject[],
  occasion: Occasion,
): Promise<Recorded[]> =>
  keep(
    db,
    asker,
    subjects.map((subject) => ({
      subject,
      finding: asker.find(subject, isKnown(subject, occasion.known) ? mostKnown : mostHits),
    })),
    occasion,
  )

/** So many are looked through where only those that are new are shown to anybody. */
const mostKnown = 5000

const isKnown = ({ customerId }: Subject, known: Occasion['known']): boolean =>
  known?.has(customerId ?? '') === true

type Asked = Pick<Asker, 'source' | 'lists' | 'stale'>
interface Found {
  subject: Subject
  finding: Finding
}

/** Keeps what was asked and found: in its transaction it is all there or nothing. */
export async function keep(
  db: Db,
  asker: Asked,
  found: readonly Found[],
  occasion: Occasion,
): Promise<Recorded[]> {
  const grounds = await loadGrounds(db, found, occasion.now)
  const screenings: queries.NewScreening[] = []
  const candidates: queries.NewCandidate[] = []
  const recorded: Recorded[] = []
  for (const one of found) {
    const made = await recordOf(one, asker, occasion, grounds)
    if (occasion.onlyHits && made.candidates.length === 0) continue
    screenings.push(made.screening)
    candidates.push(...made.candidates)
    recorded.push(made.recorded)
  }
  await queries.insert(db, screenings, candidates)
  await announce(db, recorded, occasion)
  return recorded
}

interface Grounds {
  contents: Contents
  /** Pairs of customer and entry that were cleared before; undefined where nobody on file was found. */
  cleared: Cleared | undefined
}

async function loadGrounds(db: Db, found: readonly Found[], now: Date): Promise<Grounds> {
  const hits = found.flatMap(({ finding }) => finding.hits)
  const contents = await contentsOf(db, hits)
  const customerIds = found.flatMap(({ subject, finding }) =>
    subject.customerId !== null && finding.hits.length > 0 ? [subject.customerId] : [],
  )
  const cleared = customerIds.length > 0 ? await clearedPairs(db, customerIds, now) : undefined
  return { contents, cleared }
}

/** The screening of one subject with its candidates, and what the caller hears of it. */
async function recordOf(
  { subject, finding }: Found,
  { source, lists, stale }: Asked,
  { cause, by, now, settings, bulkId, dealId, known }: Occasion,
  grounds: Grounds,
) {
  const id = randomUUIDv7()
  const facts = factsHash(subject)
  const since = known?.get(subject.customerId ?? '') ?? {}
  const fresh = finding.hits.filter(
    (hit) => (grounds.contents.get(hit.open)?.get(hit.id)?.since ?? 0) > (since[hit.open.version.list] ?? 0),
  )
  // What cannot be read of a name was said, and accepted, when it was asked for the first time.
  const isOld = isKnown(subject, known) && finding.failure !== tooMany
  const failure = fresh.length > mostHits ? tooMany : isOld ? '' : finding.failure
  const candidates = await candidatesOf(id, subject, facts, fresh.slice(0, mostHits), grounds)
  const asked = lists.map((one) => ({ ...one, since: one.since ?? since[one.list] ?? null }))
  const pending = candidates.filter((one) => one.state === 'pending').length
  const state = stateOf(candidates, { stale, failure })
  const { customerId, name } = subject
  const screening: queries.NewScreening = {
    id,
    dataSource: source,
    cause,
    customerId,
    bulkId: bulkId ?? null,
    dealId: dealId ?? null,
    name,
    entityType: subject.entityType,
    query: JSON.stringify(subject.query),
    settingsVersionId: settings.versionId,
    options: JSON.stringify(settings.options),
    lists: JSON.stringify(asked),
    stale: [...stale],
    hits: candidates.length,
    topScore: candidates[0]?.score ?? null,
    failure,
    byId: by.id,
    byName: by.name,
    createdAt: now.toISOString(),
    state,
    pending,
    isOpen: state !== 'no_hit',
  }
  // What failed fails again while nothing else changes: it stays open, and nobody is asked about it anew at each deal.
  const isFresh = stale.length === 0
  const recorded: Recorded = { id, customerId, name, state, pending, failure, isFresh, factsHash: facts }
  return { screening, candidates, recorded }
}

/** Raises an alert for each screening that compliance has to decide on. */
async function announce(db: Db, recorded: readonly Recorded[], { now, cause, dealId }: Occasion) {
  const open = recorded.filter(({ state }) => state !== 'no_hit')
  await emit(
    { db, now },
    alertRaised,
    open.map(({ id, customerId, state, pending }) => ({
      screeningId: id,
      customerId,
      dealId: dealId ?? null,
      cause,
      state,
      matches: pending,
    })),
  )
}

type Contents = Map<OpenList, Awaited<ReturnType<typeof contentsIn>>>

/** What the lists said of all that was found, in one statement for each list. */
async function contentsOf(db: Db, hits: readonly FoundHit[]): Promise<Contents> {
  const contents: Contents = new Map()
  for (const [open, ofList] of Map.groupBy(hits, (hit) => hit.open))
    contents.set(
      open,
      await contentsIn(
        db,
        open.version,
        ofList.map(({ id }) => id),
      ),
    )
  return contents
}

const rounded = (value: number, places: number) => value.toFixed(places)

async function candidatesOf(
  screeningId: string,
  { customerId }: Subject,
  facts: string,
  hits: readonly FoundHit[],
  { contents, cleared }: Grounds,
): Promise<(queries.NewCandidate & { state: 'pending' | 'no_hit' })[]> {
  const own: (queries.NewCandidate & { state: 'pending' | 'no_hit' })[] = []
  for (const [at, hit] of hits.entries()) {
    const content = contents.get(hit.open)?.get(hit.id)
    if (!content) throw new Error(`The list ${hit.list} does not have what its index has`)
    const entry = { list: hit.open.version.list, entryId: hit.id, contentHash: content.hash }
    const whitelistId = customerId === null ? undefined : await cleared?.pairOf(customerId, entry, facts)
    own.push({
      id: randomUUIDv7(),
      screeningId,
      position: at + 1,
      contentId: content.id,
      ...entry,
      entryType: hit.schema,
      entryName: content.name,
      matchedName: hit.matchedName,
      quality: hit.quality,
      score: rounded(hit.score, 5),
      agreement: rounded(hit.agreement, 4),
      explanation: JSON.stringify({ comparison: hit.name, facts: hit.facts }),
      whitelistId: whitelistId ?? null,
      state: whitelistId ? 'no_hit' : 'pending',
    })
  }
  return own
}
