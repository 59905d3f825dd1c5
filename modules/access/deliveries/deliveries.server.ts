import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { testEvent } from '../webhooks/events.contract.ts'
import { rows } from '../webhooks/webhooks.queries.ts'
import { webhookWorkflow } from '../webhooks/webhooks.domain.ts'
import { type Delivery, webhookDeliveries } from './deliveries.contract.ts'
import * as queries from './deliveries.queries.ts'
import { send, wake } from './emit.server.ts'

export const webhookDeliveriesRouter = serve(webhookDeliveries, {
  list: async ({ db, input, actor }) => {
    actOnWhole(actor.scope)
    return queries.list(db, input)
  },
  replay,
  replayFailed,
  sendTest,
})

const canSend: readonly string[] = webhookWorkflow.actions.sendTest.from

/** The webhook, if the actor may have something sent there; what is paused is resumed first. */
async function open({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: string) {
  actOnWhole(actor.assigned)
  const webhook = await rows.get(db, id)
  if (!canSend.includes(webhook.state)) throw new Refusal('WEBHOOK_PAUSED', {}, { kind: 'conflict' })
  return webhook
}

async function replay(ctx: Ctx<{ id: string }>): Promise<Delivery> {
  const { db, input, now } = ctx
  const one = await queries.find(db, input.id)
  if (!one) throw notFound()
  await open(ctx, one.webhookId)
  if (!(await queries.replay(db, one.id, now)))
    throw new Refusal('DELIVERY_WAITING', {}, { kind: 'conflict' })
  await wake(db, one.webhookId)
  return (await queries.find(db, one.id)) ?? one
}

async function replayFailed(ctx: Ctx<{ id: string; since: string }>) {
  const { db, input, now } = ctx
  await open(ctx, input.id)
  const count = await queries.replayFailed(db, input.id, input.since, now)
  if (count > 0) await wake(db, input.id)
  return { count }
}

async function sendTest(ctx: Ctx<{ id: string }>) {
  const { db, input, now } = ctx
  const webhook = await open(ctx, input.id)
  await send(db, now, testEvent, [{ webhookId: webhook.id }], [webhook])
  return done(ctx, 'testQueued')
}
