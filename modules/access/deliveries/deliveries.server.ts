import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { publicEvents, testEvent } from '../webhooks/events.contract.ts'
import { rows } from '../webhooks/webhooks.queries.ts'
import { webhookWorkflow } from '../webhooks/webhooks.domain.ts'
import { type Delivery, webhookDeliveries } from './deliveries.contract.ts'
import * as queries from './deliveries.queries.ts'
import { send, wake } from './emit.server.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof queries.find>>>

export const webhookDeliveriesRouter = serve(webhookDeliveries, {
  list: async ({ db, input, actor }) => {
    actOnWhole(actor.scope)
    const { items, pagination } = await queries.list(db, input)
    return { items: items.map((one) => visibleTo(actor, one)), pagination }
  },
  replay,
  replayFailed,
  sendTest,
})

/** A body tells what the list of its event would: amounts and customers only to whoever may see those. */
const visibleTo = ({ permissions }: Actor, one: Stored): Delivery => {
  const event = [testEvent, ...publicEvents.all()].find(({ code }) => code === one.event)
  return event && permissions.has(event.permission) ? one : { ...one, body: null }
}

const canSend: readonly string[] = webhookWorkflow.actions.sendTest.from

/** The webhook, if something may be sent there; what is paused is resumed first. */
async function open(db: Db, id: string) {
  const webhook = await rows.get(db, id)
  if (!canSend.includes(webhook.state)) throw new Refusal('WEBHOOK_PAUSED', {}, { kind: 'conflict' })
  return webhook
}

async function replay(ctx: Ctx<{ id: string }>): Promise<Delivery> {
  const { db, input, now } = ctx
  const one = await queries.find(db, input.id)
  if (!one) throw notFound()
  await open(db, one.webhookId)
  if (!(await queries.replay(db, one.id, now)))
    throw new Refusal('DELIVERY_WAITING', {}, { kind: 'conflict' })
  await wake(db, one.webhookId)
  return visibleTo(ctx.actor, (await queries.find(db, one.id)) ?? one)
}

async function replayFailed(ctx: Ctx<{ id: string; since: string }>) {
  const { db, input, now } = ctx
  await open(db, input.id)
  const count = await queries.replayFailed(db, input.id, input.since, now)
  if (count > 0) await wake(db, input.id)
  return { count }
}

async function sendTest(ctx: Ctx<{ id: string }>) {
  const { db, input, now } = ctx
  const webhook = await open(db, input.id)
  await send(db, now, testEvent, [{ webhookId: webhook.id }], [webhook])
  return replyMessage(ctx, 'testQueued')
}
