import * as z from 'zod'
import { controls, read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Done, Id, Instant, requiredLine, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { webhookActions, webhookStates } from './webhooks.domain.ts'

export const WebhookDraft = z.strictObject({
  name: requiredLine(60),
  /** Where events are sent: https, and outside the house unless the operator named it. */
  url: requiredLine(2000).pipe(z.url({ protocol: /^https?$/ })),
  /** Codes of public events. */
  events: z.array(z.string().max(60)).min(1).max(100),
})
export type WebhookDraft = z.output<typeof WebhookDraft>

/** An address to which events are sent; never its secret. */
export const Webhook = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(webhookStates),
  /** Null where it was paused because it did not answer. */
  pausedBy: z.string().nullable(),
  pausedAt: Instant.nullable(),
  /** Until when the former secret signs too. */
  formerUntil: Instant.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  lastDeliveredAt: Instant.nullable(),
  /** Since when nothing was accepted. */
  failingSince: Instant.nullable(),
  can: z.array(z.enum(webhookActions)),
})
export type Webhook = z.output<typeof Webhook>

/** `secret` signs what is sent, shown this once. */
const WithSecret = z.object({ id: Id, secret: z.string() })
const columns = { name: 'String', state: 'select', createdAt: 'Date' } as const satisfies Columns
const path = '/posuser/webhook'

/** Where the public events of a company are sent. */
export const webhooks = reserveForCompany(
  controls({
    list: read({
      path: `${path}/list`,
      method: 'POST',
      permission: 'view_webhooks',
      input: listQuery(columns),
      output: pageOf(Webhook),
      columns,
    }),
    getById: read({ path: `${path}/getById`, permission: 'view_webhooks', input: ById, output: Webhook }),
    /** Every public event, with the JSON Schema of its data, and whether the reader may choose it. */
    listEvents: read({
      path: `${path}/listEvents`,
      permission: 'view_webhooks',
      output: z.array(
        z.object({
          code: z.string(),
          label: z.string(),
          schema: z.record(z.string(), z.unknown()),
          isAllowed: z.boolean(),
        }),
      ),
    }),
    create: write({
      path: `${path}/create`,
      kind: 'CREATE',
      permission: 'manage_webhooks',
      showsSecret: true,
      input: WebhookDraft,
      output: WithSecret,
    }),
    update: write({
      path: `${path}/update`,
      kind: 'UPDATE',
      permission: 'manage_webhooks',
      input: z.strictObject({ ...Versioned.shape, ...WebhookDraft.shape }),
      output: Webhook,
    }),
    pause: write({
      path: `${path}/pause`,
      kind: 'UPDATE',
      permission: 'manage_webhooks',
      input: Versioned,
      output: Webhook,
    }),
    resume: write({
      path: `${path}/resume`,
      kind: 'UPDATE',
      permission: 'manage_webhooks',
      input: Versioned,
      output: Webhook,
    }),
    rotate: write({
      path: `${path}/rotate`,
      kind: 'UPDATE',
      permission: 'manage_webhooks',
      showsSecret: true,
      input: Versioned,
      output: WithSecret,
    }),
    delete: write({
      path: `${path}/delete`,
      kind: 'DELETE',
      permission: 'manage_webhooks',
      input: Versioned,
      output: Done,
    }),
  }),
)
