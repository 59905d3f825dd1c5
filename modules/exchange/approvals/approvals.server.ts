import type { Db } from '#kit/server/database.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { decidable, type DealRecord, shownGates } from '../deals/deal-view.server.ts'
import { dealWorkflow, gateActs, type GateDraft, gateKinds } from '../deals/deal-workflow.domain.ts'
import type { DealParts } from '../deals/deals.queries.ts'
import * as queries from './approvals.queries.ts'

const rightOf = (kind: (typeof gateKinds)[number]) => dealWorkflow.actions[gateActs[kind][0]].permission

/** The open gates of deals, of all or of these, that wait for the decision of this person, by deal. */
export async function awaiting(db: Db, actor: Actor, ids?: readonly string[]) {
  const mine = new Map<string, GateDraft[]>()
  if (ids?.length === 0 || !gateKinds.some((kind) => actor.permissions.has(rightOf(kind)))) return mine
  for (const { gates, events, ...row } of await queries.atGates(db, actor.assigned, ids)) {
    const kinds = decidable(row, { gates, events, settlements: [] }, actor)
    const decided = gates.filter(({ kind }) => kinds.includes(kind))
    const seen = shownGates(decided, actor).map(({ state: _state, ...gate }) => gate)
    if (seen.length > 0) mine.set(row.id, seen)
  }
  return mine
}

/** Ids of those who may let a deal through one of the gates that it has come to; domain 13. */
export async function decidersOf(
  db: Db,
  row: DealRecord,
  gates: readonly GateDraft[],
  events: DealParts['events'],
): Promise<string[]> {
  if (gates.length === 0) return []
  const open = gates.map((gate) => ({ ...gate, state: 'open' as const }))
  const rights = [...new Set(gates.map(({ kind }) => rightOf(kind)))]
  const people = await holdersOf(db, rights)
  return people
    .filter((person) => decidable(row, { gates: open, events, settlements: [] }, person).length > 0)
    .map(({ userId }) => userId)
}
