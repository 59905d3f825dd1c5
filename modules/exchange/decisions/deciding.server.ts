import { decideAtGate, listPrincipals } from '#modules/approvals/public.server.ts'
import * as records from '../deals/deal-records.server.ts'
import { presentDeal } from '../deals/deal-view.server.ts'
import { rows } from '../deals/deals.queries.ts'
import type { GateKind } from '../gates/gates.domain.ts'
import { notifyMaker, notifyRequester, withdrawAsked } from '../notices/notices.server.ts'
import { customerOf } from '../pricing/pricing.server.ts'
import { refuseUndecided } from '../pricing/screening.server.ts'
import { askerOf } from '../reversals/reversals.domain.ts'
import { lapsesAt } from '../reversals/reversals.server.ts'
import { releaseReservation } from '../settlement/settlement.server.ts'
import { type GateAct, gateActs } from '../workflow/deal-workflow.domain.ts'
import { waitingDeal } from './decisions.server.ts'

/** Lets a deal through one of its gates, or ends it there. */
export async function decide(ctx: records.Noted, action: GateAct, kind: GateKind) {
  const { note = '' } = ctx.input
  const steads = await listPrincipals(ctx.db, ctx.actor.userId, ctx.now)
  const { row, parts } = await records.lockDeal(ctx, ctx.input, steads)
  const to = records.stateAfter(ctx, { row, parts }, action)
  const isApproved = action === gateActs[kind][0]
  const gates = parts.gates.filter(({ state }) => state === 'open')
  const asked = gates.filter((gate) => gate.kind === kind)
  if (isApproved && asked.some(({ reason }) => reason === 'screening'))
    await refuseUndecided(ctx.db, {
      customer: await customerOf(ctx.db, row.customerId),
      ...records.namedIn(row, parts),
      dealId: row.id,
      by: ctx.actor,
      now: ctx.now,
    })
  const waiting = waitingDeal(
    ctx.db,
    { row, gates, events: parts.events },
    { now: ctx.now, escalationMinutes: null },
  )
  const { inStead, isClear } = await decideAtGate(ctx, waiting, {
    kind,
    isApproved,
    note,
    lapsesAt: kind === 'reversal' || kind === 'rest' ? await lapsesAt(ctx.db, row, ctx.now) : null,
  })
  if (to === 'rejected') await releaseReservation(ctx, row.id)
  const next = await rows.update(ctx.db, ctx.input, {
    state: to,
    ...(to === 'rejected' && { isOnHold: false }),
  })
  if (!isApproved || isClear) await withdrawAsked(ctx.db, next.id)
  if (kind === 'reversal' || kind === 'rest')
    await notifyRequester(ctx.db, next, {
      askerId: askerOf(parts.events, kind === 'rest' ? 'askRest' : 'askReversal'),
      became: `${kind}${isApproved ? 'Passed' : 'Rejected'}`,
      by: ctx.actor.name,
    })
  else if (!isApproved || isClear)
    await notifyMaker(ctx.db, next, isApproved ? 'passed' : 'rejected', ctx.actor.name)
  await records.recordEvent(ctx, next, action, row.state, note, inStead ?? undefined)
  return presentDeal(ctx, next)
}
