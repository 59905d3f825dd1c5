import { allowedActions } from '#kit/domain/document.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { type Pending, pendingDocuments } from '#modules/approvals/public.server.ts'
import { decisionsOf, type ScreeningRecord } from '../screenings/screenings.queries.ts'
import { screeningWorkflow } from '../screenings/screening-workflow.domain.ts'
import * as queries from './decisions.queries.ts'

/** Nobody works off more in a day; the list of screenings has them all. */
const mostShown = 200

/** What of screenings waits for an officer: what was found and nobody has decided on, and hits that others have confirmed. */
export const pendingHits = answer(pendingDocuments, async (db, { actor }) => {
  if (!actor.permissions.has('manage_screening')) return []
  return [...(await listConfirmed(db, actor)), ...(await listToReview(db, actor))]
})

const pendingOf = (row: ScreeningRecord, kind: string): Pending => ({
  subject: { type: 'screening', id: row.id },
  name: row.name,
  kind,
  since: new Date(row.createdAt).toISOString(),
  permission: 'manage_screening',
  roles: [],
  inStead: null,
  page: `/compliance/screening-history/${row.id}`,
  by: row.byName || null,
  about: null,
  value: null,
  customerId: row.customerId,
})

async function listToReview(db: Db, actor: Actor): Promise<Pending[]> {
  const pending: Pending[] = []
  for (const row of await queries.listToReview(db, mostShown)) {
    const decided = row.isAccepted ? [{ outcome: 'accepted', byId: '' }] : []
    const can = allowedActions(screeningWorkflow, { ...row, decided, isCleared: false }, actor)
    // A document that it stops shows the match itself, and one decision settles both.
    if (can.includes('decide')) pending.push({ ...pendingOf(row, 'hit'), yieldsTo: 'rba' })
    else if (can.includes('accept')) pending.push(pendingOf(row, 'incomplete'))
  }
  return pending
}

async function listConfirmed(db: Db, actor: Actor): Promise<Pending[]> {
  const pending: Pending[] = []
  for (const row of await queries.listConfirmedHits(db)) {
    const decided = await decisionsOf(db, row.id)
    const judged = { ...row, decided, isCleared: false }
    if (!allowedActions(screeningWorkflow, judged, actor).includes('close')) continue
    const last = decided.findLast(({ outcome }) => outcome === 'confirmed_hit')
    const since = new Date(last?.at ?? row.createdAt).toISOString()
    pending.push({ ...pendingOf(row, 'confirmedHit'), since, by: last?.byName ?? null })
  }
  return pending
}
