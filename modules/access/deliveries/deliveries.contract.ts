import * as z from 'zod'
import { read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Done, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { deliveryErrors, deliveryStates } from './deliveries.domain.ts'

/** An event on its way to one webhook. */
export const Delivery = z.object({
  id: Id,
  webhookId: Id,
  /** The header `webhook-id`: the same at every attempt. */
  eventId: Id,
  event: z.string(),
  /** What is sent, as it is signed; null for whoever may not see what such an event tells. */
  body: z.string().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: Instant,
  attemptedAt: Instant.nullable(),
  nextAttemptAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.enum(deliveryErrors).nullable(),
  /** The beginning of what was answered. */
  lastAnswer: z.string(),
})
export type Delivery = z.output<typeof Delivery>

const columns = {
  webhookId: 'Guid',
  event: 'select',
  state: 'select',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posuser/webhookdelivery'

/** What was sent to webhooks in the last thirty days. */
export const webhookDeliveries = reserveForCompany({
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'view_webhooks',
    input: listQuery(columns),
    output: pageOf(Delivery),
    columns,
  }),
  replay: write({
    path: `${path}/replay`,
    kind: 'UPDATE',
    permission: 'manage_webhooks',
    input: ById,
    output: Delivery,
  }),
  replayFailed: write({
    path: `${path}/replayFailed`,
    kind: 'UPDATE',
    permission: 'manage_webhooks',
    /** `id` is the webhook's. */
    input: z.strictObject({ id: Id, since: Instant }),
    output: z.object({ count: z.int() }),
  }),
  sendTest: write({
    path: `${path}/sendTest`,
    kind: 'CREATE',
    permission: 'manage_webhooks',
    /** `id` is the webhook's. */
    input: ById,
    output: Done,
  }),
})
