import { randomBytes, randomUUIDv7 } from 'node:crypto'
import * as z from 'zod'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import type { Ctx, Services } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { refuseBeyond } from '../roles/grants.server.ts'
import { seal, unseal } from '../proofs/sealed.server.ts'
import { publicEvents } from './events.contract.ts'
import { type Webhook, type WebhookDraft, webhooks } from './webhooks.contract.ts'
import { formerHours, mostWebhooks, webhookActions, webhookWorkflow } from './webhooks.domain.ts'
import * as queries from './webhooks.queries.ts'

export const webhooksRouter = serve(webhooks, {
  list: async ({ db, input, actor }) => {
    actOnWhole(actor.scope)
    const { items, pagination } = await queries.list(db, input)
    return { items: items.map((row) => presented(row, actor)), pagination }
  },
  getById: (ctx) => complete(ctx, ctx.input.id),
  listEvents: ({ actor, language }) =>
    Promise.resolve(
      publicEvents.all().map(({ code, permission, payload }) => ({
        code,
        label: text(language, `webhookEvents.${code}`),
        schema: z.toJSONSchema(payload) as Record<string, unknown>,
        isAllowed: actor.permissions.has(permission),
      })),
    ),
  create,
  update,
  pause: (ctx) => turn(ctx, 'pause'),
  resume: (ctx) => turn(ctx, 'resume'),
  rotate,
  delete: remove,
})

type Key = { id: string; version: number }
type Seen = NonNullable<Awaited<ReturnType<typeof queries.find>>>
type Acting = Pick<Ctx, 'db' | 'actor'>

const presented = (row: Seen, actor: Actor): Webhook => ({
  ...row,
  can:
    actor.assigned === 'all'
      ? webhookActions.filter((action) => allowedActions(webhookWorkflow, row, actor).includes(action))
      : [],
})

/** What is sent is of the whole company: a user who sees less of it sees none. */
async function complete({ db, actor }: Acting, id: string): Promise<Webhook> {
  const row = actor.scope === 'all' ? await queries.find(db, id) : undefined
  if (!row) throw notFound()
  return presented(row, actor)
}

const placeOf = (companyId: string, id: string) => `${companyId}/webhook/${id}`
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The secrets that sign for a webhook now, the newest first; none where the server's key is another than it was. */
export function secretsOf(
  { secret: key }: Pick<Services, 'secret'>,
  row: Awaited<ReturnType<typeof queries.rows.get>>,
  now: Date,
): string[] {
  const isKept = row.formerUntil !== null && Date.parse(row.formerUntil) > now.getTime()
  return [row.secret, ...(isKept ? [row.formerSecret] : [])].flatMap(
    (one) => (one && unseal(key, one, placeOf(row.companyId, row.id))) || [],
  )
}

/** Throws unless the address may be sent to, and the actor may hear of each of these events. */
async function refuseDraft({ actor, services }: Ctx, { url, events }: WebhookDraft): Promise<void> {
  const unknown = events.findIndex((code) => !publicEvents.has(code))
  if (unknown !== -1) throw refuseField(`events.${unknown}`, 'EVENT_UNKNOWN')
  const permissions = new Set(events.map((code) => publicEvents.get(code).permission))
  refuseBeyond(actor, { permissions, limits: [] }, 'events')
  const { username, password } = new URL(url)
  if (username || password) throw refuseField('url', 'ADDRESS_WITH_PASSWORD')
  try {
    await services.mayPost(url, actor.companyId)
  } catch (error) {
    throw error instanceof Refusal
      ? refuseField('url', error.code === 'ADDRESS_INSECURE' ? 'ADDRESS_INSECURE' : 'ADDRESS_INSIDE')
      : error
  }
}

const contentOf = ({ name, url, events }: WebhookDraft) => ({
  name,
  url: new URL(url).href,
  events: [...new Set(events)],
})

async function create(ctx: Ctx<WebhookDraft>) {
  const { db, input, actor, now, services } = ctx
  await refuseDraft(ctx, input)
  if ((await queries.countLocked(db)) >= mostWebhooks)
    throw new Refusal('WEBHOOKS_MOST', { most: mostWebhooks })
  const [id, secret] = [randomUUIDv7(), newSecret()]
  await queries.rows.insert(db, {
    ...contentOf(input),
    id,
    secret: seal(services.secret, secret, placeOf(actor.companyId, id)),
    createdById: actor.userId,
    createdBy: actor.name,
    createdAt: now.toISOString(),
  })
  return { id, secret }
}

async function update(ctx: Ctx<Key & WebhookDraft>) {
  const { id, version, ...draft } = ctx.input
  const key = { id, version }
  await queries.rows.lock(ctx.db, key)
  await refuseDraft(ctx, draft)
  await queries.rows.update(ctx.db, key, contentOf(draft))
  return complete(ctx, id)
}

async function turn(ctx: Ctx<Key>, action: 'pause' | 'resume') {
  const { db, input, actor, now } = ctx
  const row = await queries.rows.lock(db, input)
  const { state } = decide(webhookWorkflow, row, { act: action }, { actor, now }).next
  const isPaused = state === 'paused'
  await queries.rows.update(db, input, {
    state,
    pausedBy: isPaused ? actor.name : null,
    pausedAt: isPaused ? now.toISOString() : null,
  })
  if (!isPaused) await queries.restart(db, input.id, now)
  return complete(ctx, input.id)
}

/** A new secret; the one before signs too until the receiver has changed over. */
async function rotate(ctx: Ctx<Key>) {
  const { db, input, actor, now, services } = ctx
  const row = await queries.rows.lock(db, input)
  const secret = newSecret()
  await queries.rows.update(db, input, {
    secret: seal(services.secret, secret, placeOf(actor.companyId, row.id)),
    formerSecret: row.secret,
    formerUntil: new Date(now.getTime() + formerHours * 3_600_000).toISOString(),
  })
  return { id: row.id, secret }
}

async function remove(ctx: Ctx<Key>) {
  await queries.rows.lock(ctx.db, ctx.input)
  await queries.rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}
