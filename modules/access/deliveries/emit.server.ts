import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import type { PublicEvent } from '../webhooks/events.contract.ts'
import { subscriptions } from '../webhooks/webhooks.queries.ts'
import * as queries from './deliveries.queries.ts'

/** The job that sends what is due at one webhook. */
export const deliverName = 'access.deliver'

/** Has what is due at a webhook sent, once the caller's transaction has committed. */
export const wake = (db: Db, webhookId: string): Promise<void> => enqueue(db, deliverName, { webhookId })

/**
 * Sends a public event to the webhooks of the company that ask for it, once for each of `all`, if and only if the caller's
 * transaction commits. Where none asks it costs nothing that is not remembered.
 */
export async function emit<P extends z.ZodObject>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  event: PublicEvent<P>,
  all: readonly z.input<P>[],
): Promise<void> {
  if (all.length === 0) return
  const takers = (await subscriptions(db)).filter(({ events }) => events.includes(event.code))
  await send(db, now, event, all, takers)
}

/** As `emit`, to these webhooks, whatever they ask for. */
export async function send<P extends z.ZodObject>(
  db: Db,
  now: Date,
  { code, payload }: PublicEvent<P>,
  all: readonly z.input<P>[],
  takers: readonly { id: string; state: string }[],
): Promise<void> {
  if (takers.length === 0) return
  const deliveries = all.flatMap((data) => {
    const eventId = randomUUIDv7()
    const body = JSON.stringify({ type: code, timestamp: now.toISOString(), data: payload.parse(data) })
    return takers.map(({ id, state }) => ({
      webhookId: id,
      eventId,
      event: code,
      body,
      isWaiting: state === 'active',
    }))
  })
  await queries.insert(db, deliveries, now)
  for (const { id, state } of takers) if (state === 'active') await wake(db, id)
}
