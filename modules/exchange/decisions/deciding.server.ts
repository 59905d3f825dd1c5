import type { Ctx } from '#kit/server/context.server.ts'
import { decideGates, endRoutes, steadsOf } from '#modules/approvals/public.server.ts'
import * as records from '../deals/deal-records.server.ts'
import { atGatesOf, shown } from '../deals/deal-view.server.ts'
import { dealSubject, rows } from '../deals/deals.queries.ts'
import type { GateKind } from '../gates/gates.domain.ts'
import { tellAsker, tellMaker } from '../notices/notices.server.ts'
import { customerOf } from '../pricing/pricing.server.ts'
import { refuseUndecided } from '../pricing/screening.server.ts'
import { askerOf } from '../reversals/reversals.domain.ts'
import { lapsesAt } from '../reversals/reversals.server.ts'
import { giveBack } from '../settlement/settlement.server.ts'
import { type GateAct, gateActs } from '../workflow/deal-workflow.domain.ts'
import { takeDecision } from '../workflow/deciders.domain.ts'

type Key = records.Key

/** Lets a deal through one of its gates, or ends it there. */
export async function decide(ctx: Ctx<Key & { note?: string | undefined }>, action: GateAct, kind: GateKind) {
  const { note = '' } = ctx.input
  const steads = await steadsOf(ctx.db, ctx.actor.userId, ctx.now)
  const { row, parts } = await records.taken(ctx, ctx.input, steads)
  const to = records.stateAfter(ctx, { row, parts }, action)
  const isApproved = action === gateActs[kind][0]
  const stead = takeDecision(atGatesOf(row, parts), action, ctx.actor, steads)
  const asked = parts.gates.filter((gate) => gate.kind === kind && gate.state === 'open')
  if (isApproved && asked.some(({ reason }) => reason === 'screening'))
    await refuseUndecided(ctx.db, {
      customer: await customerOf(ctx.db, row.customerId),
      ...records.namedIn(row, parts),
      dealId: row.id,
      by: ctx.actor,
      now: ctx.now,
    })
  await decideGates(ctx.db, dealSubject(row.id), kind, {
    state: isApproved ? 'approved' : 'rejected',
    decidedById: ctx.actor.userId,
    decidedBy: ctx.actor.name,
    decidedFor: stead?.name ?? null,
    decidedAt: ctx.now.toISOString(),
    lapsesAt:
      (kind === 'reversal' || kind === 'rest') && isApproved ? await lapsesAt(ctx.db, row, ctx.now) : null,
    note,
  })
  const isLast = parts.gates.every((gate) => gate.kind === kind || gate.state !== 'open')
  await endRoutes(ctx.db, dealSubject(row.id), isApproved ? kind : undefined)
  if (to === 'rejected') await giveBack(ctx, row.id)
  const next = await rows.update(ctx.db, ctx.input, {
    state: to,
    ...(to === 'rejected' && { isOnHold: false }),
  })
  if (kind === 'reversal' || kind === 'rest')
    await tellAsker(ctx.db, next, {
      askerId: askerOf(parts.events, kind === 'rest' ? 'askRest' : 'askReversal'),
      became: `${kind}${isApproved ? 'Passed' : 'Rejected'}`,
      by: ctx.actor.name,
    })
  else if (!isApproved || isLast)
    await tellMaker(ctx.db, next, isApproved ? 'passed' : 'rejected', ctx.actor.name)
  await records.said(ctx, next, action, row.state, note, stead?.name)
  return shown(ctx, next)
}
