import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Holder } from '#modules/access/public.server.ts'
import { listPrincipals } from '../delegations/steads.server.ts'
import { decideGates } from '../gates/gates.queries.ts'
import { gateKindOf } from '../gates/gates.domain.ts'
import { endRoutes } from '../routing/routing.queries.ts'
import type { Decider, Waiting } from '../routing/routing.server.ts'

/**
 * In whose stead somebody may let a document through at the gates of a kind: null on their own, undefined not at all. In a stead they
 * use their own right with the limits, roles and places of an absent person, and neither of the two has a part in it; domain 13.
 */
export function deciderAt(
  waiting: Waiting,
  kind: string,
  actor: Decider,
  steads: readonly Holder[],
): Holder | null | undefined {
  const { permission } = gateKindOf(waiting.subject.type, kind)
  if (!actor.permissions.has(permission) || waiting.hasPart(actor, kind)) return undefined
  if (waiting.barOf(actor, kind) === undefined) return null
  return steads.find((one) => !waiting.hasPart(one, kind) && waiting.barOf(one, kind) === undefined)
}

interface Decision {
  kind: string
  isApproved: boolean
  note: string
  /** Until when what is approved may be done; for good, unless given. */
  lapsesAt?: string | null
}

/**
 * Decides on the open gates of a kind of a document: records who did and in whose stead, and that nobody is waited for any more. To say
 * no takes the right and the place; to say yes the role and the limit too. Throws FORBIDDEN, MAKER_IS_CHECKER, or the code of what
 * keeps this person from it. Answers whether all gates are clear.
 */
export async function decideAtGate(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  waiting: Waiting,
  { kind, isApproved, note, lapsesAt = null }: Decision,
): Promise<{ inStead: string | null; isClear: boolean }> {
  const { subject, gates } = waiting
  const decider = deciderAt(waiting, kind, actor, await listPrincipals(db, actor.userId, now))
  const bar = decider === undefined ? barOf(waiting, kind, { actor, isApproved }) : undefined
  if (bar !== undefined) throw bar
  await decideGates(db, subject, kind, {
    state: isApproved ? 'approved' : 'rejected',
    decidedById: actor.userId,
    decidedBy: actor.name,
    decidedFor: decider?.name ?? null,
    decidedAt: now.toISOString(),
    lapsesAt: isApproved ? lapsesAt : null,
    note,
  })
  await endRoutes(db, subject, isApproved ? kind : undefined)
  return {
    inStead: decider?.name ?? null,
    isClear: isApproved && gates.every((gate) => gate.kind === kind),
  }
}

function barOf(
  waiting: Waiting,
  kind: string,
  { actor, isApproved }: { actor: Decider; isApproved: boolean },
): Refusal | undefined {
  const { permission } = gateKindOf(waiting.subject.type, kind)
  if (!actor.permissions.has(permission)) return new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
  if (waiting.hasPart(actor, kind)) return new Refusal('MAKER_IS_CHECKER')
  const bar = waiting.barOf(actor, kind)
  return isApproved || bar?.code === 'OUT_OF_SCOPE' ? bar : undefined
}
