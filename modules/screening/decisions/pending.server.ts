import { allowedActions } from '#kit/domain/document.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { type Pending, pendingDocuments } from '#modules/approvals/public.server.ts'
import { decisionsOf } from '../screenings/screenings.queries.ts'
import { screeningWorkflow } from '../screenings/screening-workflow.domain.ts'
import * as queries from './decisions.queries.ts'

/** Hits that others have confirmed, and this person may close. */
export const pendingHits = answer(pendingDocuments, async (db, { actor }) => {
  if (!actor.permissions.has('manage_screening')) return []
  const pending: Pending[] = []
  for (const row of await queries.listConfirmedHits(db)) {
    const decided = await decisionsOf(db, row.id)
    const judged = { ...row, decided, isCleared: false }
    if (!allowedActions(screeningWorkflow, judged, actor).includes('close')) continue
    pending.push({
      subject: { type: 'screening', id: row.id },
      name: row.name,
      kind: 'confirmedHit',
      since: decided.findLast(({ outcome }) => outcome === 'confirmed_hit')?.at ?? row.createdAt,
      permission: 'manage_screening',
      roles: [],
      inStead: null,
      page: `/compliance/screening-history/${row.id}`,
      by: decided.findLast(({ outcome }) => outcome === 'confirmed_hit')?.byName ?? null,
      about: null,
      value: null,
    })
  }
  return pending
})
