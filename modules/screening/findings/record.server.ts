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

/** Keeps what was asked and found: in its transaction it is all there or nothing. */
export async function keep(
  db: Db,
  { source, lists, stale }: Pick<Asker, 'source' | 'lists' | 'stale'>,
  found: readonly { subject: Subject; finding: Finding }[],
  { cause, by, now, settings, bulkId, dealId, known, onlyHits }: Occasion,
): Promise<Recorded[]> {
  const contents = await contentsOf(
    db,
    found.flatMap(({ finding }) => finding.hits),
  )
  const customerIds = found.flatMap(({ subject, finding }) =>
    subject.customerId !== null && finding.hits.length > 0 ? [subject.customerId] : [],
  )
  const cleared = customerIds.length > 0 ? await clearedPairs(db, customerIds, now) : undefined
  const screenings: queries.NewScreening[] = []
  const candidates: queries.NewCandidate[] = []
  const recorded: Recorded[] = []
  for (const { subject, finding } of found) {
    const id = randomUUIDv7()
    const facts = factsHash(subject)
    const since = known?.get(subject.customerId ?? '') ?? {}
    const fresh = finding.hits.filter(
      (hit) => (contents.get(hit.open)?.get(hit.id)?.since ?? 0) > (since[hit.open.version.list] ?? 0),
    )
    // What cannot be read of a name was said, and accepted, when it was asked for the first time.
    const isOld = isKnown(subject, known) && finding.failure !== tooMany
    const failure = fresh.length > mostHits ? tooMany : isOld ? '' : finding.failure
    const own = await candidatesOf(id, subject, facts, fresh.slice(0, mostHits), contents, cleared)
    if (onlyHits && own.length === 0) continue
    const asked = lists.map((one) => ({ ...one, since: one.since ?? since[one.list] ?? null }))
    const pending = own.filter((one) => one.state === 'pending').length
    const state = stateOf(own, { stale, failure })
    screenings.push({
      id,
      dataSource: source,
      cause,
      customerId: subject.customerId,
      bulkId: bulkId ?? null,
      dealId: dealId ?? null,
      name: subject.name,
      entityType: subject.entityType,
      query: JSON.stringify(subject.query),
      settingsVersionId: settings.versionId,
      options: JSON.stringify(settings.options),
      lists: JSON.stringify(asked),
      stale: [...stale],
      hits: own.length,
      topScore: own[0]?.score ?? null,
      failure,
      byId: by.id,
      byName: by.name,
      createdAt: now.toISOString(),
      state,
      pending,
      isOpen: state !== 'no_hit',
    })
    candidates.push(...own)
    recorded.push({
      id,
      customerId: subject.customerId,
      name: subject.name,
      state,
      pending,
      failure,
      // What failed fails again while nothing else changes: it stays open, and nobody is asked about it anew at each deal.
      isFresh: stale.length === 0,
      factsHash: facts,
    })
  }
  await queries.insert(db, screenings, candidates)
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
  return recorded
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
  contents: Contents,
  cleared: Cleared | undefined,
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
