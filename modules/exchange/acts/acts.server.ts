import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { endRoutes, isRouted, listPrincipals } from '#modules/approvals/public.server.ts'
import * as records from '../deals/deal-records.server.ts'
import { presentDeal } from '../deals/deal-view.server.ts'
import { deals } from '../deals/deals.contract.ts'
import * as queries from '../deals/deals.queries.ts'
import { announceDeal } from '../decisions/decisions.server.ts'
import { decide } from '../decisions/deciding.server.ts'
import { dealLists } from '../monitoring/monitoring.server.ts'
import { withdrawAsked } from '../notices/notices.server.ts'
import { releaseReservation } from '../settlement/settlement.server.ts'
import * as making from './making.server.ts'
import * as reversing from './reversing.server.ts'
import * as settling from './settling.server.ts'
import * as submission from './submission.server.ts'

const { dealSubject, rows } = queries

export const dealsRouter = serve(deals, {
  ...dealLists,
  getById: async (ctx) => {
    const { db, input, actor, now } = ctx
    const id = (await queries.dealOfSettlement(db, input.id)) ?? input.id
    return presentDeal(
      ctx,
      await records.readVisibleDeal(ctx, id, await listPrincipals(db, actor.userId, now)),
    )
  },
  accounts: ({ db, actor }) => making.listAccounts(db, actor),
  price: (ctx) => making.price(ctx),
  create: (ctx) => making.create(ctx),
  update: (ctx) => submission.update(ctx),
  quote: (ctx) => submission.promise(ctx),
  submit: (ctx) => submission.submit(ctx),
  approveAuthorization: (ctx) => decide(ctx, 'approveAuthorization', 'authorization'),
  rejectAuthorization: (ctx) => decide(ctx, 'rejectAuthorization', 'authorization'),
  approveLimit: (ctx) => decide(ctx, 'approveLimit', 'limit'),
  rejectLimit: (ctx) => decide(ctx, 'rejectLimit', 'limit'),
  clearRba: (ctx) => decide(ctx, 'clearRba', 'rba'),
  rejectRba: (ctx) => decide(ctx, 'rejectRba', 'rba'),
  hold: (ctx) => hold(ctx, 'hold'),
  releaseHold: (ctx) => hold(ctx, 'releaseHold'),
  settle: (ctx) => settling.settle(ctx),
  clearPayment: (ctx) => settling.clearPayment(ctx),
  cancel: (ctx) => cancel(ctx),
  askRest: (ctx) => settling.askRest(ctx),
  approveRest: (ctx) => decide(ctx, 'approveRest', 'rest'),
  rejectRest: (ctx) => decide(ctx, 'rejectRest', 'rest'),
  askReversal: (ctx) => reversing.askReversal(ctx),
  approveReversal: (ctx) => decide(ctx, 'approveReversal', 'reversal'),
  rejectReversal: (ctx) => decide(ctx, 'rejectReversal', 'reversal'),
  reverse: (ctx) => reversing.reverse(ctx),
  delete: (ctx) => remove(ctx),
})

async function hold(ctx: records.Noted, act: 'hold' | 'releaseHold') {
  const { note = '' } = ctx.input
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const state = records.stateAfter(ctx, { row, parts }, act)
  const next = await rows.update(ctx.db, ctx.input, { state, isOnHold: act === 'hold' })
  // What was held as it was submitted is announced now; else it goes on from where it rested.
  if (act === 'releaseHold' && !(await isRouted(ctx.db, dealSubject(row.id)))) {
    const gates = parts.gates.filter((gate) => gate.state === 'open')
    await announceDeal(ctx.db, { row: next, gates, events: parts.events }, ctx.now)
  }
  await records.recordEvent(ctx, next, act, row.state, note)
  return presentDeal(ctx, next)
}

/** Ends a deal before anything has moved; what was kept for it is free again. */
export async function cancel(ctx: records.Noted) {
  const { note = '' } = ctx.input
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  const state = records.stateAfter(ctx, { row, parts }, 'cancel')
  await releaseReservation(ctx, row.id)
  await endRoutes(ctx.db, dealSubject(row.id))
  await withdrawAsked(ctx.db, row.id)
  const next = await rows.update(ctx.db, ctx.input, { state, isOnHold: false, reservedUntil: null })
  await records.recordEvent(ctx, next, 'cancel', row.state, note)
  return presentDeal(ctx, next)
}

async function remove(ctx: Ctx<records.Key>) {
  const { row, parts } = await records.lockDeal(ctx, ctx.input)
  records.stateAfter(ctx, { row, parts }, 'delete', { isNumbered: row.number !== null })
  await queries.clearContent(ctx.db, row.id)
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
