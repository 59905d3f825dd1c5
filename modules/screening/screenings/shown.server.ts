import type * as z from 'zod'
import { allowedActions } from '#kit/domain/document.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { customerNames } from '#modules/customers/public.server.ts'
import type { MatchOptions } from '#modules/names/matching/options.domain.ts'
import { type Once, readSharedFacts } from '#modules/watchlists/public.server.ts'
import { screeningWorkflow } from './screening-workflow.domain.ts'
import type { Candidate, ScreeningDetail, ScreeningRow } from './screenings.contract.ts'
import { contextOf, stateOf } from './screenings.domain.ts'
import * as queries from './screenings.queries.ts'
import { applicationTypes } from '#modules/applications.domain.ts'

type Asking = Pick<Ctx, 'db' | 'actor' | 'language'>
type Shown = z.input<typeof ScreeningDetail>

/** The words of the evidence for a value. */
export const wordOf =
  ({ language }: Pick<Ctx, 'language'>, kind: 'states' | 'causes' | 'kinds') =>
  (value: string | null): string | null =>
    value === null ? null : text(language, `messages.evidence.${kind}.${value}`)

/** Whether somebody may see this one: all with the right to view, else what they asked themselves. */
const maySee = (
  actor: Ctx['actor'],
  { cause, byId }: Pick<queries.ScreeningRecord, 'cause' | 'byId'>,
): boolean => actor.permissions.has('view_screening') || (cause === 'manual' && byId === actor.userId)

/** What somebody saw who only asked: what compliance made of it since is none of theirs. */
function asFound(row: Pick<queries.ScreeningRecord, 'hits' | 'stale' | 'failure'>) {
  const state = stateOf(row.hits > 0 ? [{ state: 'pending' }] : [], row)
  return { state, pending: row.hits, isOpen: state !== 'no_hit', closedAs: null, supersededBy: null }
}

/** A row of a list, with its score as a number and its context. */
export const rowShown = <R extends Pick<queries.ScreeningRecord, 'topScore' | 'cause'>>(row: R) => ({
  ...row,
  applicationType: applicationTypes.Screening,
  context: contextOf(row.cause),
  topScore: row.topScore === null ? null : Number(row.topScore),
})

/** A screening as it is kept; NOT_FOUND for one that this person may not see. */
export async function readVisible({ db, actor }: Pick<Asking, 'db' | 'actor'>, id: string) {
  const kept = await queries.rows.get(db, id)
  if (!maySee(actor, kept)) throw notFound()
  return kept
}

/** A screening with all of its evidence; NOT_FOUND for one that this person may not see. */
export async function detailOf(ctx: Asking, id: string): Promise<Shown> {
  const { db, actor, language } = ctx
  const kept = await readVisible(ctx, id)
  const isOfficer = actor.permissions.has('view_screening')
  const row = isOfficer ? kept : { ...kept, ...asFound(kept) }
  const decided = isOfficer ? await queries.decisionsOf(db, id) : []
  const all = await queries.candidatesOf(db, id)
  const candidates = isOfficer
    ? all
    : all.map((one) => ({ ...one, state: 'pending' as const, whitelistId: null }))
  const said = await readSharedFacts(
    db,
    all.map(({ contentId }) => contentId),
  )
  const isCleared = candidates.some(({ state }) => state === 'no_hit')
  const { options, query, lists, failure, customerId, settingsVersionId, supersededBy } = row
  const { threshold, weakThreshold } = options as unknown as MatchOptions
  const customer = customerId === null ? undefined : (await customerNames(db, [customerId])).get(customerId)
  const shown = decided.map(({ outcome, reason, byName, at, candidateId }) => ({
    candidateId,
    word: { outcome, reason, byName, at },
  }))
  const wordsOn = (candidateId: string | null) =>
    shown.filter((one) => one.candidateId === candidateId).map(({ word }) => word)
  return {
    ...(rowShown(row) as unknown as ScreeningRow),
    query: query as Shown['query'],
    settingsVersionId,
    settingsNumber: settingsVersionId === null ? null : await queries.settingsNumber(db, settingsVersionId),
    threshold,
    weakThreshold,
    lists: lists as Shown['lists'],
    failure: failure && text(language, `refusals.${failure}`),
    customer: customer && customerId ? { id: customerId, ...customer } : null,
    candidates: candidates.map((one) => ({
      ...candidateShown(one, said.get(one.contentId)),
      decisions: wordsOn(one.id),
    })),
    decisions: wordsOn(null),
    supersededBy,
    can: allowedActions(screeningWorkflow, { ...row, decided, isCleared }, actor),
  }
}

type CandidateRecord = Awaited<ReturnType<typeof queries.candidatesOf>>[number]

function candidateShown(
  row: CandidateRecord,
  said: Once | undefined,
): Omit<z.input<typeof Candidate>, 'decisions'> {
  if (!said) throw new Error('There is no such entry of a list')
  const { comparison, facts } = row.explanation as unknown as Pick<Candidate, 'comparison' | 'facts'>
  return {
    ...row,
    entryType: row.entryType as Candidate['entryType'],
    score: Number(row.score),
    agreement: Number(row.agreement),
    comparison,
    facts,
    entry: said.screened,
    listed: said.listed,
  }
}
